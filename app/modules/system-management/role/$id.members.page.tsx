import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { RoleMembers } from "~/ui/role/RoleMembers";
import { membersModel } from "./role-rights.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** Accounts that hold the role. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const page = Number(new URL(args.request.url).searchParams.get("page") ?? 1);
    return {
      model: await membersModel(context, id, page),
      crumbs: recordCrumbs({ key: "role", list: "角色管理", label: "角色", id, title: "成员" }),
    };
  });
}

export default function Members() {
  return <RoleMembers model={useLoaderData<typeof loader>().model} />;
}
