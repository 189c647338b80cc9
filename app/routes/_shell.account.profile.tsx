import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openProfile, sendProfile } from "~/edge/account.server";
import { pageTitle } from "~/edge/title";
import { FieldsForm } from "~/ui/account/Fields/FieldsForm";
import { usePageFrame } from "~/ui/account/Frame/page-frame";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction = () => pageTitle("个人中心");

const PATH = "/account/profile";

export async function loader(args: LoaderFunctionArgs) {
  const model = await openProfile(args, PATH);
  return { model, crumbs: [{ label: model.title }] };
}

export async function action(args: ActionFunctionArgs) {
  return sendProfile(args, PATH);
}

export default function Profile() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <FieldsForm model={answer?.done === false ? answer.model : loaded.model} frame={usePageFrame()} />;
}
