/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0210-supplier-warning-owner";

export const up = `
alter table "supplier_warning" add column "owner_id" uuid;
alter table "supplier_warning" add column "reminded_on" date;
create index if not exists "supplier_warning_owner_id_idx" on "supplier_warning" ("owner_id");
alter table "supplier_warning" add constraint "supplier_warning_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
`;
