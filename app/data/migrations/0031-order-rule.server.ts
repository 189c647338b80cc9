/** Written by `npm run db:generate`, but for the rows at its end. It stays as it is once it has run anywhere. */
export const name = "0031-order-rule";

export const up = `
create table "order_rule" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "code" text not null,
  "name" text not null,
  "check_type" text not null,
  "moment" text not null,
  "severity" text not null,
  "threshold" numeric(12,2),
  "priority" integer not null,
  "company_id" uuid,
  "factory_id" uuid,
  "material_type_id" uuid,
  "supplier_class_id" uuid,
  "effective_from" date,
  "effective_to" date,
  "built_in" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "order_rule_code_key" unique ("tenant_id", "code")
);
create index if not exists "order_rule_state_idx" on "order_rule" ("state");
create index if not exists "order_rule_company_id_idx" on "order_rule" ("company_id");
create index if not exists "order_rule_factory_id_idx" on "order_rule" ("factory_id");
create index if not exists "order_rule_material_type_id_idx" on "order_rule" ("material_type_id");
create index if not exists "order_rule_supplier_class_id_idx" on "order_rule" ("supplier_class_id");
create index if not exists "order_rule_code_idx" on "order_rule" ("code");
create index if not exists "order_rule_search_idx" on "order_rule" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "order_rule" to app_staff;
alter table "order_rule" enable row level security;
create policy staff on "order_rule" to app_staff using (true) with check (true);
alter table "order_rule" add constraint "order_rule_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "order_rule" add constraint "order_rule_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "order_rule" add constraint "order_rule_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "order_rule" add constraint "order_rule_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;

/* What applies to every order where no narrower rule comes before it. */
insert into order_rule (id, state, code, name, check_type, moment, severity, priority, built_in, remark) values
  (gen_random_uuid(), 'active', 'CONTRACT', '合同有效期', 'contract_window', 'release', 'reason', 0, true, '订单日期须在与该供应商的有效合同期内，否则写明理由才能下达。'),
  (gen_random_uuid(), 'active', 'ENDED', '供应商停止合作', 'supplier_frozen', 'release', 'block', 0, true, '已淘汰和黑名单中的供应商不能再下达订单。');
`;
