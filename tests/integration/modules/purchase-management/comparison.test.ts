import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { recordBook } from "~/engine/output/record-book.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { COMPARISON, rfqColumns } from "~/modules/purchase-management/rfq/comparison.server";
import { where } from "~/shared/condition";
import type { AccountName } from "../../../support/company";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { setParameter } from "../../../support/sign-in";
import { unzip } from "../../../support/unzip";
import { openWorld } from "../../../support/world";

const RFQ = "purchase-management/rfq";
const QUOTE = "receiving/supplier-quote";
const HOUR = 3_600_000;
const world = await openWorld();
afterAll(() => world.close());

const found = world.engine.registry.screen(COMPARISON);
if (!found) throw new Error("the view is not registered");
const view = found;
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();

const withoutCosts = (permissions: Context["actor"]["permissions"]) =>
  new Map([...permissions].filter(([screen]) => screen !== "cost-model"));

let liner = "";

/** The carton was last bought at 1.60 since new year; its market went up by 5 % since. The liner is new. */
beforeAll(async () => {
  const system = world.system();
  const { id } = await createRecord(system, {
    screen: world.screen("master-data/material"),
    values: {
      ...{ code: "BJ-1", name: "纸箱隔板", uom: "pcs", tax_rate: "13" },
      material_type_id: world.ids.boxType,
    },
  });
  liner = id;
  await createRecord(system, {
    screen: world.screen("base-data/price-data"),
    values: {
      ...{ supplier_id: world.ids.supplierA, material_id: world.ids.box, company_id: world.ids.company },
      ...{ currency: "CNY", uom: "pcs", price: "1.6", untaxed_price: "1.415929", tax_rate: "13", price_kind: "new" },
      ...{ valid_from: "2025-01-01", valid_to: "2025-12-31", agreed_to: "2025-12-31", source_no: "HJ20241220-0001" },
      ...{ approved_at: "2024-12-20T02:00:00.000Z", approved_by: "王经理" },
    },
  });
  const buyer = await world.as("buyerA");
  const index = await createRecord(buyer, {
    screen: world.screen("purchase-management/market-index"),
    values: { code: "BJ-ZX", name: "瓦楞纸指数", uom: "t", origin: "行业周报", material_id: world.ids.box },
  });
  for (const [price_date, value] of [
    ["2025-01-01", "4000"],
    ["2025-03-09", "4200"],
  ])
    await createRecord(buyer, {
      screen: world.screen("purchase-management/market-price"),
      values: { index_id: index.id, price_date, value },
    });
});

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: RFQ, id, name, ...more });

async function published(): Promise<string> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(RFQ),
    values: {
      ...{ title: "纸箱比价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
      ...{ payment_term: "d30", price_valid_from: "2025-04-01", price_valid_to: "2025-12-31" },
      ...{ start_at: inHours(-1), deadline: inHours(48), min_suppliers: "2" },
      items: [
        { material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs" },
        { material_id: liner, factory_id: world.ids.factory1, qty: "100", uom: "pcs" },
      ],
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
    },
  });
  await step("buyerA", id, "submit");
  return id;
}

interface Offered {
  by: "supplierA" | "supplierB";
  round?: number;
  tax?: string;
  head?: Readonly<Record<string, string>>;
  lines: readonly Readonly<Record<string, string>>[];
}

async function quoted(rfqId: string, { by, round = 1, tax = "13", lines, head = {} }: Offered): Promise<void> {
  const conditions = [where.eq("rfq_id", rfqId), where.eq("supplier_id", world.ids[by]), where.eq("round_no", round)];
  const [row] = await unscopedRows(world.system(), QUOTE, ["id"], conditions);
  const id = String(row?.id);
  const record = await recordOf(world, QUOTE, id);
  await updateRecordBy(await world.as(by), {
    screen: world.screen(QUOTE),
    id,
    version: record.version,
    values: {
      ...{ tax_rate: tax, valid_to: "2025-12-31", contact_phone: "13800000000", ...head },
      items: linesOf(record, "items").map((line, at) => ({ id: line.id, ...lines[at] })),
    },
  });
  await move(world, by, { key: QUOTE, id, name: "submit", reason: "确认" });
}

