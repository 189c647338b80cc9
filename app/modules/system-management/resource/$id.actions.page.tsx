import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { postedOnce } from "~/engine/screen/form-data";
import { EntryActions } from "~/ui/resource/EntryActions";
import { formLinks } from "~/ui/theme/links";
import { entryActionsModel, submitEntryActions } from "./$id.actions.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

const LIST = { label: "资源管理", href: "/system-management/resource" };

/** The actions of an entry, and who holds them. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await entryActionsModel(context, args.params.id ?? "");
    return { model, crumbs: [LIST, { label: "资源", href: model.backHref }, { label: "操作和角色" }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const outcome = await submitEntryActions(context, args.params.id ?? "", form, postedOnce(form));
    if ("model" in outcome) return data({ model: outcome.model }, { status: 400 });
    throw await seeOther(context, outcome.href, "可用操作已保存，从下一次请求起生效", outcome.saved.warnings);
  });
}

export default function Actions() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <EntryActions model={posted?.model ?? loaded.model} />;
}
