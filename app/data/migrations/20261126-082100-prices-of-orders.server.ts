/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-082100-prices-of-orders";

export const up = `
alter table "purchase_order" add column "max_price_deviation" numeric(9,4);
alter table "purchase_order_items" add column "book_price" numeric(18,6);
alter table "purchase_order_items" add column "price_source" text;
alter table "purchase_order_items" add column "price_basis" text;
alter table "purchase_order_items" add column "price_deviation" numeric(9,4);
alter table "purchase_order_items" add column "deviation_reason" text;
`;
