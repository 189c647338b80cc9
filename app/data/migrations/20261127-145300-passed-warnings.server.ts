/**
 * Warnings that were passed, kept with the move that passed them, and read one row each. Suppliers write theirs and hold no right to read the
 * column. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261127-145300-passed-warnings";

export const up = `
alter table audit_log add column passed jsonb not null default '[]';
create index audit_log_passed_idx on audit_log (at desc) where (passed <> '[]');

/* Whoever asks stands behind the lock of the trail itself; suppliers hold no right to the view at all. */
create view passed_warning with (security_invoker = true) as
  select md5(a.id::text || ' ' || w.place)::uuid as id, a.tenant_id, 1 as version, a.user_id as created_by, a.at as created_at,
    null::uuid as updated_by, a.at as updated_at, a.at, a.entity, a.record_number, a.record_id::text as record_key, a.label,
    w.found->>'text' as warning, w.found->>'rule' as rule, a.user_id, a.user_name, coalesce(a.staff_reason, a.reason) as reason, a.channel
  from audit_log a cross join lateral jsonb_array_elements(a.passed) with ordinality as w(found, place)
  where a.passed <> '[]';
grant select on passed_warning to app_staff;
`;
