import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEmbeddedPage, openTicketPage } from "~/edge/ticket-route.server";
import { httpRoute, type IntegrationRoutes } from "~/engine/integrations/routes.server";
import { sendCalls } from "~/engine/integrations/worker.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { where } from "~/shared/condition";
import type { AccountName } from "../../../support/company";
import { publishFlow } from "../../../support/flows";
import { type IntegrationServer, integrationServer, SECRET } from "../../../support/integration-server";
import { refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { signedCalls } from "../../../support/signed-call";
import { openWorld } from "../../../support/world";

const RFQ = "purchase-management/rfq";
const QUOTE = "receiving/supplier-quote";
const PRICE = "price-approval/account-price";
const COST = "purchase-management/cost-model";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GONE = "链接无效或已过期，请从OA待办重新打开";

const world = await openWorld();
const { engine, clock } = world;
engine.integration = { systems: new Set(["oa"]) };
const signed = signedCalls(world);

let oa: IntegrationServer;
let routes: IntegrationRoutes;
beforeAll(async () => {
  oa = await integrationServer();
  routes = new Map([["oa", httpRoute(engine, { address: oa.address, secret: SECRET })]]);
  await publishFlow(world, {
    document: PRICE,
    steps: [
      { decider: "outside", system_name: "OA", system_account: "chen.zong", name: "分管领导审批" },
      { decider: "outside", system_name: "OA", system_account: "liu.zong", name: "总经理审批" },
    ],
  });
});
afterAll(async () => {
  await oa.close();
  await world.close();
});
beforeEach(() => {
  oa.received.length = 0;
});

const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR).toISOString();
const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: PRICE, id, name, ...more });
const inquiry = (id: string, name: string) => move(world, "buyerA", { key: RFQ, id, name });

/** So much later, and back again. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  clock.advance(ms);
  try {
    return await work();
  } finally {
    clock.advance(-ms);
  }
}

async function quoted(rfqId: string, by: "supplierA" | "supplierB", price: string): Promise<void> {
  const own = [where.eq("rfq_id", rfqId), where.eq("supplier_id", world.ids[by])];
  const [row] = await unscopedRows(world.system(), QUOTE, ["id"], own);
  const id = String(row?.id);
  const record = await recordOf(world, QUOTE, id);
  await updateRecordBy(await world.as(by), {
    screen: world.screen(QUOTE),
    id,
    version: record.version,
    values: {
      ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000" },
      items: linesOf(record, "items").map((line) => ({ id: line.id, price })),
    },
  });
  await move(world, by, { key: QUOTE, id, name: "submit", reason: "确认" });
}

let place = 0;
/** A price case as an inquiry leaves it: B offers less and is awarded. */
async function awarded(): Promise<{ id: string; rfqId: string; material: string }> {
  place += 1;
  const material = await createRecord(world.system(), {
    screen: world.screen("master-data/material"),
    values: {
      ...{ code: `OA${place}`, name: `外箱${place}号`, uom: "pcs", tax_rate: "13" },
      material_type_id: world.ids.boxType,
    },
  });
  const { id: rfqId } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(RFQ),
    values: {
      ...{ title: "外箱询价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
      ...{ payment_term: "d30", price_valid_from: "2025-04-01", price_valid_to: "2025-12-31" },
      ...{ start_at: inHours(-1), deadline: inHours(48), min_suppliers: "2" },
      items: [{ material_id: material.id, factory_id: world.ids.factory1, qty: "1000", uom: "pcs" }],
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
    },
  });
  await inquiry(rfqId, "submit");
  await quoted(rfqId, "supplierA", "1.53");
  await quoted(rfqId, "supplierB", "1.47");
  for (const name of ["close", "open", "fill_lowest", "award"]) await inquiry(rfqId, name);
  const [price] = await unscopedRows(world.system(), PRICE, ["id"], [where.eq("rfq_id", rfqId)]);
  return { id: String(price?.id), rfqId, material: material.id };
}

/** What arrived in the OA since, about this case. */
async function todo(id: string) {
  oa.received.length = 0;
  await sendCalls(engine, routes, "http://portal.test");
  const call = oa.received.find(({ body }) => Object(body.document).id === id && body.link !== undefined);
  const { caseId, stepId, link, account } = Object(call?.body);
  return { caseId: String(caseId), stepId: String(stepId), link: String(link), account: String(account) };
}

/** A case that waits for the OA, and its to-do there. */
async function waiting() {
  const made = await awarded();
  await step("buyerA", made.id, "submit");
  return { ...made, ...(await todo(made.id)) };
}

