/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-135604-quote-terms-duty";

export const up = `
alter table "award_proposal_ways" add column "duty" numeric(18,2);
alter table "supplier_quote" add column "credit_days" integer;
alter table "supplier_quote_items" add column "duty_rate" numeric(9,4);
revoke all on "supplier_quote" from app_supplier;
drop policy if exists supplier_read on "supplier_quote";
drop policy if exists supplier_update on "supplier_quote";
drop policy if exists supplier_insert on "supplier_quote";
drop policy if exists supplier_remove on "supplier_quote";
grant select ("id", "tenant_id", "number", "state", "previous_state", "rfq_no", "title", "round_no", "supplier_id", "company_id", "quote_scope", "currency", "payment_term", "trade_term", "price_valid_from", "price_valid_to", "start_at", "deadline", "ask_until", "sealing", "seal_id", "only_down", "clauses", "breakdown_limit", "asks_terms", "tax_rate", "valid_to", "credit_days", "contact_phone", "note", "total", "first_seen_at", "last_seen_at", "joined_at", "submitted_at", "decline_reason", "opened_at", "rank_text", "result_note", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_quote" to app_supplier;
create policy supplier_read on "supplier_quote" for select to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "tax_rate", "valid_to", "credit_days", "contact_phone", "note", "total", "first_seen_at", "last_seen_at", "joined_at", "submitted_at", "decline_reason", "version", "updated_by", "updated_at") on "supplier_quote" to app_supplier;
create policy supplier_update on "supplier_quote" for update to app_supplier using (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("supplier_quote"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
revoke all on "supplier_quote_items" from app_supplier;
drop policy if exists supplier_read on "supplier_quote_items";
drop policy if exists supplier_update on "supplier_quote_items";
drop policy if exists supplier_insert on "supplier_quote_items";
drop policy if exists supplier_remove on "supplier_quote_items";
grant select ("id", "tenant_id", "root_id", "line_no", "rfq_line", "material_id", "spec", "factory_id", "qty", "uom", "required_date", "no_quote", "price", "freight", "duty_rate", "moq", "lead_days", "offer_qty", "substitute", "prev_price", "own_price", "amount") on "supplier_quote_items" to app_supplier;
create policy supplier_read on "supplier_quote_items" for select to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "rfq_line", "material_id", "spec", "factory_id", "qty", "uom", "required_date", "no_quote", "price", "freight", "duty_rate", "moq", "lead_days", "offer_qty", "substitute", "prev_price", "own_price", "amount") on "supplier_quote_items" to app_supplier;
create policy supplier_update on "supplier_quote_items" for update to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "supplier_quote_items" to app_supplier;
create policy supplier_insert on "supplier_quote_items" for insert to app_supplier with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "supplier_quote_items" to app_supplier;
create policy supplier_remove on "supplier_quote_items" for delete to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
