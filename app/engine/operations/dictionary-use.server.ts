import { countByValue } from "~/data/dictionaries.server";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields, Lines, LinesMap } from "../entity";
import type { Registry } from "../entity/registry";
import { lineTable, tableOf } from "../entity/table-names";

/** A field whose values come from a dictionary. */
export interface DictionaryPlace {
  entity: AnyEntity;
  /** 付款条件, or 订单明细 · 单位 in lines. */
  label: string;
  table: string;
  column: string;
}

/** Fields of all definitions that choose from a dictionary. */
export function dictionaryPlaces(registry: Registry, code: string): DictionaryPlace[] {
  return registry.registrations.flatMap(({ entity }) =>
    placesIn({ entity, fields: entity.fields, map: entity.lines, table: tableOf(entity), prefix: "", code }),
  );
}

function placesIn({
  entity,
  fields,
  map,
  table,
  prefix,
  code,
}: {
  entity: AnyEntity;
  fields: Fields;
  map: LinesMap;
  table: string;
  prefix: string;
  code: string;
}): DictionaryPlace[] {
  const own = Object.entries<Field>(fields)
    .filter(([, { options }]) => options.dictionary === code)
    .map(([column, { options }]) => ({ entity, label: prefix + options.label, table, column }));
  const below = Object.entries<Lines>(map).flatMap(([name, lines]) =>
    placesIn({
      entity,
      fields: lines.fields,
      map: lines.lines,
      table: lineTable(table, name),
      prefix: `${prefix}${lines.label} · `,
      code,
    }),
  );
  return [...own, ...below];
}

export interface DictionaryUse {
  place: DictionaryPlace;
  /** Rows that hold the value, by value. */
  counts: ReadonlyMap<string, number>;
}

/** How many rows hold which value of a dictionary, whoever may see them; the figures say nothing about the rows. */
export async function dictionaryUses(context: Context, code: string): Promise<DictionaryUse[]> {
  const uses: DictionaryUse[] = [];
  for (const place of dictionaryPlaces(context.services.registry, code)) {
    const counts = await countByValue(context.services.database.connection(), place.table, place.column);
    uses.push({ place, counts });
  }
  return uses;
}
