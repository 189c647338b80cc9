import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { assignModel, submitAssign } from "~/modules/user-administration/user-assign/user-assign.page.server";
import { AssignPage } from "~/ui/assign/AssignPage/AssignPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** One tab of what a person may do. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { id = "", tab = "" } = args.params;
    const model = await assignModel(context, id, tab, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: "用户授权", href: model.backHref }, { label: model.heading }] };
  });
}

/** Shows what would change, or changes it. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { id = "", tab = "" } = args.params;
    const outcome = await submitAssign(context, id, tab, await readForm(args, context));
    if ("model" in outcome) return data({ model: outcome.model }, { status: outcome.status });
    throw await seeOther(context, outcome.to, outcome.notice, outcome.warnings);
  });
}

export default function Assign() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <AssignPage model={posted?.model ?? loaded.model} />;
}
