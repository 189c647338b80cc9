import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openExclusive, postExclusive } from "~/edge/role-route.server";
import { pageTitle } from "~/edge/title";
import { RoleExclusive } from "~/ui/role/RolePairs";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openExclusive(args);
}

export async function action(args: ActionFunctionArgs) {
  return postExclusive(args);
}

export default function ExclusiveRoles() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <RoleExclusive model={posted?.model ?? loaded.model} />;
}
