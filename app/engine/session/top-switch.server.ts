import { setCurrentTop } from "~/data/sessions.server";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { listDrafts } from "../operations/drafts.server";
import { menusOf, navOf } from "./menu.server";
import { wayIntoTop } from "./menu-tree";

/** The strip of page tabs as a switch of the menu needs it. */
export interface PageTabs {
  /** Open tabs beside home. */
  count(context: Context): Promise<number>;
  /** Closes all but home, pinned ones too (ruling 36). */
  closeAll(context: Context): Promise<void>;
}

export interface TopSwitch {
  id: string;
  label: string;
  /** Where the switch leads. */
  to: string;
  /** Tabs that will be closed. */
  tabs: number;
  /** Something was typed and kept; the person is asked before the tabs close. */
  asks: boolean;
}

/**
 * What a click on a top tab would do.
 * @throws AppError("foreign_menu") for a tab that is not the person's own, AppError("not_found") for none at all
 */
export async function plannedSwitch(context: Context, id: string, tabs: PageTabs): Promise<TopSwitch> {
  await navOf(context, id);
  const menus = await menusOf(context);
  const menu = menus.tops.find(({ top }) => top.id === id);
  const to = menu && wayIntoTop(menus, menu);
  if (!menu || !to) throw new AppError("not_found");
  return {
    id,
    label: menu.top.meta.title,
    to,
    tabs: await tabs.count(context),
    asks: (await listDrafts(context, 1)).length > 0,
  };
}

/** Makes a top tab the present one of the session and closes the page tabs. @throws as `plannedSwitch` */
export async function switchTop(context: Context, id: string, tabs: PageTabs): Promise<TopSwitch> {
  const planned = await plannedSwitch(context, id, tabs);
  const { session, services } = context;
  if (session) {
    await setCurrentTop(services.database.connection(), session.idHash, id);
    session.currentTop = id;
  }
  await tabs.closeAll(context);
  return planned;
}
