/** Letters that buyers write: copies, files, a time to leave; each sees the own ones. It stays as it is once it has run anywhere. */
export const name = "0221-letters-of-buyers";

const ME = "nullif(current_setting('app.user_id', true), '')::uuid";
// Without a person the program itself asks.
const MINE = `(${ME} is null or created_by = ${ME} or (select sees_all_mail()))`;

export const up = `
/* Filled in from the supplier where nobody typed it. */
alter table mail_outbox alter column recipient drop not null;
alter table mail_outbox add column supplier_id uuid references supplier (id) on delete restrict;
alter table mail_outbox add column cc text;
alter table mail_outbox add column attachments jsonb;
alter table mail_outbox add column send_after timestamptz;
/* Letters to the other addresses go when the first one does. */
alter table mail_outbox add column first_id uuid references mail_outbox (id) on delete cascade;
create index mail_outbox_supplier_id_idx on mail_outbox (supplier_id) where supplier_id is not null;
create index mail_outbox_first_id_idx on mail_outbox (first_id) where first_id is not null;
create index mail_outbox_created_by_idx on mail_outbox (created_by, created_at desc) where created_by is not null;

/* Second lock: whoever has no right to all letters reads and changes those of his own hand. Asked once per statement. */
create function sees_all_mail() returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from public.user_role g join public.role r on r.code = g.role_code and r.enabled
    join public.role_permission p on p.role_code = g.role_code and p.permission_id = 'email-all' and p.action = 'get'
    where g.user_id = ${ME}
      and coalesce(g.valid_from <= (now() at time zone 'Asia/Shanghai')::date, true) and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true))
$$;
revoke all on function sees_all_mail() from public;
grant execute on function sees_all_mail() to app_staff;
grant delete on mail_outbox to app_staff;
drop policy staff on mail_outbox;
drop policy staff_insert on mail_outbox;
drop policy staff_update on mail_outbox;
create policy staff on mail_outbox for select to app_staff using ${MINE};
/* What the program writes in the name of nobody leaves as well. */
create policy staff_insert on mail_outbox for insert to app_staff with check (created_by is null or ${MINE});
create policy staff_update on mail_outbox for update to app_staff using ${MINE} with check ${MINE};
create policy staff_delete on mail_outbox for delete to app_staff using (state = 'draft' and ${MINE});
`;
