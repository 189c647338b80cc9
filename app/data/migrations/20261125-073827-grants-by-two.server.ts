/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261125-073827-grants-by-two";

export const up = `
create table "app_user_grant_proposals" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "role_id" uuid not null,
  "valid_from" date,
  "valid_until" date,
  "proposed_by" uuid not null,
  "proposed_at" timestamptz not null
);
create index if not exists "app_user_grant_proposals_root_idx" on "app_user_grant_proposals" ("root_id");
grant select, insert, update, delete on "app_user_grant_proposals" to app_staff;
alter table "app_user_grant_proposals" enable row level security;
create policy staff on "app_user_grant_proposals" to app_staff using (true) with check (true);
alter table "app_user_grant_proposals" add constraint "app_user_grant_proposals_root_id_fkey" foreign key ("root_id") references "app_user" (id) on delete cascade;
alter table "app_user_grant_proposals" add constraint "app_user_grant_proposals_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "app_user_grant_proposals" add constraint "app_user_grant_proposals_proposed_by_fkey" foreign key ("proposed_by") references "app_user" (id) on delete restrict;
`;
