import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { leaveDirectory } from "~/edge/menu.server";
import { answering, requireEdge, screenOf } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { openList } from "~/engine/screen/list-model.server";
import { ListPage } from "~/ui/list/ListPage/ListPage";
import { pack, usePacked } from "~/ui/packed";
import { sentList } from "~/ui/table/drawn";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The list of every screen that has no page of its own. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const edge = await requireEdge(args);
    const { context } = edge;
    await leaveDirectory(edge, args);
    const screen = screenOf(context, args);
    const opened = await openList(context, screen, new URL(args.request.url).searchParams);
    if (opened.model === undefined) throw redirect(opened.href);
    const { model } = opened;
    return { title: model.title, model: pack(model, args.context.request, sentList), crumbs: [{ label: model.title }] };
  });
}

export default function List() {
  return <ListPage model={usePacked(useLoaderData<typeof loader>().model)} />;
}
