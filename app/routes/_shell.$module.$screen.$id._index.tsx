import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openRecordPage } from "~/edge/record-route.server";
import { pageTitle } from "~/edge/title";
import { usePacked } from "~/ui/packed";
import { RecordPage } from "~/ui/record/RecordPage/RecordPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export async function loader(args: LoaderFunctionArgs) {
  return openRecordPage(args, {});
}

export default function Record() {
  return <RecordPage model={usePacked(useLoaderData<typeof loader>().model)} />;
}
