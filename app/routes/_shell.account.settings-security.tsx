import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { sendSecurity } from "~/edge/settings.server";
import { pageTitle } from "~/edge/title";
import { securityModel } from "~/engine/account/settings-model.server";
import { usePageFrame } from "~/ui/account/Frame/page-frame";
import { SecurityPage } from "~/ui/account/Settings/SecurityPage";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
export const meta: MetaFunction = () => pageTitle("安全设置");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await securityModel(context);
    return { model, crumbs: [{ label: "账号设置" }, { label: model.title }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return sendSecurity(args);
}

export default function Security() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <SecurityPage model={answer?.model ?? loaded.model} frame={usePageFrame()} />;
}
