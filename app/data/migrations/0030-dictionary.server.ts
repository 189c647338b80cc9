/** Written by `npm run db:generate`, but for the triggers at its end. It stays as it is once it has run anywhere. */
export const name = "0030-dictionary";

export const up = `
create table "dictionary" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "category" text,
  "is_public" boolean default false not null,
  "locked" boolean default false not null,
  "built_in" boolean default false not null,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "dictionary_code_key" unique ("tenant_id", "code")
);
create index if not exists "dictionary_code_idx" on "dictionary" ("code");
create index if not exists "dictionary_search_idx" on "dictionary" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "dictionary" to app_staff;
alter table "dictionary" enable row level security;
create policy staff on "dictionary" to app_staff using (true) with check (true);
create table "dictionary_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item_name" text not null,
  "item_value" text not null,
  "color" text,
  "sort_no" integer,
  "parent_value" text,
  "is_default" boolean default false not null,
  "enabled" boolean default false not null
);
create index if not exists "dictionary_items_root_idx" on "dictionary_items" ("root_id");
grant select, insert, update, delete on "dictionary_items" to app_staff;
alter table "dictionary_items" enable row level security;
create policy staff on "dictionary_items" to app_staff using (true) with check (true);
alter table "dictionary_items" add constraint "dictionary_items_root_id_fkey" foreign key ("root_id") references "dictionary" (id) on delete cascade;

/* Dictionaries are kept in memory under the version of rights and menus, which every request reads. The columns that
   searching fills beside the requests change nothing of them. */
create trigger dictionary_changed after insert or delete or update of code, name, category, is_public, locked, built_in, enabled on dictionary for each statement execute function access_changed();
create trigger dictionary_items_changed after insert or update or delete on dictionary_items for each statement execute function access_changed();
`;
