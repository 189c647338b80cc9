/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-191449-award-proposal";

export const up = `
create table "award_proposal" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "rfq_id" uuid not null,
  "title" text not null,
  "few_suppliers" integer,
  "few_per_line" integer,
  "quota_points" numeric(9,4),
  "purchase_group_id" uuid,
  "currency" text,
  "asked_by" uuid,
  "asked_at" timestamptz,
  "attempts" integer,
  "steps_done" integer,
  "round_no" integer,
  "solved_at" timestamptz,
  "quotes_mark" text,
  "cheapest_total" numeric(18,2),
  "own_total" numeric(18,2),
  "own_outcome" text,
  "uncovered" text,
  "fail_note" text,
  "adopted_way" text,
  "adopted_at" timestamptz,
  "adopt_reason" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "award_proposal_number_key" unique ("tenant_id", "number")
);
create index if not exists "award_proposal_state_idx" on "award_proposal" ("state");
create index if not exists "award_proposal_rfq_id_idx" on "award_proposal" ("rfq_id");
create index if not exists "award_proposal_purchase_group_id_idx" on "award_proposal" ("purchase_group_id");
create index if not exists "award_proposal_asked_by_idx" on "award_proposal" ("asked_by");
create index if not exists "award_proposal_created_at_idx" on "award_proposal" ("created_at");
create index if not exists "award_proposal_search_idx" on "award_proposal" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "award_proposal" to app_staff;
alter table "award_proposal" enable row level security;
create policy staff on "award_proposal" to app_staff using (true) with check (true);
create table "award_proposal_limits" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "kind" text not null,
  "amount" numeric(18,3),
  "supplier_id" uuid,
  "item_no" integer,
  "weight" text not null,
  "cost" numeric(18,2)
);
create index if not exists "award_proposal_limits_root_idx" on "award_proposal_limits" ("root_id");
grant select, insert, update, delete on "award_proposal_limits" to app_staff;
alter table "award_proposal_limits" enable row level security;
create policy staff on "award_proposal_limits" to app_staff using (true) with check (true);
create table "award_proposal_parts" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "way" text not null,
  "item_no" integer not null,
  "material" text not null,
  "supplier_name" text not null,
  "supplier_id" uuid not null,
  "share" numeric(9,4) not null,
  "qty" numeric(18,3) not null,
  "price" numeric(18,6) not null,
  "amount" numeric(18,2) not null
);
create index if not exists "award_proposal_parts_root_idx" on "award_proposal_parts" ("root_id");
grant select, insert, update, delete on "award_proposal_parts" to app_staff;
alter table "award_proposal_parts" enable row level security;
create policy staff on "award_proposal_parts" to app_staff using (true) with check (true);
create table "award_proposal_ways" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "way" text not null,
  "outcome" text not null,
  "suppliers" integer,
  "amount" numeric(18,2),
  "last" numeric(18,2),
  "saving" numeric(18,2),
  "surplus" numeric(18,2),
  "term_cost" numeric(18,2),
  "full" numeric(18,2),
  "held_to" text,
  "relaxed" text,
  "conflict" text,
  "gap" numeric(9,4)
);
create index if not exists "award_proposal_ways_root_idx" on "award_proposal_ways" ("root_id");
grant select, insert, update, delete on "award_proposal_ways" to app_staff;
alter table "award_proposal_ways" enable row level security;
create policy staff on "award_proposal_ways" to app_staff using (true) with check (true);
alter table "award_proposal" add constraint "award_proposal_rfq_id_fkey" foreign key ("rfq_id") references "rfq" (id) on delete restrict;
alter table "award_proposal" add constraint "award_proposal_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "award_proposal" add constraint "award_proposal_asked_by_fkey" foreign key ("asked_by") references "app_user" (id) on delete restrict;
alter table "award_proposal_limits" add constraint "award_proposal_limits_root_id_fkey" foreign key ("root_id") references "award_proposal" (id) on delete cascade;
alter table "award_proposal_limits" add constraint "award_proposal_limits_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "award_proposal_parts" add constraint "award_proposal_parts_root_id_fkey" foreign key ("root_id") references "award_proposal" (id) on delete cascade;
alter table "award_proposal_parts" add constraint "award_proposal_parts_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "award_proposal_ways" add constraint "award_proposal_ways_root_id_fkey" foreign key ("root_id") references "award_proposal" (id) on delete cascade;
`;
