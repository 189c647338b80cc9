/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0225-supplier-warning-snooze";

export const up = `
alter table "supplier_warning" add column "snoozed_until" date;
`;
