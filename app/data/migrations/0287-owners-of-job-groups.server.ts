/** Whoever is in charge of a group of jobs sees and runs them. It stays as it is once it has run anywhere. */
export const name = "0287-owners-of-job-groups";

export const up = `
/* Who keeps rights in memory hears that a group is in other hands. */
create trigger job_group_owner_changed after insert or delete or update of owner_id on job_group for each statement execute function access_changed();
create index if not exists "job_group_owner_id_idx" on "job_group" ("owner_id");
/* Whoever read jobs and their runs goes on reading all of them. */
insert into role_permission (role_code, permission_id, action)
  select distinct role_code, permission_id || '-all', 'get' from role_permission
  where permission_id in ('job', 'job-run', 'job-group') and action in ('query', 'get')
  on conflict do nothing;
`;
