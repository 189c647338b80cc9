import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { postedOnce } from "~/engine/screen/form-data";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { RoleRights } from "~/ui/role/RoleMatrix";
import { formLinks } from "~/ui/theme/links";
import { rightsModel, submitRights } from "./role-rights.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** The matrix of a role's rights. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    return {
      model: await rightsModel(context, id),
      crumbs: recordCrumbs({ key: "role", list: "角色管理", label: "角色", id, title: "权限配置" }),
    };
  });
}

/** Shows what saving would change, then saves; a refused one comes again with its ticks. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const form = await readForm(args, context);
    const outcome = await submitRights(context, id, form, postedOnce(form));
    if ("model" in outcome) return data({ model: outcome.model }, { status: outcome.status });
    throw await seeOther(context, outcome.href, `${outcome.role}的权限已保存`, outcome.saved.warnings);
  });
}

export default function RolePermissions() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <RoleRights model={posted?.model ?? loaded.model} />;
}
