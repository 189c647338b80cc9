/** What is proposed may be given in without a name; the wall then goes by a column hardly anybody reads. It stays as it is once it has run anywhere. */
export const name = "0276-suggestions-without-a-name";

export const up = `
alter table "homepage_suggestion" add column "anonymous" boolean default false not null;
alter table "homepage_suggestion" add column "owner_supplier_id" uuid;
alter table "homepage_suggestion" add column "author_id" uuid;
/* Those that are there were given in with a name. */
update "homepage_suggestion" set "owner_supplier_id" = "supplier_id" where "supplier_id" is not null;
create index if not exists "homepage_suggestion_owner_supplier_id_idx" on "homepage_suggestion" ("owner_supplier_id");
create index if not exists "homepage_suggestion_author_id_idx" on "homepage_suggestion" ("author_id");
alter table "homepage_suggestion" add constraint "homepage_suggestion_owner_supplier_id_fkey" foreign key ("owner_supplier_id") references "supplier" (id) on delete restrict;
alter table "homepage_suggestion" add constraint "homepage_suggestion_author_id_fkey" foreign key ("author_id") references "app_user" (id) on delete restrict;
revoke all on "homepage_suggestion" from app_supplier;
drop policy if exists supplier_read on "homepage_suggestion";
drop policy if exists supplier_update on "homepage_suggestion";
drop policy if exists supplier_insert on "homepage_suggestion";
drop policy if exists supplier_remove on "homepage_suggestion";
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "category", "content", "page_path", "attachments", "anonymous", "supplier_id", "owner_supplier_id", "author_id", "reply", "replied_at", "rating", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "homepage_suggestion" to app_supplier;
create policy supplier_read on "homepage_suggestion" for select to app_supplier using (("homepage_suggestion"."owner_supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("homepage_suggestion"."anonymous" = false or "homepage_suggestion"."author_id" = nullif(current_setting('app.user_id', true), '')::uuid)));
grant update ("state", "previous_state", "rating", "version", "updated_by", "updated_at") on "homepage_suggestion" to app_supplier;
create policy supplier_update on "homepage_suggestion" for update to app_supplier using (("homepage_suggestion"."owner_supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("homepage_suggestion"."anonymous" = false or "homepage_suggestion"."author_id" = nullif(current_setting('app.user_id', true), '')::uuid))) with check (("homepage_suggestion"."owner_supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("homepage_suggestion"."anonymous" = false or "homepage_suggestion"."author_id" = nullif(current_setting('app.user_id', true), '')::uuid)));
grant insert on "homepage_suggestion" to app_supplier;
create policy supplier_insert on "homepage_suggestion" for insert to app_supplier with check (("homepage_suggestion"."owner_supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("homepage_suggestion"."anonymous" = false or "homepage_suggestion"."author_id" = nullif(current_setting('app.user_id', true), '')::uuid)));
/* Suppliers write into the trail under their own account; without one only about what they gave in without a name themselves. */
drop policy supplier_insert on audit_log;
create policy supplier_insert on audit_log for insert to app_supplier
  with check (
    (user_id = nullif(current_setting('app.user_id', true), '')::uuid
      or (user_id is null and user_name = '匿名用户' and entity = 'system-management/homepage-suggestion'
        and exists (select 1 from homepage_suggestion s where s.id = record_id and s.anonymous
          and s.author_id = nullif(current_setting('app.user_id', true), '')::uuid)))
    and suppliers <@ array[nullif(current_setting('app.supplier_id', true), '')::uuid]
  );
`;
