import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openDictionaryUses } from "~/edge/settings-route.server";
import { pageTitle } from "~/edge/title";
import { FiguresPage } from "~/ui/figures/FiguresPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openDictionaryUses(args);
}

export default function DictionaryUses() {
  return <FiguresPage model={useLoaderData<typeof loader>().model} />;
}
