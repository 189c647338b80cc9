import { decimal, formatDecimal } from "~/shared/decimal";
import { fill } from "~/shared/text";
import type { Context } from "../context.server";
import type { Complaint, Field } from "../entity";
import { choiceLabel } from "../entity/dictionary";
import type { OpenFormula } from "../entity/draws";
import { linesAt } from "../entity/paths";
import type { SourceLine } from "../entity/server-hooks";
import { type Open, openOf, type WantedDraw } from "./open";
import type { Source } from "./source-lines.server";

/** A draw that is larger than before, and the line it stands on, which holds its figures as they are now. */
export interface Raised {
  source: Source;
  wanted: WantedDraw;
  line: SourceLine;
}

/** The formula of that name of a table of lines. @throws Error for one that does not exist: a fault of the program */
export function formulaOf({ entity, path }: Source, name: string): OpenFormula {
  const formula = linesAt(entity.lines, path)?.options.open?.[name];
  if (!formula) throw new Error(`"${entity.key}" "${path}" has no open formula "${name}"`);
  return formula;
}

/** What is open of lines by a formula, the tolerance of their entity included; by id of the line. */
export async function opensFor(
  context: Context,
  source: Source,
  name: string,
  lines: readonly SourceLine[],
): Promise<Map<string, Open>> {
  const formula = formulaOf(source, name);
  const hook = context.services.registry.server(source.entity.key).tolerances?.[name];
  const tolerances = hook && lines.length > 0 ? await hook(context, lines) : new Map<string, string>();
  return new Map(lines.map(({ line }) => [line.id, openOf(line, formula, tolerances.get(line.id))]));
}

/** Complaints about lines that draw more than is open, each in the words of its definition and beside its field. */
export async function overdrawn(context: Context, raised: readonly Raised[]): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  const bounds = new Map<string, Raised[]>();
  for (const one of raised) {
    const { within } = one.wanted.draw;
    if (within === undefined) continue;
    const key = `${one.source.entity.key} ${one.source.path} ${within}`;
    bounds.set(key, [...(bounds.get(key) ?? []), one]);
  }
  for (const group of bounds.values()) {
    const [first] = group;
    if (!first) continue;
    const name = first.wanted.draw.within ?? "";
    const lines = new Map(group.map(({ line }) => [line.line.id, line]));
    const opens = await opensFor(context, first.source, name, [...lines.values()]);
    for (const one of group) {
      const open = opens.get(one.line.line.id);
      if (open && isOver(open)) complaints.push(complaintOf(one, open, formulaOf(first.source, name)));
    }
  }
  return complaints;
}

function isOver({ open, room }: Open): boolean {
  return open === null || decimal(room).lt(0);
}

function complaintOf({ source, wanted, line }: Raised, { open, room }: Open, formula: OpenFormula): Complaint {
  const { draw, path, position, quantity } = wanted;
  const most = open === null ? decimal(0) : decimal(quantity).plus(decimal(room));
  const unit = formula.unit === undefined ? null : line.line[formula.unit];
  const field: Field | undefined = linesAt(source.entity.lines, source.path)?.fields[formula.unit ?? ""];
  const uom = field && typeof unit === "string" ? choiceLabel(field.options, unit) : "";
  return {
    field: `${path}.${position - 1}.${draw.beside ?? draw.on}`,
    message: fill(draw.refusal ?? "", {
      n: position,
      open: formatDecimal((most.lt(0) ? decimal(0) : most).toFixed()),
      uom,
    }),
  };
}
