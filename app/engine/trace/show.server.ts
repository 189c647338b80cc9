import type { Row } from "~/data/store.server";
import { chinaTime } from "~/shared/calendar";
import { type Decimal, decimal, formatDecimal } from "~/shared/decimal";
import type { Tone } from "~/shared/tone";
import type { AnyEntity, Field, Value } from "../entity";
import { linesAt } from "../entity/paths";
import { showField, showState } from "../screen/show";
import type { TracedLine, TracedTable } from "./walk.server";

/** What is told of a row beside its number: quantities, and what was decided on it. */
export interface Told {
  day: string;
  quantities: string;
  verdict: { text: string; tone?: Tone };
  state: { text: string; tone?: Tone };
}

/** What is told of a line of a document. */
export function toldOfLine({ table: { entity, path } }: TracedTable, { head, line }: TracedLine): Told {
  const fields: Readonly<Record<string, Field>> = linesAt(entity.lines, path)?.fields ?? {};
  return { ...toldOf(entity, head), quantities: quantitiesOf(fields, line), verdict: verdictOf(fields, line) };
}

/** What is told of a document as a whole. */
export function toldOf(entity: AnyEntity, row: Row): Told {
  const fields: Readonly<Record<string, Field>> = entity.fields;
  return {
    day: dayOf(fields, row),
    quantities: quantitiesOf(fields, row),
    verdict: verdictOf(fields, row),
    state: typeof row.state === "string" ? showState(entity, row.state) : { text: "" },
  };
}

/** The first day the document says of itself, else the one on which it was written. */
function dayOf(fields: Readonly<Record<string, Field>>, row: Row): string {
  const [first] = Object.entries(fields).filter(([name, { kind }]) => kind === "date" && typeof row[name] === "string");
  if (first) return String(row[first[0]]);
  return row.created_at === undefined ? "" : chinaTime(String(row.created_at)).slice(0, 10);
}

/** `送货数量 400；实收数量 400`: every quantity that is not zero. */
function quantitiesOf(fields: Readonly<Record<string, Field>>, row: Row): string {
  return Object.entries(fields)
    .flatMap(([name, { kind, options }]) => {
      const value = row[name];
      if (kind !== "quantity" || typeof value !== "string") return [];
      const exact: Decimal = decimal(value);
      return exact.eq(0) ? [] : [`${options.label} ${formatDecimal(value)}${options.unit ?? ""}`];
    })
    .join("；");
}

/** What was decided: choices with colours, as 检验结论. */
function verdictOf(fields: Readonly<Record<string, Field>>, row: Row): { text: string; tone?: Tone } {
  const said = Object.entries(fields).flatMap(([name, field]) => {
    const value = row[name];
    return field.kind === "choice" && field.options.tones && typeof value === "string"
      ? [showField({ field, value: value satisfies Value, label: undefined })]
      : [];
  });
  const tone = said.find((one) => one.tone === "refused" || one.tone === "warning")?.tone ?? said[0]?.tone;
  return { text: said.map(({ text }) => text).join("；"), ...(tone ? { tone } : {}) };
}
