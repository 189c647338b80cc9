import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openTrailEntry } from "~/edge/record-route.server";
import { pageTitle } from "~/edge/title";
import { TrailEntry } from "~/ui/audit/TrailEntry/TrailEntry";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openTrailEntry(args);
}

export default function AuditEntry() {
  return <TrailEntry model={useLoaderData<typeof loader>().model} />;
}
