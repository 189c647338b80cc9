import { addFavourite, removeFavourite, selectMenuMarks, upsertVisit } from "~/data/menu-marks.server";
import type { Context, EngineServices } from "../context.server";
import { AppError } from "../errors";
import { inTransaction, reading } from "../operations/transaction.server";
import { menusOf } from "./menu.server";
import type { Menus, Place } from "./menu-tree";

export const MOST_FAVOURITES = 20;
/** Read from storage, so that enough are left where some may not be opened any more. */
const VISITS_READ = 40;
const VISITS_SHOWN = 8;

/** A menu entry a person comes back to. */
export interface QuickEntry {
  name: string;
  label: string;
  /** Below the base path, or a whole address of another system. */
  href: string;
  target: string | null;
}

/**
 * Favourites and the pages visited last, as far as the person may still open them. What is a favourite is not listed again.
 */
export async function quickEntries(context: Context): Promise<{ favourites: QuickEntry[]; recent: QuickEntry[] }> {
  const userId = context.actor.id;
  if (!userId) return { favourites: [], recent: [] };
  const marks = await reading(context, () =>
    selectMenuMarks(context.services.database.connection(), userId, VISITS_READ),
  );
  const menus = await menusOf(context);
  const favourites = entriesOf(menus, marks.favourites);
  const visits = marks.visits.filter((name) => !marks.favourites.includes(name));
  return { favourites, recent: entriesOf(menus, visits).slice(0, VISITS_SHOWN) };
}

function entriesOf(menus: Menus, names: readonly string[]): QuickEntry[] {
  return names.flatMap((name) => {
    const place = menus.byName.get(name);
    if (!place?.opens) return [];
    const { title, target } = place.entry.meta;
    return [{ name, label: title, href: place.entry.path, target }];
  });
}

/**
 * Makes a menu entry a favourite, or lets it go. One that is gone can still be let go.
 * @throws AppError("invalid") when there are too many, AppError("not_found") for an entry the person does not have
 */
export async function saveFavourite(context: Context, name: string, on: boolean): Promise<{ label: string }> {
  const userId = context.actor.id;
  if (!userId) throw new AppError("signed_out");
  const place = (await menusOf(context)).byName.get(name);
  const connection = () => context.services.database.connection();
  if (!on) await inTransaction(context, () => removeFavourite(connection(), userId, name));
  else {
    if (!place?.opens) throw new AppError("not_found", { message: "菜单不存在，或您没有权限打开它" });
    const favourite = { userId, name, at: context.now.toISOString(), most: MOST_FAVOURITES };
    const kept = await inTransaction(context, () => addFavourite(connection(), favourite));
    if (!kept) throw new AppError("invalid", { message: `最多收藏${MOST_FAVOURITES}个页面，请先取消不常用的` });
  }
  return { label: place?.entry.meta.title ?? "" };
}

/** What was written last, by person: staying on the pages of one entry writes nothing. */
const last = new WeakMap<EngineServices, Map<string, string>>();
const LAST_KEPT = 10_000;

/** Keeps that the person opened a page of the entry. Not for pages that are only being fetched ahead. */
export async function recordVisit(context: Context, { entry, opens }: Place): Promise<void> {
  const userId = context.actor.id;
  if (!userId || !opens) return;
  const known = last.get(context.services) ?? new Map<string, string>();
  last.set(context.services, known);
  if (known.get(userId) === entry.name) return;
  if (known.size >= LAST_KEPT) known.clear();
  known.set(userId, entry.name);
  // The owner's connection, as for everything of the session: a transaction of its own would double the cost of the page.
  await upsertVisit(context.services.database.connection(), userId, entry.name, context.now.toISOString());
}
