import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { openImportForm, postImportForm } from "~/edge/import.server";
import { pageTitle } from "~/edge/title";
import { ImportPage } from "~/ui/sync/ImportPage/ImportPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openImportForm(args);
}

export async function action(args: ActionFunctionArgs) {
  return postImportForm(args);
}

export default function ImportRecords() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <ImportPage model={posted?.model ?? loaded.model} busy={useNavigation().state === "submitting"} />;
}
