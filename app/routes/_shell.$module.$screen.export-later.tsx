import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { openExportLater, postExportLater } from "~/edge/output.server";
import { pageTitle } from "~/edge/title";
import { ExportLaterPage } from "~/ui/list/ExportLaterPage/ExportLaterPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openExportLater(args);
}

export async function action(args: ActionFunctionArgs) {
  return postExportLater(args);
}

export default function ExportLater() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <ExportLaterPage model={posted?.model ?? loaded.model} busy={useNavigation().state === "submitting"} />;
}
