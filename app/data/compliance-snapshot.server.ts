import { sql } from "kysely";
import type { Connection } from "./database.server";

/** Whose compliance is read; `materials` empty reads what holds for every material alone, `sourced` those the suppliers have sources of. */
export interface SnapshotWanted {
  suppliers: readonly string[];
  materials: readonly string[] | "sourced";
  /** Business day, `YYYY-MM-DD`. */
  day: string;
  /** Freezes that take effect until then are read as well. */
  until: string;
  /** The order that asks: what it took of an exemption itself is still its own. */
  order?: string | null;
  /** False while there is no register of certificates. */
  hasCertificates: boolean;
}

/**
 * Holds the row of a supplier until the transaction ends: `share` while something is done with it, `update` while its compliance changes.
 * Exemptions in effect are held as well while something is done: two orders never use up the same quantity.
 */
export async function holdSupplier(connection: Connection, id: string, how: "share" | "update"): Promise<void> {
  const lock = how === "share" ? sql`for share` : sql`for update`;
  await sql`select 1 from supplier where id = ${id} ${lock}`.execute(connection);
  if (how === "share")
    await sql`select 1 from gate_exemption where supplier_id = ${id} and state = 'effective' order by id for update`.execute(
      connection,
    );
}

/**
 * Everything the gate decides by, in one statement: factories in use by name, suppliers, materials with the need of a type inspection and when it is due by
 * reports, sources, freezes, exemptions, certificates (revoked ones where they were forged) and which of them are compulsory, brands of
 * the materials, critical corrective actions that wait for the supplier. Days are texts, amounts decimal texts.
 */
export async function selectComplianceSnapshot(connection: Connection, wanted: SnapshotWanted): Promise<unknown> {
  const suppliers = sql`any(${textArray(wanted.suppliers)}::uuid[])`;
  const materials =
    wanted.materials === "sourced"
      ? sql`any(array(select d.material_id from source_data d where d.supplier_id = ${suppliers} and d.state in ('trial', 'active', 'suspended')))`
      : sql`any(${textArray(wanted.materials)}::uuid[])`;
  const certificates = wanted.hasCertificates
    ? sql`(select coalesce(jsonb_agg(jsonb_build_object('supplier', c.supplier_id, 'id', c.id, 'type', c.certificate_type,
        'name', c.certificate_name, 'valid_to', c.valid_to, 'state', c.state)), '[]'::jsonb)
        from supplier_certificate c where c.supplier_id = ${suppliers}
          and (c.state in ('valid', 'renewing', 'expired') or (c.state = 'revoked' and c.revoke_cause = 'forged')))`
    : sql`null`;
  const taken = sql`coalesce((select sum(t.qty) from gate_exemption_orders t where t.root_id = e.id and t.order_id = ${wanted.order ?? null}::uuid), 0)`;
  const { rows } = await sql<{ standing: unknown }>`select jsonb_build_object(
    'factories', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name)), '[]'::jsonb) from factory p where p.enabled),
    'suppliers', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'stage', s.stage, 'type', s.supplier_type,
      'class', s.supplier_class_id, 'grade', s.grade, 'risk', s.risk_level, 'is_temporary', s.is_temporary,
      'temp_valid_to', s.temp_valid_to, 'temp_cap', s.temp_amount_cap::text)), '[]'::jsonb)
      from supplier s where s.id = ${suppliers}),
    'materials', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'code', m.code, 'type', m.material_type_id, 'above', t.parent_id,
      'inspected', m.type_report_required or exists (select 1 from type_inspection_rule r where r.enabled
        and (r.material_id = m.id or r.material_type_id = m.material_type_id or r.material_type_id = t.parent_id)))), '[]'::jsonb)
      from material m left join material_type t on t.id = m.material_type_id where m.id = ${materials}),
    'reports', (select coalesce(jsonb_agg(x), '[]'::jsonb) from (select r.supplier_id as supplier, l.material_id as material,
      max(l.next_due_date)::text as due, (array_agg(r.id order by l.next_due_date desc))[1] as id,
      (array_agg(r.number order by l.next_due_date desc))[1] as number
      from type_inspection_report r join type_inspection_report_materials l on l.root_id = r.id
      where r.supplier_id = ${suppliers} and l.material_id = ${materials} and r.state = 'valid' group by 1, 2) x),
    'sources', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'supplier', o.supplier_id,
      'material', o.material_id, 'factory', o.factory_id, 'state', o.state, 'from', o.effective_from, 'to', o.effective_to,
      'ended', o.ended_on, 'trial_qty', o.trial_qty::text, 'trial_month_qty', o.trial_month_qty::text)), '[]'::jsonb)
      from source_data o where o.supplier_id = ${suppliers} and o.material_id = ${materials} and o.state <> 'pending'),
    'freezes', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'number', f.number, 'supplier', f.supplier_id, 'from', f.effective_from,
      'actions', jsonb_build_object('rfq', f.on_rfq, 'award', f.on_award, 'contract', f.on_contract, 'release', f.on_release,
        'delivery', f.on_delivery, 'payment', f.on_payment),
      'scopes', (select coalesce(jsonb_agg(jsonb_build_object('org', p.purchase_org_id, 'factory', p.factory_id, 'type', p.material_type_id,
        'material', p.material_id, 'label', concat_ws('、', o.name, y.name, t.name, m.code)) order by p.line_no), '[]'::jsonb)
        from supplier_freeze_scopes p left join purchase_org o on o.id = p.purchase_org_id left join factory y on y.id = p.factory_id
        left join material_type t on t.id = p.material_type_id left join material m on m.id = p.material_id where p.root_id = f.id))), '[]'::jsonb)
      from supplier_freeze f where f.supplier_id = ${suppliers} and f.freeze_type = 'freeze'
        and (f.state = 'effective' or (f.state = 'scheduled' and f.effective_from <= ${wanted.until}))),
    'exemptions', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'number', e.number, 'supplier', e.supplier_id,
      'material', e.material_id, 'factory', e.factory_id, 'from', e.valid_from, 'to', e.valid_to, 'left', (e.max_qty - coalesce(e.used_qty, 0) + ${taken})::text,
      'taken', ${taken}::text,
      'checks', jsonb_build_object('stage', e.lifts_stage, 'freeze', e.lifts_freeze, 'certificate', e.lifts_certificate,
        'type_inspection', e.lifts_type_inspection, 'source', e.lifts_source, 'trial_qty', e.lifts_trial_qty, 'temporary', e.lifts_temporary,
        'brand', e.lifts_brand, 'grade', e.lifts_grade, 'risk', e.lifts_risk, 'correction', e.lifts_correction),
      'actions', jsonb_build_object('rfq', e.on_rfq, 'award', e.on_award, 'contract', e.on_contract, 'release', e.on_release,
        'delivery', e.on_delivery, 'payment', e.on_payment))), '[]'::jsonb)
      from gate_exemption e where e.supplier_id = ${suppliers} and (e.state = 'effective' or (e.state = 'used_up' and ${taken} > 0))),
    'brands', (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'number', b.number, 'supplier', b.supplier_id,
      'material', l.material_id, 'brand', b.brand_name, 'to', b.effective_to, 'state', b.state)), '[]'::jsonb)
      from brand_authorization_materials l join brand_authorization b on b.id = l.root_id
      where l.material_id = ${materials} and b.state in ('valid', 'expired')),
    'corrections', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'supplier', c.supplier_id,
      'material', c.material_id, 'state', c.state, 'due', case when c.state = 'verifying'
        then (select min(a.due_date) from corrective_action_actions a where a.root_id = c.id and a.done_date is null)
        else c.report_due end)), '[]'::jsonb)
      from corrective_action c where c.supplier_id = ${suppliers} and c.severity = 'critical'
        and c.state in ('issued', 'contained', 'returned', 'verifying')),
    'certificates', ${certificates},
    'required', (select coalesce(jsonb_agg(distinct jsonb_build_object('certificate', l.certificate_type, 'type', l.material_type_id,
      'supplier_type', l.supplier_type)), '[]'::jsonb)
      from audit_rule a join audit_rule_certificates l on l.root_id = a.id
      where a.enabled and a.rule_kind = 'certificate' and a.valid_from <= ${wanted.day} and l.compulsory)
  ) as standing`.execute(connection);
  return rows[0]?.standing;
}

