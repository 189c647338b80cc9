/** Preferences under the names of the catalogue, and the warnings a person has put away. */
export const name = "0011-looks";

const ME = "nullif(current_setting('app.user_id', true), '')::uuid";

export const up = `
update user_preference set preferences = (preferences - 'sidebar') ||
  case preferences ->> 'sidebar' when 'open' then '{"sidebarOpen": true}'::jsonb when 'closed' then '{"sidebarOpen": false}'::jsonb else '{}'::jsonb end
where preferences ? 'sidebar';

/* A warning that was put away never returns in the same stage; what gets worse is another stage. */
create table warning_dismissal (
  user_id uuid not null references app_user (id) on delete cascade,
  kind text not null,
  object_id uuid not null,
  stage text not null,
  at timestamptz not null,
  primary key (user_id, kind, object_id, stage)
);
grant select, insert on warning_dismissal to app_staff, app_supplier;
alter table warning_dismissal enable row level security;
create policy own on warning_dismissal to app_staff, app_supplier using (user_id = ${ME}) with check (user_id = ${ME});

/* Preferences are everybody's own, suppliers' people included. */
grant select, insert, update on user_preference to app_supplier;
alter table user_preference enable row level security;
create policy own on user_preference to app_staff, app_supplier using (user_id = ${ME}) with check (user_id = ${ME});
`;
