import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openPassword, sendPassword } from "~/edge/account.server";
import { pageTitle } from "~/edge/title";
import { usePageFrame } from "~/ui/account/Frame/page-frame";
import { PasswordFields } from "~/ui/account/PasswordFields/PasswordFields";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction = () => pageTitle("修改密码");

export async function loader(args: LoaderFunctionArgs) {
  const model = await openPassword(args);
  return { model, crumbs: [{ label: model.title }] };
}

export async function action(args: ActionFunctionArgs) {
  return sendPassword(args);
}

export default function Password() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <PasswordFields model={answer?.done === false ? answer.model : loaded.model} frame={usePageFrame()} />;
}
