/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-225904-quote-template";

export const up = `
alter table "cost_model_elements" add column "show_to_supplier" boolean default false not null;
create table "quote_template" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "name" text not null,
  "template_version" integer not null,
  "category_id" uuid,
  "is_default" boolean default false not null,
  "cost_model_id" uuid,
  "must_seal" boolean default false not null,
  "only_down" boolean default false not null,
  "clauses" text,
  "previous_id" uuid,
  "replaced_by" text,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "quote_template_number_key" unique ("tenant_id", "number")
);
create index if not exists "quote_template_state_idx" on "quote_template" ("state");
create index if not exists "quote_template_category_id_idx" on "quote_template" ("category_id");
create index if not exists "quote_template_cost_model_id_idx" on "quote_template" ("cost_model_id");
create index if not exists "quote_template_previous_id_idx" on "quote_template" ("previous_id");
create index if not exists "quote_template_updated_at_idx" on "quote_template" ("updated_at");
create index if not exists "quote_template_search_idx" on "quote_template" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "quote_template" to app_staff;
alter table "quote_template" enable row level security;
create policy staff on "quote_template" to app_staff using (true) with check (true);
create table "quote_template_elements" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "code" text not null,
  "name" text not null,
  "kind" text not null,
  "unit" text,
  "required" boolean default false not null,
  "help" text
);
create index if not exists "quote_template_elements_root_idx" on "quote_template_elements" ("root_id");
grant select, insert, update, delete on "quote_template_elements" to app_staff;
alter table "quote_template_elements" enable row level security;
create policy staff on "quote_template_elements" to app_staff using (true) with check (true);
create table "quote_template_terms" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "code" text not null,
  "name" text not null,
  "answer_type" text not null,
  "level" text not null,
  "required" boolean default false not null,
  "in_compare" boolean default false not null,
  "options" text
);
create index if not exists "quote_template_terms_root_idx" on "quote_template_terms" ("root_id");
grant select, insert, update, delete on "quote_template_terms" to app_staff;
alter table "quote_template_terms" enable row level security;
create policy staff on "quote_template_terms" to app_staff using (true) with check (true);
alter table "rfq" add column "template_id" uuid;
create index if not exists "rfq_template_id_idx" on "rfq" ("template_id");
alter table "supplier_quote" add column "only_down" boolean default false not null;
alter table "supplier_quote" add column "clauses" text;
alter table "supplier_quote" add column "breakdown_limit" numeric(18,6);
alter table "supplier_quote" add column "asks_terms" boolean default false not null;
create table "supplier_quote_breakdown" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "rfq_line" integer not null,
  "material_id" uuid not null,
  "code" text not null,
  "name" text not null,
  "kind" text not null,
  "unit" text,
  "required" boolean default false not null,
  "help" text,
  "amount" numeric(18,6),
  "remark" text
);
create index if not exists "supplier_quote_breakdown_root_idx" on "supplier_quote_breakdown" ("root_id");
grant select, insert, update, delete on "supplier_quote_breakdown" to app_staff;
alter table "supplier_quote_breakdown" enable row level security;
create policy staff on "supplier_quote_breakdown" to app_staff using (true) with check (true);
create table "supplier_quote_terms" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "label" text not null,
  "value" text,
  "rfq_line" integer,
  "code" text not null,
  "answer_type" text not null,
  "required" boolean default false not null,
  "in_compare" boolean default false not null,
  "options" text
);
create index if not exists "supplier_quote_terms_root_idx" on "supplier_quote_terms" ("root_id");
grant select, insert, update, delete on "supplier_quote_terms" to app_staff;
alter table "supplier_quote_terms" enable row level security;
create policy staff on "supplier_quote_terms" to app_staff using (true) with check (true);
alter table "quote_template" add constraint "quote_template_category_id_fkey" foreign key ("category_id") references "material_type" (id) on delete restrict;
alter table "quote_template" add constraint "quote_template_cost_model_id_fkey" foreign key ("cost_model_id") references "cost_model" (id) on delete restrict;
alter table "quote_template" add constraint "quote_template_previous_id_fkey" foreign key ("previous_id") references "quote_template" (id) on delete restrict;
alter table "quote_template_elements" add constraint "quote_template_elements_root_id_fkey" foreign key ("root_id") references "quote_template" (id) on delete cascade;
alter table "quote_template_terms" add constraint "quote_template_terms_root_id_fkey" foreign key ("root_id") references "quote_template" (id) on delete cascade;
alter table "rfq" add constraint "rfq_template_id_fkey" foreign key ("template_id") references "quote_template" (id) on delete restrict;
alter table "supplier_quote_breakdown" add constraint "supplier_quote_breakdown_root_id_fkey" foreign key ("root_id") references "supplier_quote" (id) on delete cascade;
alter table "supplier_quote_breakdown" add constraint "supplier_quote_breakdown_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "supplier_quote_terms" add constraint "supplier_quote_terms_root_id_fkey" foreign key ("root_id") references "supplier_quote" (id) on delete cascade;
revoke all on "supplier_quote" from app_supplier;
drop policy if exists supplier_read on "supplier_quote";
drop policy if exists supplier_update on "supplier_quote";
drop policy if exists supplier_insert on "supplier_quote";
drop policy if exists supplier_remove on "supplier_quote";
grant select ("id", "tenant_id", "number", "state", "previous_state", "rfq_no", "title", "round_no", "supplier_id", "company_id", "quote_scope", "currency", "payment_term", "trade_term", "price_valid_from", "price_valid_to", "start_at", "deadline", "ask_until", "sealing", "seal_id", "only_down", "clauses", "breakdown_limit", "asks_terms", "tax_rate", "valid_to", "contact_phone", "note", "total", "joined_at", "submitted_at", "decline_reason", "opened_at", "rank_text", "result_note", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_quote" to app_supplier;
create policy supplier_read on "supplier_quote" for select to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "tax_rate", "valid_to", "contact_phone", "note", "total", "joined_at", "submitted_at", "decline_reason", "version", "updated_by", "updated_at") on "supplier_quote" to app_supplier;
create policy supplier_update on "supplier_quote" for update to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "rfq_line", "material_id", "code", "name", "kind", "unit", "required", "help", "amount", "remark") on "supplier_quote_breakdown" to app_supplier;
create policy supplier_read on "supplier_quote_breakdown" for select to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "rfq_line", "material_id", "code", "name", "kind", "unit", "required", "help", "amount", "remark") on "supplier_quote_breakdown" to app_supplier;
create policy supplier_update on "supplier_quote_breakdown" for update to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "supplier_quote_breakdown" to app_supplier;
create policy supplier_insert on "supplier_quote_breakdown" for insert to app_supplier with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "supplier_quote_breakdown" to app_supplier;
create policy supplier_remove on "supplier_quote_breakdown" for delete to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "root_id", "line_no", "label", "value", "rfq_line", "code", "answer_type", "required", "in_compare", "options") on "supplier_quote_terms" to app_supplier;
create policy supplier_read on "supplier_quote_terms" for select to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_terms"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "label", "value", "rfq_line", "code", "answer_type", "required", "in_compare", "options") on "supplier_quote_terms" to app_supplier;
create policy supplier_update on "supplier_quote_terms" for update to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_terms"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_terms"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "supplier_quote_terms" to app_supplier;
create policy supplier_insert on "supplier_quote_terms" for insert to app_supplier with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_terms"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "supplier_quote_terms" to app_supplier;
create policy supplier_remove on "supplier_quote_terms" for delete to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_terms"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
