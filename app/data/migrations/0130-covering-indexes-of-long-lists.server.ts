/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0130-covering-indexes-of-long-lists";

export const up = `
drop index if exists "purchase_order_state_idx";
create index if not exists "purchase_order_state_idx" on "purchase_order" ("state") include ("order_type", "order_date", "urgent");
drop index if exists "purchase_order_order_date_idx";
create index if not exists "purchase_order_order_date_idx" on "purchase_order" ("order_date") include ("state", "order_type", "urgent", "id");
drop index if exists "purchase_order_amount_sort";
create index if not exists "purchase_order_amount_sort" on "purchase_order" ("amount", "id") include ("state", "order_type", "order_date", "urgent");
drop index if exists "purchase_order_amount_desc";
create index if not exists "purchase_order_amount_desc" on "purchase_order" ("amount" desc nulls last, "id" desc) include ("state", "order_type", "order_date", "urgent");
`;
