import type { Context } from "~/engine/context.server";
import type { AnyEntity, AnyLine, AnyRecord, Field, Fields, Lines, LinesMap, Value } from "~/engine/entity";
import { isPointer } from "~/engine/entity/field";
import { kindOf } from "~/engine/entity/kinds";
import { type MaskPlace, masked } from "~/engine/entity/mask";
import { fieldValue, type Loaded, linesOf } from "~/engine/operations/records.server";
import { stateLabel } from "~/engine/operations/save.server";
import { mayRead } from "~/engine/operations/scope.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import { chinaTime } from "~/shared/calendar";

type Wire = Record<string, unknown>;

/** A value as REST sends it. */
export function wireValue(field: Field, value: Value, place: MaskPlace = "record"): Value {
  if (typeof value === "string" && field.options.mask) return masked(field, value, place);
  return value === null ? null : kindOf(field).toWire(value);
}

interface WireContext {
  context: Context;
  entity: AnyEntity;
  labels: ReadonlyMap<string, string>;
}

/** `prefix` finds labels (`items.<id>.`), `right` names the rights of the fields (`items.`). */
function fieldsOnWire(
  { context, entity, labels }: WireContext,
  { fields, row, prefix, right }: { fields: Fields; row: AnyRecord | AnyLine; prefix: string; right: string },
): Wire {
  const wire: Wire = {};
  for (const [name, field] of Object.entries<Field>(fields)) {
    if (!(name in row) || !mayRead(context, entity, right + name, field)) continue;
    const value = fieldValue(row, name);
    wire[name] = wireValue(field, value);
    if (isPointer(field)) wire[`${name}_label`] = labels.get(prefix + name) ?? null;
    if (field.kind === "choice")
      wire[`${name}_label`] = value === null ? null : kindOf(field).show(value, field.options);
  }
  return wire;
}

function linesOnWire(wire: WireContext, map: LinesMap, row: AnyRecord | AnyLine, right: string): Wire {
  return Object.fromEntries(
    Object.entries<Lines>(map).map(([name, lines]) => [
      name,
      linesOf(row, name).map((line) => ({
        id: line.id,
        line_no: line.line_no,
        ...fieldsOnWire(wire, {
          fields: lines.fields,
          row: line,
          prefix: `${name}.${line.id}.`,
          right: `${right}${name}.`,
        }),
        ...linesOnWire(wire, lines.lines, line, `${right}${name}.`),
      })),
    ]),
  );
}

/** A whole record as REST answers it (ruling 16): values, labels, lines, and the transitions this person may make now. */
export function recordOnWire(
  context: Context,
  entity: AnyEntity,
  { record, labels }: { record: AnyRecord; labels: Loaded["labels"] },
): Wire {
  return {
    id: record.id,
    ...(entity.number ? { number: record.number } : {}),
    version: record.version,
    ...(entity.states ? { state: record.state, state_label: stateLabel(entity, record.state) } : {}),
    ...fieldsOnWire({ context, entity, labels }, { fields: entity.fields, row: record, prefix: "", right: "" }),
    ...linesOnWire({ context, entity, labels }, entity.lines, record, ""),
    created_at: chinaTime(record.created_at),
    created_by: record.created_by,
    updated_at: chinaTime(record.updated_at),
    updated_by: record.updated_by,
    actions: availableTransitions(context, entity, record).map(([name, transition]) => ({
      action: name,
      label: transition.label,
    })),
  };
}
