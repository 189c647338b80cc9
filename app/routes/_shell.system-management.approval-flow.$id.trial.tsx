import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openFlowTrial } from "~/edge/settings-route.server";
import { pageTitle } from "~/edge/title";
import { FlowTrialPage } from "~/ui/flow-trial/FlowTrialPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openFlowTrial(args);
}

export default function FlowTrial() {
  return <FlowTrialPage model={useLoaderData<typeof loader>().model} />;
}
