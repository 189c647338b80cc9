import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import type { ParameterKey } from "~/shared/parameters";
import { listRecords } from "../operations/list.server";
import { screenFor } from "../operations/scope.server";
import { knownLimit, limitFor } from "../parameters.server";
import { listPath, query, recordPath } from "../screen/address";
import type { WarningProvider } from "./warnings.server";

/** Days ahead that warnings of what ends look (specification section 5). */
export const EXPIRY_WINDOW_DAYS = 30;
const MOST = 1000;

/** A watch over the rows that a list shows under some conditions. */
export interface ListedWatch {
  kind: string;
  /** As of `WarningProvider`. */
  place?: number;
  /** Key of the entity whose list it is. */
  entity: string;
  /** The field with the day that counts; the most urgent first. */
  day: string;
  /** Columns of the list that the sentence needs beside the day. */
  columns: readonly string[];
  /** The parameter that says how many days back the list looks, where it looks back. */
  daysBack?: ParameterKey;
  /** Conditions of the list, as its address has them. @param today business day, `YYYY-MM-DD` @param daysBack 0 without that parameter */
  shown(
    today: string,
    daysBack: number,
  ): {
    filters?: Readonly<Record<string, readonly string[]>>;
    toggles?: readonly string[];
  };
  /** The sentence about one row, for staff or for the supplier itself, and how bad it is. */
  say(
    row: Readonly<Record<string, unknown>>,
    at: { today: string; isSupplier: boolean },
  ): { stage: string; text: string };
  summary(count: number): string;
}

/** Warns of the rows of a list: whoever may see the list there, within its reach, and leads to it. */
export function listedWarnings(watch: ListedWatch): WarningProvider {
  const { kind, place, entity, day, columns, daysBack: back, shown, say, summary } = watch;
  return {
    kind,
    ...(place === undefined ? {} : { place }),
    summary,
    async find(context) {
      const screen = screenFor(context, entity, "query");
      if (!screen) return [];
      const today = dayOf(context.now);
      const { filters = {}, toggles = [] } = shown(today, back ? await limitFor(context, back) : 0);
      const request = { filters, toggles, sort: [day], page: 1, size: MOST, columns: [...columns, day] };
      const { rows } = await listRecords(context, screen, request);
      const at = { today, isSupplier: Boolean(context.actor.supplierId) };
      return rows.map(({ id, values }) => ({ objectId: id, ...say(values, at), href: recordPath(screen, id) }));
    },
    listHref(context) {
      const screen = screenFor(context, entity, "query");
      if (!screen) return "/";
      const { filters = {}, toggles = [] } = shown(dayOf(context.now), back ? knownLimit(context.services, back) : 0);
      const conditions = Object.entries(filters).flatMap(([name, all]) => all.map((value) => [name, value] as const));
      return listPath(screen) + query([...conditions, ...toggles.map((name) => [name, "1"] as const), ["sort", day]]);
    },
  };
}

/** From today to the end of the window, as a filter of days. */
export function withinWindow(today: string): [from: string, to: string] {
  return [today, addDays(today, EXPIRY_WINDOW_DAYS)];
}

/** `将于2026-03-15到期（剩3天）`. @param end,today days, `YYYY-MM-DD`, the end not in the past */
export function endsOn(end: string, today: string): string {
  const left = daysBetween(today, end);
  return `将于${end}到期（${left === 0 ? "今天" : `剩${left}天`}）`;
}
