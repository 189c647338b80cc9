/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-040207-suppliers-imports";

export const up = `
alter table "import_batch" add column "supplier_id" uuid;
create index if not exists "import_batch_supplier_id_idx" on "import_batch" ("supplier_id");
alter table "import_batch" add constraint "import_batch_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "target", "target_label", "file_name", "mode", "started_at", "ended_at", "total_count", "insert_count", "update_count", "same_count", "fail_count", "done_count", "message", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "import_batch" to app_supplier;
create policy supplier_read on "import_batch" for select to app_supplier using (("import_batch"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "import_batch"."created_by" = nullif(current_setting('app.user_id', true), '')::uuid));
grant update ("state", "previous_state", "started_at", "ended_at", "total_count", "insert_count", "update_count", "same_count", "fail_count", "done_count", "message", "version", "updated_by", "updated_at") on "import_batch" to app_supplier;
create policy supplier_update on "import_batch" for update to app_supplier using (("import_batch"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "import_batch"."created_by" = nullif(current_setting('app.user_id', true), '')::uuid)) with check (("import_batch"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "import_batch"."created_by" = nullif(current_setting('app.user_id', true), '')::uuid));
grant insert on "import_batch" to app_supplier;
create policy supplier_insert on "import_batch" for insert to app_supplier with check (("import_batch"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "import_batch"."created_by" = nullif(current_setting('app.user_id', true), '')::uuid));
`;
