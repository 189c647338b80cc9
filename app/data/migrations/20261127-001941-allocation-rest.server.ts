/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-001941-allocation-rest";

export const up = `
alter table "allocation_detail" add column "rest_qty" numeric(18,3);
`;
