import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { InquiryPage } from "~/ui/figures/InquiryPage";
import { formLinks } from "~/ui/theme/links";
import { quotaTrialModel } from "./$id.try.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** How a quantity named in the address would be split by shares. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { list, ...model } = await quotaTrialModel(
      context,
      args.params.id ?? "",
      new URL(args.request.url).searchParams,
    );
    return { model, crumbs: [list, { label: model.number, href: model.back.href }, { label: model.title }] };
  });
}

export default function QuotaTrial() {
  return <InquiryPage model={useLoaderData<typeof loader>().model} />;
}
