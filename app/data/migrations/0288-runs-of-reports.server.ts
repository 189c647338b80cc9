/** Each report that was taken away or made at its time: who, when, under which conditions, how many rows, or why not. It stays as it is once it has run anywhere. */
export const name = "0288-runs-of-reports";

const ME = "nullif(current_setting('app.user_id', true), '')::uuid";
// Without a person the program itself asks.
const MINE = `(${ME} is null or r.user_id = ${ME} or (select sees_all_report_runs()))`;

export const up = `
create table report_run (
  id uuid primary key,
  tenant_id smallint not null default 1,
  report_id uuid references report_definition (id) on delete set null,
  report_name text not null,
  user_id uuid references app_user (id) on delete set null,
  run_by text not null,
  format text not null,
  conditions text,
  task_id uuid unique references export_task (id) on delete set null,
  status text not null,
  row_count integer,
  message text,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index report_run_report_id_idx on report_run (report_id, started_at desc);
create index report_run_user_id_idx on report_run (user_id, started_at desc);
create index report_run_started_at_idx on report_run (started_at desc);
grant select, insert, update on report_run to app_staff;
alter table report_run enable row level security;
create policy staff on report_run to app_staff using (true) with check (true);

/* Whoever sees the runs of everybody. Asked once per statement. */
create function sees_all_report_runs() returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from public.user_role g join public.role r on r.code = g.role_code and r.enabled
    join public.role_permission p on p.role_code = g.role_code and p.permission_id = 'report-run-all' and p.action = 'get'
    where g.user_id = ${ME}
      and coalesce(g.valid_from <= (now() at time zone 'Asia/Shanghai')::date, true) and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true))
$$;
revoke all on function sees_all_report_runs() from public;
grant execute on function sees_all_report_runs() to app_staff;

/* What is made in the export center is as far as its task is. */
create view report_run_entry as
  select r.id, r.tenant_id, 1 as version, r.user_id as created_by, r.started_at as created_at, null::uuid as updated_by,
    coalesce(t.ended_at, r.ended_at, r.started_at) as updated_at, r.report_id, r.report_name, r.user_id, r.run_by, r.format, r.conditions,
    r.task_id, coalesce(t.state, r.status) as status, coalesce(t.row_count, r.row_count) as row_count, coalesce(t.message, r.message) as message,
    r.started_at, coalesce(t.ended_at, r.ended_at) as ended_at
  from report_run r left join export_task t on t.id = r.task_id
  where ${MINE};
grant select on report_run_entry to app_staff;

/* Reports that were made at their time before: their tasks know which. */
insert into report_run (id, report_id, report_name, user_id, run_by, format, task_id, status, started_at)
  select gen_random_uuid(), d.id, coalesce(d.name, regexp_replace(t.list_label, '^报表：', '')), t.created_by, 'schedule', t.format, t.id, t.state, t.created_at
  from export_task t join export_work w on w.task_id = t.id
    left join report_definition d on d.id = (w.wish ->> 'report')::uuid
  where w.wish ->> 'report' is not null;
`;
