/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-195357-cost-model";

export const up = `
alter table "account_price_items" add column "should_cost" numeric(18,6);
create table "cost_model" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "name" text not null,
  "model_version" integer not null,
  "material_id" uuid,
  "category_id" uuid,
  "factory_id" uuid,
  "base_uom" text not null,
  "currency" text not null,
  "valid_from" date not null,
  "valid_to" date,
  "formula" text not null,
  "should_cost" numeric(18,6),
  "valued_on" date,
  "warn_rate" numeric(9,4),
  "adjust_trigger" numeric(9,4),
  "review_note" text,
  "review_on" date,
  "expired_on" date,
  "replaced_by" text,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "cost_model_number_key" unique ("tenant_id", "number")
);
create index if not exists "cost_model_state_idx" on "cost_model" ("state");
create index if not exists "cost_model_material_id_idx" on "cost_model" ("material_id");
create index if not exists "cost_model_category_id_idx" on "cost_model" ("category_id");
create index if not exists "cost_model_factory_id_idx" on "cost_model" ("factory_id");
create index if not exists "cost_model_updated_at_idx" on "cost_model" ("updated_at");
create index if not exists "cost_model_search_idx" on "cost_model" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "cost_model" to app_staff;
alter table "cost_model" enable row level security;
create policy staff on "cost_model" to app_staff using (true) with check (true);
create table "cost_model_elements" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "code" text not null,
  "name" text not null,
  "kind" text not null,
  "index_id" uuid,
  "value" numeric(18,6),
  "base" text,
  "amount" numeric(18,6)
);
create index if not exists "cost_model_elements_root_idx" on "cost_model_elements" ("root_id");
grant select, insert, update, delete on "cost_model_elements" to app_staff;
alter table "cost_model_elements" enable row level security;
create policy staff on "cost_model_elements" to app_staff using (true) with check (true);
create table "cost_model_moves" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "index_id" uuid not null,
  "since" date not null,
  "base_value" numeric(18,6) not null,
  "value" numeric(18,6) not null,
  "change_rate" numeric(9,4) not null,
  "told_on" date not null
);
create index if not exists "cost_model_moves_root_idx" on "cost_model_moves" ("root_id");
grant select, insert, update, delete on "cost_model_moves" to app_staff;
alter table "cost_model_moves" enable row level security;
create policy staff on "cost_model_moves" to app_staff using (true) with check (true);
create table "cost_model_worth" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "day" date not null,
  "should_cost" numeric(18,6) not null
);
create index if not exists "cost_model_worth_root_idx" on "cost_model_worth" ("root_id");
grant select, insert, update, delete on "cost_model_worth" to app_staff;
alter table "cost_model_worth" enable row level security;
create policy staff on "cost_model_worth" to app_staff using (true) with check (true);
alter table "cost_model" add constraint "cost_model_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "cost_model" add constraint "cost_model_category_id_fkey" foreign key ("category_id") references "material_type" (id) on delete restrict;
alter table "cost_model" add constraint "cost_model_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "cost_model_elements" add constraint "cost_model_elements_root_id_fkey" foreign key ("root_id") references "cost_model" (id) on delete cascade;
alter table "cost_model_elements" add constraint "cost_model_elements_index_id_fkey" foreign key ("index_id") references "market_index" (id) on delete restrict;
alter table "cost_model_moves" add constraint "cost_model_moves_root_id_fkey" foreign key ("root_id") references "cost_model" (id) on delete cascade;
alter table "cost_model_moves" add constraint "cost_model_moves_index_id_fkey" foreign key ("index_id") references "market_index" (id) on delete restrict;
alter table "cost_model_worth" add constraint "cost_model_worth_root_id_fkey" foreign key ("root_id") references "cost_model" (id) on delete cascade;
`;
