/** What belongs to a person's way of working: saved lists, drafts, comments, watched records, the inbox. */
export const name = "0004-work";

const ME = "nullif(current_setting('app.user_id', true), '')::uuid";
const MY_SUPPLIER = "nullif(current_setting('app.supplier_id', true), '')::uuid";

/** Rows that only their owner reads and writes, whichever role it acts under. */
function own(table: string): string {
  return `grant select, insert, update, delete on ${table} to app_staff, app_supplier;
alter table ${table} enable row level security;
create policy own on ${table} to app_staff, app_supplier using (user_id = ${ME}) with check (user_id = ${ME});`;
}

export const up = `
/* A list as a person left it and named it: the query part of its address. */
create table saved_view (
  id uuid primary key,
  tenant_id smallint not null default 1,
  user_id uuid not null references app_user (id) on delete cascade,
  screen text not null,
  name text not null,
  query text not null,
  is_default boolean not null default false,
  created_at timestamptz not null
);
create unique index saved_view_name_key on saved_view (user_id, screen, name);
create unique index saved_view_default_key on saved_view (user_id, screen) where is_default;
${own("saved_view")}

/* Columns a person chose for a list, in order. */
create table list_columns (
  user_id uuid not null references app_user (id) on delete cascade,
  screen text not null,
  columns text[] not null,
  primary key (user_id, screen)
);
${own("list_columns")}

/* What was typed into a form and not yet saved; found again by its address. */
create table form_draft (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  address text not null,
  title text not null,
  body jsonb not null,
  saved_at timestamptz not null
);
create unique index form_draft_address_key on form_draft (user_id, address);
create index form_draft_saved_idx on form_draft (saved_at);
${own("form_draft")}

create table record_comment (
  id uuid primary key,
  tenant_id smallint not null default 1,
  at timestamptz not null,
  user_id uuid not null references app_user (id),
  user_name text not null,
  user_supplier_id uuid,
  entity text not null,
  record_id uuid not null,
  body text not null,
  /* Written for colleagues: suppliers never read it. */
  staff_only boolean not null,
  mentions uuid[] not null default '{}',
  /* Suppliers that see the record when the comment is written. */
  suppliers uuid[] not null default '{}'
);
create index record_comment_record_idx on record_comment (record_id, at);
grant select, insert on record_comment to app_staff, app_supplier;
alter table record_comment enable row level security;
create policy staff on record_comment to app_staff using (true) with check (user_id = ${ME});
create policy supplier_read on record_comment for select to app_supplier
  using (not staff_only and ${MY_SUPPLIER} = any (suppliers));
create policy supplier_insert on record_comment for insert to app_supplier
  with check (user_id = ${ME} and not staff_only and suppliers <@ array[${MY_SUPPLIER}]);

create table record_watch (
  user_id uuid not null references app_user (id) on delete cascade,
  entity text not null,
  record_id uuid not null,
  since timestamptz not null,
  primary key (user_id, entity, record_id)
);
create index record_watch_record_idx on record_watch (record_id);
${own("record_watch")}

/* What happened to records a person watches or was named on. */
create table inbox (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  at timestamptz not null,
  /* mention | watch */
  kind text not null,
  entity text not null,
  record_id uuid not null,
  /* The record as people call it, e.g. its number. */
  title text not null,
  /* What happened, one sentence. */
  body text not null,
  from_user uuid,
  from_name text not null,
  read_at timestamptz
);
create index inbox_user_idx on inbox (user_id, at desc);
create index inbox_unread_idx on inbox (user_id, record_id) where read_at is null;
grant select, update (read_at) on inbox to app_staff, app_supplier;
alter table inbox enable row level security;
create policy own on inbox to app_staff, app_supplier using (user_id = ${ME}) with check (user_id = ${ME});

/*
 * Whoever changes a record may not read who watches it, nor write into other people's inboxes: both happen here.
 * A supplier login hears only of what its supplier may read (given), never of what staff keep among themselves.
 */
create function notify_watchers(wanted_entity text, wanted_record uuid, wanted_title text, wanted_body text, readers uuid[], at timestamptz, actor uuid, actor_name text)
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.inbox (id, user_id, at, kind, entity, record_id, title, body, from_user, from_name)
  select gen_random_uuid(), w.user_id, at, 'watch', wanted_entity, wanted_record, wanted_title, wanted_body, actor, actor_name
  from public.record_watch w join public.app_user u on u.id = w.user_id
  where w.entity = wanted_entity and w.record_id = wanted_record and u.status = 'active'
    and w.user_id is distinct from actor and (u.supplier_id is null or u.supplier_id = any (readers))
$$;
revoke all on function notify_watchers(text, uuid, text, text, uuid[], timestamptz, uuid, text) from public;
grant execute on function notify_watchers(text, uuid, text, text, uuid[], timestamptz, uuid, text) to app_staff, app_supplier;

/* People named in a comment; a supplier's people only where their supplier may read it. */
create function notify_mentioned(people uuid[], wanted_entity text, wanted_record uuid, wanted_title text, wanted_body text, readers uuid[], at timestamptz, actor uuid, actor_name text)
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.inbox (id, user_id, at, kind, entity, record_id, title, body, from_user, from_name)
  select gen_random_uuid(), u.id, at, 'mention', wanted_entity, wanted_record, wanted_title, wanted_body, actor, actor_name
  from public.app_user u
  where u.id = any (people) and u.status = 'active' and u.id is distinct from actor
    and (u.supplier_id is null or u.supplier_id = any (readers))
$$;
revoke all on function notify_mentioned(uuid[], text, uuid, text, text, uuid[], timestamptz, uuid, text) from public;
grant execute on function notify_mentioned(uuid[], text, uuid, text, text, uuid[], timestamptz, uuid, text) to app_staff, app_supplier;
`;
