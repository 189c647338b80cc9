import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import type { ParameterKey } from "~/shared/parameters";
import { listRecords } from "../operations/list.server";
import { screenFor } from "../operations/scope.server";
import { knownLimit, limitFor } from "../parameters.server";
import { listPath, query, recordPath } from "../screen/address";
import type { WarningProvider } from "./warnings.server";

/** The parameter of how many days ahead warnings of what ends look (specification section 5: 30). */
export const EXPIRY_DAYS = "warning.expiryDays" satisfies ParameterKey;
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
  /** Conditions of the list, as its address has them. */
  shown(window: WarnedWindow): {
    filters?: Readonly<Record<string, readonly string[]>>;
    toggles?: readonly string[];
  };
  /** The sentence about one row, for staff or for the supplier itself, and how bad it is. */
  say(
    row: Readonly<Record<string, unknown>>,
    at: { today: string; isSupplier: boolean },
  ): { stage: string; text: string };
  /** @param days how many days ahead it looks */
  summary(count: number, days: number): string;
}

/** The days a watch looks at, `YYYY-MM-DD`: today, the last one ahead, and the first one back, today without `daysBack`. */
export interface WarnedWindow {
  today: string;
  until: string;
  since: string;
}

/** Warns of the rows of a list: whoever may see the list there, within its reach, and leads to it. */
export function listedWarnings(watch: ListedWatch): WarningProvider {
  const { kind, place, entity, day, columns, daysBack: back, shown, say, summary } = watch;
  return {
    kind,
    ...(place === undefined ? {} : { place }),
    summary: (context, count) => summary(count, knownLimit(context.services, EXPIRY_DAYS)),
    async find(context) {
      const screen = screenFor(context, entity, "query");
      if (!screen) return [];
      const today = dayOf(context.now);
      const ahead = await limitFor(context, EXPIRY_DAYS);
      const { filters = {}, toggles = [] } = shown(windowOf(today, ahead, back ? await limitFor(context, back) : 0));
      const request = { filters, toggles, sort: [day], page: 1, size: MOST, columns: [...columns, day] };
      const { rows } = await listRecords(context, screen, request);
      const at = { today, isSupplier: Boolean(context.actor.supplierId) };
      return rows.map(({ id, values }) => ({ objectId: id, ...say(values, at), href: recordPath(screen, id) }));
    },
    listHref(context) {
      const screen = screenFor(context, entity, "query");
      if (!screen) return "/";
      const { services } = context;
      const behind = back ? knownLimit(services, back) : 0;
      const { filters = {}, toggles = [] } = shown(
        windowOf(dayOf(context.now), knownLimit(services, EXPIRY_DAYS), behind),
      );
      const conditions = Object.entries(filters).flatMap(([name, all]) => all.map((value) => [name, value] as const));
      return listPath(screen) + query([...conditions, ...toggles.map((name) => [name, "1"] as const), ["sort", day]]);
    },
  };
}

function windowOf(today: string, ahead: number, behind: number): WarnedWindow {
  return { today, until: addDays(today, ahead), since: addDays(today, -behind) };
}

/** `将于2026-03-15到期（剩3天）`. @param end,today days, `YYYY-MM-DD`, the end not in the past */
export function endsOn(end: string, today: string): string {
  const left = daysBetween(today, end);
  return `将于${end}到期（${left === 0 ? "今天" : `剩${left}天`}）`;
}
