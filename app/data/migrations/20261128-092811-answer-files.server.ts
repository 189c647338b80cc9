/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261128-092811-answer-files";

export const up = `
alter table "preq_application_answers" add column "files" jsonb;
revoke all on "preq_application_answers" from app_supplier;
drop policy if exists supplier_read on "preq_application_answers";
drop policy if exists supplier_update on "preq_application_answers";
drop policy if exists supplier_insert on "preq_application_answers";
drop policy if exists supplier_remove on "preq_application_answers";
grant select ("id", "tenant_id", "root_id", "line_no", "code", "group", "title", "expected", "value", "files", "kind", "answer_type", "evidence_type", "required", "max_score") on "preq_application_answers" to app_supplier;
create policy supplier_read on "preq_application_answers" for select to app_supplier using ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "code", "group", "title", "expected", "value", "files", "kind", "answer_type", "evidence_type", "required", "max_score") on "preq_application_answers" to app_supplier;
create policy supplier_update on "preq_application_answers" for update to app_supplier using ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "preq_application_answers" to app_supplier;
create policy supplier_insert on "preq_application_answers" for insert to app_supplier with check ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "preq_application_answers" to app_supplier;
create policy supplier_remove on "preq_application_answers" for delete to app_supplier using ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
