import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openCopy, postCopy } from "~/edge/role-route.server";
import { pageTitle } from "~/edge/title";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openCopy(args);
}

export async function action(args: ActionFunctionArgs) {
  return postCopy(args);
}

export default function CopyRole() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <TransitionPage model={posted?.model ?? loaded.model} />;
}
