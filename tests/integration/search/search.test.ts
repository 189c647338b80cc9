import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conditionSql } from "~/data/condition-sql.server";
import { fillRows } from "~/data/search-progress.server";
import type { Context } from "~/engine/context.server";
import { type ListQuery, listRecords } from "~/engine/operations/list.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { listModel } from "~/engine/screen/list-model.server";
import { documentOfText } from "~/engine/search/document.server";
import { fillSearchColumns, fillTable } from "~/engine/search/upkeep.server";
import { isFound } from "~/shared/search";
import { MOMENT } from "../../support/condition-cases";
import { ORDER, order, refusal, released, stored } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;

const MATERIAL = "master-data/material";
const EVERYTHING: ListQuery = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };

/** What the list of a screen shows for a query: the first title column of each row. */
async function listed(context: Context, key: string, request: Partial<ListQuery>, column = "code"): Promise<unknown[]> {
  const { rows } = await listRecords(context, world.screen(key), { ...EVERYTHING, ...request });
  return rows.map((row) => row.values[column]);
}

async function material(values: Readonly<Record<string, unknown>>): Promise<string> {
  const usual = { material_type_id: world.ids.grainType, uom: "kg", shelf_life_days: 180 };
  return (await createRecord(world.system(), { screen: world.screen(MATERIAL), values: { ...usual, ...values } })).id;
}

async function searchText(table: string, id: string): Promise<string | null> {
  const { rows } = await sql<{
    text: string | null;
  }>`select search_text as text from ${sql.table(table)} where id = ${id}`.execute(database.connection());
  return rows[0]?.text ?? null;
}

describe("数据库找到的与内存中判断的一致", () => {
  const names = [
    "M0001 花生仁",
    "面粉",
    "5L玉米油(非转基因)",
    "单县 100%果汁",
    "a\\b_c it's",
    "𠮷野家ＡＢＣ",
    "",
    "曾记粮油",
  ];
  const typed = [
    "花生",
    "生",
    "m0",
    "0001",
    "hsr",
    "hs",
    "h",
    "huash",
    "nf",
    "mianf",
    "ng",
    "dx",
    "sx",
    "shanxian",
    "zj",
    "cj",
  ];
  const odd = [
    "%",
    "100%",
    "_",
    "b_c",
    "\\",
    "a\\b",
    "'s",
    "^",
    "^'h",
    "' or true --",
    "𠮷",
    "ａｂｃ",
    "花 m0001",
    "花%仁",
    " ",
    "花生仁子",
  ];

  beforeAll(async () => {
    const connection = database.connection();
    await sql`create table searched (id integer, search_text text, search_grams text[])`.execute(connection);
    for (const [id, name] of names.entries()) {
      const { text, grams } = await documentOfText(name);
      await sql`insert into searched values (${id}, ${text}, ${grams}::text[])`.execute(connection);
    }
    await sql`insert into searched values (${names.length}, null, null)`.execute(connection);
  });

  test.each([...typed, ...odd])("%s", async (text) => {
    const condition = conditionSql({ op: "search", text }, "t", { supplierId: null, ...MOMENT });
    const { rows } = await sql<{ id: number }>`select id from searched as t where ${condition} order by id`.execute(
      database.connection(),
    );
    const expected: number[] = [];
    for (const [id, name] of names.entries()) if (isFound(await documentOfText(name), text)) expected.push(id);
    // A row that has not been read yet is found by nothing, and stands in an unsearched list.
    expect(rows.map(({ id }) => id)).toEqual(text.trim() === "" ? [...expected, names.length] : expected);
  });
});

