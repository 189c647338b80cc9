/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0190-freeze-conditions";

export const up = `
alter table "supplier_freeze" add column "corrective_action_id" uuid;
create index if not exists "supplier_freeze_corrective_action_id_idx" on "supplier_freeze" ("corrective_action_id");
alter table "supplier_freeze" add constraint "supplier_freeze_corrective_action_id_fkey" foreign key ("corrective_action_id") references "corrective_action" (id) on delete restrict;
revoke all on "supplier_freeze" from app_supplier;
drop policy if exists supplier_read on "supplier_freeze";
drop policy if exists supplier_update on "supplier_freeze";
drop policy if exists supplier_insert on "supplier_freeze";
drop policy if exists supplier_remove on "supplier_freeze";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "freeze_type", "supplier_note", "on_rfq", "on_award", "on_contract", "on_release", "on_delivery", "on_payment", "actions_text", "whole", "effective_from", "release_date", "conditions", "corrective_action_id", "open_po_policy", "release_freeze_id", "approved_on", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_freeze" to app_supplier;
create policy supplier_read on "supplier_freeze" for select to app_supplier using (("supplier_freeze"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_freeze"."state" in ('effective', 'released')));
`;
