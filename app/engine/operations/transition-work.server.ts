import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Reveal, Value, Work } from "../entity";
import type { Finding } from "../entity/findings";
import { LINE_STEP, lastOf, linesAt, rowsAt, rowWith } from "../entity/paths";
import { knownLimit } from "../parameters.server";
import { fieldDefaults } from "./initial-values.server";
import { linesOf } from "./records.server";
import type { TransitionOption } from "./transitions.server";

/** Values asked for as fields of the record or of its lines are written by the engine. */
export function writeAsked(transition: TransitionOption, work: Work): void {
  if (transition.asks) work.set(Object.fromEntries(transition.asks.map((name) => [name, work.input[name] ?? null])));
  if (!transition.lineInput?.write) return;
  for (const [id, values] of work.lineInput) work.setLine(transition.lineInput.lines, id, values);
}

export interface WorkOnInput {
  entity: AnyEntity;
  before: AnyRecord;
  after: AnyRecord;
  given: {
    input: Record<string, Value>;
    lineInput: Map<string, Record<string, Value>>;
    reason: string | null;
    findings: readonly Finding[];
    /** What is revealed is put here. */
    reveals: Reveal[];
  };
  /** Who decided in another system; the acting person unless it says so. */
  by?: string | undefined;
}

/** What an effect may read, and how it changes the record. */
export function workOn(
  context: Context,
  { entity, before, after, given: { reveals, ...given }, by }: WorkOnInput,
): Work {
  return {
    record: before,
    ...given,
    reveal: (secret) => {
      reveals.push(secret);
    },
    now: context.now.toISOString(),
    today: dayOf(context.now),
    limit: (key) => knownLimit(context.services, key),
    actor: { id: context.actor.id, name: by ?? context.actor.name, supplierId: context.actor.supplierId },
    set: (values) => {
      Object.assign(after, values);
    },
    setLine: (lines, id, values) => {
      const found = rowWith(after, lines, id);
      if (!found) throw new Error(`The effect changes a line that ${lines} does not have`);
      Object.assign(found.row, values);
    },
    append: (lines, values, parentId) => {
      const owner = ownerOf(after, lines, parentId);
      const name = lastOf(lines);
      const rows = linesOf(owner, name);
      const last = rows.reduce((most, row) => Math.max(most, row.line_no), 0);
      const defaults = fieldDefaults(context, linesAt(entity.lines, lines)?.fields ?? {});
      owner[name] = [...rows, { ...defaults, ...values, id: context.services.newId(), line_no: last + LINE_STEP }];
    },
    drop: (lines, id) => {
      const parent = rowWith(after, lines, id)?.parent;
      const owner = parent ?? after;
      const name = lastOf(lines);
      owner[name] = linesOf(owner, name).filter((row) => row.id !== id);
    },
  };
}

/** The record, or the line above, that a new row belongs to. */
function ownerOf(record: AnyRecord, lines: string, parentId: string | undefined): AnyRecord | AnyLine {
  const above = lines.split(".").slice(0, -1).join(".");
  if (above === "") return record;
  const owner = rowsAt(record, above).find(({ row }) => row.id === parentId)?.row;
  if (!owner) throw new Error(`The effect appends to ${lines} without the line it belongs to`);
  return owner;
}
