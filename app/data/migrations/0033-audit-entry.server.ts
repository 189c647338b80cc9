/** The audit trail as a list that people read: one row as a screen knows rows, and indexes for what it is asked by. */
export const name = "0033-audit-entry";

export const up = `
/* Whoever asks stands behind the lock of the trail itself; suppliers hold no right to the view at all. */
create view audit_entry with (security_invoker = true) as
  select id, tenant_id, 1 as version, user_id as created_by, at as created_at, null::uuid as updated_by, at as updated_at,
    at, user_id, user_name, entity, record_id, record_number, action, label, coalesce(staff_reason, reason) as reason,
    channel, ip, request_id as trace, changes || staff_changes as changes
  from audit_log;
grant select on audit_entry to app_staff;

create index audit_log_entity_idx on audit_log (entity, action, at desc);
create index audit_log_action_idx on audit_log (action, at desc);
/* Numbers are asked for by how they begin. */
create index audit_log_number_idx on audit_log (record_number text_pattern_ops) where record_number is not null;
`;
