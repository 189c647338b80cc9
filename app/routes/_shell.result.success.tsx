import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { resultModel } from "~/engine/screen/result-page.server";
import { ResultPage } from "~/ui/result/ResultPage/ResultPage";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
/** The end of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await resultModel(context, "success", new URL(args.request.url).searchParams.get("id"));
    return { model, crumbs: [{ label: model.title }] };
  });
}

export default function Succeeded() {
  return <ResultPage kind="success" model={useLoaderData<typeof loader>().model} />;
}
