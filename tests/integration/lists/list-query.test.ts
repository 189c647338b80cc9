import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { text } from "~/engine/entity";
import type { Screen } from "~/engine/entity/registry";
import { listRecords } from "~/engine/operations/list.server";
import { listModel } from "~/engine/screen/list-model.server";
import { decimal, sum } from "~/shared/decimal";
import { allRecords, make } from "../../support/conformance";
import { ORDER, released, submitted } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
const REQUEST = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };

beforeAll(async () => {
  await released(world);
  await released(world, { currency: "USD", order_type: "sample" });
  await released(world, { supplier_id: world.ids.supplierB });
  await submitted(world, { order_type: "call_off", urgent: "1" });
  await submitted(world, { order_type: "sample", urgent: "1" });
});

async function model(context: Context, query: string, of: Screen = screen) {
  return listModel(context, of, new URLSearchParams(query));
}

async function numbers(context: Context, query: string): Promise<string[]> {
  return (await model(context, query)).table.rows.map((row) => row.cells[0]?.text ?? "").sort();
}

/** What is said beside a filter. */
function errorAt({ filters }: Awaited<ReturnType<typeof model>>, name: string): string | undefined {
  const filter = filters.find((one) => one.name === name);
  return filter && "error" in filter ? filter.error : undefined;
}

describe("筛选", () => {
  test("一个条件选几个值，几个状态，几家供应商", async () => {
    const buyer = await world.as("buyerA");
    const types = await model(buyer, "order_type=sample&order_type=call_off");
    expect(types.table.rows).toHaveLength(3);
    expect(types.chips.map(({ label }) => label)).toEqual(["订单类型：样品订单", "订单类型：协议要货"]);
    expect(types.chips[0]?.href).toBe(`/${ORDER}?order_type=call_off`);
    const states = await model(buyer, "state=released&state=approved");
    expect(states.total).toBe("5 条");
    expect(states.chips).toHaveLength(2);
    expect((await model(buyer, "state=released")).chips).toEqual([]);
    const { supplierA, supplierB } = world.ids;
    const both = await numbers(buyer, "");
    expect(await numbers(buyer, `supplier_id=${supplierA}&supplier_id=${supplierB}`)).toEqual(both);
  });

  test.each([
    ["逗号", "GYS000001,GYS000002", 5],
    ["全角逗号", "GYS000001，GYS000002", 5],
    ["顿号", "GYS000001、GYS000002", 5],
    ["空格", "gys000001  GYS000002", 5],
    ["编码和名称", "GYS000002 乙供应商", 1],
    ["名称", "乙供应商", 1],
  ])("供应商编码用%s隔开", async (_label, typed, count) => {
    const found = await model(await world.as("buyerA"), new URLSearchParams({ supplier_id: typed }).toString());
    expect(errorAt(found, "supplier_id")).toBeUndefined();
    expect(found.table.rows).toHaveLength(count);
  });

  test("有一个编码找不到：不悄悄放过，说出是哪一个", async () => {
    for (const typed of ["GYS000001 GYS999999", "GYS000001，GYS999999"]) {
      const found = await model(await world.as("buyerA"), new URLSearchParams({ supplier_id: typed }).toString());
      expect(errorAt(found, "supplier_id")).toContain("GYS999999");
    }
  });

  test("快捷开关和条件一起生效", async () => {
    const buyer = await world.as("buyerA");
    expect((await model(buyer, "urgent_only=1")).table.rows).toHaveLength(2);
    expect((await model(buyer, "urgent_only=1&order_type=sample")).table.rows).toHaveLength(1);
  });

  test("范围颠倒：说明写在条件旁边，不当作没有结果", async () => {
    const found = await model(await world.as("buyerA"), "amount=5&amount=3");
    expect(errorAt(found, "amount")).toBe("最小值不能大于最大值");
    expect(found.table.rows).toHaveLength(5);
  });

  test("没有数据和没有符合条件的数据说得不一样", async () => {
    const empty = await model(await world.as("buyerB"), "");
    expect(empty.empty).toBe("none");
    for (const query of ["number=不存在", "state=closed", "unconfirmed_only=1"])
      expect((await model(await world.as("buyerA"), query)).empty).toBe("noMatch");
  });

  test.each(["玉米淀粉（东北）", "（东北）", "玉米淀粉"])("名称里的全角括号照写就找得到：%s", async (typed) => {
    const materials = world.screen("master-data/material");
    const name = "玉米淀粉（东北）";
    const admin = await world.as("admin");
    const known = await model(admin, new URLSearchParams({ name }).toString(), materials);
    if (known.table.rows.length === 0) await make(world, "master-data/material", {}, { code: "M901", name });
    const found = await model(admin, new URLSearchParams({ name: typed }).toString(), materials);
    expect(found.table.rows).toHaveLength(1);
  });

  test("供应商的筛选只给出自己单据里的物料", async () => {
    const { id } = await make(world, "master-data/material", {}, { code: "M900", name: "乙方专供料" });
    await released(world, {
      supplier_id: world.ids.supplierB,
      items: [{ material_id: id, qty: "1", uom: "kg", tax_rate: "13", price: "5", required_date: "2025-03-20" }],
    });
    const offered = async (account: "supplierA" | "supplierB") =>
      JSON.stringify((await model(await world.as(account), "")).filters);
    expect(await offered("supplierB")).toContain("乙方专供料");
    expect(await offered("supplierA")).toContain("玉米");
    expect(await offered("supplierA")).not.toContain("乙方专供料");
  });
});

