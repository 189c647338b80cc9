import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { pageTitle } from "~/edge/title";
import { openRun, postRun } from "~/edge/user-sync.server";
import { RunPage } from "~/ui/sync/RunPage/RunPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openRun(args);
}

export async function action(args: ActionFunctionArgs) {
  return postRun(args);
}

export default function RunBatch() {
  const { model } = useLoaderData<typeof loader>();
  return <RunPage model={model} busy={useNavigation().state === "submitting"} />;
}
