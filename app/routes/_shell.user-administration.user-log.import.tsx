import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { pageTitle } from "~/edge/title";
import { openImport, postImport } from "~/edge/user-sync.server";
import { ImportPage } from "~/ui/sync/ImportPage/ImportPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openImport(args);
}

export async function action(args: ActionFunctionArgs) {
  return postImport(args);
}

export default function ImportPeople() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <ImportPage model={posted?.model ?? loaded.model} busy={useNavigation().state === "submitting"} />;
}
