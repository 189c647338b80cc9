import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { InquiryPage } from "~/ui/figures/InquiryPage";
import { formLinks } from "~/ui/theme/links";
import { receiveTrialModel } from "./try.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** Which rules of receiving count for a delivery named in the address. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await receiveTrialModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: "收货控制", href: model.back.href }, { label: model.title }] };
  });
}

export default function ReceiveTrial() {
  return <InquiryPage model={useLoaderData<typeof loader>().model} />;
}
