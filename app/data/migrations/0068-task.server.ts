/** Tasks: what somebody has to do. Written by `npm run db:generate`, but for what stands at its end. It stays as it is once it has run anywhere. */
export const name = "0068-task";

export const up = `
create table "task" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "description" text,
  "business_type" text,
  "business_key" text,
  "document_entity" text,
  "document_id" text,
  "valid_states" text,
  "path" text,
  "assignee_id" uuid,
  "candidate_role_id" uuid,
  "supplier_id" uuid,
  "factory_id" uuid,
  "purchase_group_id" uuid,
  "due_at" timestamptz,
  "priority" text not null,
  "source" text not null,
  "claimed_at" timestamptz,
  "done_by" uuid,
  "done_at" timestamptz,
  "reminded_at" timestamptz,
  "escalated_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null
);
create index if not exists "task_state_idx" on "task" ("state");
create index if not exists "task_assignee_id_idx" on "task" ("assignee_id");
create index if not exists "task_candidate_role_id_idx" on "task" ("candidate_role_id");
create index if not exists "task_supplier_id_idx" on "task" ("supplier_id");
create index if not exists "task_factory_id_idx" on "task" ("factory_id");
create index if not exists "task_purchase_group_id_idx" on "task" ("purchase_group_id");
create index if not exists "task_done_by_idx" on "task" ("done_by");
create index if not exists "task_due_at_idx" on "task" ("due_at");
grant select, insert, update, delete on "task" to app_staff;
alter table "task" enable row level security;
create policy staff on "task" to app_staff using (true) with check (true);
alter table "task" add constraint "task_assignee_id_fkey" foreign key ("assignee_id") references "app_user" (id) on delete restrict;
alter table "task" add constraint "task_candidate_role_id_fkey" foreign key ("candidate_role_id") references "role" (id) on delete restrict;
alter table "task" add constraint "task_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "task" add constraint "task_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "task" add constraint "task_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "task" add constraint "task_done_by_fkey" foreign key ("done_by") references "app_user" (id) on delete restrict;
grant select ("id", "tenant_id", "state", "previous_state", "title", "description", "business_type", "business_key", "path", "assignee_id", "supplier_id", "due_at", "priority", "source", "claimed_at", "done_by", "done_at", "version", "created_by", "created_at", "updated_by", "updated_at") on "task" to app_supplier;
create policy supplier_read on "task" for select to app_supplier using (("task"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "assignee_id", "claimed_at", "done_by", "done_at", "version", "updated_by", "updated_at") on "task" to app_supplier;
create policy supplier_update on "task" for update to app_supplier using (("task"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("task"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));

/* What a document opened and has not been dealt with: looked for at every move of a document. */
create index task_document_idx on task (document_id) where state in ('open', 'claimed');

/*
 * Who may claim a task that nobody has: holders of its role whose account covers the document's factory and purchase group. On which
 * days the role is held is compared by whoever asks, by the clock of the request. Suppliers see nothing here, but may name it.
 */
create view task_claimant as
  select t.id as task_id, u.id as user_id, g.valid_from, g.valid_until
  from task t join role r on r.id = t.candidate_role_id and r.enabled
    join user_role g on g.role_code = r.code
    join app_user u on u.id = g.user_id
  where t.assignee_id is null and current_user <> 'app_supplier'
    and (t.factory_id is null or u.factory_scope = 'all'
      or exists (select 1 from user_scope s where s.user_id = u.id and s.kind = 'factory' and s.target_id = t.factory_id))
    and (t.purchase_group_id is null or u.purchase_group_scope = 'all'
      or exists (select 1 from user_scope s where s.user_id = u.id and s.kind = 'purchase_group' and s.target_id = t.purchase_group_id));
/* Tasks of a superior's people. */
create view task_team as
  select t.id as task_id, u.superior_id from task t join app_user u on u.id = t.assignee_id
  where u.superior_id is not null and current_user <> 'app_supplier';
grant select on task_claimant, task_team to app_staff, app_supplier;

/* Whoever moves a document gives others something to do, and takes it from them again, without a right to their rows. */
create function open_task(p jsonb) returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare role_id uuid;
begin
  if p ->> 'role' is not null then
    select r.id into strict role_id from public.role r where r.code = p ->> 'role';
  end if;
  /* Two at once wait for each other, so that neither opens what the other one has. */
  perform pg_advisory_xact_lock(hashtextextended('task ' || (p ->> 'recordId'), 0));
  if exists (select 1 from public.task t where t.document_id = p ->> 'recordId' and t.document_entity = p ->> 'entity'
      and t.state in ('open', 'claimed') and t.source = 'system' and t.title = p ->> 'title'
      and t.candidate_role_id is not distinct from role_id and t.supplier_id is not distinct from (p ->> 'supplierId')::uuid
      and (role_id is not null or p ->> 'supplierId' is not null or t.assignee_id is not distinct from (p ->> 'assignee')::uuid)) then
    return false;
  end if;
  insert into public.task (id, state, title, description, business_type, business_key, document_entity, document_id, valid_states, path,
    assignee_id, candidate_role_id, supplier_id, factory_id, purchase_group_id, due_at, priority, source, created_by, created_at, updated_by, updated_at)
  values ((p ->> 'id')::uuid, 'open', p ->> 'title', p ->> 'description', p ->> 'businessType', p ->> 'businessKey', p ->> 'entity', p ->> 'recordId',
    p ->> 'states', p ->> 'path', (p ->> 'assignee')::uuid, role_id, (p ->> 'supplierId')::uuid, (p ->> 'factoryId')::uuid,
    (p ->> 'purchaseGroupId')::uuid, (p ->> 'dueAt')::timestamptz, p ->> 'priority', 'system', (p ->> 'by')::uuid, (p ->> 'at')::timestamptz,
    (p ->> 'by')::uuid, (p ->> 'at')::timestamptz);
  return true;
end $$;
create function close_tasks(p jsonb) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare ended integer;
begin
  update public.task t set state = p ->> 'outcome', previous_state = t.state, version = t.version + 1,
    done_by = case when p ->> 'outcome' = 'done' then (p ->> 'by')::uuid end,
    done_at = case when p ->> 'outcome' = 'done' then (p ->> 'at')::timestamptz end,
    updated_by = (p ->> 'by')::uuid, updated_at = (p ->> 'at')::timestamptz
  where t.document_id = p ->> 'recordId' and t.document_entity = p ->> 'entity' and t.state in ('open', 'claimed') and t.source = 'system'
    and (p ->> 'title' is null or t.title = p ->> 'title')
    and (p ->> 'outside' is null or (t.valid_states is not null and not (p ->> 'outside' = any (string_to_array(t.valid_states, ',')))));
  get diagnostics ended = row_count;
  return ended;
end $$;
revoke all on function open_task(jsonb) from public;
revoke all on function close_tasks(jsonb) from public;
grant execute on function open_task(jsonb), close_tasks(jsonb) to app_staff, app_supplier;
`;
