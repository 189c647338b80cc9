/** Written by `npm run db:generate`, but for the rows that were there. It stays as it is once it has run anywhere. */
export const name = "0252-undelivered-subjects";

export const up = `
alter table "undelivered_mail_log" add column "subject" text;
update "undelivered_mail_log" set "subject" = to_char("sent_at" at time zone 'Asia/Shanghai', 'YYYY-MM-DD') || '提醒' || "line_count" || '行，逾期' || "overdue_count" || '行';
revoke all on "undelivered_mail_log" from app_supplier;
drop policy if exists supplier_read on "undelivered_mail_log";
drop policy if exists supplier_update on "undelivered_mail_log";
drop policy if exists supplier_insert on "undelivered_mail_log";
drop policy if exists supplier_remove on "undelivered_mail_log";
grant select ("id", "tenant_id", "state", "previous_state", "subject", "supplier_id", "sent_at", "line_count", "overdue_count", "content", "latest_due", "reply_date", "reply_note", "replied_at", "is_later", "version", "created_by", "created_at", "updated_by", "updated_at") on "undelivered_mail_log" to app_supplier;
create policy supplier_read on "undelivered_mail_log" for select to app_supplier using (("undelivered_mail_log"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "reply_date", "reply_note", "replied_at", "is_later", "version", "updated_by", "updated_at") on "undelivered_mail_log" to app_supplier;
create policy supplier_update on "undelivered_mail_log" for update to app_supplier using (("undelivered_mail_log"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("undelivered_mail_log"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
