import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openCustom, submitCustom } from "~/edge/preferences.server";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { CustomPage } from "~/ui/account/CustomPage/CustomPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction = () => pageTitle("个性化设置");

/** How a person likes the interface, on one page. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const model = openCustom(await requireEdge(args));
    return { model, crumbs: [{ label: model.title }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const outcome = await submitCustom(args);
    if ("to" in outcome) throw outcome.to;
    return data({ model: outcome.model }, { status: 400 });
  });
}

export default function Custom() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <CustomPage model={posted?.model ?? loaded.model} />;
}
