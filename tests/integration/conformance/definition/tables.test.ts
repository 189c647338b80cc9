import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { migrationSql } from "~/data/schema/sql.server";
import type { AnyEntity, Field, Fields, Lines, LinesMap } from "~/engine/entity";
import { lineTable, tableOf } from "~/engine/entity/table-names";
import { registry } from "~/modules/registry.server";
import { type TableFacts, tableFacts } from "../../../support/catalogue";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;

/** Tables as the definitions want them, made in a schema of their own that is thrown away again. */
const wanted = new Map<string, TableFacts>();
const titles = new Map<string, string>();
const actual = new Map<string, TableFacts>();
const actualTitles = new Map<string, string>();
const own = registry.shapes.filter((shape) => !shape.handWritten);

async function titleView(schema: string, table: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select definition || coalesce((
      select string_agg(grantee || ' ' || privilege_type, ', ' order by grantee, privilege_type)
      from information_schema.role_table_grants
      where table_schema = ${schema} and table_name = viewname and grantee in ('app_staff', 'app_supplier')), '') as text
    from pg_views where schemaname = ${schema} and viewname = ${`${table}_title`}`.execute(database.connection());
  return rows[0]?.text ?? "";
}

const THROWN_AWAY = new Error("thrown away");
await database
  .transaction({ role: "owner" }, async () => {
    const connection = database.connection();
    for (const { name } of own) actual.set(name, await tableFacts(connection, "public", name));
    for (const { name } of own) actualTitles.set(name, await titleView("public", name));
    await sql.raw("create schema wanted; set local search_path = wanted, public").execute(connection);
    await sql.raw(migrationSql([], registry.shapes)).execute(connection);
    for (const { name } of own) wanted.set(name, await tableFacts(connection, "wanted", name));
    for (const { name } of own) titles.set(name, await titleView("wanted", name));
    throw THROWN_AWAY;
  })
  .catch((error: unknown) => {
    if (error !== THROWN_AWAY) throw error;
  });

/** Indexes of migrations written by hand, for work that no list asks for: which calls are due, those of one document in turn. */
const BY_HAND = [
  "purchase_order_items_paid_idx",
  "purchase_order_items_price_basis_idx",
  "io_data_batch_idx",
  "io_data_supplier_day_idx",
  "delivery_note_items_batch_idx",
  "goods_receipt_items_batch_idx",
  "purchase_return_items_batch_idx",
  "inbound_coa_batch_idx",
  "supplier_legal_person_idx",
  "supplier_registered_address_idx",
  "supplier_contacts_phone_idx",
  "supplier_bank_account_account_no_idx",
  "interface_log_document_idx",
  "interface_log_due_idx",
  "interface_log_undelivered_idx",
  "gate_exemption_running_idx",
  "supplier_freeze_running_idx",
  "source_data_standing_idx",
  "gate_exemption_orders_order_idx",
  "purchase_order_exempted_idx",
  "corrective_action_critical_idx",
  "brand_authorization_materials_material_idx",
  "type_inspection_report_valid_idx",
  "task_document_idx",
  "news_receipt_user_idx",
  "export_task_expires_idx",
  "export_task_open_idx",
  // What is known of a batch, and where it lies.
  "io_data_batch_idx",
  "io_data_supplier_day_idx",
  "delivery_note_items_batch_idx",
  "goods_receipt_items_batch_idx",
  "purchase_return_items_batch_idx",
  "inbound_coa_batch_idx",
  "supplier_inventory_place_idx",
];

/** Policies of migrations written by hand, for what a supplier may write into a column it may write. They only narrow. */
const POLICIES_BY_HAND = ["supplier_proposes INSERT", "supplier_takes_back UPDATE"];

describe.each(own.map((shape) => [shape.name, shape] as const))("表 %s", (name, shape) => {
  const facts = (tables: ReadonlyMap<string, TableFacts>) => {
    const found = tables.get(name);
    if (!found) throw new Error(`no table ${name}`);
    return found;
  };

  test("列、类型、必填和缺省值与定义一致", () => {
    expect(facts(actual).columns).toEqual(facts(wanted).columns);
  });

  test("唯一键、外键和索引与定义一致", () => {
    expect(facts(actual).constraints).toEqual(facts(wanted).constraints);
    const byHand = (text: string) => BY_HAND.some((index) => text.startsWith(`CREATE INDEX ${index} `));
    expect(facts(actual).indexes.filter((text) => !byHand(text))).toEqual(facts(wanted).indexes);
  });

  test("行级安全打开，策略与授权和定义一致", () => {
    expect(facts(actual).hasRowSecurity).toBe(true);
    const byHand = (text: string) => POLICIES_BY_HAND.some((policy) => text.startsWith(policy));
    expect(facts(actual).policies.filter((text) => !byHand(text))).toEqual(facts(wanted).policies);
    expect(facts(actual).grants).toEqual(facts(wanted).grants);
    expect(actualTitles.get(name)).toBe(titles.get(name));
  });

  test("内部人员四种权利都有，只增不改的账只能读和登记；供应商只有定义给的", () => {
    const { grants } = facts(actual);
    const rights = shape.grows ? ["INSERT", "SELECT"] : ["DELETE", "INSERT", "SELECT", "UPDATE"];
    expect(grants.filter((grant) => grant.startsWith("app_staff"))).toEqual(
      rights.map((right) => `app_staff ${right}`),
    );
    const supplier = grants.filter((grant) => grant.startsWith("app_supplier"));
    if (!shape.supplier) expect(supplier).toEqual([]);
    else {
      const readable = supplier.filter((grant) => grant.startsWith("app_supplier SELECT "));
      expect(readable.sort()).toEqual(
        shape.supplier.readColumns.map((column) => `app_supplier SELECT ${column}`).sort(),
      );
    }
  });
});

describe("对供应商隐藏的字段", () => {
  const hidden = (fields: Fields) =>
    Object.entries<Field>(fields).flatMap(([name, field]) => (field.options.hiddenFromSuppliers ? [name] : []));
  const ofLines = (parent: string, map: LinesMap): [string, string][] =>
    Object.entries<Lines>(map).flatMap(([name, lines]) => {
      const table = lineTable(parent, name);
      return [
        ...hidden(lines.fields).map((column): [string, string] => [table, column]),
        ...ofLines(table, lines.lines),
      ];
    });
  const columns = registry.registrations.flatMap(({ entity }: { entity: AnyEntity }) => [
    ...hidden(entity.fields).map((column): [string, string] => [tableOf(entity), column]),
    ...ofLines(tableOf(entity), entity.lines),
  ]);

  test("至少有一个", () => {
    expect(columns.length).toBeGreaterThan(0);
  });

  test.each(columns)("%s.%s 在数据库里也读不到、写不了", async (table, column) => {
    const { rows } = await sql<{ may: boolean }>`
      select has_column_privilege('app_supplier', ${table}::text, ${column}::text, 'select') as may
      union all select has_column_privilege('app_supplier', ${table}::text, ${column}::text, 'update')`.execute(
      database.connection(),
    );
    expect(rows.map(({ may }) => may)).toEqual([false, false]);
  });
});

/** Rows that only their owner reads and writes. */
function ownWork(table: string): string[] {
  return ["DELETE", "INSERT", "SELECT", "UPDATE"].map((right) => `${table} ${right}`);
}

test("引擎自己的表，供应商只够得着审计、重复请求、评论、名称和自己的东西", async () => {
  const { rows } = await sql<{ text: string }>`
    select distinct table_name || ' ' || privilege_type as text from information_schema.role_table_grants
    where table_schema = 'public' and grantee = 'app_supplier' order by 1`.execute(database.connection());
  const known = own.flatMap(({ name }) => [name, `${name}_title`]);
  const others = rows.map(({ text }) => text).filter((text) => !known.includes(text.split(" ")[0] ?? ""));
  expect(others).toEqual([
    // Which allocations are out of hand, for the shares of each of them.
    "allocation_detail_shown SELECT",
    "app_user_title SELECT",
    "audit_log INSERT",
    ...ownWork("form_draft"),
    // What their own files said; the lock of the batch says whose they are.
    "import_file DELETE",
    "import_file INSERT",
    "import_file SELECT",
    "import_row INSERT",
    "import_row SELECT",
    "import_row UPDATE",
    "inbox DELETE",
    "inbox SELECT",
    // What was drawn on lines of their own; written where their own documents draw.
    "line_draw DELETE",
    "line_draw INSERT",
    "line_draw SELECT",
    ...ownWork("list_columns"),
    ...ownWork("menu_favourite"),
    ...ownWork("menu_visit"),
    "news_supplier SELECT",
    "notification_choice INSERT",
    "notification_choice SELECT",
    "notification_choice UPDATE",
    "notification_person DELETE",
    "notification_person INSERT",
    "notification_person SELECT",
    "notification_person UPDATE",
    "record_comment INSERT",
    "record_comment SELECT",
    ...ownWork("record_watch"),
    "request_repeat INSERT",
    "request_repeat SELECT",
    "request_repeat UPDATE",
    ...ownWork("saved_view"),
    // What is sealed of their own records.
    "sealed_content INSERT",
    "sealed_content SELECT",
    "sealed_content UPDATE",
    // Uploads of one's own, and what became of a file before its document is asked.
    "stored_file SELECT",
    // Empty for suppliers: who may claim, who stands in and whose superior one is are named by the conditions of a screen they share.
    "task_claimant SELECT",
    "task_deputy SELECT",
    "task_team SELECT",
    "user_preference INSERT",
    "user_preference SELECT",
    "user_preference UPDATE",
    "warning_dismissal INSERT",
    "warning_dismissal SELECT",
  ]);
});

test("手写的用户表有定义里的每个字段", async () => {
  for (const shape of registry.shapes.filter((one) => one.handWritten)) {
    const { columns } = await database.transaction({ role: "owner" }, () =>
      tableFacts(database.connection(), "public", shape.name),
    );
    for (const column of shape.columns) {
      const type = column.type.replace(" primary key", "").replace("timestamptz", "timestamp with time zone");
      expect(columns.map((text) => text.split(" ").slice(0, 2).join(" "))).toContain(
        `${column.name} ${type.split(" ")[0]}`,
      );
    }
  }
});
