import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { recordPdf } from "~/engine/output/pdf.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { productColumns } from "~/modules/purchase-orders/purchase-order/product-order.server";
import type { AccountName } from "../../../support/company";
import { deliveries, items, ORDER, orderValues, refusal, seen, stored, transition } from "../../../support/orders";
import { arrivedNote } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const VIEW = "purchase-orders/product-order";
const run = (query: ReturnType<typeof sql>) => query.execute(world.engine.database.connection());

// When lorries may come is another subject.
beforeAll(async () => {
  await run(sql`update receive_control set early_days = 365, coa_required = 'no'`);
});

function screen() {
  const found = world.engine.registry.screen(VIEW);
  if (!found) throw new Error("no screen of goods made for us");
  return found;
}

/** What buyer A types for goods that are made for us, with cartons of ours. */
function values(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return orderValues(world, {
    order_date: "2025-03-10",
    label_version: "V2",
    standard_no: "GB/T 20977",
    min_shelf_rate: "66.7",
    supplied: [{ material_id: world.ids.box, unit_use: "0.1", loss_rate: "0", uom: "pcs" }],
    items: [{ material_id: world.ids.corn, qty: "1000", price: "3.5", required_date: "2025-03-20" }],
    ...more,
  });
}

async function draft(more: Readonly<Record<string, unknown>> = {}) {
  return createRecord(await world.as("buyerA"), { screen: screen(), values: values(more) });
}

async function step(
  account: AccountName,
  id: string,
  name: string,
  more: Parameters<typeof transition>[1]["more"] = {},
) {
  const made = await transition(world, {
    context: await world.as(account),
    id,
    name,
    more: { reason: "测试", ...more },
  });
  world.clock.advance(1000);
  return made;
}

/** An order that supplier A has confirmed. */
async function running(more: Readonly<Record<string, unknown>> = {}) {
  const { id } = await draft(more);
  await step("buyerA", id, "submit");
  await step("qa", id, "confirm_label");
  await step("buyerA", id, "release");
  await step("supplierA", id, "confirm");
  return id;
}

async function report(id: string, said: Readonly<Record<string, string>>) {
  const [line] = items(await stored(world, id));
  return step("supplierA", id, "report_progress", { lineInput: { [line?.id ?? ""]: said } });
}

async function packaging(account: AccountName, id: string, name: string, said: Readonly<Record<string, string>>) {
  const [row] = linesOf(await stored(world, id), "supplied");
  return step(account, id, name, { lineInput: { [row?.id ?? ""]: said } });
}

/** Titles of what was said of the order, without its number. */
async function told(id: string, account: AccountName, part: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`select title from inbox where record_id = ${id}
    and user_id = ${world.accounts[account]} and kind <> 'watch' and title like ${`%${part}%`} order by at`.execute(
    world.engine.database.connection(),
  );
  const { number } = await stored(world, id);
  return rows.map(({ title }) => title.replace(` ${number ?? ""} `, "").replace(number ?? "", ""));
}

describe("一张成品订单", () => {
  test("编号以CP开头，类型是委外加工；只列在成品订单里的是它们", async () => {
    const { id } = await draft();
    const record = await stored(world, id);
    expect(record.number).toMatch(/^CP20250310-/);
    expect(record).toMatchObject({ order_type: "outsource", prod_stage: null, finished_rate: "0.0000" });
    const all = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };
    const other = await createRecord(await world.as("buyerA"), {
      screen: world.screen(ORDER),
      values: orderValues(world),
    });
    const { rows } = await listRecords(await world.as("buyerA"), screen(), all);
    expect(rows.map((row) => row.id)).toContain(id);
    expect(rows.map((row) => row.id)).not.toContain(other.id);
  });

  test("包装版本和执行标准必填，其他类型的订单不要", async () => {
    const refused = await refusal(draft({ label_version: "", standard_no: "" }), "invalid");
    expect(refused.complaints.map(({ field }) => field).sort()).toEqual(["label_version", "standard_no"]);
  });

  test("剩余保质期留空，取收货控制规则", async () => {
    await run(sql`update receive_control set shelf_ratio = 62.5`);
    const { id } = await draft({ min_shelf_rate: "" });
    expect((await stored(world, id)).min_shelf_rate).toBe("62.5000");
    await run(sql`update receive_control set shelf_ratio = null`);
  });

  test("版面没有确认不能下达；质量人员收到提醒，改了包装版本须重新确认", async () => {
    const { id, version } = await draft();
    await step("qa", id, "confirm_label");
    await updateRecordBy(await world.as("buyerA"), {
      screen: screen(),
      id,
      version: version + 1,
      values: { label_version: "V3" },
    });
    await step("buyerA", id, "submit");
    expect(await told(id, "qa", "包装版本")).toEqual(["成品订单的包装版本V3等待确认"]);
    const refused = await refusal(step("buyerA", id, "release"), "invalid");
    expect(refused.message).toBe("包装版本【V3】未确认，不能下达");
    await step("qa", id, "confirm_label");
    const confirmed = ["成品订单的包装版本V2已确认", "成品订单的包装版本V3已确认"];
    expect(await told(id, "buyerA", "已确认")).toEqual(confirmed);
    expect((await step("buyerA", id, "release")).state).toBe("released");
  });
});

