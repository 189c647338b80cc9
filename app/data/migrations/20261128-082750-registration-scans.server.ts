/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261128-082750-registration-scans";

export const up = `
alter table "supplier_registration_certificates" add column "files" jsonb;
`;
