/** Letters are known by a number. It stays as it is once it has run anywhere. */
export const name = "0247-numbers-of-letters";

export const up = `
alter table mail_outbox add column mail_no text;

/* Counted by a sequence and not by day: whatever announces something writes letters, and must not wait for others that do. */
create sequence mail_no_seq;
create function mail_number(moment timestamptz) returns text language sql volatile security definer
set search_path = pg_catalog, public, pg_temp as $$
  select 'YJ' || to_char(moment at time zone 'Asia/Shanghai', 'YYYYMMDD') || '-' || lpad((nextval('public.mail_no_seq') % 1000000)::text, 6, '0')
$$;
revoke all on function mail_number(timestamptz) from public;
create function mail_outbox_numbered() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  new.mail_no := public.mail_number(new.created_at);
  return new;
end $$;
create trigger mail_outbox_numbered before insert on mail_outbox for each row when (new.mail_no is null) execute function mail_outbox_numbered();
do $$ declare one record; begin
  for one in select id, created_at from mail_outbox order by created_at, id loop
    update mail_outbox set mail_no = mail_number(one.created_at) where id = one.id;
  end loop;
end $$;
/* Who answers suggestions may close those that nobody answers to any more. */
insert into role_permission (role_code, permission_id, action)
  select r.code, 'homepage-suggestion-settle', 'edit' from role r
  where r.code in ('system_admin', 'supervisor') and r.built_in and exists (select 1 from role_permission where permission_id = 'homepage-suggestion')
  on conflict do nothing;
create index mail_outbox_mail_no_idx on mail_outbox (mail_no text_pattern_ops);
`;