describe("生产进度", () => {
  test("确认以前不能填报，别的供应商看不到", async () => {
    const id = await running();
    await refusal(
      transition(world, { context: await world.as("supplierB"), id, name: "report_progress" }),
      "not_found",
    );
    const early = await draft();
    await step("buyerA", early.id, "submit");
    await step("qa", early.id, "confirm_label");
    await step("buyerA", early.id, "release");
    await refusal(report(early.id, { stage: "scheduled", plan_date: "2025-03-12" }), "wrong_state");
  });

  test("逐次填报，完工率、阶段和预计完工随之更新，供应商也看得到", async () => {
    const id = await running();
    await report(id, { stage: "packed", plan_date: "2025-03-18" });
    const today = String((await stored(world, id)).progress_on);
    await report(id, { stage: "packed", actual_date: today, finished_qty: "400", batch_no: "A1" });
    await report(id, { stage: "packed", actual_date: today, finished_qty: "250", batch_no: "A2" });
    const record = await seen(world, await world.as("supplierA"), id);
    expect(linesOf(record, "progress")).toHaveLength(2);
    expect(record).toMatchObject({ prod_stage: "packed", finished_rate: "65.0000", finish_late: false });
    expect(await told(id, "buyerA", "晚于交期")).toEqual([]);
  });

  test("预计完工晚于交期，双方都收到提醒", async () => {
    const id = await running();
    await report(id, { stage: "packed", plan_date: "2025-03-25" });
    const said = ["成品订单预计完工2025-03-25晚于交期"];
    expect(await told(id, "buyerA", "晚于交期")).toEqual(said);
    expect(await told(id, "supplierA", "晚于交期")).toEqual(said);
    expect((await stored(world, id)).finish_late).toBe(true);
  });

  test("排产以后三天没有更新，提醒双方；计划日期过了也提醒", async () => {
    const id = await running();
    const start = String((await stored(world, id)).order_date);
    await report(id, { stage: "scheduled", plan_date: start });
    world.clock.advance(3 * 86_400_000);
    await workDeadlines({ ...world.system(), now: world.clock.now() }, { remindNow: true });
    for (const account of ["buyerA", "supplierA"] as const) {
      expect(await told(id, account, "未更新生产进度")).toEqual(["订单【】超过3天未更新生产进度"]);
      expect(await told(id, account, "未完成")).toHaveLength(1);
    }
    world.clock.advance(-3 * 86_400_000);
  });

  test("同一天只催报一次；不是成品的订单没有这些操作", async () => {
    const id = await running();
    await step("buyerA", id, "remind_progress");
    expect(await told(id, "supplierA", "请填报")).toEqual(["请填报成品订单的生产进度"]);
    await refusal(step("buyerA", id, "remind_progress"), "invalid");
    const other = await createRecord(await world.as("buyerA"), {
      screen: world.screen(ORDER),
      values: orderValues(world),
    });
    await refusal(step("qa", other.id, "confirm_label"), "wrong_state");
  });

  test("没有脚本的页面列出各行；供应商的列表写明成品和需求日期", async () => {
    const id = await running();
    const all = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };
    expect((await listRecords(await world.as("supplierA"), screen(), all)).rows.map((row) => row.id)).toContain(id);
    const columns = await productColumns(world.system(), VIEW, [id]);
    expect(columns.get(id)).toMatchObject({ goods: expect.stringContaining("玉米"), ordered: "1,000 千克" });
    expect((await stored(world, id)).product_due).toBe("2025-03-20");
    const page = await transitionModel(await world.as("supplierA"), screen(), id, "report_progress");
    expect(JSON.stringify(page)).toContain("生产批号");
  });
});

