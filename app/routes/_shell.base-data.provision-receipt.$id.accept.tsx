import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openProvisionAcceptance, postProvisionAcceptance } from "~/edge/base-data-route.server";
import { pageTitle } from "~/edge/title";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { ReadText } from "~/ui/record/ReadText/ReadText";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.page.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openProvisionAcceptance(args);
}

export async function action(args: ActionFunctionArgs) {
  return postProvisionAcceptance(args);
}

export default function AcceptProvision() {
  const loaded = useLoaderData<typeof loader>();
  const { model, text } = useActionData<typeof action>()?.page ?? loaded.page;
  return <TransitionPage model={model} above={<ReadText text={text} />} />;
}
