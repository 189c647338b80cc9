import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paramsOf, trail } from "~/edge/record-route.server";
import { answering, requireEdge, screenOf } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listOriginOf } from "~/engine/screen/list-origin.server";
import { TrailEntry } from "~/ui/audit/TrailEntry/TrailEntry";
import { trailEntryModel } from "./trail-entry.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** One entry of the audit trail. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, { ...args, params: { module: "system-management", screen: "audit-log" } });
    const params = paramsOf(args.request);
    const model = await trailEntryModel(context, screen, args.params.id ?? "", params);
    return { model, crumbs: [trail(screen, listOriginOf(screen, params)), { label: model.heading }] };
  });
}

export default function AuditEntry() {
  return <TrailEntry model={useLoaderData<typeof loader>().model} />;
}