/** The driver of the embedded engine takes no lists of values for arrays, texts it does. */
function textArray(values: readonly string[]) {
  return sql`${`{${values.join(",")}}`}`;
}

/** What orders say: how much of a material and of everything has been released to a supplier. */
export interface UsageWanted {
  supplier: string;
  materials: readonly string[];
  factory: string | null;
  /** The order that asks, which does not count itself. */
  order: string | null;
  /** Business day, `YYYY-MM-DD`; what was released in its month is counted apart. */
  day: string;
}

/** Released orders of a supplier: quantity per material (in one factory, if named), of it in the month of the day, and the amount of all. */
export async function selectUsage(connection: Connection, wanted: UsageWanted): Promise<unknown> {
  const { supplier, factory, order, day } = wanted;
  const { rows } = await sql<{ usage: unknown }>`with released as (
      select o.id, o.factory_id, o.amount,
        date_trunc('month', o.released_at at time zone 'Asia/Shanghai') = date_trunc('month', ${day}::date::timestamp) as is_now
      from purchase_order o
      where o.supplier_id = ${supplier} and o.released_at is not null and o.state <> 'cancelled'
        and (${order}::uuid is null or o.id <> ${order}::uuid))
    select jsonb_build_object(
      'amount', (select coalesce(sum(amount), 0)::text from released),
      'materials', (select coalesce(jsonb_agg(x), '[]'::jsonb) from (select i.material_id as material,
        coalesce(sum(i.qty) filter (where ${factory}::uuid is null or o.factory_id = ${factory}::uuid), 0)::text as qty,
        coalesce(sum(i.qty) filter (where o.is_now and (${factory}::uuid is null or o.factory_id = ${factory}::uuid)), 0)::text as month
        from released o join purchase_order_items i on i.root_id = o.id
        where i.material_id = any(${textArray(wanted.materials)}::uuid[]) group by 1) x)) as usage`.execute(connection);
  return rows[0]?.usage;
}
