import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openEntryActions, postEntryActions } from "~/edge/resource-route.server";
import { pageTitle } from "~/edge/title";
import { EntryActions } from "~/ui/resource/EntryActions";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openEntryActions(args);
}

export async function action(args: ActionFunctionArgs) {
  return postEntryActions(args);
}

export default function Actions() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <EntryActions model={posted?.model ?? loaded.model} />;
}
