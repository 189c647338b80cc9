/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-120104-rfq";

export const up = `
alter table "account_price" add column "rfq_id" uuid;
create index if not exists "account_price_rfq_id_idx" on "account_price" ("rfq_id");
create table "rfq" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "rfq_kind" text not null,
  "quote_scope" text not null,
  "company_id" uuid not null,
  "purchase_group_id" uuid not null,
  "buyer_id" uuid not null,
  "currency" text not null,
  "price_valid_from" date not null,
  "price_valid_to" date not null,
  "start_at" timestamptz not null,
  "deadline" timestamptz not null,
  "ask_until" timestamptz,
  "min_suppliers" integer,
  "round_no" integer not null,
  "max_rounds" integer not null,
  "show_rank" text not null,
  "payment_term" text not null,
  "trade_term" text,
  "few_reason" text,
  "estimate" numeric(18,2),
  "approval_need" text not null,
  "published_at" timestamptz,
  "opened_at" timestamptz,
  "price_no" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "rfq_number_key" unique ("tenant_id", "number")
);
create index if not exists "rfq_state_idx" on "rfq" ("state");
create index if not exists "rfq_company_id_idx" on "rfq" ("company_id");
create index if not exists "rfq_purchase_group_id_idx" on "rfq" ("purchase_group_id");
create index if not exists "rfq_buyer_id_idx" on "rfq" ("buyer_id");
create index if not exists "rfq_created_at_idx" on "rfq" ("created_at");
create index if not exists "rfq_search_idx" on "rfq" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "rfq" to app_staff;
alter table "rfq" enable row level security;
create policy staff on "rfq" to app_staff using (true) with check (true);
create table "rfq_awards" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item_no" integer not null,
  "supplier_id" uuid not null,
  "share" numeric(9,4) not null,
  "award_qty" numeric(18,3),
  "award_price" numeric(18,6),
  "not_lowest_reason" text
);
create index if not exists "rfq_awards_root_idx" on "rfq_awards" ("root_id");
grant select, insert, update, delete on "rfq_awards" to app_staff;
alter table "rfq_awards" enable row level security;
create policy staff on "rfq_awards" to app_staff using (true) with check (true);
create table "rfq_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "spec" text,
  "factory_id" uuid not null,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "required_date" date,
  "target_price" numeric(18,6),
  "last_price" numeric(18,6),
  "not_bought" boolean default false not null
);
create index if not exists "rfq_items_root_idx" on "rfq_items" ("root_id");
grant select, insert, update, delete on "rfq_items" to app_staff;
alter table "rfq_items" enable row level security;
create policy staff on "rfq_items" to app_staff using (true) with check (true);
create table "rfq_questions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_id" uuid,
  "question" text not null,
  "asked_at" timestamptz,
  "answer" text,
  "answered_at" timestamptz,
  "source_line" text
);
create index if not exists "rfq_questions_root_idx" on "rfq_questions" ("root_id");
grant select, insert, update, delete on "rfq_questions" to app_staff;
alter table "rfq_questions" enable row level security;
create policy staff on "rfq_questions" to app_staff using (true) with check (true);
create table "rfq_suppliers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_id" uuid not null,
  "contact" text,
  "invite_status" text,
  "decline_reason" text,
  "last_round" integer
);
create index if not exists "rfq_suppliers_root_idx" on "rfq_suppliers" ("root_id");
grant select, insert, update, delete on "rfq_suppliers" to app_staff;
alter table "rfq_suppliers" enable row level security;
create policy staff on "rfq_suppliers" to app_staff using (true) with check (true);
create table "supplier_quote" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "rfq_id" uuid,
  "rfq_no" text not null,
  "title" text not null,
  "round_no" integer not null,
  "supplier_id" uuid not null,
  "company_id" uuid not null,
  "purchase_group_id" uuid,
  "quote_scope" text not null,
  "currency" text not null,
  "payment_term" text,
  "trade_term" text,
  "price_valid_from" date not null,
  "price_valid_to" date not null,
  "start_at" timestamptz not null,
  "deadline" timestamptz not null,
  "ask_until" timestamptz,
  "tax_rate" numeric(9,4),
  "valid_to" date,
  "contact_phone" text,
  "note" text,
  "total" numeric(18,2),
  "joined_at" timestamptz,
  "submitted_at" timestamptz,
  "decline_reason" text,
  "opened_at" timestamptz,
  "rank" integer,
  "rank_text" text,
  "result_note" text,
  "remind_first_at" timestamptz,
  "remind_last_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "supplier_quote_number_key" unique ("tenant_id", "number")
);
create index if not exists "supplier_quote_state_idx" on "supplier_quote" ("state");
create index if not exists "supplier_quote_rfq_id_idx" on "supplier_quote" ("rfq_id");
create index if not exists "supplier_quote_supplier_id_idx" on "supplier_quote" ("supplier_id");
create index if not exists "supplier_quote_company_id_idx" on "supplier_quote" ("company_id");
create index if not exists "supplier_quote_purchase_group_id_idx" on "supplier_quote" ("purchase_group_id");
create index if not exists "supplier_quote_deadline_idx" on "supplier_quote" ("deadline");
create index if not exists "supplier_quote_search_idx" on "supplier_quote" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_quote" to app_staff;
alter table "supplier_quote" enable row level security;
create policy staff on "supplier_quote" to app_staff using (true) with check (true);
create table "supplier_quote_answers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "question" text not null,
  "answer" text not null,
  "answered_at" timestamptz not null
);
create index if not exists "supplier_quote_answers_root_idx" on "supplier_quote_answers" ("root_id");
grant select, insert, update, delete on "supplier_quote_answers" to app_staff;
alter table "supplier_quote_answers" enable row level security;
create policy staff on "supplier_quote_answers" to app_staff using (true) with check (true);
create table "supplier_quote_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "rfq_line" integer not null,
  "material_id" uuid not null,
  "spec" text,
  "factory_id" uuid not null,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "required_date" date,
  "no_quote" boolean default false not null,
  "price" numeric(18,6),
  "freight" numeric(18,6),
  "moq" numeric(18,3),
  "lead_days" integer,
  "offer_qty" numeric(18,3),
  "substitute" text,
  "prev_price" numeric(18,6),
  "own_price" numeric(18,6),
  "amount" numeric(18,2)
);
create index if not exists "supplier_quote_items_root_idx" on "supplier_quote_items" ("root_id");
grant select, insert, update, delete on "supplier_quote_items" to app_staff;
alter table "supplier_quote_items" enable row level security;
create policy staff on "supplier_quote_items" to app_staff using (true) with check (true);
create table "supplier_quote_questions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "question" text not null,
  "asked_at" timestamptz not null
);
create index if not exists "supplier_quote_questions_root_idx" on "supplier_quote_questions" ("root_id");
grant select, insert, update, delete on "supplier_quote_questions" to app_staff;
alter table "supplier_quote_questions" enable row level security;
create policy staff on "supplier_quote_questions" to app_staff using (true) with check (true);
alter table "account_price" add constraint "account_price_rfq_id_fkey" foreign key ("rfq_id") references "rfq" (id) on delete restrict;
alter table "rfq" add constraint "rfq_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "rfq" add constraint "rfq_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "rfq" add constraint "rfq_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "rfq_awards" add constraint "rfq_awards_root_id_fkey" foreign key ("root_id") references "rfq" (id) on delete cascade;
alter table "rfq_awards" add constraint "rfq_awards_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "rfq_items" add constraint "rfq_items_root_id_fkey" foreign key ("root_id") references "rfq" (id) on delete cascade;
alter table "rfq_items" add constraint "rfq_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "rfq_items" add constraint "rfq_items_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "rfq_questions" add constraint "rfq_questions_root_id_fkey" foreign key ("root_id") references "rfq" (id) on delete cascade;
alter table "rfq_questions" add constraint "rfq_questions_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "rfq_suppliers" add constraint "rfq_suppliers_root_id_fkey" foreign key ("root_id") references "rfq" (id) on delete cascade;
alter table "rfq_suppliers" add constraint "rfq_suppliers_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_quote" add constraint "supplier_quote_rfq_id_fkey" foreign key ("rfq_id") references "rfq" (id) on delete restrict;
alter table "supplier_quote" add constraint "supplier_quote_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_quote" add constraint "supplier_quote_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "supplier_quote" add constraint "supplier_quote_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "supplier_quote_answers" add constraint "supplier_quote_answers_root_id_fkey" foreign key ("root_id") references "supplier_quote" (id) on delete cascade;
alter table "supplier_quote_items" add constraint "supplier_quote_items_root_id_fkey" foreign key ("root_id") references "supplier_quote" (id) on delete cascade;
alter table "supplier_quote_items" add constraint "supplier_quote_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "supplier_quote_items" add constraint "supplier_quote_items_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "supplier_quote_questions" add constraint "supplier_quote_questions_root_id_fkey" foreign key ("root_id") references "supplier_quote" (id) on delete cascade;
grant select ("id", "tenant_id", "number", "state", "previous_state", "rfq_no", "title", "round_no", "supplier_id", "company_id", "quote_scope", "currency", "payment_term", "trade_term", "price_valid_from", "price_valid_to", "start_at", "deadline", "ask_until", "tax_rate", "valid_to", "contact_phone", "note", "total", "joined_at", "submitted_at", "decline_reason", "opened_at", "rank_text", "result_note", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_quote" to app_supplier;
create policy supplier_read on "supplier_quote" for select to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "tax_rate", "valid_to", "contact_phone", "note", "total", "joined_at", "submitted_at", "decline_reason", "version", "updated_by", "updated_at") on "supplier_quote" to app_supplier;
create policy supplier_update on "supplier_quote" for update to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "question", "answer", "answered_at") on "supplier_quote_answers" to app_supplier;
create policy supplier_read on "supplier_quote_answers" for select to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "root_id", "line_no", "rfq_line", "material_id", "spec", "factory_id", "qty", "uom", "required_date", "no_quote", "price", "freight", "moq", "lead_days", "offer_qty", "substitute", "prev_price", "own_price", "amount") on "supplier_quote_items" to app_supplier;
create policy supplier_read on "supplier_quote_items" for select to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "rfq_line", "material_id", "spec", "factory_id", "qty", "uom", "required_date", "no_quote", "price", "freight", "moq", "lead_days", "offer_qty", "substitute", "prev_price", "own_price", "amount") on "supplier_quote_items" to app_supplier;
create policy supplier_update on "supplier_quote_items" for update to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "supplier_quote_items" to app_supplier;
create policy supplier_insert on "supplier_quote_items" for insert to app_supplier with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "supplier_quote_items" to app_supplier;
create policy supplier_remove on "supplier_quote_items" for delete to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "root_id", "line_no", "question", "asked_at") on "supplier_quote_questions" to app_supplier;
create policy supplier_read on "supplier_quote_questions" for select to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_questions"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "supplier_quote_questions" to app_supplier;
create policy supplier_insert on "supplier_quote_questions" for insert to app_supplier with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_questions"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
