/** Written by `npm run db:generate`, but for the rows that were there. It stays as it is once it has run anywhere. */
export const name = "0251-undelivered-answers";

export const up = `
alter table "undelivered_mail" add column "schedule_conf" text;
alter table "undelivered_mail" add column "last_looked_at" timestamptz;
alter table "undelivered_mail_log" add column "state" text;
alter table "undelivered_mail_log" add column "previous_state" text;
alter table "undelivered_mail_log" add column "to_email" text;
alter table "undelivered_mail_log" add column "latest_due" date;
alter table "undelivered_mail_log" add column "reply_date" date;
alter table "undelivered_mail_log" add column "reply_note" text;
alter table "undelivered_mail_log" add column "replied_at" timestamptz;
alter table "undelivered_mail_log" add column "is_later" boolean default false not null;
update "undelivered_mail_log" set "state" = 'waiting';
alter table "undelivered_mail_log" alter column "state" set not null;
create index if not exists "undelivered_mail_log_state_idx" on "undelivered_mail_log" ("state");
grant select ("id", "tenant_id", "state", "previous_state", "supplier_id", "sent_at", "line_count", "overdue_count", "content", "latest_due", "reply_date", "reply_note", "replied_at", "is_later", "version", "created_by", "created_at", "updated_by", "updated_at") on "undelivered_mail_log" to app_supplier;
create policy supplier_read on "undelivered_mail_log" for select to app_supplier using (("undelivered_mail_log"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "reply_date", "reply_note", "replied_at", "is_later", "version", "updated_by", "updated_at") on "undelivered_mail_log" to app_supplier;
create policy supplier_update on "undelivered_mail_log" for update to app_supplier using (("undelivered_mail_log"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("undelivered_mail_log"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
-- Where the program knew the log before, suppliers get the right to answer; elsewhere it comes with the screen.
insert into role_permission (role_code, permission_id, action)
  select r.code, 'undelivered-mail-log-reply', 'edit' from role r
  where r.code in ('supplier_admin', 'supplier_user') and r.built_in
    and exists (select 1 from role_permission where permission_id = 'undelivered-mail-log')
  on conflict do nothing;
`;
