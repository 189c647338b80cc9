import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { apiDocsModel } from "~/engine/openapi/docs-model.server";
import { ApiDocsPage } from "~/ui/api-docs/ApiDocsPage/ApiDocsPage";
import docsHref from "~/ui/api-docs/api-docs.css";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

// A text to read: no script is sent with it.
export const handle = { hydrate: false };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: docsHref }];
export const meta: MetaFunction = () => pageTitle("接口文档");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = apiDocsModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: model.title }] };
  });
}

export default function ApiDocs() {
  return <ApiDocsPage model={useLoaderData<typeof loader>().model} />;
}
