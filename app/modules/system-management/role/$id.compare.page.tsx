import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { RoleCompare } from "~/ui/role/RolePairs";
import { formLinks } from "~/ui/theme/links";
import { compareModel } from "./role-pairs.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** Two roles beside each other. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const other = new URL(args.request.url).searchParams.get("with") || null;
    return {
      model: await compareModel(context, id, other),
      crumbs: recordCrumbs({ key: "role", list: "角色管理", label: "角色", id, title: "比较" }),
    };
  });
}

export default function CompareRoles() {
  return <RoleCompare model={useLoaderData<typeof loader>().model} />;
}
