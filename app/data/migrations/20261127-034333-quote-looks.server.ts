/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-034333-quote-looks";

export const up = `
alter table "supplier_quote" add column "first_seen_at" timestamptz;
alter table "supplier_quote" add column "last_seen_at" timestamptz;
revoke all on "supplier_quote" from app_supplier;
drop policy if exists supplier_read on "supplier_quote";
drop policy if exists supplier_update on "supplier_quote";
drop policy if exists supplier_insert on "supplier_quote";
drop policy if exists supplier_remove on "supplier_quote";
grant select ("id", "tenant_id", "number", "state", "previous_state", "rfq_no", "title", "round_no", "supplier_id", "company_id", "quote_scope", "currency", "payment_term", "trade_term", "price_valid_from", "price_valid_to", "start_at", "deadline", "ask_until", "sealing", "seal_id", "only_down", "clauses", "breakdown_limit", "asks_terms", "tax_rate", "valid_to", "contact_phone", "note", "total", "first_seen_at", "last_seen_at", "joined_at", "submitted_at", "decline_reason", "opened_at", "rank_text", "result_note", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_quote" to app_supplier;
create policy supplier_read on "supplier_quote" for select to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "tax_rate", "valid_to", "contact_phone", "note", "total", "first_seen_at", "last_seen_at", "joined_at", "submitted_at", "decline_reason", "version", "updated_by", "updated_at") on "supplier_quote" to app_supplier;
create policy supplier_update on "supplier_quote" for update to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
