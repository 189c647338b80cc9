import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { centerModel } from "~/engine/account/center-model.server";
import { CenterPage } from "~/ui/account/Center/CenterPage";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
export const meta: MetaFunction = () => pageTitle("我的账号");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await centerModel(context);
    return { model, crumbs: [{ label: model.title }] };
  });
}

export default function Center() {
  return <CenterPage model={useLoaderData<typeof loader>().model} />;
}
