import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { openImportRun, postImportRun } from "~/edge/import.server";
import { pageTitle } from "~/edge/title";
import { RunPage } from "~/ui/sync/RunPage/RunPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openImportRun(args);
}

export async function action(args: ActionFunctionArgs) {
  return postImportRun(args);
}

export default function RunImport() {
  const { model } = useLoaderData<typeof loader>();
  return <RunPage model={model} busy={useNavigation().state === "submitting"} />;
}
