import { sql } from "kysely";
import type { Connection } from "./database.server";

/**
 * Puts what certificates, type inspections, brand authorisations, risk events and audits that were put off say into the list of warnings. A row keeps its id while
 * its document warrants it; one that weighs more than before is open again. What is a matter of quality is looked after by the
 * quality engineer of the supplier where it has one, all else by its buyer. What was put off is open again on its day. Two at once
 * follow each other.
 * @param wanted business day, days looked ahead, days a type inspection may be overdue, the instant, ISO text, and the supplier where it
 *   is about one alone
 * @returns how many warnings there are now
 */
export async function replaceSupplierWarnings(
  connection: Connection,
  {
    today,
    ahead,
    grace,
    at,
    supplier = null,
  }: { today: string; ahead: number; grace: number; at: string; supplier?: string | null },
): Promise<number> {
  const mine = (column: string) => sql`(${supplier}::uuid is null or ${sql.ref(column)} = ${supplier}::uuid)`;
  await sql`select pg_advisory_xact_lock(hashtext('supplier_warning'))`.execute(connection);
  await sql`with found as (
      select case when c.certificate_type = 'quality_agreement' then 'agreement' else 'qualification' end as kind, c.id, c.supplier_id, c.certificate_name as subject, c.valid_to as due,
        case when c.valid_to >= ${today}::date then 'info' when exists (select 1 from audit_rule a
          join audit_rule_certificates l on l.root_id = a.id where a.enabled and a.rule_kind = 'certificate' and l.compulsory
            and a.valid_from <= ${today}::date and l.certificate_type = c.certificate_type
            and (l.supplier_type is null or l.supplier_type = (select s.supplier_type from supplier s where s.id = c.supplier_id))) then 'block' else 'warn' end as level
      from supplier_certificate c where c.state in ('valid', 'renewing', 'expired') and c.valid_to <= ${today}::date + ${ahead}::int
      union all
      select 'type_inspection', d.id, d.supplier_id, m.code || ' ' || m.name, d.due_date,
        case when d.due_date >= ${today}::date then 'info' when d.due_date + ${grace}::int < ${today}::date then 'block' else 'warn' end
      from type_inspection_due d join material m on m.id = d.material_id where d.due_date <= ${today}::date + ${ahead}::int
      union all
      select 'brand', b.id, b.supplier_id, b.brand_name || '（' || b.auth_no || '）', b.effective_to,
        case when b.effective_to >= ${today}::date then 'info' else 'warn' end
      from brand_authorization b where b.state in ('valid', 'expired') and b.effective_to <= ${today}::date + ${ahead}::int
      union all
      select 'risk', r.id, r.supplier_id, r.title,
        (select min(l.due_date) from risk_event_measures l where l.root_id = r.id and l.done_date is null), 'warn'
      from risk_event r where r.state in ('confirmed', 'handling') and r.level in ('high', 'medium')
      union all
      select 'audit', a.id, a.supplier_id, a.number, a.plan_date, 'warn'
      from supplier_audit a where a.state in ('planned', 'notified') and a.plan_date < ${today}::date),
    wanted as (select f.*, coalesce(case when f.kind in ('qualification', 'type_inspection', 'agreement', 'audit') then s.sqe_id end, s.buyer_id) as owner
      from found f join supplier s on s.id = f.supplier_id where s.stage not in ('eliminated', 'blacklisted')
        and ${mine("f.supplier_id")}),
    gone as (delete from supplier_warning w
      where ${mine("w.supplier_id")} and not exists (select 1 from wanted f where f.kind = w.kind and f.id::text = w.source_id)),
    changed as (update supplier_warning w set subject = f.subject, due_date = f.due, level = f.level, owner_id = f.owner,
        computed_at = ${at},
        version = w.version + 1, updated_at = ${at},
        state = case when array_position(array['info', 'warn', 'block'], f.level) > array_position(array['info', 'warn', 'block'], w.level)
          then 'open' else w.state end,
        snoozed_until = case when array_position(array['info', 'warn', 'block'], f.level) > array_position(array['info', 'warn', 'block'], w.level)
          then null else w.snoozed_until end
      from wanted f where f.kind = w.kind and f.id::text = w.source_id
        and (w.subject <> f.subject or w.due_date is distinct from f.due or w.level <> f.level or w.owner_id is distinct from f.owner))
    insert into supplier_warning (id, state, kind, supplier_id, subject, due_date, level, owner_id, source_id, computed_at,
      created_at, updated_at)
    select gen_random_uuid(), 'open', f.kind, f.supplier_id, f.subject, f.due, f.level, f.owner, f.id::text, ${at}, ${at}, ${at} from wanted f
    where not exists (select 1 from supplier_warning w where w.kind = f.kind and w.source_id = f.id::text)`.execute(
    connection,
  );
  await sql`update supplier_warning set state = 'open', snoozed_until = null, version = version + 1, updated_at = ${at}
    where state = 'snoozed' and snoozed_until <= ${today}::date`.execute(connection);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from supplier_warning`.execute(
    connection,
  );
  return rows[0]?.count ?? 0;
}
