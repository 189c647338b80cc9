/** Jobs, their groups and their runs, and what became of them as one list. */
export const name = "0043-jobs";

export const up = `
create table "job" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "name" text not null,
  "group_id" uuid not null,
  "handler" text not null,
  "schedule_type" text not null,
  "schedule_conf" text,
  "time_zone" text not null,
  "misfire" text not null,
  "overlap" text not null,
  "timeout_s" integer not null,
  "retry" integer not null,
  "built_in" boolean default false not null,
  "remark" text,
  "last_run_at" timestamptz,
  "last_result" text,
  "next_run_at" timestamptz,
  "fail_streak" integer not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "job_name_key" unique ("tenant_id", "name")
);
create index if not exists "job_state_idx" on "job" ("state");
create index if not exists "job_group_id_idx" on "job" ("group_id");
create index if not exists "job_name_idx" on "job" ("name");
create index if not exists "job_search_idx" on "job" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "job" to app_staff;
alter table "job" enable row level security;
create policy staff on "job" to app_staff using (true) with check (true);
create table "job_group" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "owner_id" uuid,
  "max_parallel" integer not null,
  "pause_from" text,
  "pause_to" text,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "job_group_code_key" unique ("tenant_id", "code")
);
create index if not exists "job_group_owner_id_idx" on "job_group" ("owner_id");
create index if not exists "job_group_code_idx" on "job_group" ("code");
create index if not exists "job_group_search_idx" on "job_group" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "job_group" to app_staff;
alter table "job_group" enable row level security;
create policy staff on "job_group" to app_staff using (true) with check (true);
create table "job_run" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "job_id" uuid not null,
  "job_name" text not null,
  "trigger_type" text not null,
  "attempt" integer not null,
  "planned_at" timestamptz not null,
  "handed_at" timestamptz,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "duration_ms" integer,
  "operator_id" uuid,
  "worker" text,
  "lease_until" timestamptz,
  "stop_wanted_at" timestamptz,
  "summary" text,
  "output" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null
);
create index if not exists "job_run_state_idx" on "job_run" ("state");
create index if not exists "job_run_job_id_idx" on "job_run" ("job_id");
create index if not exists "job_run_operator_id_idx" on "job_run" ("operator_id");
create index if not exists "job_run_planned_at_idx" on "job_run" ("planned_at");
grant select, insert, update, delete on "job_run" to app_staff;
alter table "job_run" enable row level security;
create policy staff on "job_run" to app_staff using (true) with check (true);
alter table "job" add constraint "job_group_id_fkey" foreign key ("group_id") references "job_group" (id) on delete restrict;
alter table "job_group" add constraint "job_group_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "job_run" add constraint "job_run_job_id_fkey" foreign key ("job_id") references "job" (id) on delete restrict;
alter table "job_run" add constraint "job_run_operator_id_fkey" foreign key ("operator_id") references "app_user" (id) on delete restrict;

/*
 * What became of jobs, as one list: runs, and what people did to jobs and groups. Whoever asks stands behind the lock of both tables;
 * suppliers hold no right to the view at all.
 */
create view job_operation with (security_invoker = true) as
  select r.id, r.tenant_id, 1 as version, r.created_by, r.created_at, null::uuid as updated_by, r.created_at as updated_at,
    coalesce(r.started_at, r.planned_at) as at, 'run' as kind, r.job_id, r.job_name, 'run' as operation, r.operator_id as user_id,
    r.state as result, r.summary
  from job_run r
  union all
  select a.id, a.tenant_id, 1, a.user_id, a.at, null::uuid, a.at,
    a.at, 'op', j.id, coalesce(j.name, g.name, n.job_name, a.record_number, ''), a.action, a.user_id,
    null::text, coalesce(a.staff_reason, a.reason)
  from audit_log a
  left join job_run n on a.entity = 'system-management/job-run' and n.id = a.record_id
  left join job j on j.id = coalesce(n.job_id, a.record_id)
  left join job_group g on g.id = a.record_id
  where a.entity in ('system-management/job', 'system-management/job-group', 'system-management/job-run') and a.action <> 'export';
grant select on job_operation to app_staff;
`;
