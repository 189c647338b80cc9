/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0236-source-samples";

export const up = `
alter table "material_type" add column "food_category" text;
alter table "source_data" add column "trial_month_qty" numeric(18,3);
alter table "source_data" add column "sample_id" uuid;
create index if not exists "source_data_sample_id_idx" on "source_data" ("sample_id");
alter table "source_data" add constraint "source_data_sample_id_fkey" foreign key ("sample_id") references "sample_verification" (id) on delete restrict;
revoke all on "source_data" from app_supplier;
drop policy if exists supplier_read on "source_data";
drop policy if exists supplier_update on "source_data";
drop policy if exists supplier_insert on "source_data";
drop policy if exists supplier_remove on "source_data";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "factory_id", "site_id", "purchase_org_id", "tier", "fixed", "effective_from", "effective_to", "trial_qty", "trial_month_qty", "inspection_mode", "source_no", "supplier_material_code", "origin_place", "moq", "pack_qty", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "source_data" to app_supplier;
create policy supplier_read on "source_data" for select to app_supplier using (("source_data"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "source_data"."state" in ('trial', 'active', 'suspended', 'ended')));
`;
