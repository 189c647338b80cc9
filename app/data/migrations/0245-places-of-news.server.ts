/** Places of news on the home page can be taken away and given back. It stays as it is once it has run anywhere. */
export const name = "0245-places-of-news";

export const up = `
alter table "homepage_news" add column "state" text;
alter table "homepage_news" add column "previous_state" text;
update "homepage_news" set "state" = 'shown';
alter table "homepage_news" alter column "state" set not null;
create index if not exists "homepage_news_state_idx" on "homepage_news" ("state");
create index if not exists "homepage_news_slot_idx" on "homepage_news" ("slot");

/* As it was; what was taken away stands nowhere. */
create or replace function news_on_home(reader uuid, today date, these uuid[])
returns table (news_id uuid, slot text, short_title text, asked boolean, read_at timestamptz, confirmed_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select n.id, h.slot, h.short_title, r.id is not null, r.read_at, r.confirmed_at
  from public.news n
  left join public.homepage_news h on h.news_id = n.id and h.state = 'shown'
    and coalesce(h.from_date <= news_on_home.today, true) and coalesce(h.to_date >= news_on_home.today, true)
  left join public.news_receipt r on r.news_id = n.id and r.user_id = reader
    and (nullif(current_setting('app.supplier_id', true), '') is null or reader = nullif(current_setting('app.user_id', true), '')::uuid)
  where n.id = any (these) and n.state = 'published'
    and (nullif(current_setting('app.supplier_id', true), '') is null or n.audience in ('all', 'supplier_all')
      or exists (select 1 from public.news_supplier s where s.news_id = n.id
        and s.supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid))
  order by h.sort_no nulls last, h.id
$$;

drop index if exists "homepage_news_sort_no_idx";
drop index if exists "news_updated_at_idx";
create index if not exists "news_publish_at_idx" on "news" ("publish_at");
/* Whoever could edit any news still can. */
insert into role_permission (role_code, permission_id, action)
  select r.code, 'news-all', 'edit' from role r
  where r.code = 'system_admin' and r.built_in and exists (select 1 from role_permission where permission_id = 'news')
  on conflict do nothing;
`;
