import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { FiguresPage } from "~/ui/figures/FiguresPage";
import { dictionaryUsesModel } from "./$id.uses.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** Where the values of a dictionary are used. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await dictionaryUsesModel(context, id);
    return {
      model,
      crumbs: recordCrumbs({ key: "dictionary", list: "数据字典", label: model.dictionary, id, title: "引用位置" }),
    };
  });
}

export default function DictionaryUses() {
  return <FiguresPage model={useLoaderData<typeof loader>().model} />;
}
