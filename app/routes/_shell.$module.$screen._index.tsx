import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge, screenOf } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listModel } from "~/engine/screen/list-model.server";
import { ListPage } from "~/ui/list/ListPage/ListPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** The list of every screen that has no page of its own. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const model = await listModel(context, screen, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: model.title }] };
  });
}

export default function List() {
  return <ListPage model={useLoaderData<typeof loader>().model} />;
}
