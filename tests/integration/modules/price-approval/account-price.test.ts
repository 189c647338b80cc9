import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { releaseImport, workOn } from "~/engine/imports/batch.server";
import { importModel, takeFile, templateFile } from "~/engine/imports/pages.server";
import { tableFile } from "~/engine/input/table-file.server";
import { type FoundPrice, foundPriceSchema, foundPricesSchema } from "~/engine/operations/price-book.server";
import { ask } from "~/engine/operations/published.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { personWith } from "../../../support/conformance";
import { FLOW, stopFlow } from "../../../support/flows";
import { items, refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const KEY = "price-approval/account-price";
const BOOK = "base-data/price-data";
const DAY_MS = 86_400_000;
const world = await openWorld({ shippedFlows: true });
afterAll(() => world.close());

const csv = (...rows: (readonly string[])[]) => new TextEncoder().encode(rows.map((row) => row.join(",")).join("\n"));

/** How a file names what a price is for. */
async function codeOf(
  entity: "master-data/company" | "user-administration/purchase-group" | "supplier-management/supplier",
  id: string,
): Promise<string> {
  const [row] = await unscopedRows(world.system(), entity, ["code"], [where.eq("id", id)]);
  return String(row?.code);
}

let place = 0;
/** A currency and time would be shared by all; a material of its own keeps the prices of each test apart. */
async function ownMaterial(): Promise<string> {
  place += 1;
  const { id } = await createRecord(world.system(), {
    screen: world.screen("master-data/material"),
    values: {
      code: `PR${place}`,
      name: `核价物料${place}`,
      material_type_id: world.ids.boxType,
      ...{ uom: "pcs", tax_rate: "13" },
    },
  });
  return id;
}

interface Wanted {
  material: string;
  price?: string;
  from?: string;
  to?: string;
  line?: Readonly<Record<string, unknown>>;
  head?: Readonly<Record<string, unknown>>;
  by?: AccountName;
}

async function draft({
  material,
  price = "11.3",
  from = TODAY,
  to = "2025-12-31",
  line = {},
  head = {},
  by = "buyerA",
}: Wanted) {
  const { id } = await createRecord(await world.as(by), {
    screen: world.screen(KEY),
    values: {
      ...{ company_id: world.ids.company, purchase_group_id: world.ids.group1, buyer_id: world.accounts.buyerA },
      reason: "年度定价",
      items: [
        {
          ...{ supplier_id: world.ids.supplierA, material_id: material, new_price: price, annual_qty: "100" },
          ...{ valid_from: from, valid_to: to },
          ...line,
        },
      ],
      ...head,
    },
  });
  return id;
}

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: KEY, id, name, ...more });

/** By the flow that comes with the program: the buyer submits, the manager agrees. */
async function accept(id: string) {
  await step("buyerA", id, "submit");
  return step("manager", id, "approve");
}

async function approved(wanted: Wanted): Promise<string> {
  const id = await draft(wanted);
  await accept(id);
  return id;
}

const asked = (material: string, more: object = {}) => ({
  ...{ supplierId: world.ids.supplierA, materialId: material, factoryId: world.ids.factory1 },
  ...{ companyId: world.ids.company, currency: "CNY", day: TODAY, quantity: null },
  ...more,
});

function priceOf(material: string, more: object = {}): Promise<FoundPrice | null> {
  return ask(world.system(), {
    entityKey: BOOK,
    name: "price_for",
    input: asked(material, more),
    answer: foundPriceSchema.nullable(),
  });
}

async function book(material: string) {
  const rows = await unscopedRows(
    world.system(),
    BOOK,
    ["price", "valid_from", "valid_to", "closed_on", "source_id"],
    [where.eq("material_id", material)],
  );
  return rows
    .sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
    .map(({ price, valid_from, valid_to, closed_on }) => [price, valid_from, valid_to, closed_on === null]);
}

