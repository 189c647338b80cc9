import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openOrderRuleTry } from "~/edge/settings-route.server";
import { pageTitle } from "~/edge/title";
import { TryPage } from "~/ui/order-rule/TryPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openOrderRuleTry(args);
}

export default function TryRule() {
  return <TryPage model={useLoaderData<typeof loader>().model} />;
}
