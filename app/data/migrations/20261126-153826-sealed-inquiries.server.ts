/** Written by `npm run db:generate`, and by hand that nothing was sealed before. It stays as it is once it has run anywhere. */
export const name = "20261126-153826-sealed-inquiries";

export const up = `
alter table "rfq" add column "sealing" text;
alter table "rfq" add column "opener_1" uuid;
alter table "rfq" add column "opener_2" uuid;
alter table "rfq" add column "opener_supervisor" uuid;
alter table "rfq" add column "seal_id" text;
create index if not exists "rfq_opener_1_idx" on "rfq" ("opener_1");
create index if not exists "rfq_opener_2_idx" on "rfq" ("opener_2");
create index if not exists "rfq_opener_supervisor_idx" on "rfq" ("opener_supervisor");
alter table "supplier_quote" add column "sealing" text;
alter table "supplier_quote" add column "seal_id" text;
update "rfq" set "sealing" = 'none';
update "supplier_quote" set "sealing" = 'none';
alter table "rfq" alter column "sealing" set not null;
alter table "supplier_quote" alter column "sealing" set not null;
alter table "rfq" add constraint "rfq_opener_1_fkey" foreign key ("opener_1") references "app_user" (id) on delete restrict;
alter table "rfq" add constraint "rfq_opener_2_fkey" foreign key ("opener_2") references "app_user" (id) on delete restrict;
alter table "rfq" add constraint "rfq_opener_supervisor_fkey" foreign key ("opener_supervisor") references "app_user" (id) on delete restrict;
revoke all on "supplier_quote" from app_supplier;
drop policy if exists supplier_read on "supplier_quote";
drop policy if exists supplier_update on "supplier_quote";
drop policy if exists supplier_insert on "supplier_quote";
drop policy if exists supplier_remove on "supplier_quote";
grant select ("id", "tenant_id", "number", "state", "previous_state", "rfq_no", "title", "round_no", "supplier_id", "company_id", "quote_scope", "currency", "payment_term", "trade_term", "price_valid_from", "price_valid_to", "start_at", "deadline", "ask_until", "sealing", "seal_id", "tax_rate", "valid_to", "contact_phone", "note", "total", "joined_at", "submitted_at", "decline_reason", "opened_at", "rank_text", "result_note", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_quote" to app_supplier;
create policy supplier_read on "supplier_quote" for select to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "tax_rate", "valid_to", "contact_phone", "note", "total", "joined_at", "submitted_at", "decline_reason", "version", "updated_by", "updated_at") on "supplier_quote" to app_supplier;
create policy supplier_update on "supplier_quote" for update to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
