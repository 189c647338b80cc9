import { sql } from "kysely";
import type { Connection } from "./database.server";

/** All parameters with the values that apply, by key; in transactions of suppliers as well. */
export async function selectParameters(connection: Connection): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; value: string | null }>`select key, value from parameter_values()`.execute(
    connection,
  );
  return new Map(rows.map((row) => [row.key, row.value ?? ""]));
}

/**
 * The version that every change of a parameter, a right or a wording raises, as an expression; in transactions of suppliers as well. Null in a
 * transaction that raised it: what is read there may be taken back, and must not be remembered.
 */
export const PARAMETER_VERSION = sql<number | null>`parameter_version()`;

/** Asks for `PARAMETER_VERSION`. */
export async function parameterVersion(connection: Connection): Promise<number | null> {
  const { rows } = await sql<{ version: number | null }>`select ${PARAMETER_VERSION} as version`.execute(connection);
  return rows[0]?.version ?? null;
}

export interface NewParameter {
  id: string;
  key: string;
  name: string;
  group: string;
  type: string;
  value: string;
  range: string | null;
  unit: string | null;
  remark: string | null;
}

/**
 * Adds the parameters that are not there yet, and brings the wording of the others up to this version of the program; values stay. One
 * statement, which writes only what differs: it runs at every start.
 */
export async function upsertParameters(connection: Connection, all: readonly NewParameter[]): Promise<void> {
  await sql`insert into parameter (id, key, name, param_group, value_type, value, default_value, allowed, unit, remark)
    select id, key, name, "group", type, value, value, range, unit, remark
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as
      p(id uuid, key text, name text, "group" text, type text, value text, range text, unit text, remark text)
    on conflict (tenant_id, key) do update set name = excluded.name, param_group = excluded.param_group, value_type = excluded.value_type,
      default_value = excluded.default_value, allowed = excluded.allowed, unit = excluded.unit, remark = excluded.remark
    where (parameter.name, parameter.param_group, parameter.value_type, parameter.default_value, parameter.allowed, parameter.unit, parameter.remark)
      is distinct from (excluded.name, excluded.param_group, excluded.value_type, excluded.default_value, excluded.allowed, excluded.unit, excluded.remark)`.execute(
    connection,
  );
}

/** Sets a value without looking at it; for installations that begin with another one. */
export async function setParameter(connection: Connection, key: string, value: string): Promise<void> {
  await sql`update parameter set value = ${value} where key = ${key}`.execute(connection);
}
