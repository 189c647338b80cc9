import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Which days the questions about a supplier mean, `YYYY-MM-DD`. */
export interface FileDays {
  today: string;
  /** The last day of what counts as ending soon. */
  soon: string;
}

/**
 * What stands beside the master record of a supplier, in one statement and under the lock of whoever asks: certificates that count or
 * wait, sites in use, bank accounts without their numbers, changes under way, type inspections due soon, corrective actions that
 * wait for the supplier. Days are texts; each list in the order it is read.
 */
export async function selectSupplierFile(
  connection: Connection,
  id: string,
  { soon }: Pick<FileDays, "soon">,
): Promise<unknown> {
  const { rows } = await sql<{ file: unknown }>`select jsonb_build_object(
    'certificates', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.certificate_name, 'no', c.certificate_no,
      'valid_to', c.valid_to, 'state', c.state) order by c.valid_to nulls last, c.id), '[]'::jsonb) from supplier_certificate c
      where c.supplier_id = ${id} and c.state in ('pending', 'valid', 'renewing', 'rejected', 'expired')),
    'sites', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'address', s.address, 'sc_no', s.sc_no)
      order by s.name), '[]'::jsonb) from supplier_site s where s.supplier_id = ${id} and s.enabled),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'bank', b.bank_name, 'holder', b.account_name,
      'tail', b.account_tail, 'is_default', b.is_default, 'state', b.state) order by b.is_default desc, b.bank_name, b.id), '[]'::jsonb)
      from supplier_bank_account b where b.supplier_id = ${id} and b.state in ('pending', 'valid')),
    'changes', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'section', c.section, 'due', c.due_date,
      'state', c.state) order by c.number), '[]'::jsonb) from supplier_change c
      where c.supplier_id = ${id} and c.state in ('draft', 'invited', 'pending', 'second', 'returned')),
    'inspections', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'material', concat_ws(' ', m.code, m.name), 'due', d.due_date)
      order by d.due_date, d.id), '[]'::jsonb) from type_inspection_due d left join material_title m on m.id = d.material_id
      where d.supplier_id = ${id} and d.due_date <= ${soon}),
    'corrections', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'number', a.number, 'title', a.title, 'due', a.report_due)
      order by a.report_due nulls last, a.id), '[]'::jsonb) from corrective_action a
      where a.supplier_id = ${id} and a.state in ('issued', 'contained', 'returned'))) as file`.execute(connection);
  return rows[0]?.file;
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
