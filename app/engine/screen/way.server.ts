import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import type { ListWish } from "../operations/list.server";
import { neighboursOf } from "../operations/neighbours.server";
import { listPath, query, recordPath, wayQuery } from "./address";
import { pairsOf, readListWish } from "./list-wish.server";

/** Longer ones were never ours. */
const LONGEST = 4000;
/** Beyond this places are not counted (ruling 33). */
const COUNTED = 10_000;

/** The list a record was opened from, read again by the rules of that list; nothing else of an address is believed. */
export interface Way {
  wish: ListWish;
  /** The list opens a saved view by itself, and this was all of it. */
  all: boolean;
}

/** Reads the parameter `from` of a record's address; null where there is none. */
export function wayOf(screen: Screen, params: URLSearchParams): Way | null {
  const from = params.get("from");
  if (from === null || from.length > LONGEST) return null;
  const own = new URLSearchParams(from);
  return { wish: readListWish(screen, own), all: own.get("view") === "all" };
}

function pairs({ wish, all }: Way): [string, string][] {
  return [...pairsOf(wish), ...(all ? [["view", "all"] as [string, string]] : [])];
}

/** What the pages of the record carry along, so that none of them loses the way: `?from=…`, or nothing. */
export function wayAlong(way: Way | null, page = way?.wish.page ?? 1): string {
  return way ? wayQuery(pairs(way), page) : "";
}

/** The list as it was left; without a way the list as it opens. */
export function wayBack(screen: Screen, way: Way | null, page = way?.wish.page ?? 1): string {
  if (!way) return listPath(screen);
  return listPath(screen) + query([...pairs(way), ...(page > 1 ? [["page", String(page)] as [string, string]] : [])]);
}

/** Links to what stands before and after a record in that list, and where it stands itself. */
export async function wayModel(context: Context, screen: Screen, way: Way, id: string) {
  const found = await neighboursOf(context, screen, way.wish, id);
  if (!found) return null;
  const { ahead, total, inside } = found;
  const counted = ahead < COUNTED;
  const pageAt = (position: number) =>
    counted ? Math.floor(Math.max(0, position) / way.wish.size) + 1 : way.wish.page;
  const link = (to: string, position: number) => recordPath(screen, to) + wayAlong(way, pageAt(position));
  return {
    // A record that has left the list leads back to where one was.
    page: inside ? pageAt(ahead) : way.wish.page,
    shown: {
      ...(found.previous ? { previous: link(found.previous, ahead - 1) } : {}),
      ...(found.next ? { next: link(found.next, inside ? ahead + 1 : ahead) } : {}),
      ...(inside && counted ? { place: `第 ${ahead + 1} / ${total < COUNTED ? total : `${COUNTED}+`} 条` } : {}),
    },
  };
}

type Addressed = { action: string; cancelHref: string };

/** A form on a record that comes back to it, and to the list behind it. */
export function alongWay<M extends Addressed>(model: M, way: Way | null): M {
  const along = wayAlong(way);
  return { ...model, action: model.action + along, cancelHref: model.cancelHref + along };
}
