import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openRights, postRights } from "~/edge/role-route.server";
import { pageTitle } from "~/edge/title";
import { RoleRights } from "~/ui/role/RoleMatrix";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openRights(args);
}

export async function action(args: ActionFunctionArgs) {
  return postRights(args);
}

export default function RolePermissions() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <RoleRights model={posted?.model ?? loaded.model} />;
}
