import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { followLimits } from "~/modules/supplier-management/risk-event/risk-levels.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { change, make, stored, transition } from "../../../support/quality";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const TEMPLATE = "supplier-management/scoring-template";
const RISK = "supplier-management/risk-event";

const world = await openWorld();
afterAll(() => world.close());

const SHEET = {
  pass_line: "85",
  conditional_line: "70",
  dims: [
    { code: "A", name: "卫生", weight: "60" },
    { code: "B", name: "追溯", weight: "40" },
  ],
  items: [
    { dim_code: "A", item: "车间清洁", max_score: "10", bands: [{ from_value: "0", to_value: "100", score: "10" }] },
    { dim_code: "B", item: "批次记录", max_score: "10", is_veto: "1" },
  ],
};

describe("评审模板", () => {
  test("升版复制全部内容，发布新版本停用旧版本", async () => {
    const qa = await world.as("qa");
    const first = await make(world, qa, TEMPLATE, { name: "饲料原料现场审核", ...SHEET });
    await transition(world, { context: qa, key: TEMPLATE, id: first.id, name: "publish" });
    await transition(world, { context: qa, key: TEMPLATE, id: first.id, name: "new_version" });
    const same = [where.eq("name", "饲料原料现场审核"), where.eq("state", "draft")];
    const [draft] = await unscopedRows(world.system(), TEMPLATE, ["id"], same);
    const next = await stored(world, TEMPLATE, String(draft?.id));
    expect(next.revision).toBe(2);
    expect(linesOf(next, "dims").map(({ name, weight }) => [name, weight])).toEqual([
      ["卫生", "60.0000"],
      ["追溯", "40.0000"],
    ]);
    expect(linesOf(next, "items").map((row) => [row.item, row.is_veto, linesOf(row, "bands").length])).toEqual([
      ["车间清洁", false, 1],
      ["批次记录", true, 0],
    ]);
    await refusal(transition(world, { context: qa, key: TEMPLATE, id: first.id, name: "new_version" }), "invalid");
    await transition(world, { context: qa, key: TEMPLATE, id: next.id, name: "publish" });
    expect((await stored(world, TEMPLATE, first.id)).state).toBe("retired");
    expect((await stored(world, TEMPLATE, next.id)).state).toBe("published");
  });

  test("权重不足100不能发布，草稿可以先存", async () => {
    const qa = await world.as("qa");
    const dims = [{ code: "A", name: "卫生", weight: "60" }];
    const { id } = await make(world, qa, TEMPLATE, { name: "未完成的模板", dims });
    const error = await refusal(transition(world, { context: qa, key: TEMPLATE, id, name: "publish" }), "invalid");
    expect(error.message).toBe("维度权重合计必须等于100%，当前为60%");
  });

  test("质量发布质量模板，采购发布考评模板", async () => {
    const qa = await world.as("qa");
    const manager = await world.as("manager");
    const audit = await make(world, manager, TEMPLATE, { name: "采购拟的审核表" });
    await refusal(transition(world, { context: manager, key: TEMPLATE, id: audit.id, name: "publish" }), "forbidden");
    const appraisal = await make(world, qa, TEMPLATE, { name: "质量拟的考评表", usage: "appraisal" });
    await refusal(transition(world, { context: qa, key: TEMPLATE, id: appraisal.id, name: "publish" }), "forbidden");
    await transition(world, { context: manager, key: TEMPLATE, id: appraisal.id, name: "publish" });
  });

  test("已发布的模板不能修改", async () => {
    const qa = await world.as("qa");
    const { id } = await make(world, qa, TEMPLATE, { name: "已发布的模板" });
    await transition(world, { context: qa, key: TEMPLATE, id, name: "publish" });
    await refusal(change(world, { context: qa, key: TEMPLATE, id, values: { note: "改" } }), "wrong_state");
  });
});

