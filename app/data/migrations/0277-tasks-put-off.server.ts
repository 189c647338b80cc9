/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0277-tasks-put-off";

export const up = `
alter table "task" add column "snoozed_until" timestamptz;
revoke all on "task" from app_supplier;
drop policy if exists supplier_read on "task";
drop policy if exists supplier_update on "task";
drop policy if exists supplier_insert on "task";
drop policy if exists supplier_remove on "task";
grant select ("id", "tenant_id", "state", "previous_state", "title", "description", "business_type", "business_key", "path", "assignee_id", "supplier_id", "due_at", "priority", "source", "claimed_at", "snoozed_until", "done_by", "done_at", "version", "created_by", "created_at", "updated_by", "updated_at") on "task" to app_supplier;
create policy supplier_read on "task" for select to app_supplier using (("task"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "assignee_id", "claimed_at", "snoozed_until", "done_by", "done_at", "version", "updated_by", "updated_at") on "task" to app_supplier;
create policy supplier_update on "task" for update to app_supplier using (("task"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("task"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
