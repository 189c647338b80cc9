/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0271-cycle-proposals";

export const up = `
alter table "deliver_cycle" add column "proposed_prepare_days" integer;
alter table "deliver_cycle" add column "proposed_transit_days" integer;
alter table "deliver_cycle" add column "proposal_reason" text;
alter table "deliver_cycle" add column "proposed_on" date;
revoke all on "deliver_cycle" from app_supplier;
drop policy if exists supplier_read on "deliver_cycle";
drop policy if exists supplier_update on "deliver_cycle";
drop policy if exists supplier_insert on "deliver_cycle";
drop policy if exists supplier_remove on "deliver_cycle";
grant select ("id", "tenant_id", "material_id", "material_type_id", "supplier_id", "factory_id", "prepare_days", "transit_days", "inspect_days", "total_days", "season_from", "season_to", "season_extra", "valid_from", "valid_to", "enabled", "proposed_prepare_days", "proposed_transit_days", "proposal_reason", "proposed_on", "version", "created_by", "created_at", "updated_by", "updated_at") on "deliver_cycle" to app_supplier;
create policy supplier_read on "deliver_cycle" for select to app_supplier using (("deliver_cycle"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "deliver_cycle"."enabled" = true));
grant update ("proposed_prepare_days", "proposed_transit_days", "proposal_reason", "proposed_on", "version", "updated_by", "updated_at") on "deliver_cycle" to app_supplier;
create policy supplier_update on "deliver_cycle" for update to app_supplier using (("deliver_cycle"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "deliver_cycle"."enabled" = true)) with check (("deliver_cycle"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "deliver_cycle"."enabled" = true));
`;
