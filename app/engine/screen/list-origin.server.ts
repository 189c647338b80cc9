import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import type { ListQuery } from "../operations/list.server";
import { neighboursOf } from "../operations/neighbours.server";
import { listPath, originParams, query, recordPath } from "./address";
import { pairsOf, readListQuery } from "./list-query.server";

/** Longer ones were never ours. */
const LONGEST = 4000;
/** Beyond this places are not counted (ruling 33). */
const COUNTED = 10_000;

/** The list a record was opened from, read again by the rules of that list; nothing else of an address is believed. */
export interface ListOrigin {
  query: ListQuery;
  /** The list opens a saved view by itself, and this was all of it. */
  all: boolean;
}

/** Reads the parameter `from` of a record's address; null where there is none. */
export function listOriginOf(screen: Screen, params: URLSearchParams): ListOrigin | null {
  const from = params.get("from");
  if (from === null || from.length > LONGEST) return null;
  const own = new URLSearchParams(from);
  return { query: readListQuery(screen, own), all: own.get("view") === "all" };
}

function pairs({ query, all }: ListOrigin): [string, string][] {
  return [...pairsOf(query), ...(all ? [["view", "all"] as [string, string]] : [])];
}

/** What the pages of the record carry along, so that none of them loses it: `?from=…`, or nothing. */
export function originQuery(origin: ListOrigin | null, page = origin?.query.page ?? 1): string {
  return origin ? originParams(pairs(origin), page) : "";
}

/** The list as it was left; without an origin the list as it opens. */
export function originHref(screen: Screen, origin: ListOrigin | null, page = origin?.query.page ?? 1): string {
  if (!origin) return listPath(screen);
  return (
    listPath(screen) + query([...pairs(origin), ...(page > 1 ? [["page", String(page)] as [string, string]] : [])])
  );
}

/** Links to what stands before and after a record in that list, and where it stands itself. */
export async function originModel(context: Context, screen: Screen, origin: ListOrigin, id: string) {
  const found = await neighboursOf(context, screen, origin.query, id);
  if (!found) return null;
  const { ahead, total, inside } = found;
  const counted = ahead < COUNTED;
  const pageAt = (position: number) =>
    counted ? Math.floor(Math.max(0, position) / origin.query.size) + 1 : origin.query.page;
  const link = (to: string, position: number) => recordPath(screen, to) + originQuery(origin, pageAt(position));
  return {
    // A record that has left the list leads back to where one was.
    page: inside ? pageAt(ahead) : origin.query.page,
    shown: {
      ...(found.previous ? { previous: link(found.previous, ahead - 1) } : {}),
      ...(found.next ? { next: link(found.next, inside ? ahead + 1 : ahead) } : {}),
      ...(inside && counted ? { place: `第 ${ahead + 1} / ${total < COUNTED ? total : `${COUNTED}+`} 条` } : {}),
    },
  };
}

type Addressed = { action: string; cancelHref: string };

/** A form on a record that comes back to it, and to the list behind it. */
export function keepOrigin<M extends Addressed>(model: M, origin: ListOrigin | null): M {
  const along = originQuery(origin);
  return { ...model, action: model.action + along, cancelHref: model.cancelHref + along };
}
