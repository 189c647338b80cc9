import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openProof, sendProof } from "~/edge/settings.server";
import { pageTitle } from "~/edge/title";
import { ConfirmFields } from "~/ui/account/ConfirmFields/ConfirmFields";
import { usePageFrame } from "~/ui/account/Frame/page-frame";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction = () => pageTitle("验证邮箱");

/** Asks whether the address that the mail came to is the person's. */
export async function loader(args: LoaderFunctionArgs) {
  const model = await openProof(args);
  const crumbs = [{ label: "安全设置", href: "/account/settings-security" }, { label: model.title }];
  return { model, crumbs };
}

export async function action(args: ActionFunctionArgs) {
  return sendProof(args);
}

export default function MailProof() {
  return <ConfirmFields model={useLoaderData<typeof loader>().model} frame={usePageFrame()} />;
}
