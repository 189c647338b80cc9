import { sql } from "kysely";
import type { Connection } from "./database.server";

/**
 * Brings the list of due type inspections up to what sources, reports and rules say: of one supplier, or of all. A row keeps its id while
 * its supplier delivers the material. Runs in the caller's transaction; two at once follow each other.
 * @param until how many days a report may be overdue while orders are still released
 */
export async function refreshInspectionDue(
  connection: Connection,
  { supplier, until, at }: { supplier: string | null; until: number; at: string },
): Promise<void> {
  const mine = (column: string) => sql`(${supplier}::uuid is null or ${sql.ref(column)} = ${supplier}::uuid)`;
  await sql`select pg_advisory_xact_lock(hashtext('type_inspection_due'))`.execute(connection);
  await sql`with wanted as (
      select o.supplier_id, o.material_id, coalesce(r.due, min(o.effective_from)) as due, r.id as report,
        (array_agg(o.id order by o.effective_from))[1] as source
      from source_data o join material m on m.id = o.material_id left join material_type t on t.id = m.material_type_id
      left join lateral (select max(l.next_due_date) as due, (array_agg(p.id order by l.next_due_date desc))[1] as id
        from type_inspection_report p join type_inspection_report_materials l on l.root_id = p.id
        where p.supplier_id = o.supplier_id and l.material_id = o.material_id and p.state = 'valid') r on true
      where o.state in ('trial', 'active', 'suspended') and ${mine("o.supplier_id")}
        and (m.type_report_required or exists (select 1 from type_inspection_rule i where i.enabled
          and (i.material_id = m.id or i.material_type_id = m.material_type_id or i.material_type_id = t.parent_id)))
      group by o.supplier_id, o.material_id, r.due, r.id),
    gone as (delete from type_inspection_due d where ${mine("d.supplier_id")}
      and not exists (select 1 from wanted w where w.supplier_id = d.supplier_id and w.material_id = d.material_id)),
    changed as (update type_inspection_due d set due_date = w.due, last_day = w.due + ${until}::int, report_id = w.report,
        version = d.version + 1, updated_at = ${at}
      from wanted w where w.supplier_id = d.supplier_id and w.material_id = d.material_id
        and (d.due_date <> w.due or d.report_id is distinct from w.report))
    insert into type_inspection_due (id, supplier_id, material_id, due_date, last_day, report_id, created_at, updated_at)
    select gen_random_uuid(), w.supplier_id, w.material_id, w.due, w.due + ${until}::int, w.report, ${at}, ${at} from wanted w
    where not exists (select 1 from type_inspection_due d where d.supplier_id = w.supplier_id and d.material_id = w.material_id)`.execute(
    connection,
  );
}
