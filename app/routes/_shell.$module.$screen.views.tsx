import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, screenOf, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listPath } from "~/engine/screen/address";
import { submitView, viewsPageModel } from "~/engine/screen/views-model.server";
import { ViewsPage } from "~/ui/list/ViewsPage/ViewsPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** The saved views of a list: saving, renaming, removing, choosing the one that opens by itself. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const model = await viewsPageModel(context, screen);
    return { model, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: "视图" }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const outcome = await submitView(context, screen, await readForm(args, context));
    if ("model" in outcome) return data({ model: outcome.model }, { status: outcome.status });
    throw await seeOther(context, outcome.href, outcome.notice);
  });
}

export default function Views() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <ViewsPage model={posted?.model ?? loaded.model} />;
}