describe("查找内容随记录写入", () => {
  test("新建后按编码、名称、规格、首字母和全拼都找得到", async () => {
    await material({ code: "S100", name: "葵花籽仁", spec: "特级" });
    for (const q of ["S100", "s1", "葵花", "籽", "khzr", "kuihua", "特级", "tj", "葵花 S100"]) {
      expect([q, await listed(world.system(), MATERIAL, { q })]).toEqual([q, expect.arrayContaining(["S100"])]);
    }
    expect(await listed(world.system(), MATERIAL, { q: "葵花 M001" })).toEqual([]);
  });

  test("改名后按新名称找得到，按旧名称找不到", async () => {
    const id = await material({ code: "S101", name: "旧名核桃" });
    await updateRecordBy(world.system(), {
      screen: world.screen(MATERIAL),
      id,
      version: 1,
      values: { name: "新名杏仁" },
    });
    expect(await listed(world.system(), MATERIAL, { q: "hetao" })).toEqual([]);
    expect(await listed(world.system(), MATERIAL, { q: "xmxr" })).toEqual(["S101"]);
  });

  test("来源字段没有变，就不重写查找内容", async () => {
    const id = await material({ code: "S102", name: "芝麻" });
    await sql`update material set search_text = ' marked' where id = ${id}`.execute(database.connection());
    await updateRecordBy(world.system(), {
      screen: world.screen(MATERIAL),
      id,
      version: 1,
      values: { allergen: "芝麻" },
    });
    expect(await searchText("material", id)).toBe(" marked");
  });

  test("账号按姓名和登录名找得到", async () => {
    const { text } = await documentOfText("buyerA 甲采购");
    expect(await searchText("app_user", world.accounts.buyerA)).toBe(text);
  });
});

describe("列表的搜索框", () => {
  let number = "";
  beforeAll(async () => {
    const { id } = await released(world);
    number = String((await stored(world, id)).number);
    await released(world, { supplier_id: world.ids.supplierB, contract_id: null });
  });

  test("单号的一段、供应商的名称和拼音都能找到订单", async () => {
    const manager = await world.as("manager");
    for (const q of [
      number,
      number.slice(2, 8).toLowerCase(),
      "甲供应商",
      "jiagong",
      "jgys",
      `甲供 ${number.slice(-4)}`,
    ]) {
      expect([q, await listed(manager, ORDER, { q }, "number")]).toEqual([q, expect.arrayContaining([number])]);
    }
    expect(await listed(manager, ORDER, { q: "乙供应商" }, "number")).not.toContain(number);
    expect(await listed(manager, ORDER, { q: `乙供 ${number}` }, "number")).toEqual([]);
  });

  test("不同的词可以落在单据本身和它指向的行上，缺一个就不算", async () => {
    const manager = await world.as("manager");
    expect(await listed(manager, ORDER, { q: "CG 甲供" }, "number")).toContain(number);
    expect(await listed(manager, ORDER, { q: "CG 甲供 没有的" }, "number")).toEqual([]);
  });

  test("各状态的数量也按搜索计算", async () => {
    const result = await listRecords(await world.as("manager"), world.screen(ORDER), { ...EVERYTHING, q: number });
    expect([...result.states.values()].reduce((sum, { count }) => sum + count, 0)).toBe(1);
    expect(result.count).toBe(1);
  });

  test("搜索不会超出个人的数据范围", async () => {
    expect(await listed(await world.as("buyerB"), ORDER, { q: number }, "number")).toEqual([]);
    expect(await listed(await world.as("grainKeeper"), MATERIAL, { q: "外箱" })).toEqual([]);
    expect(await listed(await world.as("masterData"), MATERIAL, { q: "外箱" })).toEqual(["M003"]);
  });

  test("页面上排在最前面，写明找什么，留在链接和已选条件里，可以去掉", async () => {
    const params = new URLSearchParams([
      ["q", " 甲供　CG "],
      ["state", "released"],
    ]);
    const model = await listModel(await world.as("manager"), world.screen(ORDER), params);
    const [first] = model.filters;
    expect(first).toMatchObject({
      name: "q",
      label: "搜索",
      values: ["甲供 CG"],
      placeholder: "采购订单号、来源单号、供应商",
    });
    expect(model.hidden).toEqual([]);
    expect(model.chips).toEqual([{ label: "搜索：甲供 CG", href: "/purchase-orders/purchase-order?state=released" }]);
    expect(model.clearHref).toBe("/purchase-orders/purchase-order?state=released");
    for (const tab of model.tabs) expect(tab.href).toContain("q=%E7%94%B2");
    for (const column of model.table.columns) if (column.sort) expect(column.sort.href).toContain("q=");
  });

  test("空白和过长的搜索不会出错", async () => {
    const manager = await world.as("manager");
    const all = await listed(manager, ORDER, {}, "number");
    const blank = await listModel(manager, world.screen(ORDER), new URLSearchParams([["q", " 　 "]]));
    expect(blank.chips).toEqual([]);
    expect(blank.table.rows).toHaveLength(all.length);
    const long = await listModel(manager, world.screen(ORDER), new URLSearchParams([["q", "长 ".repeat(300)]]));
    expect(long.table.rows).toEqual([]);
  });

  test("接口：请求体和查询串里的 q 一样，不认识的形式被拒绝", async () => {
    const token = await signIn(world, "manager");
    const path = "/v2/purchase-orders/purchase-order/page";
    const posted = await call(world, { token, method: "POST", path, body: { q: `甲供 ${number}` } });
    const got = await call(world, { token, method: "GET", path: `${path}?q=${encodeURIComponent(`jgys ${number}`)}` });
    for (const { status, body } of [posted, got]) {
      expect(status).toBe(200);
      expect(body.result).toMatchObject({ total: 1, records: [{ number }] });
    }
    for (const q of [1, ["a"], { a: 1 }, "长".repeat(101)]) {
      expect((await call(world, { token, method: "POST", path, body: { q } })).status).toBe(400);
    }
    expect((await call(world, { token, method: "POST", path, body: { q: null } })).status).toBe(200);
    expect((await call(world, { token, method: "POST", path, body: { q: "'; drop table material; --" } })).status).toBe(
      200,
    );
  });
});

