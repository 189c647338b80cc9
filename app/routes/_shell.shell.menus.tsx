import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { menuSearchPage } from "~/edge/menu-search.server";
import { pageTitle } from "~/edge/title";
import { MenuSearchPage } from "~/ui/shell/MenuSearch/MenuSearchPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction = () => pageTitle("搜索菜单");

export async function loader(args: LoaderFunctionArgs) {
  return menuSearchPage(args);
}

export default function Menus() {
  return <MenuSearchPage model={useLoaderData<typeof loader>().model} />;
}
