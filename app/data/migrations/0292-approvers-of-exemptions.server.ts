/** Written by hand: finance agrees to exemptions that let money out. It stays as it is once it has run anywhere. */
export const name = "0292-approvers-of-exemptions";

export const up = `
/* Only where the screen is known already; new installations get these rights with it. */
insert into role_permission (role_code, permission_id, action)
  select r.code, p.permission_id, p.action from role r cross join (
    select distinct permission_id, action from role_permission
    where role_code = 'leader' and (permission_id = 'supplier-gate' and action in ('query', 'get', 'export')
      or permission_id in ('gate-exemption-approve-second', 'gate-exemption-reject') and action = 'edit')) p
  where r.code in ('finance', 'finance_lead')
  on conflict do nothing;
`;
