/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-185702-approver-accounts";

export const up = `
alter table "approval_flow_steps" add column "system_account" text;
`;