/** Opens a link as a browser in the OA does. */
async function open(link: string, ip = "203.0.113.5") {
  const request = new Request(link, { headers: { Cookie: "Access-Token=whatever", "User-Agent": "OA-Browser/8" } });
  const { data, init } = await openEmbeddedPage({ request, context: { requestId: "r", ip } }, "quote-view");
  return { status: init?.status ?? 200, closed: data.closed?.message ?? null, shown: data.shown };
}

const text = (value: unknown) => JSON.stringify(value);

/** What the only line of a case says of should-cost and days of credit, by heading. */
async function priceLine(link: string) {
  const { shown } = await open(link);
  const sections = shown?.groups.flatMap((group) => group.sections) ?? [];
  for (const section of sections) {
    if (section.kind !== "table" || section.title !== "价格明细") continue;
    const said = section.table.columns.map(({ label }, at) => [label, section.table.rows[0]?.cells[at]] as const);
    return Object.fromEntries(said.filter(([label]) => ["应有成本", "较应有成本", "付款期"].includes(label)));
  }
  return null;
}
const isGone = async (link: string, ip?: string) => {
  const { status, closed, shown } = await open(link, ip);
  expect([status, closed, shown]).toEqual([403, GONE, null]);
};

const decide = (of: { caseId: string; stepId: string }, decision: string, more: object = {}) =>
  signed("/v2/oa/approval-decision", {
    ...{ requestId: randomUUID(), caseId: of.caseId, stepId: of.stepId },
    ...{ decision, by: "陈总", ...more },
  });

