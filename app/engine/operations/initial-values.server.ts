import { dayOf } from "~/shared/calendar";
import { may } from "../access/permissions";
import type { Context } from "../context.server";
import type { AnyRecord, Field, Fields, Value } from "../entity";
import { defaultChoice } from "../entity/dictionary";
import type { Screen } from "../entity/registry";
import { SCOPES, scopesIn } from "./scope.server";

/** What fields start with: their `initial`, nothing ticked, the rest empty. */
export function fieldDefaults(context: Context, fields: Fields): Record<string, Value> {
  return Object.fromEntries(
    Object.entries<Field>(fields).map(([name, field]) => {
      const { initial } = field.options;
      if (initial === "today" && field.kind === "date") return [name, dayOf(context.now)];
      if (initial === "me" && field.kind === "reference")
        return [name, doesJob(context, field) ? context.actor.id : null];
      return [name, initial ?? (field.kind === "yesNo" ? false : defaultChoice(field))];
    }),
  );
}

/** Nobody is proposed for a job that is another's. */
function doesJob({ actor }: Context, { options: { may: job } }: Field): boolean {
  return !job || actor.kind === "system" || job.some((right) => may(actor.permissions, right));
}

/** Values a new record starts with: of the screen, of the fields, of the person. */
export function initialValues(context: Context, screen: Screen): Record<string, Value> {
  const values = fieldDefaults(context, screen.entity.fields);
  const given: Readonly<Record<string, unknown>> = screen.initial;
  for (const [name, value] of Object.entries(given)) {
    if (isPlain(value)) values[name] = value;
  }
  const scopes = scopesIn(context, screen.entity);
  for (const kind of SCOPES) {
    // Whoever works for exactly one factory or group need not choose it.
    const column = screen.entity.access.staff?.[kind];
    const rows = scopes[kind];
    if (column && column !== "id" && rows !== "all" && rows.length === 1) values[column] = rows[0] ?? null;
  }
  const wall = screen.entity.access.suppliers;
  if (context.actor.supplierId && wall.kind === "own" && wall.column !== "id")
    values[wall.column] = context.actor.supplierId;
  return values;
}

/** A new record before anything is typed. */
export function blankRecord(context: Context, screen: Screen): AnyRecord {
  const at = context.now.toISOString();
  return {
    ...initialValues(context, screen),
    id: context.services.newId(),
    number: null,
    state: Object.keys(screen.entity.states ?? {})[0] ?? "",
    previous_state: null,
    version: 1,
    created_by: context.actor.id,
    created_at: at,
    updated_by: context.actor.id,
    updated_at: at,
  };
}

/** A value as fields hold them. */
export function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
