import { sql } from "kysely";
import type { Connection } from "./database.server";

/** How one kind of document is numbered by administrators; null where the definition's own rule applies. */
export interface StoredNumberRule {
  pattern: string | null;
  reset: string;
  /** It was another one once: numbers of its series may be taken. */
  changed: boolean;
}

/**
 * What administrators say about the numbers of a kind of document. Suppliers' transactions may ask as well, because their records are
 * numbered like all others; the function tells nothing but the rule.
 */
export async function selectNumberRule(connection: Connection, docType: string): Promise<StoredNumberRule | null> {
  const { rows } = await sql<StoredNumberRule>`select pattern, reset, changed from number_rule_of(${docType})`.execute(
    connection,
  );
  return rows[0] ?? null;
}

/** Adds the rule of a kind of document that is not there yet, or brings its name and default up to this version; what was set stays. */
export async function upsertNumberRules(
  connection: Connection,
  all: readonly { id: string; docType: string; name: string; pattern: string }[],
): Promise<void> {
  await sql`insert into number_rule (id, doc_type, name, default_pattern, reset)
    select id, "docType", name, pattern, 'auto'
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as r(id uuid, "docType" text, name text, pattern text)
    on conflict (tenant_id, doc_type) do update set name = excluded.name, default_pattern = excluded.default_pattern
    where (number_rule.name, number_rule.default_pattern) is distinct from (excluded.name, excluded.default_pattern)`.execute(
    connection,
  );
}

/** The last number given in each of the series; absent: none yet. */
export async function lastNumbers(connection: Connection, series: readonly string[]): Promise<Map<string, number>> {
  if (series.length === 0) return new Map();
  const { rows } = await sql<{
    series: string;
    last: number;
  }>`select series, last from number_counter where series = any(${[...series]})`.execute(connection);
  return new Map(rows.map(({ series: name, last }) => [name, last]));
}
