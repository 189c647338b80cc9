import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { settingsFrame } from "~/engine/account/settings-model.server";
import { BindingPage } from "~/ui/account/Settings/BindingPage";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
export const meta: MetaFunction = () => pageTitle("账号绑定");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { title, tabs } = settingsFrame(context, "settings-binding");
    return { tabs, crumbs: [{ label: "账号设置" }, { label: title }] };
  });
}

export default function Binding() {
  return <BindingPage tabs={useLoaderData<typeof loader>().tabs} />;
}
