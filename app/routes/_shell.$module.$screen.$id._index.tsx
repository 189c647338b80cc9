import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge, screenOf } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listPath } from "~/engine/screen/address";
import { recordModel } from "~/engine/screen/record-model.server";
import { RecordPage } from "~/ui/record/RecordPage/RecordPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const model = await recordModel(context, screen, args.params.id ?? "");
    return { model, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: model.heading }] };
  });
}

export default function Record() {
  return <RecordPage model={useLoaderData<typeof loader>().model} />;
}
