import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openHistory } from "~/edge/record-route.server";
import { pageTitle } from "~/edge/title";
import { HistoryPage } from "~/ui/record/HistoryPage/HistoryPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openHistory(args);
}

export default function History() {
  return <HistoryPage model={useLoaderData<typeof loader>().model} />;
}
