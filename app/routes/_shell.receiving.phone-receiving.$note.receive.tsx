import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openCount, postCount } from "~/edge/phone-receiving-route.server";
import { pageTitle } from "~/edge/title";
import { CountPage } from "~/ui/receiving/CountPage";
import { phoneLinks } from "~/ui/theme/links";

export { shouldRevalidate } from "~/edge/dialogs";
export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = phoneLinks;
/** A step of the page before: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openCount(args);
}

export async function action(args: ActionFunctionArgs) {
  return postCount(args);
}

export default function CountNote() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <CountPage model={posted?.model ?? loaded.model} />;
}
