import type { SavedView } from "~/data/list-work.server";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { listPath } from "./address";

/** The list as it is shown now, told apart from saved ones. */
interface Shown {
  /** What a view of it would keep; empty for the list as it opens without any query. */
  query: string;
  /** Address of everything. */
  allHref: string;
  href(pairs: [string, string][]): string;
}

/** The saved lists of a person above the table, and the form that saves another. */
export function viewsModel(context: Context, screen: Screen, views: readonly SavedView[], shown: Shown) {
  const links = [
    { label: "全部", href: shown.allHref, current: shown.query === "" },
    ...views.map((view) => ({
      label: view.name,
      href: shown.href([...new URLSearchParams(view.query)]),
      current: view.query === shown.query,
    })),
  ];
  const isKept = shown.query === "" || views.some((view) => view.query === shown.query);
  const save = { action: `${listPath(screen)}/views`, query: shown.query, csrf: context.session?.csrf ?? "" };
  return {
    links: views.length > 0 ? links : [],
    manageHref: `${listPath(screen)}/views`,
    ...(isKept ? {} : { save }),
  };
}
