/**
 * Warnings that were passed on an order are found by its supplier and its buyer, as the order says today. Written by hand. It stays as it is
 * once it has run anywhere.
 */
export const name = "20261128-142800-orders-of-warnings";

export const up = `
create or replace view passed_warning with (security_invoker = true) as
  select md5(a.id::text || ' ' || w.place)::uuid as id, a.tenant_id, 1 as version, a.user_id as created_by, a.at as created_at,
    null::uuid as updated_by, a.at as updated_at, a.at, a.entity, a.record_number, a.record_id::text as record_key, a.label,
    w.found->>'text' as warning, w.found->>'rule' as rule, a.user_id, a.user_name, coalesce(a.staff_reason, a.reason) as reason, a.channel,
    a.factory_id, a.purchase_group_id, o.supplier_id, o.buyer_id
  from audit_log a cross join lateral jsonb_array_elements(a.passed) with ordinality as w(found, place)
    left join purchase_order o on a.entity = 'purchase-orders/purchase-order' and o.id = a.record_id
  where a.passed <> '[]';
`;
