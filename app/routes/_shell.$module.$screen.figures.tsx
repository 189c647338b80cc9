import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openFigures } from "~/edge/figures-route.server";
import { pageTitle } from "~/edge/title";
import { ChartsPage } from "~/ui/figures/ChartsPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openFigures(args);
}

export default function Figures() {
  return <ChartsPage model={useLoaderData<typeof loader>().model} />;
}
