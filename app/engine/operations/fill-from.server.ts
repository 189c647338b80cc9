import { selectRows } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyLine, AnyRecord, Fields, Lines, LinesMap } from "../entity";
import { tableOf } from "../entity/table-names";
import { isPlain } from "./initial-values.server";
import { lineValues } from "./line-references.server";
import { linesOf } from "./records.server";
import { factsOf } from "./scope.server";

/** Fills what lines leave empty, the deepest first. */
export async function fillLines(context: Context, map: LinesMap, record: AnyRecord | AnyLine): Promise<void> {
  for (const [name, lines] of Object.entries<Lines>(map)) {
    const rows = linesOf(record, name);
    for (const row of rows) await fillLines(context, lines.lines, row);
    await fillFrom(context, lines.fields, lines.options.fillFrom ?? {}, rows);
  }
}

type Copies = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Copies what rows leave empty from the rows their references point at, e.g. unit and tax rate of the material. */
export async function fillFrom(
  context: Context,
  fields: Fields,
  rules: Copies,
  rows: readonly (AnyRecord | AnyLine)[],
): Promise<void> {
  for (const [reference, copies] of Object.entries(rules)) {
    const field = fields[reference];
    const to = field?.options.to;
    const needy = rows.filter(
      (row) => typeof row[reference] === "string" && Object.keys(copies).some((own) => row[own] === null),
    );
    if (!field || !to || needy.length === 0) continue;
    if (field.kind === "lineReference") {
      const ids = needy.map((row) => String(row[reference]));
      const values = await lineValues(context, field, ids, Object.values(copies));
      for (const row of needy) copyInto(row, copies, values.get(String(row[reference])));
      continue;
    }
    const found = await selectRows(context.services.database.connection(), {
      table: tableOf(context.services.registry.entity(to)),
      columns: ["id", ...Object.values(copies)],
      where: [{ op: "in", column: "id", values: [...new Set(needy.map((row) => String(row[reference])))] }],
      facts: factsOf(context),
    });
    const byId = new Map(found.map((row) => [row.id, row]));
    for (const row of needy) copyInto(row, copies, byId.get(row[reference]));
  }
}

function copyInto(
  row: AnyRecord | AnyLine,
  copies: Readonly<Record<string, string>>,
  from: Readonly<Record<string, unknown>> | undefined,
): void {
  for (const [own, source] of Object.entries(copies)) {
    const value = from?.[source];
    if (row[own] === null && isPlain(value)) row[own] = value;
  }
}
