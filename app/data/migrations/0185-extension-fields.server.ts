/** Written by `npm run db:generate`, but for trigger and function at its end. It stays as it is once it has run anywhere. */
export const name = "0185-extension-fields";

export const up = `
create table "field" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "entity" text not null,
  "code" text not null,
  "label" text not null,
  "field_type" text not null,
  "options_dict" text,
  "required" boolean default false not null,
  "supplier_visible" boolean default false not null,
  "supplier_editable" boolean default false not null,
  "in_list" boolean default false not null,
  "searchable" boolean default false not null,
  "seq" integer not null,
  "builtin" boolean default false not null,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "field_entity_code_key" unique ("tenant_id", "entity", "code")
);
create index if not exists "field_entity_idx" on "field" ("entity");
create index if not exists "field_search_idx" on "field" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "field" to app_staff;
alter table "field" enable row level security;
create policy staff on "field" to app_staff using (true) with check (true);

/* What is added to definitions is kept in memory under the version of rights and menus, which every request reads. The columns that
   searching fills beside the requests change nothing of it. */
create trigger field_changed after insert or delete or update of entity, code, label, field_type, options_dict, required, supplier_visible, supplier_editable, in_list, searchable, seq, builtin, enabled on field for each statement execute function access_changed();

/*
 * The column of an added field, as the register says: made where it is missing, made anew under another type while no row has a value,
 * shown to supplier logins and writable by them or not. The one way by which work of staff changes a table, so it takes nothing but
 * names of added fields and the types they may have. It does nothing where all is as it should be.
 */
create function extension_column(p_table text, p_column text, p_type text, p_read boolean, p_write boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  place oid;
  held text;
  filled boolean := false;
begin
  if p_column !~ '^x_[a-z0-9_]{1,28}$' or p_type not in ('text', 'numeric(18,6)', 'numeric(18,2)', 'date', 'boolean', 'jsonb') then
    raise exception 'no column of an added field: % %', p_column, p_type;
  end if;
  select c.oid into place from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = p_table;
  if place is null then raise exception 'no table for added fields: %', p_table; end if;
  /* Whoever holds the table for long shall not make everybody else wait behind this. */
  perform set_config('lock_timeout', '3s', true);
  select format_type(a.atttypid, a.atttypmod) into held from pg_attribute a
    where a.attrelid = place and a.attname = p_column and not a.attisdropped;
  if held is not null and held <> p_type then
    execute format('select exists (select 1 from public.%I where %I is not null%s)', p_table, p_column,
      case when held = 'boolean' then format(' and %I', p_column) else '' end) into filled;
    if filled then raise exception 'the column % of % has values', p_column, p_table; end if;
    execute format('alter table public.%I drop column %I', p_table, p_column);
    held := null;
  end if;
  if held is null then
    execute format('alter table public.%I add column %I %s%s', p_table, p_column, p_type,
      case when p_type = 'boolean' then ' not null default false' else '' end);
  end if;
  if not has_any_column_privilege('app_supplier', place, 'SELECT') then return; end if;
  if p_read and not has_column_privilege('app_supplier', place, p_column, 'SELECT') then
    execute format('grant select (%I) on public.%I to app_supplier', p_column, p_table);
  elsif not p_read and has_column_privilege('app_supplier', place, p_column, 'SELECT') then
    execute format('revoke select (%I) on public.%I from app_supplier', p_column, p_table);
  end if;
  if p_write and not has_column_privilege('app_supplier', place, p_column, 'UPDATE') then
    execute format('grant update (%I) on public.%I to app_supplier', p_column, p_table);
  elsif not p_write and has_column_privilege('app_supplier', place, p_column, 'UPDATE') then
    execute format('revoke update (%I) on public.%I from app_supplier', p_column, p_table);
  end if;
end $$;
revoke all on function extension_column(text, text, text, boolean, boolean) from public;
grant execute on function extension_column(text, text, text, boolean, boolean) to app_staff;
`;