describe("没有权限的字段", () => {
  // The order with its type shown to finance alone.
  const entity = {
    ...screen.entity,
    fields: {
      ...screen.entity.fields,
      order_type: {
        ...screen.entity.fields.order_type,
        options: { ...text({ label: "订单类型" }).options, readBy: ["finance"] },
      },
    },
  };
  const guarded: Screen = { ...screen, entity };

  test("页面上不筛选、不排序，也不留标签", async () => {
    const buyer = await world.as("buyerA");
    const shown = await model(buyer, "order_type=sample&sort=order_type", guarded);
    expect(shown.table.rows.length).toBe((await model(buyer, "")).table.rows.length);
    expect(shown.chips).toEqual([]);
    expect(JSON.stringify(shown)).not.toContain("order_type");
    expect(shown.table.columns.map(({ label }) => label)).not.toContain("订单类型");
  });

  test("REST 里拒绝，与不存在的字段同样答复", async () => {
    const token = await signIn(world, "supplierA");
    const list = "/v2/purchase-orders/purchase-order/page";
    const answers = await Promise.all(
      ["approved_amount", "no_such_field"].map((name) =>
        call(world, { token, method: "POST", path: list, body: { [name]: "1" } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    const sorted = await call(world, {
      token,
      method: "POST",
      path: list,
      body: { page: { orders: [{ column: "approved_amount" }] } },
    });
    expect(sorted.status).toBe(400);
    expect(sorted.body.message).toBe("参数格式不正确：不能按「approved_amount」排序");
    // On a page the same query is simply not heard.
    const shown = await model(await world.as("supplierA"), "sort=approved_amount&approved_amount=1");
    expect(shown.table.rows.length).toBeGreaterThan(0);
  });
});

describe("按几列排序", () => {
  test("先按第一列，相同的再按第二列，各有方向；最多三列，同一列只算一次", async () => {
    const buyer = await world.as("buyerA");
    const request = { ...REQUEST, sort: ["order_type", "-amount", "order_type", "-order_type", "number", "state"] };
    const { rows, sort } = await listRecords(buyer, screen, request);
    expect(sort).toEqual([
      { by: "order_type", descending: false },
      { by: "amount", descending: true },
      { by: "number", descending: false },
    ]);
    const keys = rows.map(({ values }) => [String(values.order_type), String(values.amount)] as const);
    for (const [position, [type, amount]] of keys.slice(1).entries()) {
      const before = keys[position] ?? ["", "0"];
      expect(before[0] < type || (before[0] === type && decimal(before[1]).gte(decimal(amount)))).toBe(true);
    }
  });

  test("表头给出下一步：单独排序、加为下一列、改方向、去掉", async () => {
    const shown = await model(await world.as("buyerA"), "sort=-amount&sort=order_date");
    const head = (key: string) => shown.table.columns.find((column) => column.key === key)?.sort;
    expect(head("amount")).toMatchObject({ position: 1, direction: "descending", href: `/${ORDER}?sort=amount` });
    expect(head("amount")?.further).toMatchObject({ sign: "×", href: `/${ORDER}?sort=order_date` });
    expect(head("order_date")).toMatchObject({ position: 2, direction: "ascending" });
    expect(head("order_date")?.further?.href).toBe(`/${ORDER}?sort=-amount&sort=-order_date`);
    expect(head("state")?.further?.href).toBe(`/${ORDER}?sort=-amount&sort=order_date&sort=state`);
    const full = await model(await world.as("buyerA"), "sort=-amount&sort=order_date&sort=state");
    expect(full.table.columns.find(({ key }) => key === "number")?.sort).not.toHaveProperty("further");
    // The order of the definition counts as the first key.
    const plain = await model(await world.as("buyerA"), "");
    expect(plain.table.columns.find(({ key }) => key === "amount")?.sort?.further?.href).toBe(
      `/${ORDER}?sort=-order_date&sort=amount`,
    );
  });
});

test("供应商的状态页签只有订单下达以后的，采购员的是全部", async () => {
  const tabs = async (account: "supplierA" | "buyerA") => {
    const { tabs: drawn, filters } = await model(await world.as(account), "");
    const state = filters.find(({ name }) => name === "state");
    return [drawn.map(({ label }) => label), state && "options" in state ? state.options.length : 0];
  };
  const released = ["待供应商确认", "变更协商中", "执行中", "已暂停", "已完成", "已关闭", "已取消"];
  expect(await tabs("supplierA")).toEqual([["全部", ...released], 7]);
  expect(await tabs("buyerA")).toEqual([["全部", "草稿", "审批中", "待下达", ...released], 10]);
});

describe("合计", () => {
  async function expected(fits: (record: { supplier_id: unknown; currency: unknown }) => boolean): Promise<string> {
    const records = await allRecords(world, screen.entity);
    return sum(
      records
        .filter((record) => fits({ supplier_id: record.supplier_id, currency: record.currency }))
        .map((record) => String(record.amount)),
    ).toFixed(2);
  }

  test("是筛选出的全部行的合计，不是一页的；每种币种一行，不相加", async () => {
    const manager = await world.as("manager");
    const { totals, rows } = await listRecords(manager, screen, { ...REQUEST, size: 10, totals: ["amount"] });
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(totals.get("amount")).toEqual([
      { currency: "CNY", sum: await expected(({ currency }) => currency === "CNY") },
      { currency: "USD", sum: await expected(({ currency }) => currency === "USD") },
    ]);
    const shown = await model(manager, "size=10&currency=USD");
    const at = shown.table.columns.findIndex(({ key }) => key === "amount");
    expect(shown.table.totals?.[0]).toBe(`合计（${shown.total}）`);
    expect(shown.table.totals?.[at]?.split("\n").map((text) => text.slice(0, 1))).toEqual(["¥", "U"]);
  });

  test("供应商只合计自己看得到的单据", async () => {
    const supplier = await world.as("supplierB");
    const { totals, rows } = await listRecords(supplier, screen, { ...REQUEST, totals: ["amount"] });
    expect(totals.get("amount")).toEqual([
      { currency: "CNY", sum: await expected(({ supplier_id }) => supplier_id === world.ids.supplierB) },
    ]);
    expect(rows.length).toBe(2);
  });

  test("没有行就没有合计；没有选的列不合计；看不见的列不合计", async () => {
    const buyer = await world.as("buyerA");
    expect((await model(buyer, "number=不存在")).table.totals).toBeUndefined();
    const { totals } = await listRecords(await world.as("supplierA"), screen, {
      ...REQUEST,
      totals: ["approved_amount"],
    });
    expect(totals.size).toBe(0);
  });
});

describe("翻页", () => {
  test("页数超出时答复最后一页；页多时可以直接跳到某一页", async () => {
    const manager = await world.as("manager");
    for (let count = 0; count < 26; count += 1) await submitted(world);
    const last = await model(manager, "size=10&page=99&state=approved");
    expect(last.pager.page).toBe(last.pager.pages);
    expect(last.pager).not.toHaveProperty("next");
    const many = await model(manager, "size=10&sort=-amount");
    expect(many.pager.jump).toEqual({
      action: `/${ORDER}`,
      hidden: [
        ["sort", "-amount"],
        ["size", "10"],
      ],
    });
    expect((await model(manager, "size=100")).pager).not.toHaveProperty("jump");
    expect(many.pager.sizes.map(({ size }) => size)).toEqual([10, 20, 50, 100]);
  });
});

describe("上万张订单", () => {
  beforeAll(async () => {
    const { id } = await submitted(world);
    const { database } = world.engine;
    await database.transaction({ role: "owner" }, async () => {
      await sql`insert into purchase_order select copy.* from purchase_order o, generate_series(1, 10050) n,
          jsonb_populate_record(null::purchase_order, to_jsonb(o)
            || jsonb_build_object('id', gen_random_uuid(), 'number', 'CG20250101-' || n)) as copy
        where o.id = ${id}`.execute(database.connection());
    });
  });

  test("只说一万以上，不合计并说明；页码不当作到头", async () => {
    const manager = await world.as("manager");
    const shown = await model(manager, "size=100");
    expect(shown.total).toBe("10000+ 条");
    expect(shown.table.totals?.[0]).toBe("超过10000条，不合计");
    expect(shown.table.totals?.slice(1).join("")).toBe("");
    const behind = await model(manager, "size=100&page=101");
    expect(behind.pager.page).toBe(101);
    expect(behind.pager.links.some(({ label, current }) => label === "101" && current)).toBe(true);
  });

  test("远远超出的页码仍答复最后一页", async () => {
    const { page, rows, count } = await listRecords(await world.as("manager"), screen, { ...REQUEST, page: 1_000_000 });
    expect(count).toBe(10_000);
    expect(page).toBeGreaterThan(100);
    expect(rows.length).toBeGreaterThan(0);
    const next = await listRecords(await world.as("manager"), screen, { ...REQUEST, page: page + 1 });
    expect(next.page).toBe(page);
  });
});