describe("引用的筛选条件", () => {
  const by = (context: Context, name: string, typed: string) =>
    listed(context, ORDER, { filters: { [name]: [typed] } }, "number");

  test("不是恰好一行的文字，按所有找得到的行筛选", async () => {
    const manager = await world.as("manager");
    const all = await listed(manager, ORDER, {}, "number");
    const own = await by(manager, "supplier_id", "甲供应商");
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(all.length);
    expect((await by(manager, "supplier_id", "gys")).sort()).toEqual([...all].sort());
    expect((await by(manager, "supplier_id", "jgys")).sort()).toEqual([...own].sort());
    expect((await by(manager, "items.material_id", "玉")).length).toBeGreaterThan(0);
  });

  test("找不到任何行时照旧说出来", async () => {
    const request = { ...EVERYTHING, filters: { supplier_id: ["没有这家"] } };
    const { complaints } = await listRecords(await world.as("manager"), world.screen(ORDER), request);
    expect(complaints).toEqual([{ field: "supplier_id", message: "找不到供应商「没有这家」，请核对编码" }]);
  });

  test("只在个人范围内的行里找", async () => {
    const request = { ...EVERYTHING, filters: { factory_id: ["二厂"] } };
    const near = await listRecords(await world.as("buyerA"), world.screen(ORDER), request);
    expect(near.complaints.map(({ field }) => field)).toEqual(["factory_id"]);
    const part = await listRecords(await world.as("buyerA"), world.screen(ORDER), {
      ...EVERYTHING,
      filters: { factory_id: ["厂"] },
    });
    expect(part.complaints).toEqual([]);
  });
});

describe("输入的引用找不到时", () => {
  const complaintFor = async (context: Context, items: readonly Record<string, unknown>[]) => {
    const { complaints } = await refusal(order(world, context, { items }), "invalid");
    return complaints.find(({ field }) => field.endsWith("material_id"))?.message;
  };
  const line = (material_id: string) => [{ material_id, qty: "1", price: "1", required_date: "2025-12-01" }];

  test("列出最多三个可以选择的行，编码和名称开头相符的在前", async () => {
    for (const [code, name] of [
      ["T203", "脱皮绿豆"],
      ["T202", "绿豆仁"],
      ["T201", "绿豆糕粉"],
      ["T200", "去壳绿豆"],
    ] as const) {
      await material({ code, name });
    }
    const buyer = await world.as("buyerA");
    expect(await complaintFor(buyer, line("绿豆"))).toBe(
      "找不到物料「绿豆」，您是不是要找：T201 绿豆糕粉、T202 绿豆仁、T200 去壳绿豆",
    );
    expect(await complaintFor(buyer, line("ldr"))).toBe("找不到物料「ldr」，您是不是要找：T202 绿豆仁");
  });

  test("停用的不列出，没有相近的照旧请重新选择", async () => {
    await material({ code: "T300", name: "停用红枣", material_status: "stopped" });
    const buyer = await world.as("buyerA");
    expect(await complaintFor(buyer, line("红枣"))).toBe("找不到物料「红枣」，请重新选择");
  });
});

