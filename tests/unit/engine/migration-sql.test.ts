import { describe, expect, test } from "vitest";
import type { TableShape } from "~/data/schema/shape";
import { handWork, migrationSql } from "~/data/schema/sql.server";
import { where } from "~/shared/condition";

const order: TableShape = {
  name: "purchase_order",
  columns: [
    { name: "id", type: "uuid primary key", required: false },
    { name: "tenant_id", type: "smallint", required: true, default: "1" },
    { name: "number", type: "text", required: true },
    { name: "supplier_id", type: "uuid", required: true },
    { name: "amount", type: "numeric(18,2)", required: false },
  ],
  uniques: [{ name: "purchase_order_number_key", columns: ["number"] }],
  indexes: [{ name: "purchase_order_supplier_id_idx", columns: ["supplier_id"] }],
  references: [{ column: "supplier_id", table: "supplier", onDelete: "restrict" }],
  supplier: {
    read: where.own("supplier_id"),
    readColumns: ["id", "number", "supplier_id"],
    updateColumns: [],
    insert: false,
    remove: false,
  },
  title: ["number"],
};

const statements = (sql: string) => sql.split(/;\n?/).filter((statement) => statement.trim() !== "");

describe("新表", () => {
  const sql = migrationSql([], [order]);

  test("列、唯一键、索引、外键、授权、锁和两道策略一起建立", () => {
    expect(sql).toContain('"tenant_id" smallint default 1 not null');
    expect(sql).toContain('"amount" numeric(18,2)');
    expect(sql).toContain('constraint "purchase_order_number_key" unique ("tenant_id", "number")');
    expect(sql).toMatch(/create index .*"purchase_order_supplier_id_idx" on "purchase_order" \("supplier_id"\)/);
    expect(sql).toContain('foreign key ("supplier_id") references "supplier" (id) on delete restrict');
    expect(sql).toContain('alter table "purchase_order" enable row level security');
    expect(sql).toContain('create policy staff on "purchase_order" to app_staff using (true) with check (true)');
    expect(sql).toContain('grant select ("id", "number", "supplier_id") on "purchase_order" to app_supplier');
    expect(sql).toContain('create policy supplier_read on "purchase_order" for select to app_supplier');
    expect(sql).toContain('create view "purchase_order_title" as select "id", "number" from "purchase_order"');
  });

  test("不给供应商的权利就没有授权，也没有策略", () => {
    expect(sql).not.toMatch(/supplier_(update|insert|remove)/);
    expect(sql).not.toMatch(/grant (update|insert|delete)[^;]*to app_supplier/);
    const closed = migrationSql([], [{ ...order, supplier: null, title: null }]);
    expect(closed).not.toContain("app_supplier");
  });

  test("给了的权利，写出来的也只有列出的列", () => {
    const lock = {
      read: where.own("supplier_id"),
      readColumns: ["id"],
      updateColumns: ["number"],
      insert: true,
      remove: true,
    };
    const open = migrationSql([], [{ ...order, supplier: lock }]);
    expect(open).toContain('grant update ("number") on "purchase_order" to app_supplier');
    expect(open).toContain("create policy supplier_update");
    expect(open).toContain("create policy supplier_insert");
    expect(open).toContain("create policy supplier_remove");
  });

  test("查找用的索引是另一种，没有待整理的清单", () => {
    const index = { name: "purchase_order_search_idx", columns: ["search_grams"], method: "gin" as const };
    expect(migrationSql([], [{ ...order, indexes: [index] }])).toContain(
      'create index if not exists "purchase_order_search_idx" on "purchase_order" using gin ("search_grams") with (fastupdate = off);',
    );
  });

  test("排序用的索引向下排时，空值在最后", () => {
    const index = { name: "purchase_order_amount_desc", columns: ["amount", "id"], descending: true };
    expect(migrationSql([], [{ ...order, indexes: [index] }])).toContain(
      'create index if not exists "purchase_order_amount_desc" on "purchase_order" ("amount" desc nulls last, "id" desc);',
    );
  });

  test("手写迁移的表不归生成器管", () => {
    expect(migrationSql([], [{ ...order, handWritten: true }])).toBe("");
  });

  test("只增的表，谁都没有修改和删除的授权，触发器也拒绝", () => {
    const grown = migrationSql([], [{ ...order, grows: true }]);
    expect(grown).toContain('grant select, insert on "purchase_order" to app_staff');
    expect(grown).toMatch(/before update or delete on "purchase_order" .* execute function refuse_journal_change/);
    expect(grown).toMatch(/before truncate on "purchase_order" for each statement/);
    expect(sql).not.toContain("refuse_journal_change");
    expect(handWork([order], [{ ...order, grows: true }])).toEqual([
      "table purchase_order becomes a journal or ceases to be one: write it by hand",
    ]);
  });
});

describe("改动只增不减", () => {
  const wider: TableShape = {
    ...order,
    columns: [...order.columns.slice(0, 4), { name: "remark", type: "text", required: true }],
    indexes: [...order.indexes, { name: "purchase_order_remark_idx", columns: ["remark"] }],
    uniques: [...order.uniques, { name: "purchase_order_remark_key", columns: ["remark"] }],
    references: [...order.references, { column: "remark", table: "note", onDelete: "cascade" }],
  };

  test("没有变化就没有语句", () => {
    expect(migrationSql([order], [order])).toBe("");
  });

  test("新列在旧表上先允许为空，去掉的列留给人处理", () => {
    const sql = migrationSql([order], [wider]);
    expect(sql).toContain('alter table "purchase_order" add column "remark" text;');
    expect(sql).not.toMatch(/drop (column|table|constraint|index)/);
    expect(statements(sql)).toHaveLength(4);
    expect(handWork([order], [wider])).toEqual([
      "column purchase_order.amount is no longer defined: write its drop or rename by hand",
    ]);
  });

  test("去掉的表和改了类型的列说清楚，不生成语句", () => {
    const retyped = {
      ...order,
      columns: order.columns.map((column) => (column.name === "amount" ? { ...column, type: "text" } : column)),
    };
    expect(migrationSql([order], [])).toBe("");
    expect(handWork([order], [])).toEqual([
      "table purchase_order is no longer defined: write its drop or rename by hand",
    ]);
    expect(handWork([order], [retyped])).toEqual([
      "column purchase_order.amount changes from numeric(18,2) to text: write the change by hand",
    ]);
    expect(handWork([order], [order])).toEqual([]);
  });

  test("供应商的锁变了：先收回全部，再整套重建", () => {
    const lock = {
      read: where.all(where.own("supplier_id"), where.set("amount")),
      readColumns: ["id"],
      updateColumns: [],
      insert: false,
      remove: false,
    };
    const sql = migrationSql([order], [{ ...order, supplier: lock }]);
    const revoke = sql.indexOf('revoke all on "purchase_order" from app_supplier');
    const grant = sql.indexOf('grant select ("id") on "purchase_order" to app_supplier');
    expect(revoke).toBeGreaterThanOrEqual(0);
    expect(grant).toBeGreaterThan(revoke);
    for (const what of ["read", "update", "insert", "remove"]) {
      expect(sql).toContain(`drop policy if exists supplier_${what} on "purchase_order"`);
    }
    expect(migrationSql([order], [{ ...order, supplier: null }])).not.toContain("grant");
  });
});
