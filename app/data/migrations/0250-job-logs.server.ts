/** Written by `npm run db:generate`, but for what concerns job_operation. It stays as it is once it has run anywhere. */
export const name = "0250-job-logs";

export const up = `
alter table "job" add column "alarm_emails" text;
create table "job_children" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "job_id" uuid not null
);
create index if not exists "job_children_root_idx" on "job_children" ("root_id");
grant select, insert, update, delete on "job_children" to app_staff;
alter table "job_children" enable row level security;
create policy staff on "job_children" to app_staff using (true) with check (true);
alter table "job_group" add column "alarm_emails" text;
create table "job_log_clearing" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "keep" text not null,
  "job_id" uuid,
  "reason" text not null,
  "cut_at" timestamptz,
  "removed_count" integer,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  constraint "job_log_clearing_number_key" unique ("tenant_id", "number")
);
create index if not exists "job_log_clearing_job_id_idx" on "job_log_clearing" ("job_id");
create index if not exists "job_log_clearing_created_at_idx" on "job_log_clearing" ("created_at");
grant select, insert, update, delete on "job_log_clearing" to app_staff;
alter table "job_log_clearing" enable row level security;
create policy staff on "job_log_clearing" to app_staff using (true) with check (true);
alter table "job_children" add constraint "job_children_root_id_fkey" foreign key ("root_id") references "job" (id) on delete cascade;
alter table "job_children" add constraint "job_children_job_id_fkey" foreign key ("job_id") references "job" (id) on delete restrict;
alter table "job_log_clearing" add constraint "job_log_clearing_job_id_fkey" foreign key ("job_id") references "job" (id) on delete restrict;
create or replace view job_operation with (security_invoker = true) as
  select r.id, r.tenant_id, 1 as version, r.created_by, r.created_at, null::uuid as updated_by, r.created_at as updated_at,
    coalesce(r.started_at, r.planned_at) as at, 'run' as kind, r.job_id, r.job_name, 'run' as operation, r.operator_id as user_id,
    r.state as result, r.summary, null::text as ip, q.group_id
  from job_run r join job q on q.id = r.job_id
  union all
  select a.id, a.tenant_id, 1, a.user_id, a.at, null::uuid, a.at,
    a.at, 'op', j.id, coalesce(j.name, g.name, n.job_name, case when c.id is not null then '全部任务' end, a.record_number, ''),
    case when c.id is not null then 'clear' else a.action end, a.user_id,
    null::text, case when c.id is not null then c.reason || '（清理' || c.removed_count || '条）' else coalesce(a.staff_reason, a.reason) end,
    a.ip, coalesce(j.group_id, g.id)
  from audit_log a
  left join job_run n on a.entity = 'system-management/job-run' and n.id = a.record_id
  left join job_log_clearing c on a.entity = 'system-management/job-log-clearing' and c.id = a.record_id
  left join job j on j.id = coalesce(n.job_id, c.job_id, a.record_id)
  left join job_group g on g.id = a.record_id
  where a.entity in ('system-management/job', 'system-management/job-group', 'system-management/job-run', 'system-management/job-log-clearing')
    and a.action <> 'export';
`;
