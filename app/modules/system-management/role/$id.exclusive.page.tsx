import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { postedOnce } from "~/engine/screen/form-data";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { RoleExclusive } from "~/ui/role/RolePairs";
import { formLinks } from "~/ui/theme/links";
import { exclusiveModel, submitExclusive } from "./role-pairs.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** Roles that nobody may hold together with this one. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    return {
      model: await exclusiveModel(context, id),
      crumbs: recordCrumbs({ key: "role", list: "角色管理", label: "角色", id, title: "互斥角色" }),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const outcome = await submitExclusive(context, args.params.id ?? "", form, postedOnce(form));
    if ("model" in outcome) return data({ model: outcome.model }, { status: 400 });
    throw await seeOther(context, outcome.href, "互斥角色已保存");
  });
}

export default function ExclusiveRoles() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <RoleExclusive model={posted?.model ?? loaded.model} />;
}
