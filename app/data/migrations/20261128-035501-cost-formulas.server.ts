/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261128-035501-cost-formulas";

export const up = `
alter table "cost_model_elements" add column "formula" text;
`;
