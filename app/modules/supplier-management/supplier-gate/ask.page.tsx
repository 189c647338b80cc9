import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { InquiryPage } from "~/ui/figures/InquiryPage";
import { formLinks } from "~/ui/theme/links";
import { gateQueryModel } from "./ask.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** What the gate says about a supplier, named in the address. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await gateQueryModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: "业务校验与临时放行", href: model.back.href }, { label: model.title }] };
  });
}

export default function GateQuery() {
  return <InquiryPage model={useLoaderData<typeof loader>().model} />;
}