describe("客供包材", () => {
  test("登记发出、填报耗用，超耗超过允许的提醒采购员，改正后不再列出", async () => {
    const id = await running();
    await packaging("buyerA", id, "send_packaging", { sent_qty: "120" });
    expect(await told(id, "supplierA", "包材")).toEqual(["成品订单的客供包材已发出"]);
    await packaging("supplierA", id, "report_usage", { used_qty: "103" });
    expect((await stored(world, id)).over_use).toBeNull();
    await packaging("supplierA", id, "report_usage", { used_qty: "105" });
    const record = await stored(world, id);
    expect(record.over_use).toMatch(/^包材【.+】超耗5%$/);
    expect(linesOf(record, "supplied")[0]).toMatchObject({ left_qty: "15.000", over_rate: "5.0000" });
    expect(await told(id, "buyerA", "超耗")).toHaveLength(1);
    await packaging("supplierA", id, "report_usage", { used_qty: "101" });
    expect((await stored(world, id)).over_use).toBeNull();
    await refusal(packaging("supplierA", id, "report_usage", { used_qty: "121" }), "invalid");
  });
});

describe("应耗", () => {
  const need = async (id: string) => linesOf(await stored(world, id), "supplied").map(({ need_qty }) => need_qty);
  const once = { material_id: world.ids.box, uom: "pcs" };
  const pay = { uom: "kg", tax_rate: "13", price: "3.5", required_date: "2025-03-20" };

  test("按成品数量、单位用量和损耗率计算，个数进位；草稿改了数量随之更新", async () => {
    const { id, version } = await draft({ supplied: [{ ...once, unit_use: "0.1", loss_rate: "0.25" }] });
    expect(await need(id)).toEqual(["101.000"]);
    const [line] = items(await stored(world, id));
    await updateRecordBy(await world.as("buyerA"), {
      screen: screen(),
      id,
      version,
      values: { items: [{ id: line?.id, qty: "2000" }] },
    });
    expect(await need(id)).toEqual(["201.000"]);
  });

  test("留空取同一成品和包材最近一张订单的用量和损耗；没有的要填用量，损耗取参数", async () => {
    await draft({ supplied: [{ ...once, unit_use: "0.2", loss_rate: "5" }] });
    world.clock.advance(1000);
    const { id } = await draft({ supplied: [once] });
    expect(linesOf(await stored(world, id), "supplied")[0]).toMatchObject({
      unit_use: "0.200000",
      loss_rate: "5.0000",
    });
    const unknown = await refusal(draft({ supplied: [{ material_id: world.ids.corn, uom: "kg" }] }), "invalid");
    expect(unknown.complaints.map(({ field, message }) => [field, message])).toEqual([
      ["supplied.0.unit_use", "同一成品和包材没有以前的订单，请填写单位用量"],
    ]);
    const typed = await draft({ supplied: [{ material_id: world.ids.corn, uom: "kg", unit_use: "0.0333" }] });
    expect(linesOf(await stored(world, typed.id), "supplied")[0]).toMatchObject({
      loss_rate: "1.0000",
      need_qty: "33.633",
    });
  });

  test("采购员看不到的订单不作依据", async () => {
    const elsewhere = { factory_id: world.ids.factory2, purchase_group_id: world.ids.group2, supplied: [once] };
    const made = createRecord(await world.as("buyerB"), { screen: screen(), values: values(elsewhere) });
    const refused = await refusal(made, "invalid");
    expect(refused.complaints.map(({ field }) => field)).toContain("supplied.0.unit_use");
  });

  test("已取消的订单不作依据", async () => {
    await run(sql`update purchase_order set state = 'cancelled' where order_type = 'outsource'`);
    const refused = await refusal(draft({ supplied: [once] }), "invalid");
    expect(refused.complaints.map(({ field }) => field)).toEqual(["supplied.0.unit_use"]);
  });

  test("有几行成品时要写明用于哪一行", async () => {
    const two = [
      { ...pay, material_id: world.ids.corn, qty: "1000" },
      { ...pay, material_id: world.ids.corn, qty: "500" },
    ];
    const use = { ...once, unit_use: "0.1", loss_rate: "0" };
    const refused = await refusal(draft({ items: two, supplied: [use] }), "invalid");
    expect(refused.complaints.map(({ field }) => field)).toEqual(["supplied.0.item_line"]);
    const { id } = await draft({ items: two, supplied: [{ ...use, item_line: "20" }] });
    expect(await need(id)).toEqual(["50.000"]);
  });

  test("接受供应商提出的数量，应耗和超耗随之更新", async () => {
    const id = await running();
    await packaging("buyerA", id, "send_packaging", { sent_qty: "120" });
    await packaging("supplierA", id, "report_usage", { used_qty: "100" });
    const [line] = items(await stored(world, id));
    const [delivery] = deliveries(line);
    await step("supplierA", id, "propose", {
      lineInput: { [delivery?.id ?? ""]: { plan_date: "2025-03-20", plan_qty: "900" } },
    });
    expect(await need(id)).toEqual(["100.000"]);
    await step("buyerA", id, "accept_change");
    expect(await need(id)).toEqual(["90.000"]);
    expect((await stored(world, id)).over_use).toMatch(/超耗11.1%$/);
  });
});

