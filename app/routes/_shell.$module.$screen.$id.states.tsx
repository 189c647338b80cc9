import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openStates } from "~/edge/record-route.server";
import { pageTitle } from "~/edge/title";
import { StatesPage } from "~/ui/record/StatesPage/StatesPage";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openStates(args);
}

export default function States() {
  return <StatesPage model={useLoaderData<typeof loader>().model} />;
}
