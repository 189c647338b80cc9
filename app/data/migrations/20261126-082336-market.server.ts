/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-082336-market";

export const up = `
alter table "account_price_items" add column "market_value" numeric(18,6);
alter table "account_price_items" add column "market_note" text;
create table "market_index" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "price_kind" text not null,
  "material_id" uuid,
  "material_type_id" uuid,
  "region" text,
  "spec" text,
  "currency" text not null,
  "uom" text not null,
  "tax_included" boolean default false not null,
  "origin" text not null,
  "buyer_id" uuid,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "market_index_code_key" unique ("tenant_id", "code")
);
create index if not exists "market_index_material_id_idx" on "market_index" ("material_id");
create index if not exists "market_index_material_type_id_idx" on "market_index" ("material_type_id");
create index if not exists "market_index_buyer_id_idx" on "market_index" ("buyer_id");
create index if not exists "market_index_code_idx" on "market_index" ("code");
create index if not exists "market_index_search_idx" on "market_index" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "market_index" to app_staff;
alter table "market_index" enable row level security;
create policy staff on "market_index" to app_staff using (true) with check (true);
create table "market_price" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "index_id" uuid not null,
  "price_date" date not null,
  "value" numeric(18,6) not null,
  "previous_value" numeric(18,6),
  "change_rate" numeric(9,4),
  "standing" text not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  constraint "market_price_index_id_price_date_key" unique ("tenant_id", "index_id", "price_date")
);
create index if not exists "market_price_index_id_idx" on "market_price" ("index_id");
create index if not exists "market_price_price_date_idx" on "market_price" ("price_date");
grant select, insert, update, delete on "market_price" to app_staff;
alter table "market_price" enable row level security;
create policy staff on "market_price" to app_staff using (true) with check (true);
create table "purchase_news" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "news_kind" text not null,
  "material_type_id" uuid,
  "index_id" uuid,
  "period_from" date,
  "period_to" date,
  "summary" text,
  "content" text not null,
  "source" text not null,
  "attachments" jsonb,
  "publish_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "purchase_news_number_key" unique ("tenant_id", "number")
);
create index if not exists "purchase_news_state_idx" on "purchase_news" ("state");
create index if not exists "purchase_news_material_type_id_idx" on "purchase_news" ("material_type_id");
create index if not exists "purchase_news_index_id_idx" on "purchase_news" ("index_id");
create index if not exists "purchase_news_publish_at_idx" on "purchase_news" ("publish_at");
create index if not exists "purchase_news_search_idx" on "purchase_news" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "purchase_news" to app_staff;
alter table "purchase_news" enable row level security;
create policy staff on "purchase_news" to app_staff using (true) with check (true);
alter table "market_index" add constraint "market_index_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "market_index" add constraint "market_index_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "market_index" add constraint "market_index_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "market_price" add constraint "market_price_index_id_fkey" foreign key ("index_id") references "market_index" (id) on delete restrict;
alter table "purchase_news" add constraint "purchase_news_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "purchase_news" add constraint "purchase_news_index_id_fkey" foreign key ("index_id") references "market_index" (id) on delete restrict;
`;
