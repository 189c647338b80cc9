import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { InquiryPage } from "~/ui/figures/InquiryPage";
import { formLinks } from "~/ui/theme/links";
import { timeTableModel } from "./when.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** What happens by itself, and when. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await timeTableModel(context);
    return { model, crumbs: [{ label: "任务调度", href: model.back.href }, { label: model.title }] };
  });
}

export default function TimeTable() {
  return <InquiryPage model={useLoaderData<typeof loader>().model} />;
}
