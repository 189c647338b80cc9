import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openMembers } from "~/edge/role-route.server";
import { pageTitle } from "~/edge/title";
import { RoleMembers } from "~/ui/role/RoleMembers";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openMembers(args);
}

export default function Members() {
  return <RoleMembers model={useLoaderData<typeof loader>().model} />;
}
