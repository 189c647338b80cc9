import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { sendBinding } from "~/edge/settings.server";
import { pageTitle } from "~/edge/title";
import { bindingModel } from "~/engine/account/binding-model.server";
import { usePageFrame } from "~/ui/account/Frame/page-frame";
import { BindingPage } from "~/ui/account/Settings/BindingPage";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
export const meta: MetaFunction = () => pageTitle("账号绑定");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await bindingModel(context);
    return { model, crumbs: [{ label: "账号设置" }, { label: model.title }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return sendBinding(args);
}

export default function Binding() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <BindingPage model={answer?.model ?? loaded.model} busy={usePageFrame().busy} />;
}
