import { describe, expect, test } from "vitest";
import { type AnyEntity, defineEntity, noSupplier, ownSupplier, reference, section, text } from "~/engine/entity";
import { isSearched, searchFields } from "~/engine/entity/search-fields";
import { shapesOf } from "~/engine/entity/tables";

const fields = {
  code: text({ label: "编码", required: true }),
  name: text({ label: "名称", required: true }),
  nick: text({ label: "内部叫法", hiddenFromSuppliers: true }),
  owner_id: reference("test/maker", { label: "厂家" }),
  remark: text({ label: "备注" }),
};

function maker(change: Partial<AnyEntity> = {}): AnyEntity {
  const plain: AnyEntity = defineEntity({
    key: "test/maker",
    label: "厂家",
    kind: "register",
    purpose: "厂家登记。",
    fields,
    list: { columns: ["code", "name"], filters: ["code"], sort: "code" },
    form: [section("基本信息", ["code", "name", "owner_id", "remark"])],
    access: { suppliers: noSupplier, grants: { qa: "all" } },
  });
  return { ...plain, ...change };
}

const tableOf = (entity: AnyEntity) => shapesOf(entity, () => maker())[0];

describe("按什么查找", () => {
  test("没有写明时：单号和标题里的文字，供应商看不到的除外", () => {
    expect(searchFields(maker())).toEqual({ own: ["code", "name"], references: [] });
    expect(searchFields(maker({ number: "C{0001}" })).own).toEqual(["number"]);
    expect(searchFields(maker({ title: ["nick", "name", "owner_id"] }))).toEqual({ own: ["name"], references: [] });
  });

  test("写明时：自己的文字，和它指向的行", () => {
    expect(searchFields(maker({ search: ["remark", "owner_id"] }))).toEqual({
      own: ["remark"],
      references: ["owner_id"],
    });
  });

  test("没有任何文字可查的就没有查找用的列和索引", () => {
    const silent = maker({ title: ["owner_id"], search: ["owner_id"] });
    expect(isSearched(silent)).toBe(false);
    expect(tableOf(silent)?.columns.map(({ name }) => name)).not.toContain("search_text");
    expect(tableOf(silent)?.indexes.some(({ method }) => method === "gin")).toBe(false);
    expect(tableOf(maker())?.indexes).toContainEqual({
      name: "maker_search_idx",
      columns: ["search_grams"],
      method: "gin",
    });
  });
});

describe("供应商的写权限", () => {
  const access = { suppliers: ownSupplier("owner_id"), grants: { supplier: ["edit", "query"] } } as const;
  const writable = (suppliersMayWrite?: readonly string[]) =>
    tableOf(maker({ access: { ...access, ...(suppliersMayWrite ? { suppliersMayWrite } : {}) } }))?.supplier
      ?.updateColumns ?? [];

  test("能改名称的，也能改按名称查找的列", () => {
    expect(writable(["name"])).toEqual(expect.arrayContaining(["name", "search_text", "search_grams"]));
    expect(writable()).toEqual(expect.arrayContaining(["name", "search_text", "search_grams"]));
  });

  test("只能改别的，就改不了查找用的列", () => {
    expect(writable(["remark"])).toContain("remark");
    expect(writable(["remark"]).filter((name) => name.startsWith("search"))).toEqual([]);
  });
});
