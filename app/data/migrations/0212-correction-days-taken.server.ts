/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0212-correction-days-taken";

export const up = `
alter table "corrective_action" add column "days_taken" integer;
update "corrective_action" set "days_taken" = "closed_on" - ("issued_at" at time zone 'Asia/Shanghai')::date
  where "closed_on" is not null and "issued_at" is not null;
`;
