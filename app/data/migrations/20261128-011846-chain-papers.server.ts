/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261128-011846-chain-papers";

export const up = `
alter table "brand_authorization_chain" add column "file" jsonb;
revoke all on "brand_authorization_chain" from app_supplier;
drop policy if exists supplier_read on "brand_authorization_chain";
drop policy if exists supplier_update on "brand_authorization_chain";
drop policy if exists supplier_insert on "brand_authorization_chain";
drop policy if exists supplier_remove on "brand_authorization_chain";
grant select ("id", "tenant_id", "root_id", "line_no", "grantor", "grantee", "valid_to", "file") on "brand_authorization_chain" to app_supplier;
create policy supplier_read on "brand_authorization_chain" for select to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "grantor", "grantee", "valid_to", "file") on "brand_authorization_chain" to app_supplier;
create policy supplier_update on "brand_authorization_chain" for update to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "brand_authorization_chain" to app_supplier;
create policy supplier_insert on "brand_authorization_chain" for insert to app_supplier with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "brand_authorization_chain" to app_supplier;
create policy supplier_remove on "brand_authorization_chain" for delete to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
`;