/** A is dearer for the carton; B asks for a large order of it, and slipped a digit with the liner. */
async function opened(taxB = "13"): Promise<string> {
  const id = await published();
  await quoted(id, { by: "supplierA", lines: [{ price: "1.5" }, { price: "2.2" }] });
  await quoted(id, {
    by: "supplierB",
    tax: taxB,
    lines: [{ price: "1.4", freight: "0.05", moq: "2000" }, { price: "20" }],
  });
  await step("buyerA", id, "close");
  await step("buyerA", id, "open");
  return id;
}

const page = async (context: Context, id: string) => JSON.stringify(await recordModel(context, view, id));
const list = async (context: Context) => JSON.stringify(await listModel(context, view, new URLSearchParams()));

describe("应有成本", () => {
  test("有适用模型的行写明应有成本和偏差，高于预警和异常偏低的标出；没有权限的不显示", async () => {
    const model = await createRecord(await world.as("buyerA"), {
      screen: world.screen("purchase-management/cost-model"),
      values: {
        ...{ name: "隔板成本", material_id: liner, base_uom: "pcs", currency: "CNY", valid_from: "2025-01-01" },
        ...{ formula: "RAW", elements: [{ code: "RAW", name: "原料", kind: "fixed", value: "4" }] },
      },
    });
    await move(world, "manager", { key: "purchase-management/cost-model", id: model.id, name: "activate" });
    const id = await opened();
    const buyer = await world.as("buyerA");
    const shown = await page(buyer, id);
    for (const text of ["较应有成本", "报价高于应有成本400%", "报价异常偏低，低于应有成本45%，请核实"])
      expect(shown).toContain(text);
    const lacking = { ...buyer, actor: { ...buyer.actor, permissions: withoutCosts(buyer.actor.permissions) } };
    expect(await page(lacking, id)).not.toContain("较应有成本");
  });
});

describe("比价列表", () => {
  test("开启以后才列出，写明最低组合、上次价总额和节约额", async () => {
    const buyer = await world.as("buyerA");
    const closed = await published();
    expect(await list(buyer)).not.toContain(closed);
    await refusal(recordModel(buyer, view, closed), "not_found");
    const id = await opened();
    const shown = await list(buyer);
    for (const text of [id, "1,670.00", "1,600.00", "150.00", "2/2"]) expect(shown).toContain(text);
    expect((await rfqColumns(buyer, COMPARISON, [id])).get(id)).toEqual({
      ...{ progress: "2/2", best_total: "1670.00", last_total: "1600.00", saving: "150.00" },
    });
    // The list of inquiries says who has answered, and no price.
    expect((await rfqColumns(buyer, RFQ, [id])).get(id)).toEqual({ progress: "2/2" });
  });

  test("采购、经理、领导和监察可看，财务和供应商不能", async () => {
    const id = await opened();
    for (const role of ["purchase_manager", "leader", "supervisor"])
      expect(await page(await personWith(world, role), id)).toContain("价格矩阵");
    for (const account of ["finance", "supplierA"] as const)
      await refusal(listModel(await world.as(account), view, new URLSearchParams()), "forbidden");
  });
});