describe("企业风险", () => {
  const level = async () => (await stored(world, "supplier-management/supplier", world.ids.supplierA)).risk_level;
  test("确认后供应商等级随之变化，关闭后恢复；供应商看不到", async () => {
    const buyer = await world.as("buyerA");
    const lead = await personWith(world, "qa_manager");
    const { id } = await make(world, buyer, RISK, { probability: "5", impact: "3", measures: [] });
    await refusal(
      transition(world, { context: buyer, key: RISK, id, name: "ignore", more: { reason: "误报" } }),
      "invalid",
    );
    await transition(world, { context: buyer, key: RISK, id, name: "confirm" });
    expect(await level()).toBe("high");
    expect(
      (await refusal(transition(world, { context: buyer, key: RISK, id, name: "handle" }), "invalid")).message,
    ).toContain("应对措施");
    await change(world, {
      context: buyer,
      key: RISK,
      id,
      values: { measures: [{ measure: "停止发货", due_date: "2025-03-20" }] },
    });
    await transition(world, { context: buyer, key: RISK, id, name: "handle" });
    const input = { close_note: "复检合格" };
    await refusal(transition(world, { context: lead, key: RISK, id, name: "close", more: { input } }), "invalid");
    const [measure] = linesOf(await stored(world, RISK, id), "measures");
    const done = { id: measure?.id, measure: "停止发货", due_date: "2025-03-20", done_date: "2025-03-01" };
    await change(world, { context: buyer, key: RISK, id, values: { measures: [done] } });
    await refusal(transition(world, { context: buyer, key: RISK, id, name: "close", more: { input } }), "forbidden");
    await transition(world, { context: lead, key: RISK, id, name: "close", more: { input } });
    expect(await level()).toBe("low");
    await refusal(
      transition(world, { context: await world.as("supplierA"), key: RISK, id, name: "confirm" }),
      "forbidden",
    );
  });

  test("确认后抄送关联方：品牌代理商、同一法定代表人的供应商各得一件待研判的事件，只抄一次", async () => {
    const { database } = world.engine;
    const [a, b] = [world.ids.supplierA, world.ids.supplierB];
    await sql`update supplier set legal_person = '同一人' where id in (${a}, ${b})`.execute(database.connection());
    const buyer = await world.as("buyerA");
    const { id } = await make(world, buyer, RISK, { title: "生产许可证被吊销", probability: "4", impact: "4" });
    await transition(world, { context: buyer, key: RISK, id, name: "confirm" });
    const columns = [
      "id",
      "supplier_id",
      "category",
      "state",
      "coefficient",
      "title",
      "detail",
      "external_id",
    ] as const;
    const copiesOf = async (event: string) =>
      (await unscopedRows(world.system(), RISK, columns, [where.eq("category", "related")])).filter(
        ({ external_id: from }) => String(from).startsWith(`related:${event}`),
      );
    const copies = await copiesOf(id);
    expect(copies).toMatchObject([{ supplier_id: b, category: "related", state: "new", coefficient: 16 }]);
    expect(copies[0]?.title).toContain("生产许可证被吊销");
    await transition(world, { context: buyer, key: RISK, id: String(copies[0]?.id), name: "confirm" });
    expect(await copiesOf(String(copies[0]?.id))).toEqual([]);
    await sql`update supplier set legal_person = null where id in (${a}, ${b})`.execute(database.connection());
    await sql`update brand_authorization set producer_supplier_id = ${a}, state = 'valid' where supplier_id = ${b}`.execute(
      database.connection(),
    );
    const next = await make(world, buyer, RISK, { title: "品牌方停产", probability: "2", impact: "2" });
    await transition(world, { context: buyer, key: RISK, id: next.id, name: "confirm" });
    expect(await copiesOf(next.id)).toMatchObject([{ supplier_id: b, detail: expect.stringContaining("生产商") }]);
  });

  test("一键发起冻结和专项审核：各得一张草稿，来源是本事件，不能发起两次；页面列出在途订单和发起的单据", async () => {
    const qa = await world.as("qa");
    const { id } = await make(world, qa, RISK, { probability: "5", impact: "4" });
    const sheet = await make(world, qa, TEMPLATE, { name: "专项审核表" });
    await transition(world, { context: qa, key: TEMPLATE, id: sheet.id, name: "publish" });
    await refusal(transition(world, { context: qa, key: RISK, id, name: "propose_freeze" }), "wrong_state");
    await transition(world, { context: qa, key: RISK, id, name: "confirm" });
    await transition(world, { context: qa, key: RISK, id, name: "propose_freeze" });
    await refusal(transition(world, { context: qa, key: RISK, id, name: "propose_freeze" }), "invalid");
    const input = {
      ...{ mode: "document", template: sheet.id, material_type: world.ids.grainType },
      ...{ plan_date: addDays(TODAY, 10), leader: world.accounts.qa },
    };
    const onsite = { ...input, mode: "onsite" };
    expect(
      (
        await refusal(
          transition(world, { context: qa, key: RISK, id, name: "propose_audit", more: { input: onsite } }),
          "invalid",
        )
      ).message,
    ).toBe("现场审核请选择生产基地");
    await transition(world, { context: qa, key: RISK, id, name: "propose_audit", more: { input } });
    const { number } = await stored(world, RISK, id);
    const [freeze, audit] = await Promise.all(
      (["supplier-performance/supplier-freeze", "supplier-management/supplier-audit"] as const).map((key) =>
        unscopedRows(world.system(), key, ["state", "supplier_id"], [where.eq("source_no", String(number))]),
      ),
    );
    expect([freeze, audit]).toMatchObject([
      [{ state: "draft", supplier_id: world.ids.supplierA }],
      [{ state: "planned", supplier_id: world.ids.supplierA }],
    ]);
    const sections = await world.engine.registry
      .server(RISK)
      .sections?.(qa, await stored(world, RISK, id), world.screen(RISK));
    const titles = sections?.map(({ title }) => title) ?? [];
    expect(titles).toEqual(expect.arrayContaining(["影响范围", "由本事件发起的单据"]));
    await refusal(
      transition(world, { context: await world.as("buyerA"), key: RISK, id, name: "propose_audit", more: { input } }),
      "forbidden",
    );
  });

  test("研判后内容不能改，同一外部标识只收一次", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await make(world, buyer, RISK, { external_id: "EXT-1" });
    await refusal(make(world, buyer, RISK, { external_id: "EXT-1" }), "duplicate");
    await transition(world, { context: buyer, key: RISK, id, name: "confirm" });
    await refusal(change(world, { context: buyer, key: RISK, id, values: { impact: "1" } }), "malformed");
  });

  test("高、中风险的系数来自参数：保存时按新值定级，未关闭的事件和供应商由任务跟上，已关闭的不变", async () => {
    const buyer = await world.as("buyerA");
    const lead = await personWith(world, "qa_manager");
    const measures = [{ measure: "停止发货", due_date: TODAY, done_date: TODAY }];
    const of = async (state: "closed" | "confirmed") => {
      const { id } = await make(world, buyer, RISK, { probability: "4", impact: "4", measures });
      await transition(world, { context: buyer, key: RISK, id, name: "confirm" });
      if (state === "confirmed") return id;
      await transition(world, { context: buyer, key: RISK, id, name: "handle" });
      const input = { close_note: "复检合格" };
      await transition(world, { context: lead, key: RISK, id, name: "close", more: { input } });
      return id;
    };
    const [closed, open] = [await of("closed"), await of("confirmed")];
    expect(await level()).toBe("high");
    await setParameter(world, "risk.highFrom", "25");
    await setParameter(world, "risk.midFrom", "20");
    try {
      const fresh = await make(world, buyer, RISK, { probability: "5", impact: "4", measures: [] });
      expect((await stored(world, RISK, fresh.id)).level).toBe("medium");
      expect((await stored(world, RISK, open)).level).toBe("high");
      expect(await followLimits(world.engine)).toBeGreaterThan(0);
      expect((await stored(world, RISK, open)).level).toBe("low");
      expect((await stored(world, RISK, closed)).level).toBe("high");
      expect(await level()).not.toBe("high");
      expect(await followLimits(world.engine)).toBe(0);
    } finally {
      await setParameter(world, "risk.highFrom", "15");
      await setParameter(world, "risk.midFrom", "8");
      await followLimits(world.engine);
    }
  });
});

