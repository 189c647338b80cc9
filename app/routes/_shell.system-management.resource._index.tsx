import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openTree, postTree } from "~/edge/resource-route.server";
import { pageTitle } from "~/edge/title";
import { ListPage } from "~/ui/list/ListPage/ListPage";
import type { ListModel } from "~/ui/model/list";
import { type Packed, usePacked } from "~/ui/packed";
import type { ResourceStopModel, ResourceTreeModel } from "~/ui/resource/model";
import { ResourceTree } from "~/ui/resource/ResourceTree";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export async function loader(args: LoaderFunctionArgs) {
  return openTree(args);
}

export async function action(args: ActionFunctionArgs) {
  return postTree(args);
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
