/** Written by `npm run db:generate`: audits that are due are not told to the supplier, in the database either. It stays as it is once it has run anywhere. */
export const name = "20261128-122928-warnings-of-audits";

export const up = `
revoke all on "supplier_warning" from app_supplier;
drop policy if exists supplier_read on "supplier_warning";
drop policy if exists supplier_update on "supplier_warning";
drop policy if exists supplier_insert on "supplier_warning";
drop policy if exists supplier_remove on "supplier_warning";
grant select ("id", "tenant_id", "state", "previous_state", "kind", "supplier_id", "subject", "due_date", "level", "computed_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_warning" to app_supplier;
create policy supplier_read on "supplier_warning" for select to app_supplier using (("supplier_warning"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("supplier_warning"."kind" in ('risk', 'audit'))));
`;
