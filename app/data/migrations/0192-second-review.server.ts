/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0192-second-review";

export const up = `
alter table "corrective_action" add column "reviewed_by" uuid;
create index if not exists "corrective_action_reviewed_by_idx" on "corrective_action" ("reviewed_by");
alter table "corrective_action" add constraint "corrective_action_reviewed_by_fkey" foreign key ("reviewed_by") references "app_user" (id) on delete restrict;
`;
