/** Menu entries as records people keep: ids like everybody's, a parent that exists, marks of those the program brings. */
export const name = "0029-resources";

export const up = `
/* So far a row was named by a text that is the permission id as well; from here on by an id of its own. */
alter table resource rename column id to old_id;
alter table resource rename column parent_id to old_parent_id;
alter table resource drop constraint resource_pkey;
alter table resource
  add column id uuid not null default gen_random_uuid(),
  add column tenant_id smallint not null default 1,
  add column parent_id uuid,
  add column keep_tab boolean not null default true,
  add column allowed_actions jsonb,
  add column built_in boolean not null default false,
  add column version integer not null default 1,
  add column created_by uuid,
  add column created_at timestamptz not null default now(),
  add column updated_by uuid,
  add column updated_at timestamptz not null default now(),
  add column search_text text,
  add column search_grams text[],
  add constraint resource_pkey primary key (id),
  add constraint resource_parent_id_fkey foreign key (parent_id) references resource (id) on delete restrict;
update resource r set parent_id = p.id from resource p where p.old_id = r.old_parent_id;
/* So far nobody but the program made entries. */
update resource set built_in = true;
alter table resource drop column old_id, drop column old_parent_id;
/* Not of the columns that searching fills beside the requests: those change nobody's menu. */
drop trigger resource_changed on resource;
create trigger resource_changed after insert or delete or update of title, name, type, parent_id, path, component, redirect, icon, sort_no, show,
  hide_children, hidden_header_content, target, keep_tab, allowed_actions, enabled, built_in on resource
  for each statement execute function access_changed();
create index resource_parent_id_idx on resource (parent_id);
create index resource_sort_no_idx on resource (sort_no);
create index resource_search_idx on resource using gin (search_grams) with (fastupdate = off);
`;
