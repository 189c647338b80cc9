/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0238-factories-of-suppliers";

export const up = `
grant select ("id", "tenant_id", "code", "name", "company_id", "province", "city", "address", "receiver", "receiver_phone", "weekly_rest", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "factory" to app_supplier;
create policy supplier_read on "factory" for select to app_supplier using (("factory"."enabled" = true and exists (select 1 from "source_data" x0 where x0."factory_id" = "factory"."id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('trial', 'active', 'suspended') and ("x0"."effective_to" is null or "x0"."effective_to" >= ((now() at time zone 'Asia/Shanghai')::date + 0))))));
grant select ("id", "tenant_id", "root_id", "line_no", "from_day", "to_day", "kind", "note") on "factory_calendar" to app_supplier;
create policy supplier_read on "factory_calendar" for select to app_supplier using ((exists (select 1 from "factory" x0 where x0."id" = "factory_calendar"."root_id" and ("x0"."enabled" = true and exists (select 1 from "source_data" x1 where x1."factory_id" = "x0"."id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."state" in ('trial', 'active', 'suspended') and ("x1"."effective_to" is null or "x1"."effective_to" >= ((now() at time zone 'Asia/Shanghai')::date + 0))))))));
grant select ("id", "tenant_id", "root_id", "line_no", "days", "start_time", "end_time") on "factory_windows" to app_supplier;
create policy supplier_read on "factory_windows" for select to app_supplier using ((exists (select 1 from "factory" x0 where x0."id" = "factory_windows"."root_id" and ("x0"."enabled" = true and exists (select 1 from "source_data" x1 where x1."factory_id" = "x0"."id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."state" in ('trial', 'active', 'suspended') and ("x1"."effective_to" is null or "x1"."effective_to" >= ((now() at time zone 'Asia/Shanghai')::date + 0))))))));
`;
