import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { formLinks } from "~/ui/theme/links";
import { acknowledgeModel, acknowledgeNews } from "./$id.acknowledge.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** Asks a reader to say that news were read. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await acknowledgeModel(context, id);
    return {
      model,
      crumbs: recordCrumbs({ key: "news-board", list: "新闻公告", label: "新闻", id, title: "确认已阅读" }),
    };
  });
}

export async function action(args: ActionFunctionArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    await readForm(args, context);
    const { path } = await acknowledgeNews(context, args.params.id ?? "");
    return seeOther(context, path, "已确认阅读");
  });
}

export default function AcknowledgeNews() {
  return <TransitionPage model={useLoaderData<typeof loader>().model} />;
}
