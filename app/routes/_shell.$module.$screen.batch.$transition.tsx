import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, screenOf } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listPath } from "~/engine/screen/address";
import { batchPageModel, submitBatch } from "~/engine/screen/batch-model.server";
import { batchResultPage } from "~/engine/screen/batch-result.server";
import { BatchPage } from "~/ui/form/BatchPage/BatchPage";
import { formLinks } from "~/ui/theme/links";

export { shouldRevalidate } from "~/edge/dialogs";
export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** The page that asks before a transition on several records. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { transition = "" } = args.params;
    const model = await batchPageModel(context, screen, transition, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: model.title }] };
  });
}

/** Makes the transition; what became of it stands on a result page. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { transition = "" } = args.params;
    const outcome = await submitBatch(context, screen, transition, await readForm(args, context, "mark"));
    if ("model" in outcome) return data({ model: outcome.model }, { status: outcome.status });
    throw redirect(await batchResultPage(context, screen, transition, outcome.resultHref), 303);
  });
}

export default function Batch() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <BatchPage model={posted?.model ?? loaded.model} />;
}
