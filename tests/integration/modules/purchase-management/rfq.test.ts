import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { followInquiries } from "~/modules/purchase-management/rfq/rfq.jobs.server";
import { where } from "~/shared/condition";
import type { AccountName } from "../../../support/company";
import { ORDER, orderValues } from "../../../support/order-values";
import { refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const RFQ = "purchase-management/rfq";
const QUOTE = "receiving/supplier-quote";
const PRICE = "price-approval/account-price";
const HOUR = 3_600_000;
const world = await openWorld({ shippedFlows: true });
afterAll(() => world.close());

/** As people type it, so many hours from now. */
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();

interface Asked {
  head?: Readonly<Record<string, unknown>>;
  suppliers?: readonly ("supplierA" | "supplierB")[];
}

async function draft({ head = {}, suppliers = ["supplierA", "supplierB"] }: Asked = {}): Promise<string> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(RFQ),
    values: {
      ...{ title: "纸箱年度询价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
      ...{ payment_term: "d30", price_valid_from: "2025-04-01", price_valid_to: "2025-12-31" },
      ...{ start_at: inHours(-1), deadline: inHours(48), min_suppliers: "2" },
      items: [
        { material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs", target_price: "1.77" },
      ],
      suppliers: suppliers.map((name) => ({ supplier_id: world.ids[name] })),
      ...head,
    },
  });
  return id;
}

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: RFQ, id, name, ...more });

async function published(asked: Asked = {}): Promise<string> {
  const id = await draft(asked);
  await step("buyerA", id, "submit");
  return id;
}

async function quoteOf(rfqId: string, supplier: "supplierA" | "supplierB", round = 1): Promise<string> {
  const conditions = [
    where.eq("rfq_id", rfqId),
    where.eq("supplier_id", world.ids[supplier]),
    where.eq("round_no", round),
  ];
  const [row] = await unscopedRows(world.system(), QUOTE, ["id"], conditions);
  return String(row?.id);
}

async function fill(id: string, by: "supplierA" | "supplierB", price: string | null, head: object = {}) {
  const record = await recordOf(world, QUOTE, id);
  const [line] = linesOf(record, "items");
  return updateRecordBy(await world.as(by), {
    screen: world.screen(QUOTE),
    id,
    version: record.version,
    values: {
      ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000" },
      ...head,
      items: [{ id: line?.id, price }],
    },
  });
}

const answer = (by: "supplierA" | "supplierB", id: string, name: string, more: object = {}) =>
  move(world, by, { key: QUOTE, id, name, ...more });

async function quoted(rfqId: string, by: "supplierA" | "supplierB", price: string, round = 1): Promise<string> {
  const id = await quoteOf(rfqId, by, round);
  await fill(id, by, price);
  await answer(by, id, "submit", { reason: "确认" });
  return id;
}

/** Both have quoted, and the inquiry is open. */
async function opened(prices: readonly [string, string] = ["1.5", "1.4"], asked: Asked = {}): Promise<string> {
  const id = await published(asked);
  await quoted(id, "supplierA", prices[0]);
  await quoted(id, "supplierB", prices[1]);
  await step("buyerA", id, "close");
  await step("buyerA", id, "open");
  return id;
}

async function text(account: AccountName, key: string, id: string): Promise<string> {
  return JSON.stringify(await recordModel(await world.as(account), world.screen(key), id));
}

