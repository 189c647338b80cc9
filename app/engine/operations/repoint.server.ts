import { repointRows } from "~/data/repoint.server";
import type { Context } from "../context.server";
import type { Field, Fields, Lines, LinesMap } from "../entity";
import { lineTable, tableOf } from "../entity/table-names";

/**
 * Makes everything that points at one row of an entity point at another of its rows: heads and lines of all registers and
 * documents but the entity itself; logs say what was. For merging duplicates; runs in the caller's transaction and asks for no right of its own.
 * @returns how many rows of each entity were changed, by its label; such without any are left out
 */
export async function repointReferences(
  context: Context,
  key: string,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, number>> {
  const connection = context.services.database.connection();
  const changed = new Map<string, number>();
  for (const { entity } of context.services.registry.registrations) {
    if (entity.key === key || entity.kind === "log" || entity.kind === "settings") continue;
    let count = 0;
    const inTable = async (table: string, fields: Fields, isHead: boolean) => {
      for (const column of pointing(fields, key))
        count += await repointRows(connection, { table, column, from, to, isHead });
    };
    const below = async (map: LinesMap, parent: string): Promise<void> => {
      for (const [name, lines] of Object.entries<Lines>(map)) {
        const table = lineTable(parent, name);
        await inTable(table, lines.fields, false);
        await below(lines.lines, table);
      }
    };
    await inTable(tableOf(entity), entity.fields, true);
    await below(entity.lines, tableOf(entity));
    if (count > 0) changed.set(entity.label, count);
  }
  return changed;
}

function pointing(fields: Fields, key: string): string[] {
  return Object.entries<Field>(fields).flatMap(([name, { kind, options }]) =>
    kind === "reference" && options.to === key ? [name] : [],
  );
}