test("逾期的应对措施：每天提醒责任人一次，页面和列表写明逾期天数；矩阵、类别和趋势来自看得到的事件", async () => {
  const qa = await world.as("qa");
  const day = addDays(TODAY, -4);
  const { id } = await make(world, qa, RISK, {
    supplier_id: world.ids.supplierB,
    category: "capacity",
    title: "停产检修",
    probability: "4",
    impact: "3",
    occurred_on: day,
    measures: [
      { measure: "安排替代货源", due_date: addDays(TODAY, -3), owner_id: world.accounts.buyerA },
      { measure: "加严检验", due_date: addDays(TODAY, 3), owner_id: world.accounts.buyerA },
    ],
  });
  await transition(world, { context: qa, key: RISK, id, name: "confirm" });
  const inbox = async () => {
    const { rows } = await sql<{ title: string; body: string }>`select title, body from inbox
      where user_id = ${world.accounts.buyerA} and title like '风险应对措施%'`.execute(
      world.engine.database.connection(),
    );
    return rows;
  };
  expect((await workDeadlines(world.system(), { remindNow: true })).failed).toEqual([]);
  expect((await workDeadlines(world.system(), { remindNow: true })).reminded).toBe(0);
  const { number } = await stored(world, RISK, id);
  expect(await inbox()).toMatchObject([
    { title: `风险应对措施已逾期3天：${number}`, body: expect.stringContaining("安排替代货源") },
  ]);
  expect((await inbox())[0]?.body).not.toContain("加严检验");

  const screen = world.screen(RISK);
  expect(JSON.stringify((await recordModel(qa, screen, id)).sections)).toContain("风险应对措施已逾期3天");
  const { rows } = await listRecords(qa, screen, { filters: {}, toggles: [], sort: [], page: 1, size: 100 });
  expect(rows.find((row) => row.id === id)?.values["+overdue"]).toBe("逾期3天");

  const { charts } = await figuresModel(qa, screen);
  expect(charts.map(({ kind }) => kind)).toEqual(["matrix", "bar", "line"]);
  const [matrix, kinds, course] = charts;
  expect(matrix?.series.map(({ label }) => label)).toEqual(["影响5", "影响4", "影响3", "影响2", "影响1"]);
  expect(Number(matrix?.series[2]?.values[3])).toBeGreaterThan(0);
  expect(kinds?.labels).toContain("断供/产能");
  expect(course?.labels.at(-1)).toBe(TODAY.slice(0, 7));
  expect(Number(course?.series[0]?.values[course.labels.indexOf(day.slice(0, 7))])).toBeGreaterThan(0);
  await refusal(figuresModel(await world.as("supplierB"), screen), "forbidden");
});
