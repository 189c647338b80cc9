/** On which rows a role lets its rights be used, and where its people land after signing in. */
export const name = "0055-role-reach";

export const up = `
alter table role
  add column data_scope text not null default 'granted',
  add column home_id uuid references resource (id) on delete restrict;
alter table role alter column data_scope drop default;
/* Until now the account alone decided, and so it stays: suppliers reach what is their supplier's, staff what their account lists. */
update role set data_scope = 'supplier' where audience = 'supplier';
create index role_home_id_idx on role (home_id);
drop trigger role_changed on role;
create trigger role_changed after update of code, name, audience, rank, data_scope, home_id, built_in, enabled or delete on role
  for each statement execute function access_changed();
`;