/** The document and the prices written by it say when they were approved and by whom; lists find them by both. */
async function saysWhoApproved(id: string, account: AccountName) {
  const by = (await world.as(account)).actor.name;
  const at = world.clock.now().toISOString();
  expect(await recordOf(world, KEY, id)).toMatchObject({ approved_by: by, approved_at: at });
  const rows = await unscopedRows(
    world.system(),
    BOOK,
    ["approved_at", "approved_by"],
    [where.eq("source_id", id), where.eq("approved_by", by), where.eq("approved_at", at)],
  );
  expect(rows).toHaveLength(1);
}

async function told(id: string, account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where record_id = ${id} and user_id = ${world.accounts[account]} and kind <> 'watch'
    order by at, id`.execute(world.engine.database.connection());
  return rows.map(({ title }) => title);
}

/** So many days later, and back again. */
async function later<T>(days: number, work: () => Promise<T>): Promise<T> {
  world.clock.advance(days * DAY_MS);
  try {
    return await work();
  } finally {
    world.clock.advance(-days * DAY_MS);
  }
}

describe("批准写入价格", () => {
  test("当天生效的直接生效；未税价、单位、税率随单据", async () => {
    const material = await ownMaterial();
    const id = await approved({ material });
    expect(await recordOf(world, KEY, id)).toMatchObject({ state: "effective", taken_on: TODAY });
    await saysWhoApproved(id, "manager");
    expect(await priceOf(material)).toMatchObject({
      ...{ price: "11.300000", untaxedPrice: "10.000000", taxRate: "13.0000", uom: "pcs" },
    });
    for (const name of ["submit", "approve"]) await refusal(step("manager", id, name), "wrong_state");
    expect(await book(material)).toHaveLength(1);
  });

  test("原价取价格数据，重叠的原价格终止到前一天，提交以前先说明", async () => {
    const material = await ownMaterial();
    await approved({ material });
    const next = await draft({ material, price: "11.4", from: "2025-06-01", to: "2026-05-31" });
    expect(items(await recordOf(world, KEY, next))[0]).toMatchObject({
      old_price: "11.300000",
      change_rate: "0.8850",
      untaxed_price: "10.088496",
    });
    const { warnings } = await step("buyerA", next, "submit");
    expect(warnings).toContainEqual(
      expect.stringMatching(/^第1行：将提前终止原价格11.3（2025-03-10至2025-12-31，HJ\d{8}-\d{4}）$/),
    );
    await step("manager", next, "approve");
    expect(await recordOf(world, KEY, next)).toMatchObject({ state: "approved", taken_on: null });
    expect(await book(material)).toEqual([
      ["11.300000", TODAY, "2025-05-31", true],
      ["11.400000", "2025-06-01", "2026-05-31", true],
    ]);
    expect(await priceOf(material, { day: "2025-05-31" })).toMatchObject({ price: "11.300000" });
    expect(await priceOf(material, { day: "2025-06-01" })).toMatchObject({ price: "11.400000" });
    expect(await priceOf(material, { day: "2026-06-01" })).toBeNull();
  });

  test("工厂的价格先于公司的，数量决定阶梯，币种、公司、别的供应商不混", async () => {
    const material = await ownMaterial();
    const scales = [
      { from_qty: "100", price: "9.04" },
      { from_qty: "1000", price: "7.91" },
    ];
    await approved({ material, line: { scales } });
    await approved({ material, price: "11.5", line: { factory_id: world.ids.factory1 } });
    const elsewhere = { factoryId: world.ids.factory2 };
    expect(await priceOf(material, { ...elsewhere, quantity: "99.999" })).toMatchObject({ price: "11.300000" });
    expect(await priceOf(material, { ...elsewhere, quantity: "100" })).toMatchObject({
      price: "9.040000",
      untaxedPrice: "8.000000",
    });
    expect(await priceOf(material, { ...elsewhere, quantity: "5000" })).toMatchObject({ price: "7.910000" });
    expect(await priceOf(material, { quantity: "5000" })).toMatchObject({ price: "11.500000" });
    expect(await priceOf(material, { factoryId: null })).toMatchObject({ price: "11.300000" });
    expect(await priceOf(material, { currency: "USD" })).toBeNull();
    expect(await priceOf(material, { supplierId: world.ids.supplierB })).toBeNull();
    const many = await ask(world.system(), {
      entityKey: BOOK,
      name: "prices_for",
      input: [
        asked(material, { day: "2020-01-01" }),
        asked(material, { ...elsewhere, quantity: "100" }),
        asked(material),
      ],
      answer: foundPricesSchema,
    });
    expect(many.map((one) => one?.price ?? null)).toEqual([null, "9.040000", "11.500000"]);
  });

  test("两张同时批准：后一张发现原价已变，不写入", async () => {
    const material = await ownMaterial();
    const [first, second] = [await draft({ material }), await draft({ material, price: "10" })];
    for (const id of [first, second]) await step("buyerA", id, "submit");
    const outcomes = await Promise.allSettled([first, second].map((id) => step("manager", id, "approve")));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await book(material)).toHaveLength(1);
  });

  test("没有适用的流程时，登记人不能自己提交生效", async () => {
    const shipped = await unscopedRows(
      world.system(),
      FLOW,
      ["id"],
      [where.eq("document", KEY), where.eq("state", "active")],
    );
    expect(shipped).toHaveLength(2);
    for (const flow of shipped) await stopFlow(world, flow.id);
    const id = await draft({ material: await ownMaterial() });
    const { message } = await refusal(step("buyerA", id, "submit"), "invalid");
    expect(message).toContain("不能审批本人登记的核价单");
    expect(await step("manager", id, "submit")).toMatchObject({ state: "effective" });
    await saysWhoApproved(id, "manager");
    for (const flow of shipped)
      await applyTransition(world.system(), { entity: world.entity(FLOW), id: flow.id, name: "publish" });
  });

  test("涨幅、追溯、临时价和未比价按参数检查", async () => {
    const material = await ownMaterial();
    await approved({ material });
    const steep = await draft({ material, price: "12.43", from: addDays(TODAY, 30) });
    expect((await refusal(step("buyerA", steep, "submit"), "invalid")).message).toContain("第1行涨幅10%");
    const back = await draft({ material: await ownMaterial(), from: addDays(TODAY, -1) });
    expect((await refusal(step("buyerA", back, "submit"), "invalid")).message).toContain("不允许追溯生效");
    const temp = await draft({ material: await ownMaterial(), head: { price_kind: "temp" } });
    expect((await refusal(step("buyerA", temp, "submit"), "invalid")).message).toContain("不能超过30天");
    const large = await draft({ material: await ownMaterial(), line: { annual_qty: "10000" } });
    expect((await refusal(step("buyerA", large, "submit"), "invalid")).message).toContain("未经比价，请填写理由");
  });

  test("冻结的供应商不能提交，也不能批准", async () => {
    const id = await draft({ material: await ownMaterial() });
    const stage = (value: string) =>
      sql`update supplier set stage = ${value} where id = ${world.ids.supplierA}`.execute(
        world.engine.database.connection(),
      );
    await step("buyerA", id, "submit");
    await stage("blacklisted");
    await refusal(step("manager", id, "approve"), "invalid");
    const other = await draft({ material: await ownMaterial() });
    await refusal(step("buyerA", other, "submit"), "invalid");
    await stage("qualified");
    expect(await step("manager", id, "approve")).toMatchObject({ state: "effective" });
  });
});

describe("审批", () => {
  test("涨幅10%以上的多一层：经理同意以后由分管领导批准", async () => {
    const material = await ownMaterial();
    await approved({ material, to: "2025-04-30" });
    const leader = await personWith(world, "leader");
    const id = await draft({ material, price: "12.43", from: "2025-05-01", line: { note: "原料上涨" } });
    await sql`update account_price set attachments = '[{"id":"00000000-0000-0000-0000-000000000001","name":"成本分析.pdf"}]'
      where id = ${id}`.execute(world.engine.database.connection());
    await step("buyerA", id, "submit");
    expect(await step("manager", id, "approve")).toMatchObject({ state: "in_approval" });
    expect(await book(material)).toHaveLength(1);
    const { version } = await recordOf(world, KEY, id);
    const entity = world.entity(KEY);
    expect(await applyTransition(leader, { entity, id, name: "approve", version })).toMatchObject({
      state: "approved",
    });
    expect(await book(material)).toHaveLength(2);
  });

  test("登记人不能批；驳回的不写价格，改后再交；两次批准只算一次；采购员得到通知", async () => {
    const material = await ownMaterial();
    const id = await draft({ material });
    expect(await step("buyerA", id, "submit")).toMatchObject({ state: "in_approval" });
    await refusal(step("buyerA", id, "approve"), "forbidden");
    await step("manager", id, "reject", { reason: "请再谈一轮" });
    expect(await recordOf(world, KEY, id)).toMatchObject({ state: "rejected" });
    expect(await told(id, "buyerA")).toContainEqual(expect.stringContaining("驳回"));
    expect(await book(material)).toEqual([]);
    await step("buyerA", id, "submit");
    expect(await step("manager", id, "approve")).toMatchObject({ state: "effective" });
    await refusal(step("manager", id, "approve"), "wrong_state");
    expect(await book(material)).toHaveLength(1);
  });

  test("审批期间价格变了：不能批准，退回后重新保存再交", async () => {
    const material = await ownMaterial();
    const [slow, quick] = [await draft({ material, price: "10" }), await draft({ material })];
    for (const id of [slow, quick]) await step("buyerA", id, "submit");
    await step("manager", quick, "approve");
    const { message } = await refusal(step("manager", slow, "approve"), "invalid");
    expect(message).toContain("与单据上的不同");
    expect(await book(material)).toHaveLength(1);
  });
});

describe("生效、撤销、到期", () => {
  test("到生效日期自动生效，供应商收到通知", async () => {
    const material = await ownMaterial();
    const from = addDays(TODAY, 5);
    const id = await approved({ material, from });
    await later(5, async () => {
      expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ failed: [] });
      expect(await recordOf(world, KEY, id)).toMatchObject({ state: "effective", taken_on: from });
    });
    const [row] = await unscopedRows(world.system(), BOOK, ["id"], [where.eq("material_id", material)]);
    expect(await told(row?.id ?? "", "supplierA")).toEqual([expect.stringContaining("已生效")]);
    expect(await told(row?.id ?? "", "supplierB")).toEqual([]);
    expect(await told(id, "buyerA")).toContainEqual(expect.stringContaining("已生效"));
  });

  test("撤销还没有生效的：作废，原价格恢复到批准的日期", async () => {
    const material = await ownMaterial();
    await approved({ material });
    const next = await approved({ material, price: "11", from: "2025-06-01", to: "2026-05-31" });
    await refusal(step("buyerA", next, "revoke", { reason: "供应商未接受" }), "forbidden");
    await refusal(step("manager", next, "revoke"), "invalid");
    expect(await step("manager", next, "revoke", { reason: "供应商未接受" })).toMatchObject({ state: "revoked" });
    expect(await book(material)).toEqual([
      ["11.300000", TODAY, "2025-12-31", true],
      ["11.000000", "2025-06-01", "2026-05-31", false],
    ]);
    expect(await priceOf(material, { day: "2025-07-01" })).toMatchObject({ price: "11.300000" });
    expect(await told(next, "buyerA")).toContainEqual(expect.stringContaining("已撤销"));
  });

  test("撤销执行中的：执行过的日子不变，原价格从今天起另记一段；期限过了的不恢复", async () => {
    const material = await ownMaterial();
    await approved({ material, to: "2025-08-31" });
    const next = await approved({ material, price: "11", from: addDays(TODAY, 10), to: "2026-05-31" });
    await later(40, () => step("manager", next, "revoke", { reason: "供应商违约" }));
    const today = addDays(TODAY, 40);
    expect(await book(material)).toEqual([
      ["11.300000", TODAY, addDays(TODAY, 9), true],
      ["11.000000", addDays(TODAY, 10), addDays(today, -1), true],
      ["11.300000", today, "2025-08-31", true],
    ]);
    const other = await ownMaterial();
    await approved({ material: other, to: addDays(TODAY, 20) });
    const over = await approved({ material: other, price: "11", from: addDays(TODAY, 10), to: "2026-05-31" });
    await later(40, () => step("manager", over, "revoke", { reason: "供应商违约" }));
    expect(await book(other)).toHaveLength(2);
  });

  test("撤销前一张时，后一张已经终止了它：恢复的价格到后一张的前一天", async () => {
    const material = await ownMaterial();
    await approved({ material });
    const middle = await approved({ material, price: "11", from: "2025-05-01" });
    const last = await approved({ material, price: "10", from: "2025-09-01", to: "2026-08-31" });
    await step("manager", middle, "revoke", { reason: "价格有误" });
    expect(await book(material)).toEqual([
      ["11.300000", TODAY, "2025-08-31", true],
      ["11.000000", "2025-05-01", "2025-08-31", false],
      ["10.000000", "2025-09-01", "2026-08-31", true],
    ]);
    await step("manager", last, "revoke", { reason: "价格有误" });
    expect((await book(material))[0]).toEqual(["11.300000", TODAY, "2025-12-31", true]);
  });

  test("失效前30天提醒采购员，被新价格接上的不提醒", async () => {
    const material = await ownMaterial();
    await approved({ material, to: "2027-01-31" });
    const [row] = await unscopedRows(world.system(), BOOK, ["id", "valid_to"], [where.eq("material_id", material)]);
    const count = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from inbox
          where user_id = ${world.accounts.buyerA} and title like '%条采购价格即将失效'`.execute(
          world.engine.database.connection(),
        )
      ).rows[0]?.n ?? 0;
    const days = Math.round((Date.parse(row?.valid_to ?? "") - Date.parse(TODAY)) / DAY_MS) - 30;
    const before = await count();
    await later(days, () => workDeadlines(world.system(), { remindNow: true }));
    expect(await count()).toBe(before + 1);
  });
});

