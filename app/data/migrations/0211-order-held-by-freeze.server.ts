/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0211-order-held-by-freeze";

export const up = `
alter table "purchase_order" add column "held_by_freeze_id" uuid;
create index if not exists "purchase_order_held_by_freeze_id_idx" on "purchase_order" ("held_by_freeze_id");
alter table "purchase_order" add constraint "purchase_order_held_by_freeze_id_fkey" foreign key ("held_by_freeze_id") references "supplier_freeze" (id) on delete restrict;
`;
