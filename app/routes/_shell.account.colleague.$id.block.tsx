import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openBlock, sendBlock } from "~/edge/settings.server";
import { pageTitle } from "~/edge/title";
import { ConfirmFields } from "~/ui/account/ConfirmFields/ConfirmFields";
import { usePageFrame } from "~/ui/account/Frame/page-frame";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction = () => pageTitle("冻结账号");

/** Asks before an account of the own company is blocked. */
export async function loader(args: LoaderFunctionArgs) {
  const model = await openBlock(args);
  return { model, crumbs: [{ label: "我的账号", href: "/account/account-center" }, { label: model.title }] };
}

export async function action(args: ActionFunctionArgs) {
  return sendBlock(args);
}

export default function Block() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <ConfirmFields model={answer?.done === false ? answer.model : loaded.model} frame={usePageFrame()} />;
}
