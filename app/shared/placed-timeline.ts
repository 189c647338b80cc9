import { daysBetween } from "./calendar";
import type { Stretch, Timeline } from "./timeline";

/** A stretch of days. */
export interface Days {
  from: string;
  to: string;
}

/** What goes on over days, by groups: planned beside what was done, with days that matter. */
export interface DatedTimeline {
  caption: string;
  /** What the two bars of a row are called, e.g. 计划 and 实际. */
  planned: string;
  actual: string;
  today: string;
  groups: readonly {
    label: string;
    /** In words, so that nothing is told by a bar alone. */
    note: string;
    isLate: boolean;
    /** A day the whole group is measured by. */
    due: { day: string; label: string };
    rows: readonly { label: string; note: string; isLate: boolean; planned: Days | null; actual: Days | null }[];
  }[];
}

/** A bar of a single day is still seen. */
const LEAST_WIDTH = 0.8;

/** Puts days on a line from the first to the last of them, today included. */
export function placeTimeline({ groups, today, ...names }: DatedTimeline): Timeline {
  const all = [
    today,
    ...groups.map(({ due }) => due.day),
    ...groups
      .flatMap(({ rows }) => rows.flatMap(({ planned, actual }) => [planned, actual]))
      .flatMap((span) => (span ? [span.from, span.to] : [])),
  ].sort();
  const first = all[0] ?? today;
  const last = all.at(-1) ?? today;
  const length = Math.max(1, daysBetween(first, last));
  const at = (day: string) => tidy((daysBetween(first, day) / length) * 100);
  const stretch = (span: Days | null): Stretch | null => {
    if (!span) return null;
    const width = Math.max(LEAST_WIDTH, tidy(at(span.to) - at(span.from)));
    return { from: Math.min(at(span.from), tidy(100 - width)), width };
  };
  return {
    ...names,
    days: [
      { at: 0, text: first },
      { at: 100, text: last },
    ],
    today: { at: at(today), text: `今天${today.slice(MONTH_AND_DAY)}` },
    groups: groups.map(({ due, rows, ...group }) => ({
      ...group,
      due: { at: at(due.day), text: `${due.label}${due.day.slice(MONTH_AND_DAY)}` },
      rows: rows.map((row) => ({ ...row, planned: stretch(row.planned), actual: stretch(row.actual) })),
    })),
  };
}

/** Where month and day begin in a day. */
const MONTH_AND_DAY = 5;

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}
