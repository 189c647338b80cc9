import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openCompare } from "~/edge/role-route.server";
import { pageTitle } from "~/edge/title";
import { RoleCompare } from "~/ui/role/RolePairs";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openCompare(args);
}

export default function CompareRoles() {
  return <RoleCompare model={useLoaderData<typeof loader>().model} />;
}
