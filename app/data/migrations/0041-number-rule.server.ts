/** Written by `npm run db:generate`, but for the function at its end. It stays as it is once it has run anywhere. */
export const name = "0041-number-rule";

export const up = `
create table "number_rule" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "doc_type" text not null,
  "name" text not null,
  "default_pattern" text not null,
  "pattern" text,
  "reset" text not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "number_rule_doc_type_key" unique ("tenant_id", "doc_type")
);
create index if not exists "number_rule_name_idx" on "number_rule" ("name");
create index if not exists "number_rule_search_idx" on "number_rule" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "number_rule" to app_staff;
alter table "number_rule" enable row level security;
create policy staff on "number_rule" to app_staff using (true) with check (true);

/* Records of suppliers are numbered in their own transactions, which may read no rule: they are told this one thing. */
create function number_rule_of(wanted text) returns table (pattern text, reset text, changed boolean) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select rule.pattern, rule.reset, rule.version > 1 from public.number_rule as rule where rule.doc_type = wanted
$$;
revoke all on function number_rule_of(text) from public;
grant execute on function number_rule_of(text) to app_staff, app_supplier;
/* The next number is shown to whoever looks after the rules. */
grant select on number_counter to app_staff;
`;
