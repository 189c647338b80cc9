import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openLogout, sendLogout } from "~/edge/account.server";
import { pageTitle } from "~/edge/title";
import { ConfirmFields } from "~/ui/account/ConfirmFields/ConfirmFields";
import { usePageFrame } from "~/ui/account/Frame/page-frame";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction = () => pageTitle("退出登录");

export async function loader(args: LoaderFunctionArgs) {
  const model = await openLogout(args);
  return { model, crumbs: [{ label: model.title }] };
}

export async function action(args: ActionFunctionArgs) {
  return sendLogout(args);
}

export default function Logout() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <ConfirmFields model={answer?.model ?? loaded.model} frame={usePageFrame()} />;
}
