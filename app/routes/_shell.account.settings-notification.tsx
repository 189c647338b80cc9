import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openNotification, sendNotification } from "~/edge/settings.server";
import { pageTitle } from "~/edge/title";
import { usePageFrame } from "~/ui/account/Frame/page-frame";
import { NotificationPage } from "~/ui/account/Settings/NotificationPage";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
export const meta: MetaFunction = () => pageTitle("通知设置");

export async function loader(args: LoaderFunctionArgs) {
  const model = await openNotification(args);
  return { model, crumbs: [{ label: "账号设置" }, { label: model.title }] };
}

export async function action(args: ActionFunctionArgs) {
  return sendNotification(args);
}

export default function Notification() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <NotificationPage model={answer?.model ?? loaded.model} busy={usePageFrame().busy} />;
}
