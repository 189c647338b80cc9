import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { DockBoard } from "~/ui/dock/DockBoard";
import dockHref from "~/ui/dock/dock.css";
import { formLinks } from "~/ui/theme/links";
import { dockBoardModel } from "./index.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links: LinksFunction = () => [...formLinks(), { rel: "stylesheet", href: dockHref }];

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** The docks of a factory on a day. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await dockBoardModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: model.title }] };
  });
}

/** 月台看板. */
export default function DockBoardPage() {
  return <DockBoard model={useLoaderData<typeof loader>().model} />;
}
