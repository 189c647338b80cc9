/** Letters that can wait do in the quiet hours, and what is told only once is remembered. */
export const name = "0064-daily-letter";

export const up = `
/* Letters that do not get worse by waiting leave after the quiet hours, unless an administrator has decided otherwise. */
update msg_scenario set quiet = true where level in ('info', 'todo') and updated_by is null and not quiet;

/* What jobs have told people of, so that each thing is told once however often they run. */
create table news_once (
  scenario text not null,
  about text not null,
  at timestamptz not null,
  tenant_id smallint not null default 1,
  primary key (tenant_id, scenario, about)
);
create index news_once_at_idx on news_once (at);
grant select, insert on news_once to app_staff;
alter table news_once enable row level security;
create policy staff on news_once to app_staff using (true) with check (true);
`;
