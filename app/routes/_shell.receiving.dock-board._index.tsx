import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openDockBoard } from "~/edge/receiving-route.server";
import { pageTitle } from "~/edge/title";
import { DockBoard } from "~/ui/dock/DockBoard";
import dockHref from "~/ui/dock/dock.css";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links: LinksFunction = () => [...formLinks(), { rel: "stylesheet", href: dockHref }];

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openDockBoard(args);
}

/** 月台看板. */
export default function DockBoardPage() {
  return <DockBoard model={useLoaderData<typeof loader>().model} />;
}
