import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { InquiryPage } from "~/ui/figures/InquiryPage";
import { formLinks } from "~/ui/theme/links";
import { batchTraceModel } from "./index.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** The way of a batch, asked in the address. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await batchTraceModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: model.title }] };
  });
}

/** 批次追溯. */
export default function BatchTracePage() {
  return <InquiryPage model={useLoaderData<typeof loader>().model} />;
}
