/** News with their readers, places on the home page, suggestions. Tables are as `npm run db:generate` wrote them. */
export const name = "0065-news";

export const up = `
create table "homepage_news" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "news_id" uuid not null,
  "slot" text not null,
  "short_title" text,
  "sort_no" integer,
  "from_date" date,
  "to_date" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null
);
create index if not exists "homepage_news_news_id_idx" on "homepage_news" ("news_id");
create index if not exists "homepage_news_sort_no_idx" on "homepage_news" ("sort_no");
grant select, insert, update, delete on "homepage_news" to app_staff;
alter table "homepage_news" enable row level security;
create policy staff on "homepage_news" to app_staff using (true) with check (true);
create table "homepage_suggestion" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "category" text not null,
  "content" text not null,
  "page_path" text,
  "attachments" jsonb,
  "supplier_id" uuid,
  "handler_id" uuid,
  "reply" text,
  "replied_at" timestamptz,
  "rating" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "homepage_suggestion_number_key" unique ("tenant_id", "number")
);
create index if not exists "homepage_suggestion_state_idx" on "homepage_suggestion" ("state");
create index if not exists "homepage_suggestion_supplier_id_idx" on "homepage_suggestion" ("supplier_id");
create index if not exists "homepage_suggestion_handler_id_idx" on "homepage_suggestion" ("handler_id");
create index if not exists "homepage_suggestion_created_at_idx" on "homepage_suggestion" ("created_at");
create index if not exists "homepage_suggestion_search_idx" on "homepage_suggestion" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "homepage_suggestion" to app_staff;
alter table "homepage_suggestion" enable row level security;
create policy staff on "homepage_suggestion" to app_staff using (true) with check (true);
create table "news" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "category" text not null,
  "summary" text,
  "content" text not null,
  "cover" jsonb,
  "attachments" jsonb,
  "audience" text not null,
  "must_ack" boolean default false not null,
  "is_top" boolean default false not null,
  "publish_at" timestamptz,
  "expire_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "news_number_key" unique ("tenant_id", "number")
);
create index if not exists "news_state_idx" on "news" ("state");
create index if not exists "news_updated_at_idx" on "news" ("updated_at");
create index if not exists "news_search_idx" on "news" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "news" to app_staff;
alter table "news" enable row level security;
create policy staff on "news" to app_staff using (true) with check (true);
create table "news_receipt" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "news_id" uuid not null,
  "user_id" uuid not null,
  "supplier_id" uuid,
  "told_at" timestamptz not null,
  "read_at" timestamptz,
  "confirmed_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  constraint "news_receipt_news_id_user_id_key" unique ("tenant_id", "news_id", "user_id")
);
create index if not exists "news_receipt_news_id_idx" on "news_receipt" ("news_id");
create index if not exists "news_receipt_user_id_idx" on "news_receipt" ("user_id");
create index if not exists "news_receipt_supplier_id_idx" on "news_receipt" ("supplier_id");
create index if not exists "news_receipt_told_at_idx" on "news_receipt" ("told_at");
grant select, insert, update, delete on "news_receipt" to app_staff;
alter table "news_receipt" enable row level security;
create policy staff on "news_receipt" to app_staff using (true) with check (true);
create table "news_targets" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "target_type" text not null,
  "supplier_id" uuid,
  "supplier_class_id" uuid,
  "role_id" uuid
);
create index if not exists "news_targets_root_idx" on "news_targets" ("root_id");
grant select, insert, update, delete on "news_targets" to app_staff;
alter table "news_targets" enable row level security;
create policy staff on "news_targets" to app_staff using (true) with check (true);
/* Suppliers chosen by name or class when news were published; the wall of news looks here. */
create table news_supplier (
  news_id uuid not null references news (id) on delete cascade,
  supplier_id uuid not null references supplier (id) on delete cascade,
  tenant_id smallint not null default 1,
  primary key (tenant_id, news_id, supplier_id)
);
create index news_supplier_supplier_idx on news_supplier (supplier_id, news_id);
grant select, insert, delete on news_supplier to app_staff;
grant select on news_supplier to app_supplier;
alter table news_supplier enable row level security;
create policy staff on news_supplier to app_staff using (true) with check (true);
create policy own on news_supplier for select to app_supplier using (supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid);

alter table "homepage_news" add constraint "homepage_news_news_id_fkey" foreign key ("news_id") references "news" (id) on delete restrict;
alter table "homepage_suggestion" add constraint "homepage_suggestion_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "homepage_suggestion" add constraint "homepage_suggestion_handler_id_fkey" foreign key ("handler_id") references "app_user" (id) on delete restrict;
alter table "news_receipt" add constraint "news_receipt_news_id_fkey" foreign key ("news_id") references "news" (id) on delete restrict;
alter table "news_receipt" add constraint "news_receipt_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "news_receipt" add constraint "news_receipt_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_root_id_fkey" foreign key ("root_id") references "news" (id) on delete cascade;
alter table "news_targets" add constraint "news_targets_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "category", "content", "page_path", "attachments", "supplier_id", "reply", "replied_at", "rating", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "homepage_suggestion" to app_supplier;
create policy supplier_read on "homepage_suggestion" for select to app_supplier using (("homepage_suggestion"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "rating", "version", "updated_by", "updated_at") on "homepage_suggestion" to app_supplier;
create policy supplier_update on "homepage_suggestion" for update to app_supplier using (("homepage_suggestion"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("homepage_suggestion"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "homepage_suggestion" to app_supplier;
create policy supplier_insert on "homepage_suggestion" for insert to app_supplier with check (("homepage_suggestion"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "category", "summary", "content", "cover", "attachments", "audience", "must_ack", "is_top", "publish_at", "expire_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "news" to app_supplier;
create policy supplier_read on "news" for select to app_supplier using ((("news"."state" = 'published' and "news"."audience" in ('all', 'supplier_all')) or ("news"."state" = 'published' and "news"."audience" = 'listed' and exists (select 1 from "news_supplier" x0 where x0."news_id" = "news"."id" and "x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid))));

/* Notes that a person reads news that are published. Whoever came after the publication is noted as well, where the news are for people
   like it. A supplier's transaction notes nobody but itself. */
create function read_news(wanted uuid, reader uuid, at timestamptz, confirms boolean) returns void language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  insert into public.news_receipt (id, news_id, user_id, supplier_id, told_at, read_at, confirmed_at)
  select gen_random_uuid(), n.id, u.id, u.supplier_id, read_news.at, read_news.at, case when confirms then read_news.at end
  from public.news n, public.app_user u
  where n.id = wanted and n.state = 'published' and u.id = reader
    and (nullif(current_setting('app.supplier_id', true), '') is null or u.id = nullif(current_setting('app.user_id', true), '')::uuid)
    and (u.supplier_id is not null or n.audience in ('all', 'internal')
      or exists (select 1 from public.news_receipt r where r.news_id = n.id and r.user_id = u.id))
  on conflict (tenant_id, news_id, user_id) do update set read_at = coalesce(news_receipt.read_at, excluded.read_at),
    confirmed_at = coalesce(news_receipt.confirmed_at, excluded.confirmed_at)
$$;
revoke all on function read_news(uuid, uuid, timestamptz, boolean) from public;
grant execute on function read_news(uuid, uuid, timestamptz, boolean) to app_staff, app_supplier;

/* What a person has read of the news; a supplier's transaction learns of nobody but itself. */
create function own_news_receipts(reader uuid, these uuid[]) returns table (news_id uuid, read_at timestamptz, confirmed_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.news_id, r.read_at, r.confirmed_at from public.news_receipt r
  where r.user_id = reader and r.news_id = any (these)
    and (nullif(current_setting('app.supplier_id', true), '') is null or reader = nullif(current_setting('app.user_id', true), '')::uuid)
$$;
revoke all on function own_news_receipts(uuid, uuid[]) from public;
grant execute on function own_news_receipts(uuid, uuid[]) to app_staff, app_supplier;

/* Where published news stand on the home page on a day, in order, and what the reader has read of them. A supplier's transaction
   learns of nobody but itself, and of no news that are not for it. */
create function news_on_home(reader uuid, today date, these uuid[])
returns table (news_id uuid, slot text, short_title text, asked boolean, read_at timestamptz, confirmed_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select n.id, h.slot, h.short_title, r.id is not null, r.read_at, r.confirmed_at
  from public.news n
  left join public.homepage_news h on h.news_id = n.id
    and coalesce(h.from_date <= news_on_home.today, true) and coalesce(h.to_date >= news_on_home.today, true)
  left join public.news_receipt r on r.news_id = n.id and r.user_id = reader
    and (nullif(current_setting('app.supplier_id', true), '') is null or reader = nullif(current_setting('app.user_id', true), '')::uuid)
  where n.id = any (these) and n.state = 'published'
    and (nullif(current_setting('app.supplier_id', true), '') is null or n.audience in ('all', 'supplier_all')
      or exists (select 1 from public.news_supplier s where s.news_id = n.id
        and s.supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid))
  order by h.sort_no nulls last, h.id
$$;
revoke all on function news_on_home(uuid, date, uuid[]) from public;
grant execute on function news_on_home(uuid, date, uuid[]) to app_staff, app_supplier;
`;
