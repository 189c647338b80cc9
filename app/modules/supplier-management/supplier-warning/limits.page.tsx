import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { InquiryPage } from "~/ui/figures/InquiryPage";
import { formLinks } from "~/ui/theme/links";
import { ownLimitsModel } from "./limits.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** What stands in the way of the supplier that is signed in. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await ownLimitsModel(context);
    return { model, crumbs: [{ label: "供应商预警", href: model.back.href }, { label: model.title }] };
  });
}

export default function OwnLimits() {
  return <InquiryPage model={useLoaderData<typeof loader>().model} />;
}