describe("供应商的墙", () => {
  test("只搜得到自己的订单，按别家的单号、名称都搜不到", async () => {
    const own = await released(world);
    const other = await released(world, { supplier_id: world.ids.supplierB, contract_id: null });
    const numbers = async (q: string) => listed(await world.as("supplierA"), ORDER, { q }, "number");
    const [ownNumber, otherNumber] = [own, other].map(({ number }) => String(number));
    expect(await numbers("CG")).toContain(ownNumber);
    expect(await numbers("CG")).not.toContain(otherNumber);
    expect(await numbers(otherNumber ?? "")).toEqual([]);
    expect(await numbers("乙供应商")).toEqual([]);
    expect(await numbers("ygys")).toEqual([]);
  });

  test("搜索框不提自己的名字，引用的筛选只认自己单据上出现过的", async () => {
    const supplier = await world.as("supplierA");
    const model = await listModel(supplier, world.screen(ORDER), new URLSearchParams());
    expect(model.filters[0]).toMatchObject({ name: "q", placeholder: "采购订单号、来源单号" });
    expect(
      (await listed(supplier, ORDER, { filters: { "items.material_id": ["yumi"] } }, "number")).length,
    ).toBeGreaterThan(0);
    const request = { ...EVERYTHING, filters: { "items.material_id": ["葵花"] } };
    const { complaints } = await listRecords(supplier, world.screen(ORDER), request);
    expect(complaints).toEqual([{ field: "items.material_id", message: "找不到物料「葵花」，请核对编码" }]);
  });
});

describe("补写早先没有查找内容的行", () => {
  // What the start of the program left to do is done.
  beforeAll(() => fillSearchColumns(world.engine));

  const OLD = 250;
  /** Rows as a version before the search would have left them. */
  async function addOldRows(prefix: string): Promise<void> {
    await sql`insert into material (id, code, name, material_type_id, material_status, uom)
      select gen_random_uuid(), ${prefix}::text || lpad(n::text, 4, '0'), '开心果' || n, ${world.ids.grainType}::uuid, 'active', 'kg'
      from generate_series(1, ${OLD}::int) as n`.execute(database.connection());
  }
  const progress = async () => {
    const { rows } = await sql<{ complete: boolean; reached: string | null }>`
      select complete, reached from search_progress where table_name = 'material'`.execute(database.connection());
    return rows[0];
  };
  const purge = () => sql`delete from search_progress`.execute(database.connection());
  const count = async (q: string) =>
    (await listRecords(world.system(), world.screen(MATERIAL), { ...EVERYTHING, q })).count;

  test("分批补齐，中断后接着做，再做一次什么也不做", async () => {
    await purge();
    await addOldRows("OLD");
    expect(await count("kxg")).toBe(0);
    for (const batches of [1, 1]) {
      let left = batches;
      expect(await fillTable(world.engine, world.entity(MATERIAL), () => left-- > 0)).toBe(100);
      expect(await progress()).toEqual({ complete: false, reached: expect.any(String) });
    }
    expect(await fillSearchColumns(world.engine)).toBeGreaterThan(0);
    expect(await progress()).toEqual({ complete: true, reached: null });
    expect(await count("kxg")).toBe(OLD);
    expect(await fillSearchColumns(world.engine)).toBe(0);
  });

  test("两个进程同时补也没有妨碍", async () => {
    await purge();
    await addOldRows("TWO");
    await Promise.all([fillSearchColumns(world.engine), fillSearchColumns(world.engine)]);
    expect(await count("two")).toBe(OLD);
  });

  test("绕过程序写入的行下次启动补上", async () => {
    await addOldRows("RAW");
    expect(await fillSearchColumns(world.engine)).toBe(OLD);
    expect(await count("raw")).toBe(OLD);
  });

  test("定义改成查找别的字段后，全部重写", async () => {
    const id = await material({ code: "S900", name: "腰果" });
    await sql`update material set search_text = ' old', search_grams = '{}' where id = ${id}`.execute(
      database.connection(),
    );
    await sql`update search_progress set rules = 'another' where table_name = 'material'`.execute(
      database.connection(),
    );
    await fillSearchColumns(world.engine);
    expect(await count("S900 yaoguo")).toBe(1);
  });

  test("补写时读过之后又被人改了的行，以人改的为准", async () => {
    const id = await material({ code: "S901", name: "榛子" });
    const document = await documentOfText("过时的");
    await fillRows(database.connection(), "material", [{ id, version: 7, document }]);
    expect(await searchText("material", id)).toContain("榛子");
    await fillRows(database.connection(), "material", [{ id, version: 1, document }]);
    expect(await searchText("material", id)).toBe(document.text);
  });
});
