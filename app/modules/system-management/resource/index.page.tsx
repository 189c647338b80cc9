import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, screenOf, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { postedOnce } from "~/engine/screen/form-data";
import { openList } from "~/engine/screen/list-model.server";
import { ListPage } from "~/ui/list/ListPage/ListPage";
import type { ListModel } from "~/ui/model/list";
import { type Packed, pack, usePacked } from "~/ui/packed";
import type { ResourceStopModel, ResourceTreeModel } from "~/ui/resource/model";
import { ResourceTree } from "~/ui/resource/ResourceTree";
import { sentList } from "~/ui/table/drawn";
import { formLinks } from "~/ui/theme/links";
import { submitTree, treeModel } from "./index.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.title);

const SCREEN = { module: "system-management", screen: "resource" };
/** What an address of the tree may say; anything else is a query of the list. */
const TREE_PARAMS = new Set(["at", "index"]);

/** The tree of menus, or the list of its entries where the address has conditions. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, { ...args, params: SCREEN });
    const params = new URL(args.request.url).searchParams;
    const crumbs = [{ label: screen.label }];
    if ([...params.keys()].every((name) => TREE_PARAMS.has(name))) {
      const tree = await treeModel(context, params);
      return { title: tree.title, tree: pack(tree, args.context.request), crumbs };
    }
    const opened = await openList(context, screen, params);
    if (opened.model === undefined) throw redirect(opened.href);
    return { title: screen.label, list: pack(opened.model, args.context.request, sentList), crumbs };
  });
}

/** Moves, stops or starts entries; asks before it stops any. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const outcome = await submitTree(context, form, postedOnce(form));
    if ("model" in outcome)
      return data({ tree: pack(outcome.model, args.context.request) }, { status: outcome.status });
    throw await seeOther(context, outcome.to, outcome.notice, outcome.warnings);
  });
}

export default function Resources() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  const tree = posted?.tree ?? ("tree" in loaded ? loaded.tree : undefined);
  if (tree) return <Tree packed={tree} />;
  return "list" in loaded && loaded.list ? <List packed={loaded.list} /> : null;
}

function Tree({ packed }: { packed: Packed<ResourceTreeModel | ResourceStopModel> }) {
  return <ResourceTree model={usePacked(packed)} />;
}

function List({ packed }: { packed: Packed<ListModel> }) {
  return <ListPage model={usePacked(packed)} />;
}