describe("审批人从OA待办打开", () => {
  test("按顺序写明结论、理由与风险、比价、审批过程，水印写明审批人账号；别的核价单不在上面", async () => {
    const other = await waiting();
    const one = await waiting();
    expect([one.account, new URL(one.link).pathname]).toEqual(["chen.zong", "/web/baoJiaOa/viewQuote"]);
    const { status, shown } = await open(one.link);
    expect([status, shown?.notice, shown?.withheld]).toEqual([200, null, null]);
    expect(shown?.groups.map(({ title }) => title)).toEqual(["结论", "理由与风险提示", "比价"]);
    const said = text(shown);
    const { number } = await recordOf(world, PRICE, one.id);
    for (const part of [
      number,
      "外箱",
      "1.47（最低）",
      "1.53",
      "1,470.00",
      "没有原价可比",
      "分管领导审批",
      "chen.zong",
    ])
      expect(said).toContain(part);
    expect(shown?.watermark).toMatch(/^chen\.zong \d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
    const { number: foreign } = await recordOf(world, PRICE, other.id);
    expect(said).not.toContain(String(foreign));
  });

  test("历史价格画成图，最后一点是新价", async () => {
    const made = await awarded();
    await createRecord(world.system(), {
      screen: world.screen("base-data/price-data"),
      values: {
        ...{ supplier_id: world.ids.supplierB, material_id: made.material, company_id: world.ids.company },
        ...{ factory_id: world.ids.factory1, currency: "CNY", uom: "pcs", price: "1.6", untaxed_price: "1.415929" },
        ...{ tax_rate: "13", price_kind: "new", valid_from: "2025-01-01", valid_to: "2025-12-31" },
        ...{ agreed_to: "2025-12-31", source_no: "HJ20241220-0001" },
        ...{ approved_at: "2024-12-20T02:00:00.000Z", approved_by: "王经理" },
      },
    });
    const record = await recordOf(world, PRICE, made.id);
    await updateRecordBy(await world.as("buyerA"), {
      screen: world.screen(PRICE),
      ...{ id: made.id, version: record.version, values: { reason: "外箱年度定价" } },
    });
    await step("buyerA", made.id, "submit");
    const { shown } = await open((await todo(made.id)).link);
    const [chart] = shown?.groups.find(({ title }) => title === "历史价格")?.sections ?? [];
    expect(chart).toMatchObject({
      kind: "chart",
      chart: { labels: ["2025-01-01", "2025-04-01"], series: [{ values: ["1.600000", "1.470000"] }] },
    });
    // 1,000 pieces cost 130 less in a year.
    expect(text(shown)).toContain("130.00 CNY");
  });

  test("价格明细写明应有成本、较应有成本和中标的付款期，高于预警的标出；没有模型的留空", async () => {
    const made = await awarded();
    const model = await createRecord(await world.as("buyerA"), {
      screen: world.screen(COST),
      values: {
        ...{ name: "外箱成本", material_id: made.material, base_uom: "pcs", currency: "CNY", formula: "RAW" },
        valid_from: "2025-01-01",
        elements: [{ code: "RAW", name: "原纸", kind: "fixed", value: "1" }],
      },
    });
    await move(world, "manager", { key: COST, id: model.id, name: "activate" });
    const record = await recordOf(world, PRICE, made.id);
    await updateRecordBy(await world.as("buyerA"), {
      screen: world.screen(PRICE),
      ...{ id: made.id, version: record.version, values: { reason: "外箱年度定价" } },
    });
    await step("buyerA", made.id, "submit");
    expect(await priceLine((await todo(made.id)).link)).toEqual({
      ...{ 应有成本: { text: "1" }, 付款期: { text: "30天" } },
      较应有成本: { text: "47%", tone: "warning" },
    });
    expect(await priceLine((await waiting()).link)).toEqual({
      ...{ 应有成本: { text: "—" }, 付款期: { text: "30天" } },
      较应有成本: { text: "—" },
    });
  });

  test("之后改名、改参数都不改变页面和核价单上的比价", async () => {
    const one = await waiting();
    const before = await open(one.link);
    const material = await recordOf(world, "master-data/material", one.material);
    await updateRecordBy(world.system(), {
      screen: world.screen("master-data/material"),
      ...{ id: one.material, version: material.version, values: { name: "已改名的箱子" } },
    });
    const after = await open(one.link);
    expect(after.shown?.groups).toEqual(before.shown?.groups);
    const matrix = text(
      (await recordModel(await world.as("manager"), world.screen(PRICE), one.id)).sections.filter(
        ({ title }) => title === "价格矩阵",
      ),
    );
    expect(matrix).toContain("1.47（最低）");
    expect(matrix).not.toContain("已改名的箱子");
  });

  test("每次访问记下时间、地址和设备，采购员在核价单上看到，链接本身哪里都没有", async () => {
    const one = await waiting();
    await open(one.link, "198.51.100.77");
    await open(one.link, "198.51.100.78");
    const secret = new URL(one.link).searchParams.get("ticket") ?? "";
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    const links = async (account: AccountName) =>
      (await recordModel(await world.as(account), world.screen(PRICE), one.id)).sections.filter(
        ({ title }) => title === "审批链接",
      );
    const said = text(await links("buyerA"));
    for (const part of ["chen.zong", "未过期", "198.51.100.78", "OA-Browser/8", '"2"']) expect(said).toContain(part);
    expect(said).not.toContain(secret);
    const { rows } = await sql<{
      text: string;
    }>`select to_jsonb(t)::text as text from ticket t where record_id = ${one.id}
      union all select to_jsonb(l)::text from interface_log l where document_id = ${one.id}
      union all select to_jsonb(p)::text from interface_payload p join interface_log o on o.id = p.log_id where o.document_id = ${one.id}`.execute(
      engine.database.connection(),
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row.text).not.toContain(secret);
  });

  test("下一位审批人得到自己的链接，前一位的链接写的仍是前一位", async () => {
    const one = await waiting();
    expect((await decide(one, "approve")).status).toBe(200);
    const next = await todo(one.id);
    expect(next.account).toBe("liu.zong");
    expect((await open(next.link)).shown?.watermark).toContain("liu.zong");
    expect((await open(one.link)).shown?.watermark).toContain("chen.zong");
    expect((await decide(one, "approve")).status).toBe(400);
  });
});

describe("打不开的链接都是同一句话", () => {
  test("没有、不对、别的页面的、过期的、撤销的、已撤回的", async () => {
    const one = await waiting();
    const base = "http://portal.test/web/baoJiaOa/viewQuote";
    for (const query of ["", "?ticket=", "?ticket=x", `?ticket=${"A".repeat(43)}`, `?token=${one.link.slice(-43)}`])
      await isGone(base + query, "192.0.2.9");
    const request = new Request(one.link.replace("baoJiaOa/viewQuote", "paymentOa/paymentInfo"));
    const elsewhere = await openTicketPage({ request, context: { requestId: "r", ip: "192.0.2.8" } }, "payment-view");
    expect(elsewhere.init?.status).toBe(403);
    await later(7 * DAY, () => isGone(one.link));
    expect((await open(one.link)).status).toBe(200);
    await step("buyerA", one.id, "recall");
    await isGone(one.link);
  });

  test("采购员撤销以后打不开，核价单仍在审批；没有有效链接时不能再撤销；别人不能撤销", async () => {
    const one = await waiting();
    const other = await waiting();
    await refusal(step("finance", one.id, "end_links", { reason: "发错人" }), "forbidden");
    await step("buyerA", one.id, "end_links", { reason: "发错人" });
    await isGone(one.link);
    expect((await open(other.link)).status).toBe(200);
    expect((await recordOf(world, PRICE, one.id)).state).toBe("in_approval");
    const again = await refusal(step("buyerA", one.id, "end_links", { reason: "发错人" }), "invalid");
    expect(again.message).toBe("没有仍然有效的审批链接");
    const sections = text((await recordModel(await world.as("buyerA"), world.screen(PRICE), one.id)).sections);
    expect(sections).toContain("发错人");
    // The decision still counts: it is no use of the link.
    expect((await decide(one, "reject", { reason: "价格偏高" })).status).toBe(200);
  });

  test("审批结束后还能看24小时", async () => {
    const one = await waiting();
    await decide(one, "reject", { reason: "价格偏高" });
    expect(text((await open(one.link)).shown)).toContain("价格偏高");
    await later(DAY - 60_000, async () => expect((await open(one.link)).status).toBe(200));
    await later(DAY, () => isGone(one.link));
  });

  test("同一地址一小时内20个无效链接，锁定一小时，别的地址不受影响", async () => {
    const one = await waiting();
    for (let at = 0; at < 20; at += 1)
      await isGone(`http://portal.test/web/baoJiaOa/viewQuote?ticket=${at.toString().padStart(43, "B")}`, "192.0.2.50");
    await isGone(one.link, "192.0.2.50");
    expect((await open(one.link, "192.0.2.51")).status).toBe(200);
    await later(HOUR, async () => expect((await open(one.link, "192.0.2.50")).status).toBe(200));
  });
});

describe("单据变了", () => {
  test("撤回修改后重新提交：旧链接说明已变更，显示新提交的内容", async () => {
    const { id } = await createRecord(await world.as("buyerA"), {
      screen: world.screen(PRICE),
      values: {
        ...{ company_id: world.ids.company, purchase_group_id: world.ids.group1, buyer_id: world.accounts.buyerA },
        reason: "第一次的理由",
        items: [
          {
            ...{ supplier_id: world.ids.supplierA, material_id: world.ids.box, new_price: "1.2", annual_qty: "100" },
            ...{ valid_from: "2034-01-01", valid_to: "2034-12-31" },
          },
        ],
      },
    });
    await step("buyerA", id, "submit");
    const first = await todo(id);
    expect(text((await open(first.link)).shown)).toContain("未经询价比价");
    await step("buyerA", id, "recall");
    await isGone(first.link);
    const record = await recordOf(world, PRICE, id);
    await updateRecordBy(await world.as("buyerA"), {
      screen: world.screen(PRICE),
      ...{ id, version: record.version, values: { reason: "第二次的理由" } },
    });
    await step("buyerA", id, "submit");
    const old = await open(first.link);
    expect(old.shown?.notice).toBe("单据已变更，当前为第2版");
    expect(text(old.shown?.groups)).toContain("第二次的理由");
    expect(text(old.shown?.groups)).not.toContain("第一次的理由");
    const second = await todo(id);
    expect((await open(second.link)).shown?.notice).toBeNull();
    // What was asked about the old content decides nothing any more.
    expect((await decide(first, "approve")).status).toBe(400);
  });

  test("询价尚未开启的，什么都不显示", async () => {
    const one = await waiting();
    await sql`update rfq set opened_at = null where id = ${one.rfqId}`.execute(engine.database.connection());
    const { status, shown } = await open(one.link);
    expect([status, shown?.withheld, shown?.groups, shown?.course]).toEqual([
      200,
      "该询价尚未开启，暂不可查看",
      [],
      [],
    ]);
  });
});

test("比价快照谁也改不了、删不了，供应商读不到", async () => {
  const { id } = await awarded();
  const { database } = engine;
  const staff = { role: "staff" as const, userId: world.accounts.buyerA };
  const supplier = {
    ...{ role: "supplier" as const, userId: world.accounts.supplierA, supplierId: world.ids.supplierA },
  };
  for (const statement of [
    sql`update record_snapshot set content = '[]' where record_id = ${id}`,
    sql`delete from record_snapshot where record_id = ${id}`,
  ])
    await expect(database.transaction(staff, () => statement.execute(database.connection()))).rejects.toThrow();
  await expect(
    database.transaction(supplier, () => sql`select content from record_snapshot`.execute(database.connection())),
  ).rejects.toThrow();
});