describe("谁看到什么", () => {
  test("供应商只看到自己的价格，没有内部信息；核价单完全看不到", async () => {
    const material = await ownMaterial();
    const id = await approved({ material });
    const [row] = await unscopedRows(world.system(), BOOK, ["id"], [where.eq("material_id", material)]);
    const screen = world.screen(BOOK);
    const supplierA = await world.as("supplierA");
    const shown = JSON.stringify(await recordModel(supplierA, screen, row?.id ?? ""));
    expect(shown).toContain("11.3");
    expect(shown).not.toContain(id);
    expect(shown).not.toContain("批准人");
    await refusal(recordModel(await world.as("supplierB"), screen, row?.id ?? ""), "not_found");
    for (const account of ["supplierA", "supplierB"] as const)
      await refusal(recordModel(await world.as(account), world.screen(KEY), id), "forbidden");
    const mine = (account: AccountName) =>
      world.as(account).then((context) =>
        reading(context, () =>
          ask(context, {
            entityKey: BOOK,
            name: "price_for",
            input: asked(material),
            answer: foundPriceSchema.nullable(),
          }),
        ),
      );
    expect(await mine("supplierA")).toMatchObject({ price: "11.300000" });
    expect(await mine("supplierB")).toBeNull();
  });

  test("没有人手工登记价格；采购员在列表里按有效、失效查", async () => {
    for (const account of ["buyerA", "manager", "admin", "supplierA"] as const)
      await refusal(createRecord(await world.as(account), { screen: world.screen(BOOK), values: {} }), "forbidden");
    const lists = async (toggle: string, day: number) => {
      const params = new URLSearchParams({ [toggle]: "1", material_id: material });
      return later(day, async () =>
        JSON.stringify(await listModel(await world.as("buyerA"), world.screen(BOOK), params)).includes("11.3"),
      );
    };
    const material = await ownMaterial();
    await approved({ material, from: addDays(TODAY, 5), to: addDays(TODAY, 60) });
    expect([await lists("valid_only", 0), await lists("coming_only", 0)]).toEqual([false, true]);
    expect([await lists("valid_only", 5), await lists("expiring_only", 5)]).toEqual([true, false]);
    expect([await lists("valid_only", 60), await lists("expiring_only", 60)]).toEqual([true, true]);
    expect([await lists("ended_only", 60), await lists("ended_only", 61)]).toEqual([false, true]);
  });
});

