/** Written by `npm run db:generate`, the months of what is planned already by hand. It stays as it is once it has run anywhere. */
export const name = "20261129-020838-month-of-demand";

export const up = `
alter table "demand_plan_items" add column "month" text;
update "demand_plan_items" set "month" = to_char("week_start", 'YYYY-MM');
`;
