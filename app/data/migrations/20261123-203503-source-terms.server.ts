/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261123-203503-source-terms";

export const up = `
alter table "source_data" add column "proposed_on" date;
alter table "source_data" add column "proposed_tier" text;
alter table "source_data" add column "proposed_fixed" text;
alter table "source_data" add column "proposed_mode" text;
alter table "source_data" add column "proposed_to" date;
alter table "source_data" add column "proposed_why" text;
`;