describe("从文件导入的价格", () => {
  const HEAD = [
    ...["单据序号", "核价类型", "公司", "采购组", "核价说明"],
    ...[
      "价格明细：物料",
      "价格明细：供应商",
      "价格明细：新价",
      "价格明细：年用量",
      "价格明细：生效日期",
      "价格明细：失效日期",
      "价格明细：阶梯价",
    ],
  ];

  test("导入生成核价单草稿，逐行说出错误；价格到批准时才写入", async () => {
    const buyer = await world.as("buyerA");
    const screen = world.screen(KEY);
    const material = await ownMaterial();
    const code = `PR${place}`;
    const [company, group, supplier] = await Promise.all([
      codeOf("master-data/company", world.ids.company),
      codeOf("user-administration/purchase-group", world.ids.group1),
      codeOf("supplier-management/supplier", world.ids.supplierA),
    ]);
    const head = (no: string) => [no, "新增定价", company, group, "年度定价"];
    const line = (of: string, price: string, { to = "2025-12-31", scales = "" } = {}) => [
      ...[of, supplier, price, "100", TODAY, to, scales],
    ];
    const template = new Uint8Array(await new Response(templateFile(buyer, screen).body).arrayBuffer());
    const [headings = []] = await tableFile(template, { rows: 10, columns: 80 });
    expect(headings).toContain("价格明细：阶梯价（数量不少于:含税单价，多档用分号隔开）");
    expect(JSON.stringify(importModel(buyer, screen).columns)).toContain("例如 500:9.8;2000:9.5");
    const id = await takeFile(buyer, screen, {
      bytes: csv(
        HEAD,
        [...head("1"), ...line(code, "11.3", { scales: "500:10.9；2000：10.5" })],
        [...head("2"), ...line("没有这个物料", "9")],
        [...head("3"), ...line(code, "0")],
        [...head("4"), ...line(code, "9", { to: "2025-01-01" })],
        [...head("5"), ...line(code, "9", { scales: "500:8;2000" })],
        [...head("6"), ...line(code, "9", { scales: "500:8;2000:便宜" })],
      ),
      ...{ name: "价格.csv", mode: "good" as const },
    });
    expect(await workOn(buyer, id, () => true)).toBe(true);
    const { rows } = await sql<{ state: string; error: string | null }>`
      select state, error from import_row where batch_id = ${id}::uuid order by row_no`.execute(
      world.engine.database.connection(),
    );
    expect(rows[0]?.error ?? "").toBe("");
    expect(rows.map(({ state, error }) => [state, error === null])).toEqual([
      ["planned", true],
      ...Array.from({ length: 5 }, () => ["failed", false]),
    ]);
    expect(rows[1]?.error).toContain("找不到物料「没有这个物料」");
    expect(rows[2]?.error).toContain("新价");
    expect(rows[3]?.error).toContain("失效日期不能早于生效日期");
    expect(rows[4]?.error).toBe("明细第1行价格明细：阶梯价：第2档「2000」请写成「数量不少于:含税单价」");
    expect(rows[5]?.error).toContain("明细第1行价格明细：阶梯价第2档含税单价：");
    const known = (await unscopedRows(world.system(), KEY, ["id"], [])).map((one) => one.id);
    await releaseImport(buyer, id);
    expect(await workOn(buyer, id, () => true)).toBe(true);
    const made = (await unscopedRows(world.system(), KEY, ["id", "state"], [])).filter(
      (one) => !known.includes(one.id),
    );
    expect(made.map(({ state }) => state)).toEqual(["draft"]);
    expect(await priceOf(material)).toBeNull();
    await accept(String(made[0]?.id));
    expect(await priceOf(material)).toMatchObject({ price: "11.300000" });
    const [made1] = items(await recordOf(world, KEY, String(made[0]?.id)));
    expect(made1?.scales).toMatchObject([
      { from_qty: "500.000", price: "10.900000" },
      { from_qty: "2000.000", price: "10.500000" },
    ]);
  });

  test("没有导入权限的人不能导入，价格数据本身不能导入", async () => {
    const finance = await world.as("finance");
    const file = { bytes: csv(HEAD), name: "价格.csv", mode: "good" as const };
    await refusal(takeFile(finance, world.screen(KEY), file), "forbidden");
    expect(world.screen(BOOK).entity.imports).toBeUndefined();
  });
});