describe("比价单", () => {
  test("矩阵标出最低，列出名次、差距、上次价、行情、多买金额和异常原因", async () => {
    const shown = await page(await world.as("buyerA"), await opened());
    for (const text of [
      "1.45（最低）",
      "1.50 第2名 +3.45%，最高",
      "逐行最低",
      "一家全包最低",
      "1,720.00",
      "+9.38%",
      "1,450.00",
      "是各家中间价的9.1倍，可能小数点错位",
      "瓦楞纸指数 4,200 CNY/吨（2025-03-09）",
      "自2025-01-01起+5%",
      "各供应商总价",
    ])
      expect(shown).toContain(text);
  });

  test("邀请后降为D级的供应商在比价单上标出，定价给它须写明原因", async () => {
    const id = await opened();
    const supplier = world.engine.registry.entity("supplier-management/supplier");
    const system = world.system();
    await applyTransition(system, {
      entity: supplier,
      id: world.ids.supplierB,
      name: "note_facts",
      input: { grade: "D" },
    });
    expect(await page(await world.as("buyerA"), id)).toContain("绩效等级为D级，请谨慎选择");
    await step("buyerA", id, "fill_lowest");
    const refused = await refusal(step("buyerA", id, "award"), "acknowledge");
    expect(JSON.stringify(refused)).toContain("绩效等级为D级，请谨慎选择");
    await applyTransition(system, {
      entity: supplier,
      id: world.ids.supplierB,
      name: "note_facts",
      input: { grade: "N" },
    });
    await step("buyerA", id, "award");
  });

  test("各家税率不同的按不含税比较，定价也按它要求写明原因", async () => {
    const id = await opened("0");
    const buyer = await world.as("buyerA");
    expect(await page(buyer, id)).toContain("各家税率不同，按不含税单价加运费比较");
    // 1.50 with 13 % of tax is 1.327 without, below the 1.45 that bear none.
    expect(await page(buyer, id)).toContain("1.327434（最低）");
    await step("buyerA", id, "fill_lowest");
    expect(linesOf(await recordOf(world, RFQ, id), "awards")[0]).toMatchObject({ supplier_id: world.ids.supplierA });
  });

  test("在比价单上填写的定价结果与两种情景并列", async () => {
    const id = await opened();
    const buyer = await world.as("buyerA");
    const { version } = await recordOf(world, RFQ, id);
    const award = (item_no: string, supplier: "supplierA" | "supplierB", share: string) => ({
      ...{ item_no, supplier_id: world.ids[supplier], share },
      ...(supplier === "supplierA" && item_no === "10" ? { not_lowest_reason: "保留两家供货" } : {}),
    });
    const awards = [award("10", "supplierA", "60"), award("10", "supplierB", "40"), award("20", "supplierA", "100")];
    await updateRecordBy(buyer, { screen: view, id, version, values: { awards } });
    // 600 × 1.50 + 400 × 1.45 + 100 × 2.20
    expect(await page(buyer, id)).toContain("1,700.00");
    await step("buyerA", id, "award");
    expect(await list(buyer)).toContain(id);
  });

  test("下一轮开启前不再列出；开启后可看各轮报价，只有一家的提示说明", async () => {
    const id = await opened();
    const buyer = await world.as("buyerA");
    const rows = linesOf(await recordOf(world, RFQ, id), "suppliers");
    const lineInput = Object.fromEntries(
      rows.map((row) => [row.id, { asked_again: row.supplier_id === world.ids.supplierA ? "1" : "0" }]),
    );
    await step("buyerA", id, "next_round", { input: { new_deadline: inHours(24) }, lineInput });
    await refusal(recordModel(buyer, view, id), "not_found");
    await quoted(id, { by: "supplierA", round: 2, lines: [{ price: "1.48" }, { price: "2.2" }] });
    await step("buyerA", id, "close");
    await step("buyerA", id, "open", { reason: "只请最低的一家再报" });
    const shown = await page(buyer, id);
    expect(shown).toContain("第1轮1.50 → 第2轮1.48（-1.33%）");
    expect(shown).toContain("仅有一家有效报价，请说明");
  });

  test("供应商所报的付款期和关税在成本明细中，综合单价计入", async () => {
    const id = await published();
    await quoted(id, { by: "supplierA", lines: [{ price: "1.5" }, { price: "2.2" }], head: { credit_days: "75" } });
    await quoted(id, { by: "supplierB", lines: [{ price: "1.13", freight: "1.13", duty_rate: "10" }, { price: "2" }] });
    await step("buyerA", id, "close");
    await step("buyerA", id, "open");
    const shown = await page(await world.as("buyerA"), id);
    expect(shown).toContain("货到75天（供应商所报）");
    // Price and freight are 2.00 without tax, so that duty is 0.20 a piece.
    expect(shown).toContain("200.00（10%，供应商所报）");
    const file = await recordBook(await world.as("buyerA"), view, id, "http://portal.test");
    const files = unzip(new Uint8Array(await new Response(file.body).arrayBuffer()));
    expect([...files.values()].some((xml) => xml.includes("关税"))).toBe(true);
  });

  test("供应商没有写明关税的按原产地和品类登记的税率比较，写明的按所写；开启时定下，以后登记的不改变", async () => {
    const rate = async (values: object) =>
      createRecord(await world.as("manager"), {
        screen: world.screen("base-data/duty-rate"),
        values: { origin: "VN", valid_from: "2025-01-01", ...values },
      });
    await rate({ rate: "30" });
    await expect(rate({ rate: "8", valid_from: "2025-03-01" })).rejects.toMatchObject({ error: "invalid" });
    await expect(rate({ origin: "CN", rate: "8" })).rejects.toMatchObject({ error: "invalid" });
    await rate({ rate: "10", material_type_id: world.ids.boxType });
    await rate({ rate: "20", material_type_id: world.ids.boxType, origin: "US", valid_to: "2025-01-31" });
    await setParameter(world, "rfq.dutyRate", "500");
    const id = await published();
    const abroad = { price: "1.13", freight: "1.13", origin: "VN" };
    await quoted(id, { by: "supplierA", lines: [abroad, { price: "2.2", origin: "CN" }] });
    await quoted(id, {
      by: "supplierB",
      lines: [
        { ...abroad, duty_rate: "0" },
        { price: "2", origin: "US" },
      ],
    });
    await step("buyerA", id, "close");
    await step("buyerA", id, "open");
    await rate({ origin: "US", rate: "40", valid_from: "2025-03-01" });
    const shown = await page(await world.as("buyerA"), id);
    expect(shown).toContain("200.00（原产地越南，10%）");
    expect(shown).toContain("0.00（0%，供应商所报）");
    expect(shown).toContain("（原产地美国，5%）");
    expect(shown).not.toContain("原产地中国");
    const [quote] = await unscopedRows(
      world.system(),
      QUOTE,
      ["id", "rank"],
      [where.eq("rfq_id", id), where.eq("supplier_id", world.ids.supplierA)],
    );
    expect(quote?.rank).toBe(2);
    const own = JSON.stringify(await recordModel(await world.as("supplierA"), world.screen(QUOTE), String(quote?.id)));
    expect(own).toContain("原产地关税");
  });

  test("打印的比价单含矩阵和情景", async () => {
    const id = await opened();
    const { document } = await printedRecord(await world.as("buyerA"), view, id, "http://portal.test");
    expect(document.title).toBe("比价单");
    const text = JSON.stringify(document.parts);
    for (const title of ["比价概况", "价格矩阵", "情景比较", "报价异常", "成本明细"]) expect(text).toContain(title);
  });

  test("下载的工作簿每张表一页，数字可以计算；不能看报价的人拿不到", async () => {
    const id = await opened();
    const file = await recordBook(await world.as("buyerA"), view, id, "http://portal.test");
    expect(file.name).toMatch(/^比价单_XJ.*\.xlsx$/);
    const files = unzip(new Uint8Array(await new Response(file.body).arrayBuffer()));
    for (const name of ["比价单", "价格矩阵", "情景比较", "成本明细"])
      expect(files.get("xl/workbook.xml")).toContain(`name="${name}"`);
    const sheets = [...files].filter(([path]) => path.startsWith("xl/worksheets/")).map(([, xml]) => xml);
    expect(sheets.some((xml) => xml.includes("<v>1670.00</v>"))).toBe(true);
    await refusal(recordBook(await world.as("finance"), view, id, "http://portal.test"), "forbidden");
  });
});
