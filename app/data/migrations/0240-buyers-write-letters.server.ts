/** Where the program knew letters before, their new writers get the right to them; elsewhere it comes with the screen. It stays as it is once it has run anywhere. */
export const name = "0240-buyers-write-letters";

export const up = `
insert into role_permission (role_code, permission_id, action)
  select r.code, 'email', a.action from role r cross join unnest(array['query', 'get', 'export', 'add', 'edit', 'delete']) as a (action)
  where r.code = 'buyer' and r.built_in and exists (select 1 from role_permission where permission_id = 'email')
  on conflict do nothing;
`;
