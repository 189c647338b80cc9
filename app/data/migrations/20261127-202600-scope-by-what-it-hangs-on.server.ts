/**
 * Warnings of documents that name no factory or purchase group get those of what they hang on, and so do the ones that were passed before
 * the trail said either. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261127-202600-scope-by-what-it-hangs-on";

export const up = `
/* The one value among those of several rows; rows that differ, or of which one has none, belong to nobody's scope. */
create or replace function the_one(these uuid[]) returns uuid language sql immutable as $$
  select case when count(distinct one) = 1 and count(one) = count(*) then (array_agg(one))[1] end from unnest(these) as one
$$;

/* Suppliers write what they passed, and read neither accounts nor groups: so this looks behind their wall, and tells ids alone. */
create or replace function scope_of_warned(of_entity text, of_record uuid, out factory uuid, out purchase_group uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  supplier uuid;
begin
  case of_entity
    when 'purchase-orders/purchase-order' then
      select o.factory_id, o.purchase_group_id into factory, purchase_group from purchase_order o where o.id = of_record;
    when 'purchase-orders/rush-order' then
      select r.factory_id, o.purchase_group_id into factory, purchase_group
        from rush_order r left join purchase_order o on o.id = r.order_id where r.id = of_record;
      if purchase_group is null then
        select the_one(array_agg(o.purchase_group_id)) into purchase_group from rush_order_items i
          join purchase_order_items l on l.id = i.order_line join purchase_order o on o.id = l.root_id where i.root_id = of_record;
      end if;
      if purchase_group is null then
        select the_one(array_agg(m.purchase_group_id)) into purchase_group from rush_order_items i
          join material m on m.id = i.material_id where i.root_id = of_record;
      end if;
      if purchase_group is null then
        select u.purchase_group_id into purchase_group from rush_order r join app_user u on u.id = r.buyer_id where r.id = of_record;
      end if;
    when 'purchase-orders/demand-plan' then
      select d.factory_id into factory from demand_plan d where d.id = of_record;
      select the_one(array_agg(m.purchase_group_id)) into purchase_group from demand_plan_items i
        join material m on m.id = i.material_id where i.root_id = of_record;
    when 'receiving/delivery-note' then
      select n.factory_id into factory from delivery_note n where n.id = of_record;
      select the_one(array_agg(o.purchase_group_id)) into purchase_group from delivery_note_items i
        join purchase_order_items l on l.id = i.order_line join purchase_order o on o.id = l.root_id where i.root_id = of_record;
    when 'receiving/goods-receipt' then
      select r.factory_id into factory from goods_receipt r where r.id = of_record;
      select the_one(array_agg(o.purchase_group_id)) into purchase_group from goods_receipt_items i
        join purchase_order_items l on l.id = i.order_line join purchase_order o on o.id = l.root_id where i.root_id = of_record;
    when 'receiving/inbound-coa' then
      select c.supplier_id, m.purchase_group_id into supplier, purchase_group
        from inbound_coa c left join material m on m.id = c.material_id where c.id = of_record;
    when 'receiving/supplier-quote' then
      select q.purchase_group_id into purchase_group from supplier_quote q where q.id = of_record;
      select the_one(array_agg(i.factory_id)) into factory from supplier_quote_items i where i.root_id = of_record;
    when 'purchase-management/rfq' then
      select r.purchase_group_id into purchase_group from rfq r where r.id = of_record;
      select the_one(array_agg(i.factory_id)) into factory from rfq_items i where i.root_id = of_record;
    when 'purchase-management/purchase-plan-apply' then
      select p.factory_id into factory from purchase_plan_apply p where p.id = of_record;
      select the_one(array_agg(m.purchase_group_id)) into purchase_group from purchase_plan_apply_items i
        join material m on m.id = i.material_id where i.root_id = of_record;
    when 'purchase-management/allocation-detail' then
      select a.factory_id, m.purchase_group_id into factory, purchase_group
        from allocation_detail a left join material m on m.id = a.material_id where a.id = of_record;
    when 'base-data/source-percentage' then
      select p.factory_id, m.purchase_group_id into factory, purchase_group
        from source_percentage p left join material m on m.id = p.material_id where p.id = of_record;
    when 'base-data/source-data' then
      select s.supplier_id, s.factory_id, m.purchase_group_id into supplier, factory, purchase_group
        from source_data s left join material m on m.id = s.material_id where s.id = of_record;
    when 'base-data/coa-trust' then
      select t.supplier_id, m.purchase_group_id into supplier, purchase_group
        from coa_trust t left join material m on m.id = t.material_id where t.id = of_record;
    when 'master-data/type-inspection-report' then
      select t.supplier_id into supplier from type_inspection_report t where t.id = of_record;
      select the_one(array_agg(m.purchase_group_id)) into purchase_group from type_inspection_report_materials i
        join material m on m.id = i.material_id where i.root_id = of_record;
    when 'supplier-performance/supplier-freeze' then
      select f.supplier_id into supplier from supplier_freeze f where f.id = of_record;
      select the_one(array_agg(s.factory_id)) into factory from supplier_freeze_scopes s where s.root_id = of_record;
      select the_one(array_agg(m.purchase_group_id)) into purchase_group from supplier_freeze_scopes s
        left join material m on m.id = s.material_id where s.root_id = of_record;
    when 'supplier-management/admission' then
      select a.supplier_id, u.purchase_group_id into supplier, purchase_group
        from admission a left join app_user u on u.id = a.buyer_id where a.id = of_record;
      select the_one(array_agg(i.factory_id)) into factory from admission_materials i where i.root_id = of_record;
    when 'supplier-management/supplier-bank-account' then
      select b.supplier_id into supplier from supplier_bank_account b where b.id = of_record;
    when 'supplier-management/supplier-change' then
      select c.supplier_id into supplier from supplier_change c where c.id = of_record;
    when 'supplier-onboarding/prequalification' then
      select u.purchase_group_id into purchase_group from prequalification p join app_user u on u.id = p.contact where p.id = of_record;
    when 'supplier-onboarding/supplier-registration' then
      select r.supplier_id, u.purchase_group_id into supplier, purchase_group
        from supplier_registration r left join app_user u on u.id = r.inviter_id where r.id = of_record;
    else
      null;
  end case;
  /* Of a supplier alone: the group of the buyer who looks after it. */
  if purchase_group is null and supplier is not null then
    select u.purchase_group_id into purchase_group from supplier s join app_user u on u.id = s.buyer_id where s.id = supplier;
  end if;
end $$;
revoke all on function scope_of_warned(text, uuid) from public;
grant execute on function scope_of_warned(text, uuid) to app_staff, app_supplier;

/* What the trail says stays; whose staff reads the warnings of a row is no part of what happened. */
alter table audit_log disable trigger audit_log_grows;
update audit_log a set factory_id = coalesce(a.factory_id, s.factory), purchase_group_id = coalesce(a.purchase_group_id, s.purchase_group)
  from audit_log b cross join lateral scope_of_warned(b.entity, b.record_id) s
  where b.id = a.id and b.passed <> '[]' and (b.factory_id is null or b.purchase_group_id is null)
    and (s.factory is not null or s.purchase_group is not null);
alter table audit_log enable trigger audit_log_grows;
`;