describe("甘特图", () => {
  test("供应商填报以后，页面和打印都画出各行的阶段，延误写成文字，采购员收到提醒", async () => {
    const id = await running();
    const page = async (account: AccountName) => recordModel(await world.as(account), screen(), id);
    expect((await page("buyerA")).sections.map(({ title }) => title)).not.toContain("生产甘特图");
    await report(id, { stage: "packed", plan_date: "2025-03-15" });
    expect(await told(id, "buyerA", "晚于计划")).toEqual([]);
    await report(id, { stage: "packed", plan_date: "2025-03-18" });
    expect(await told(id, "buyerA", "晚于计划")).toEqual(["成品订单的生产阶段晚于计划"]);
    expect((await stored(world, id)).stage_slips).toBe("行10包装完成原计划2025-03-15，改为2025-03-18，晚3天");
    for (const account of ["buyerA", "supplierA"] as const) {
      const drawn = (await page(account)).sections.find(({ kind }) => kind === "timeline");
      if (drawn?.kind !== "timeline") throw new Error("no picture of the production");
      expect(drawn.timeline.groups[0]?.rows[0]).toMatchObject({ label: "包装完成", note: "计划03-18 改期晚3天" });
      expect(drawn.table.rows).toHaveLength(1);
      const paper = await printedRecord(await world.as(account), screen(), id, "https://portal.example.com");
      expect(paper.document.parts.map(({ kind, title }) => `${kind} ${title}`)).toContain("timeline 生产甘特图");
    }
    const file = await recordPdf(await world.as("supplierA"), screen(), id, "https://portal.example.com");
    expect(JSON.stringify(file).length).toBeGreaterThan(1000);
  });
});

describe("送货", () => {
  const dates = { produce_date: "2025-03-01", expire_date: "2026-03-01" };

  test("没有出厂检验记录的批号不能发货，有了就能；其他订单照旧", async () => {
    const id = await running();
    const refused = await refusal(arrivedNote(world, id, ["100"], { batch_no: "F1", ...dates }), "invalid");
    expect(refused.message).toContain("批号【F1】无出厂检验记录");
    // A certificate needs a standard that says what it has to hold.
    const standard = await createRecord(world.system(), {
      screen: world.screen("base-data/coa-standard"),
      values: {
        ...{ material_id: world.ids.corn, template_id: world.ids.coaTemplate },
        ...{ required_at: "before_ship", valid_from: "2024-01-01" },
      },
    });
    await run(sql`update coa_standard set state = 'active' where id = ${standard.id}`);
    const certificate = await createRecord(world.system(), {
      screen: world.screen("receiving/inbound-coa"),
      values: {
        ...{ supplier_id: world.ids.supplierA, material_id: world.ids.corn, batch_no: "F1", lab: "供方化验室" },
        ...{ produce_date: "2025-03-01", test_date: "2025-03-02", batch_qty: "100" },
      },
    });
    await run(sql`update inbound_coa set state = 'approved' where id = ${certificate.id}`);
    await arrivedNote(world, id, ["100"], { batch_no: "F1", ...dates });
  });

  test("到货剩余保质期低于订单要求的不能发货", async () => {
    const id = await running({ min_shelf_rate: "99" });
    const refused = await refusal(arrivedNote(world, id, ["100"], { batch_no: "F2", ...dates }), "invalid");
    expect(refused.message).toContain("低于要求99%");
  });
});
