import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openForm, postForm } from "~/edge/form-route.server";
import { pageTitle } from "~/edge/title";
import { FormPage } from "~/ui/form/FormPage/FormPage";
import { RevealPage } from "~/ui/form/RevealPage/RevealPage";
import { formLinks } from "~/ui/theme/links";

export { shouldRevalidate } from "~/edge/dialogs";
export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openForm(args);
}

export async function action(args: ActionFunctionArgs) {
  return postForm(args);
}

export default function Edit() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  if (posted && "revealed" in posted) return <RevealPage model={posted.revealed} />;
  return <FormPage model={posted?.model ?? loaded.model} />;
}
