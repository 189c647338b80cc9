/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0013-sort-by-amount";

export const up = `
create index if not exists "purchase_order_amount_sort" on "purchase_order" ("amount", "id");
create index if not exists "purchase_order_amount_desc" on "purchase_order" ("amount" desc nulls last, "id" desc);
`;