describe("发布与报价", () => {
  test("发布为每家供应商生成报价单；供应商只看到自己的，看不到别家、目标价和家数", async () => {
    const id = await published();
    const own = await quoteOf(id, "supplierA");
    const other = await quoteOf(id, "supplierB");
    await expect(readRecord(await world.as("supplierA"), world.screen(QUOTE), other)).rejects.toMatchObject({
      error: "not_found",
    });
    const page = await text("supplierA", QUOTE, own);
    expect(page).toContain("纸箱年度询价");
    for (const secret of ["乙供应商", "1.77", "目标价", "最少报价家数"]) expect(page).not.toContain(secret);
    await expect(readRecord(await world.as("supplierA"), world.screen(RFQ), id)).rejects.toMatchObject({
      error: "forbidden",
    });
  });

  test("供应商打开报价单后，询价单写明首次和最近查看；预取的、采购方自己看的不算，版本不变", async () => {
    const id = await published();
    const quote = await quoteOf(id, "supplierA");
    const { version } = await recordOf(world, QUOTE, quote);
    const look = async (looking: boolean) =>
      recordModel(await world.as("supplierA"), world.screen(QUOTE), quote, { looking });
    const ofInquiry = () => text("buyerA", RFQ, id);
    await look(false);
    expect(await ofInquiry()).toContain("邀请2家，未查看2家");
    await look(true);
    world.clock.advance(HOUR);
    await look(true);
    const seen = await recordOf(world, QUOTE, quote);
    expect(Date.parse(String(seen.last_seen_at)) - Date.parse(String(seen.first_seen_at))).toBe(HOUR);
    expect(seen.version).toBe(version);
    const shown = await ofInquiry();
    for (const part of ["邀请2家，未查看1家", "已查看", "首次查看"]) expect(shown).toContain(part);
  });

  test("同一供应商邀请两次、期限太短、有效期颠倒都说明原因", async () => {
    const twice = await refusal(draft({ suppliers: ["supplierA", "supplierA"] }), "invalid");
    expect(twice.complaints[0]?.message).toContain("重复添加");
    const short = await refusal(draft({ head: { deadline: inHours(2) } }), "invalid");
    expect(short.complaints[0]?.message).toBe("报价截止时间须晚于开始时间至少4小时");
    const reversed = await refusal(draft({ head: { price_valid_to: "2025-03-01" } }), "invalid");
    expect(reversed.complaints[0]?.message).toBe("价格有效期止不能早于起");
  });

  test("邀请不足家数须说明，并由采购经理审批后才发布", async () => {
    const bare = await draft({ suppliers: ["supplierA"] });
    const refused = await refusal(step("buyerA", bare, "submit"), "invalid");
    expect(refused.message).toBe("邀请供应商少于2家，请填写不足家数说明");
    const id = await draft({ suppliers: ["supplierA"], head: { few_reason: "独家专利" } });
    expect(await step("buyerA", id, "submit")).toMatchObject({ state: "in_approval" });
    expect(await unscopedRows(world.system(), QUOTE, ["id"], [where.eq("rfq_id", id)])).toHaveLength(0);
    expect(await step("manager", id, "approve")).toMatchObject({ state: "published" });
    expect(await unscopedRows(world.system(), QUOTE, ["id"], [where.eq("rfq_id", id)])).toHaveLength(1);
  });

  test("预计金额达到限额的须审批", async () => {
    const items = [
      { material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs", target_price: "500" },
    ];
    const id = await draft({ head: { items } });
    expect(await recordOf(world, RFQ, id)).toMatchObject({ approval_need: "amount", estimate: "500000.00" });
    expect(await step("buyerA", id, "submit")).toMatchObject({ state: "in_approval" });
  });

  test("价格为零、缺行、有效期不足的报价不能提交；与现行价差得远的须确认", async () => {
    const id = await published();
    const quote = await quoteOf(id, "supplierA");
    const zero = await refusal(fill(quote, "supplierA", "0"), "invalid");
    expect(zero.complaints[0]?.message).toBe("第1行单价必须大于0");
    await refusal(fill(quote, "supplierA", "1e30"), "invalid");
    await fill(quote, "supplierA", null);
    expect((await refusal(answer("supplierA", quote, "submit"), "invalid")).message).toContain("第1行未报价");
    await fill(quote, "supplierA", "1.2", { valid_to: "2025-03-20" });
    expect((await refusal(answer("supplierA", quote, "submit"), "invalid")).message).toBe("报价有效期不足");
  });
});

describe("截止以数据库时钟为准", () => {
  test("晚一秒的报价不收，无论服务器以为现在几点", async () => {
    const id = await published({ head: { deadline: inHours(5) } });
    const quote = await quoteOf(id, "supplierA");
    await fill(quote, "supplierA", "1.5");
    const entity = world.entity(QUOTE);
    const context = await world.as("supplierA");
    world.clock.advance(5 * HOUR + 1000);
    // The clock of this process stands still five hours ago.
    const late = await refusal(applyTransition(context, { entity, id: quote, name: "submit" }), "wrong_state");
    expect(late.message).toMatch(/^报价已截止（2025-.+），无法提交$/);
    expect(await recordOf(world, QUOTE, quote)).toMatchObject({ state: "draft", submitted_at: null });
  });

  test("截止前撤回可以改，截止后不能撤回", async () => {
    const id = await published({ head: { deadline: inHours(5) } });
    const quote = await quoted(id, "supplierA", "1.5");
    await answer("supplierA", quote, "withdraw");
    await fill(quote, "supplierA", "1.45");
    await answer("supplierA", quote, "submit");
    world.clock.advance(5 * HOUR + 1);
    const late = await refusal(answer("supplierA", quote, "withdraw"), "wrong_state");
    expect(late.message).toContain("报价已截止");
  });

  test("两个页面同时修改，后一个被告知数据已变", async () => {
    const id = await published();
    const quote = await quoteOf(id, "supplierA");
    const { version } = await recordOf(world, QUOTE, quote);
    await fill(quote, "supplierA", "1.5");
    const context = await world.as("supplierA");
    const stale = { screen: world.screen(QUOTE), id: quote, version, values: { note: "另一页" } };
    await refusal(updateRecordBy(context, stale), "stale_record");
    const submit = { entity: world.entity(QUOTE), id: quote, name: "submit", version };
    await refusal(applyTransition(context, submit), "stale_record");
  });

  test("到期自动截止：没有提交的记为逾期，采购员收到通知", async () => {
    const id = await published({ head: { deadline: inHours(6) } });
    await quoted(id, "supplierA", "1.5");
    world.clock.advance(6 * HOUR + 1);
    await workDeadlines(world.system());
    const record = await recordOf(world, RFQ, id);
    expect(record.state).toBe("closed");
    expect(linesOf(record, "suppliers").map(({ invite_status }) => invite_status)).toEqual(["quoted", "overdue"]);
    expect(await recordOf(world, QUOTE, await quoteOf(id, "supplierB"))).toMatchObject({ state: "expired" });
    // Too few to open without a reason; more time is the other way.
    await refusal(step("buyerA", id, "open"), "acknowledge");
    await step("buyerA", id, "reopen_short", { reason: "家数不足", input: { new_deadline: inHours(24) } });
    await quoted(id, "supplierB", "1.6");
    await step("buyerA", id, "close");
    expect(await step("buyerA", id, "open")).toMatchObject({ state: "opened" });
  });
});

describe("开启以前谁也看不到价格", () => {
  test("采购员、经理、领导在列表、页面和历史中都看不到已提交的报价", async () => {
    const id = await published();
    const quote = await quoted(id, "supplierA", "1.2345");
    for (const account of ["buyerA", "manager", "admin"] as const) {
      const context = await world.as(account);
      await expect(readRecord(context, world.screen(QUOTE), quote)).rejects.toMatchObject({ error: "not_found" });
      const list = JSON.stringify(await listModel(context, world.screen(QUOTE), new URLSearchParams()));
      expect(list).not.toContain("1,234.50");
      expect(await text(account, RFQ, id)).not.toContain("1.2345");
    }
    const { rows } = await sql<{ words: string }>`
      select coalesce(content, '') || coalesce(title, '') as words from notification where entity_id = ${quote}`
      .execute(world.engine.database.connection())
      .catch(() => ({ rows: [] as { words: string }[] }));
    for (const { words } of rows) expect(words).not.toContain("1.2345");
  });

  test("还有人没有答复时不能提前截止，提前截止后不能再撤回", async () => {
    const id = await published();
    const quote = await quoted(id, "supplierA", "1.5");
    const early = await refusal(step("buyerA", id, "close"), "invalid");
    expect(early.message).toBe("还有供应商没有答复，截止时间以前不能截止");
    await answer("supplierB", await quoteOf(id, "supplierB"), "decline", { reason: "产能已满" });
    await followInquiries(world.engine);
    expect(linesOf(await recordOf(world, RFQ, id), "suppliers")).toMatchObject([
      { invite_status: "quoted" },
      { invite_status: "declined", decline_reason: "产能已满" },
    ]);
    await step("buyerA", id, "close");
    await refusal(answer("supplierA", quote, "withdraw"), "wrong_state");
    await refusal(answer("supplierB", await quoteOf(id, "supplierB"), "rejoin"), "wrong_state");
  });

  test("开启后同时可见，最低价标出；取消的询价单，报价不再开启", async () => {
    const id = await opened(["1.5", "1.4"], { head: { show_rank: "rank_gap" } });
    const page = await text("buyerA", RFQ, id);
    expect(page).toContain("1.40（最低）");
    const quote = await quoteOf(id, "supplierA");
    expect((await readRecord(await world.as("buyerA"), world.screen(QUOTE), quote)).record.state).toBe("opened");
    expect(await recordOf(world, QUOTE, quote)).toMatchObject({ rank: 2, rank_text: "第2名，比最低高7.14%" });

    const cancelled = await published();
    const unread = await quoted(cancelled, "supplierA", "1.9");
    await refusal(step("buyerA", cancelled, "cancel", { reason: "不再需要" }), "forbidden");
    await step("manager", cancelled, "cancel", { reason: "不再需要" });
    expect(await recordOf(world, QUOTE, unread)).toMatchObject({ state: "cancelled", opened_at: null });
    await expect(readRecord(await world.as("manager"), world.screen(QUOTE), unread)).rejects.toMatchObject({
      error: "not_found",
    });
  });
});

describe("答疑、延期与下一轮", () => {
  test("问题的答复告知所有供应商，不写明提问方", async () => {
    const id = await published();
    await answer("supplierA", await quoteOf(id, "supplierA"), "ask", { reason: "纸箱几色印刷？" });
    await followInquiries(world.engine);
    const [question] = linesOf(await recordOf(world, RFQ, id), "questions");
    expect(question).toMatchObject({ question: "纸箱几色印刷？", supplier_id: world.ids.supplierA });
    await step("buyerA", id, "answer", { lineInput: { [String(question?.id)]: { answer: "四色" } } });
    const page = await text("supplierB", QUOTE, await quoteOf(id, "supplierB"));
    expect(page).toContain("四色");
    expect(page).not.toContain("甲供应商");
  });

  test("延期告知所有供应商；截止前24小时以内不能增加供应商", async () => {
    const id = await published({ head: { min_suppliers: "1" }, suppliers: ["supplierA"] });
    await refusal(step("buyerA", id, "extend", { reason: "再等等", input: { new_deadline: inHours(1) } }), "invalid");
    await step("buyerA", id, "extend", { reason: "再等等", input: { new_deadline: inHours(72) } });
    const { deadline } = await recordOf(world, QUOTE, await quoteOf(id, "supplierA"));
    expect(String(deadline).slice(0, 16)).toBe(inHours(72).slice(0, 16));
    await refusal(step("buyerA", id, "add_supplier", { input: { supplier_id: world.ids.supplierA } }), "invalid");
    await step("buyerA", id, "add_supplier", { input: { supplier_id: world.ids.supplierB } });
    expect(await recordOf(world, QUOTE, await quoteOf(id, "supplierB"))).toMatchObject({ state: "draft" });
    const late = await published({ head: { min_suppliers: "1", deadline: inHours(20) }, suppliers: ["supplierA"] });
    const refused = await refusal(
      step("buyerA", late, "add_supplier", { input: { supplier_id: world.ids.supplierB } }),
      "invalid",
    );
    expect(refused.message).toBe("离报价截止不足24小时，不能增加供应商");
  });

  test("下一轮只请所选供应商，带出上轮报价，上轮保留", async () => {
    const id = await opened(["1.5", "1.4"]);
    const [first] = linesOf(await recordOf(world, RFQ, id), "suppliers");
    const again = { [String(first?.id)]: { asked_again: "1" } };
    const rows = linesOf(await recordOf(world, RFQ, id), "suppliers");
    const lineInput = { ...Object.fromEntries(rows.map((row) => [row.id, { asked_again: "0" }])), ...again };
    await step("buyerA", id, "next_round", { input: { new_deadline: inHours(24) }, lineInput });
    const { record: second } = await readRecord(
      await world.as("supplierA"),
      world.screen(QUOTE),
      await quoteOf(id, "supplierA", 2),
    );
    expect(linesOf(second, "items")[0]).toMatchObject({ price: "1.500000", prev_price: "1.500000" });
    expect(await recordOf(world, QUOTE, await quoteOf(id, "supplierA"))).toMatchObject({ state: "opened" });
    expect(await quoteOf(id, "supplierB", 2)).toBe("undefined");
  });
});

describe("定价与核价", () => {
  test("不选最低价要写原因；核价批准后双方得到结果", async () => {
    const id = await opened(["1.5", "1.4"]);
    const record = await recordOf(world, RFQ, id);
    await updateRecordBy(await world.as("buyerA"), {
      screen: world.screen(RFQ),
      id,
      version: record.version,
      values: { awards: [{ item_no: "10", supplier_id: world.ids.supplierA, share: "100" }] },
    });
    expect((await refusal(step("buyerA", id, "award"), "invalid")).message).toBe("第1行未选择最低价，请填写原因");
    await step("buyerA", id, "fill_lowest");
    await step("buyerA", id, "award");
    const priced = await recordOf(world, RFQ, id);
    const own = [where.eq("rfq_id", id)];
    const [price] = await unscopedRows(world.system(), PRICE, ["id", "number", "source_type", "source_no"], own);
    expect(price).toMatchObject({ number: priced.price_no, source_type: "rfq", source_no: priced.number });
    await move(world, "buyerA", { key: PRICE, id: String(price?.id), name: "submit" });
    world.clock.advance(12 * HOUR);
    await move(world, "manager", { key: PRICE, id: String(price?.id), name: "approve" });
    expect(await recordOf(world, RFQ, id)).toMatchObject({ state: "done" });
    const { rows: cycle } =
      await sql`select apply_days, approve_days, total_days = quote_days + compare_days + approve_days as whole, order_days from sourcing_cycle
      where rfq_id = ${id}`.execute(world.engine.database.connection());
    expect(cycle).toEqual([{ apply_days: "0.0", approve_days: "0.5", whole: true, order_days: null }]);
    expect(await recordOf(world, QUOTE, await quoteOf(id, "supplierB"))).toMatchObject({ state: "won" });
    expect(await recordOf(world, QUOTE, await quoteOf(id, "supplierA"))).toMatchObject({ state: "lost" });
  });

  test("阶梯价：按预计数量比较，起始单价和各档交给核价单，批准后订单按数量取价", async () => {
    const id = await published({ head: { price_valid_from: inHours(57).slice(0, 10) } });
    const quote = await quoted(id, "supplierB", "1.45");
    expect(await recordOf(world, QUOTE, quote)).toMatchObject({ state: "submitted" });
    const mine = await quoteOf(id, "supplierA");
    await fill(mine, "supplierA", "1.5");
    const { record } = await readRecord(await world.as("supplierA"), world.screen(QUOTE), mine);
    const [line] = linesOf(record, "items");
    const put = (scales: readonly object[]) => ({
      screen: world.screen(QUOTE),
      id: mine,
      version: record.version,
      requestId: world.engine.newId(),
      values: { items: [{ id: line?.id, scales }] },
    });
    const rising = [
      { from_qty: "2000", price: "1.3" },
      { from_qty: "800", price: "1.4" },
    ];
    const refused = await refusal(updateRecordBy(await world.as("supplierA"), put(rising)), "invalid");
    expect(refused.complaints[0]).toMatchObject({ field: "items.0.scales.1.from_qty" });
    await updateRecordBy(await world.as("supplierA"), put([...rising].reverse()));
    await move(world, "supplierA", { key: QUOTE, id: mine, name: "submit", reason: "确认" });
    world.clock.advance(49 * HOUR);
    await step("buyerA", id, "close", { reason: "报价已截止" });
    await step("buyerA", id, "open", { reason: "两家" });
    expect(await recordOf(world, QUOTE, mine)).toMatchObject({ rank: 1, total: "1400.00" });
    await step("buyerA", id, "fill_lowest");
    const [award] = linesOf(await recordOf(world, RFQ, id), "awards");
    expect(award).toMatchObject({ supplier_id: world.ids.supplierA, award_price: "1.400000" });
    await step("buyerA", id, "award");
    const [price] = await unscopedRows(world.system(), PRICE, ["id"], [where.eq("rfq_id", id)]);
    const [agreed] = linesOf(await recordOf(world, PRICE, String(price?.id)), "items");
    expect(agreed).toMatchObject({ new_price: "1.500000", note: "按定价数量1,000适用阶梯价1.4" });
    expect((agreed?.scales ?? []).map(({ from_qty }) => from_qty)).toEqual(["800.000", "2000.000"]);
    await move(world, "buyerA", { key: PRICE, id: String(price?.id), name: "submit" });
    await move(world, "manager", { key: PRICE, id: String(price?.id), name: "approve" });
    expect(await recordOf(world, RFQ, id)).toMatchObject({ state: "done" });
    const ordered = await createRecord(await world.as("buyerA"), {
      screen: world.screen(ORDER),
      values: orderValues(world, {
        items: ["799", "800", "2500"].map((qty) => ({ material_id: world.ids.box, qty, required_date: "2025-04-20" })),
      }),
    });
    const taken = linesOf(await recordOf(world, ORDER, ordered.id), "items");
    expect(taken.map(({ price: at, price_source }) => [at, price_source])).toEqual([
      ["1.500000", "book"],
      ["1.400000", "book"],
      ["1.300000", "book"],
    ]);
    const paper = JSON.stringify(await printedRecord(await world.as("buyerA"), world.screen(QUOTE), mine, ""));
    expect(paper).toContain("阶梯价");
  });

  test("核价单退回，询价单回到比价中，旧核价单不能再提交", async () => {
    const id = await opened(["1.6", "1.3"]);
    await step("buyerA", id, "fill_lowest");
    await step("buyerA", id, "award");
    const [price] = await unscopedRows(world.system(), PRICE, ["id"], [where.eq("rfq_id", id)]);
    const old = String(price?.id);
    await move(world, "buyerA", { key: PRICE, id: old, name: "submit" });
    await refusal(step("buyerA", id, "back_award", { reason: "重算" }), "invalid");
    await move(world, "manager", { key: PRICE, id: old, name: "reject", reason: "偏高" });
    expect(await recordOf(world, RFQ, id)).toMatchObject({ state: "opened", price_no: null });
    const refused = await refusal(move(world, "buyerA", { key: PRICE, id: old, name: "submit" }), "invalid");
    expect(refused.message).toContain("定价结果已退回");
  });

  test("流标：开启的告知未中选，没有开启的不再开启", async () => {
    const id = await published();
    const unread = await quoted(id, "supplierA", "1.5");
    await answer("supplierB", await quoteOf(id, "supplierB"), "decline", { reason: "不做" });
    await step("buyerA", id, "close");
    await step("buyerA", id, "fail", { reason: "需求取消" });
    expect(await recordOf(world, QUOTE, unread)).toMatchObject({ state: "cancelled", opened_at: null });
  });
});
