/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0235-exemption-orders";

export const up = `
create table "gate_exemption_orders" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "order_id" uuid not null,
  "qty" numeric(18,3),
  "used_on" date not null
);
create index if not exists "gate_exemption_orders_root_idx" on "gate_exemption_orders" ("root_id");
grant select, insert, update, delete on "gate_exemption_orders" to app_staff;
alter table "gate_exemption_orders" enable row level security;
create policy staff on "gate_exemption_orders" to app_staff using (true) with check (true);
alter table "purchase_order" add column "exempted" boolean default false not null;
alter table "gate_exemption_orders" add constraint "gate_exemption_orders_root_id_fkey" foreign key ("root_id") references "gate_exemption" (id) on delete cascade;
alter table "gate_exemption_orders" add constraint "gate_exemption_orders_order_id_fkey" foreign key ("order_id") references "purchase_order" (id) on delete restrict;

/* An order leads to its exemptions, and few orders have any. */
create index "gate_exemption_orders_order_idx" on "gate_exemption_orders" ("order_id");
create index "purchase_order_exempted_idx" on "purchase_order" ("order_date") where "exempted";

/* Orders released on an exemption so far say so in what the gate found; how much each used up nobody noted. */
update "purchase_order" set "exempted" = true
  where "released_at" is not null and "gate_result"::text like '%已临时放行（%';
insert into "gate_exemption_orders" ("id", "root_id", "line_no", "order_id", "used_on")
  select gen_random_uuid(), e."id", 10 * row_number() over (partition by e."id" order by o."released_at"), o."id",
    (o."released_at" at time zone 'Asia/Shanghai')::date
  from "gate_exemption" e join "purchase_order" o on o."supplier_id" = e."supplier_id" and o."exempted"
    and o."gate_result"::text like '%' || e."number" || '%';
`;
