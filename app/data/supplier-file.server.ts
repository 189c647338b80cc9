import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Which days the questions about a supplier mean, `YYYY-MM-DD`. */
export interface FileDays {
  today: string;
  /** The last day of what counts as ending soon. */
  soon: string;
}

/** A relation between two suppliers as somebody entered or a comparison found it, read from one of them. */
export interface PartyEdge {
  from: string;
  to: string;
  relation: string;
  evidence: string | null;
}

/** A supplier among those that are related. */
export interface Party {
  id: string;
  code: string;
  name: string;
  short_name: string | null;
  stage: string | null;
  risk_level: string | null;
  freeze_status: string | null;
}

/** More relations than a picture can show. */
const MOST_EDGES = 60;

/**
 * Whom a supplier is related to, and whom those are related to, in one statement, whichever of the two says so. For staff: suppliers are
 * never told.
 */
export async function selectParties(
  connection: Connection,
  id: string,
): Promise<{ edges: PartyEdge[]; parties: Party[] }> {
  const { rows } = await sql<{ edges: PartyEdge[]; parties: Party[] }>`with near as (
      select p.root_id as one from supplier_related_parties p where p.related_supplier_id = ${id}
      union select p.related_supplier_id from supplier_related_parties p where p.root_id = ${id}
      union select ${id}::uuid),
    edge as (select p.root_id, p.related_supplier_id, p.relation, p.evidence from supplier_related_parties p
      where p.root_id in (select one from near) or p.related_supplier_id in (select one from near)
      order by (p.root_id = ${id} or p.related_supplier_id = ${id}) desc, p.id limit ${MOST_EDGES})
    select (select coalesce(jsonb_agg(jsonb_build_object('from', e.root_id, 'to', e.related_supplier_id, 'relation', e.relation,
        'evidence', e.evidence)), '[]'::jsonb) from edge e) as edges,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'code', s.code, 'name', s.name, 'short_name', s.short_name,
        'stage', s.stage, 'risk_level', s.risk_level, 'freeze_status', s.freeze_status) order by s.code), '[]'::jsonb)
        from supplier s where s.id in (select e.root_id from edge e union select e.related_supplier_id from edge e)) as parties`.execute(
    connection,
  );
  return rows[0] ?? { edges: [], parties: [] };
}

/** What is open about each of some suppliers, by id. */
export interface OpenMatters {
  id: string;
  /** Certificates in use that end soon or have ended. */
  certificates: number;
  /** Type inspections that are overdue. */
  inspections: number;
  /** Corrective actions that are not closed. */
  corrections: number;
  /** Changes that are being written or reviewed. */
  changes: number;
}

/** Counts what is open about suppliers, one statement for a page of them. */
export async function countOpenMatters(
  connection: Connection,
  ids: readonly string[],
  { today, soon }: FileDays,
): Promise<OpenMatters[]> {
  const { rows } = await sql<OpenMatters>`select s.id::text as id,
    (select count(*)::int from supplier_certificate c where c.supplier_id = s.id and c.valid_to <= ${soon}
      and c.state in ('valid', 'renewing', 'expired')) as certificates,
    (select count(*)::int from type_inspection_due d where d.supplier_id = s.id and d.due_date < ${today}) as inspections,
    (select count(*)::int from corrective_action a where a.supplier_id = s.id
      and a.state in ('issued', 'contained', 'submitted', 'returned', 'verifying')) as corrections,
    (select count(*)::int from supplier_change c where c.supplier_id = s.id
      and c.state in ('draft', 'invited', 'pending', 'second', 'returned')) as changes
    from supplier s where s.id = any(string_to_array(${ids.join(",")}, ',')::uuid[])`.execute(connection);
  return rows;
}
