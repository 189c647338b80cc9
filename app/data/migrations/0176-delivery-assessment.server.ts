/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0176-delivery-assessment";

export const up = `
create table "delivery_assessment" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "title" text not null,
  "material_type_id" uuid,
  "due_source" text not null,
  "grace_days" integer not null,
  "early_counts" boolean default false not null,
  "qty_tolerance" numeric(9,4) not null,
  "clause_id" uuid,
  "fine_start_days" integer,
  "min_fine" numeric(18,2),
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "delivery_assessment_title_key" unique ("tenant_id", "title")
);
create index if not exists "delivery_assessment_material_type_id_idx" on "delivery_assessment" ("material_type_id");
create index if not exists "delivery_assessment_clause_id_idx" on "delivery_assessment" ("clause_id");
create index if not exists "delivery_assessment_title_idx" on "delivery_assessment" ("title");
create index if not exists "delivery_assessment_search_idx" on "delivery_assessment" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "delivery_assessment" to app_staff;
alter table "delivery_assessment" enable row level security;
create policy staff on "delivery_assessment" to app_staff using (true) with check (true);
create table "delivery_assessment_bands" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "from_rate" numeric(9,4) not null,
  "to_rate" numeric(9,4) not null,
  "score" numeric(6,2) not null
);
create index if not exists "delivery_assessment_bands_root_idx" on "delivery_assessment_bands" ("root_id");
grant select, insert, update, delete on "delivery_assessment_bands" to app_staff;
alter table "delivery_assessment_bands" enable row level security;
create policy staff on "delivery_assessment_bands" to app_staff using (true) with check (true);
create table "delivery_assessment_classes" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_class_id" uuid not null
);
create index if not exists "delivery_assessment_classes_root_idx" on "delivery_assessment_classes" ("root_id");
grant select, insert, update, delete on "delivery_assessment_classes" to app_staff;
alter table "delivery_assessment_classes" enable row level security;
create policy staff on "delivery_assessment_classes" to app_staff using (true) with check (true);
create table "delivery_assessment_exemptions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "reason" text not null
);
create index if not exists "delivery_assessment_exemptions_root_idx" on "delivery_assessment_exemptions" ("root_id");
grant select, insert, update, delete on "delivery_assessment_exemptions" to app_staff;
alter table "delivery_assessment_exemptions" enable row level security;
create policy staff on "delivery_assessment_exemptions" to app_staff using (true) with check (true);
alter table "delivery_assessment" add constraint "delivery_assessment_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "delivery_assessment" add constraint "delivery_assessment_clause_id_fkey" foreign key ("clause_id") references "standard_clause" (id) on delete restrict;
alter table "delivery_assessment_bands" add constraint "delivery_assessment_bands_root_id_fkey" foreign key ("root_id") references "delivery_assessment" (id) on delete cascade;
alter table "delivery_assessment_classes" add constraint "delivery_assessment_classes_root_id_fkey" foreign key ("root_id") references "delivery_assessment" (id) on delete cascade;
alter table "delivery_assessment_classes" add constraint "delivery_assessment_classes_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "delivery_assessment_exemptions" add constraint "delivery_assessment_exemptions_root_id_fkey" foreign key ("root_id") references "delivery_assessment" (id) on delete cascade;
`;
