/**
 * Warnings that were passed are read by the staff of the factory and purchase group of what was moved. What was passed before says neither and is
 * read by whoever works for all. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261127-174605-scope-of-warnings";

export const up = `
/* Suppliers write theirs and hold no right to read the columns. */
alter table audit_log add column factory_id uuid, add column purchase_group_id uuid;
create index audit_log_passed_factory_idx on audit_log (factory_id, at desc) where (passed <> '[]');

create or replace view passed_warning with (security_invoker = true) as
  select md5(a.id::text || ' ' || w.place)::uuid as id, a.tenant_id, 1 as version, a.user_id as created_by, a.at as created_at,
    null::uuid as updated_by, a.at as updated_at, a.at, a.entity, a.record_number, a.record_id::text as record_key, a.label,
    w.found->>'text' as warning, w.found->>'rule' as rule, a.user_id, a.user_name, coalesce(a.staff_reason, a.reason) as reason, a.channel,
    a.factory_id, a.purchase_group_id
  from audit_log a cross join lateral jsonb_array_elements(a.passed) with ordinality as w(found, place)
  where a.passed <> '[]';
`;
