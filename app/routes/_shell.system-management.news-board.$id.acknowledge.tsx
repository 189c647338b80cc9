import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openAcknowledge, postAcknowledge } from "~/edge/settings-route.server";
import { pageTitle } from "~/edge/title";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openAcknowledge(args);
}

export async function action(args: ActionFunctionArgs) {
  return postAcknowledge(args);
}

export default function AcknowledgeNews() {
  return <TransitionPage model={useLoaderData<typeof loader>().model} />;
}
