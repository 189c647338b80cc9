import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, screenOf, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listPath } from "~/engine/screen/address";
import { columnsModel, submitColumns } from "~/engine/screen/columns-model.server";
import { ColumnsPage } from "~/ui/list/ColumnsPage/ColumnsPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** Which columns a person sees on a list, and in which order. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const model = await columnsModel(context, screen, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: "选择列" }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const form = await readForm(args, context);
    const outcome = await submitColumns(context, screen, new URL(args.request.url).searchParams, form);
    if ("model" in outcome) return { model: outcome.model };
    throw await seeOther(context, outcome.listHref, outcome.notice);
  });
}

export default function Columns() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <ColumnsPage model={posted?.model ?? loaded.model} />;
}
