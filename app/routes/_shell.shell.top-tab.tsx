import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/edge/title";
import { postTopTab, topTabPage } from "~/edge/top-tab.server";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return topTabPage(args);
}

export async function action(args: ActionFunctionArgs) {
  return postTopTab(args);
}

export default function TopTab() {
  return <TransitionPage model={useLoaderData<typeof loader>().model} />;
}
