import type { AnyLine, AnyRecord, Field } from "~/engine/entity";
import { choicesOf } from "~/engine/entity/dictionary";
import { referenceOnWay } from "~/engine/entity/paths";
import type { Screen } from "~/engine/entity/registry";
import { filterField } from "~/engine/operations/filters";
import { linesOf } from "~/engine/operations/records.server";
import { addDays, dayOf } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";
import { TODAY } from "./clock";
import { allRecords } from "./conformance";
import type { World } from "./world";

/** Values a filter looks at: the column of the record, or that of all its lines. */
function valuesOf(record: AnyRecord, name: string): unknown[] {
  const [own = "", inner] = name.split(".");
  return inner ? linesOf(record, own).map((line: AnyLine) => line[inner]) : [record[own]];
}

/** Values of all rows a filter looks at, by the row of the list: its own, or those of what a reference of it points at. */
export async function valuesByRow(world: World, screen: Screen, records: readonly AnyRecord[], name: string) {
  const way = referenceOnWay(screen.entity, name);
  const targets = way ? await allRecords(world, world.entity(way.to)) : [];
  const of = (record: AnyRecord): unknown[] => {
    if (!way) return valuesOf(record, name);
    const ids = valuesOf(record, way.lines === null ? way.column : `${way.lines}.${way.column}`);
    return targets.filter(({ id }) => ids.includes(id)).flatMap((target) => valuesOf(target, way.rest));
  };
  return new Map(records.map((record) => [record.id, of(record)]));
}

/** A typed filter that fits the value, and what it lets through. */
export function filterBy(
  screen: Screen,
  name: string,
  value: unknown,
): { typed: string[]; fits: (one: unknown) => boolean } {
  const filter = filterField(screen, name);
  const text = String(value);
  switch (filter?.shape) {
    case "contains": {
      if (filter.field?.options.found === "start") {
        const part = text.slice(0, 3);
        const starts = (one: unknown) =>
          one !== null && [part, part.toUpperCase()].some((way) => String(one).startsWith(way));
        return { typed: [part], fits: starts };
      }
      // A blank at the end of what is typed is not looked for.
      const part = text.slice(1, 4).trim().toUpperCase();
      return { typed: [part], fits: (one) => one !== null && String(one).toUpperCase().includes(part) };
    }
    case "dayRange": {
      const isInstant = filter.field === null || filter.field.kind === "dateTime";
      const day = (one: unknown) => (isInstant ? dayOf(new Date(String(one))) : String(one));
      const typed = [addDays(day(value), -1), day(value)];
      return { typed, fits: (one) => one !== null && day(one) >= (typed[0] ?? "") && day(one) <= (typed[1] ?? "") };
    }
    case "range":
      return { typed: [text, text], fits: (one) => one !== null && decimal(String(one)).eq(decimal(text)) };
    case "yesNo":
      return { typed: [value ? "1" : "0"], fits: (one) => one === value };
    default:
      return { typed: [text], fits: (one) => one === value };
  }
}

/** Something that fits the type of a column where no row has a value. */
export function sampleOf(world: World, field: Field | null): unknown {
  if (field?.kind === "reference") return world.ids.company;
  if (field?.kind === "choice") return Object.keys(choicesOf(field.options))[0];
  if (field?.kind === "yesNo") return true;
  if (field?.kind === "date") return TODAY;
  if (field?.kind === "dateTime") return "2025-03-10T00:00:00.000Z";
  return "123";
}

/** Digits as a Chinese keyboard may give them. */
export function fullWidth(digit: string): string {
  return String.fromCharCode(digit.charCodeAt(0) + 0xfee0);
}
