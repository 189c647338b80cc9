import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, screenOf } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listPath } from "~/engine/screen/address";
import { batchPageModel, batchResultModel, submitBatch } from "~/engine/screen/batch-model.server";
import { BatchPage } from "~/ui/form/BatchPage/BatchPage";
import { BatchResultPage } from "~/ui/form/BatchPage/BatchResultPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
  pageTitle((loaded?.model ?? loaded?.result)?.title);

/** The page that asks before a move on several records; with `result` in the address what became of it. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { move = "" } = args.params;
    const { searchParams } = new URL(args.request.url);
    const result = searchParams.has("result") ? await batchResultModel(context, screen, move, searchParams) : null;
    const model = result ? null : await batchPageModel(context, screen, move, searchParams);
    const title = (result ?? model)?.title ?? "";
    return { model, result, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: title }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const outcome = await submitBatch(context, screen, args.params.move ?? "", await readForm(args, context));
    if ("model" in outcome) return data({ model: outcome.model }, { status: outcome.status });
    throw redirect(outcome.resultHref, 303);
  });
}

export default function Batch() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  const model = posted?.model ?? loaded.model;
  if (loaded.result) return <BatchResultPage model={loaded.result} />;
  return model ? <BatchPage model={model} /> : null;
}
