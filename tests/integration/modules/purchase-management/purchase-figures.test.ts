import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { readListQuery } from "~/engine/screen/list-query.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { measureIndicators } from "~/modules/purchase-management/key-indicator/key-indicator.jobs.server";
import { keyIndicatorServer } from "~/modules/purchase-management/key-indicator/key-indicator.server";
import { drawReport } from "~/modules/purchase-management/purchase-report/drawn-report.server";
import {
  CYCLE_DIMENSIONS,
  DIMENSIONS,
  REPORT_CODES,
} from "~/modules/purchase-management/purchase-report/purchase-report.rules";
import { purchaseReportServer } from "~/modules/purchase-management/purchase-report/purchase-report.server";
import { decimal } from "~/shared/decimal";
import type { AccountName } from "../../../support/company";
import { make } from "../../../support/conformance";
import { order, refusal, released } from "../../../support/orders";
import { move, recordOf, withFreeNotes } from "../../../support/receipts";
import { receivedOrder } from "../../../support/returns";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const RECORD = "purchase-management/purchase-record";
const REPORT = "purchase-management/purchase-report";
const INDICATOR = "purchase-management/key-indicator";
const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());
const ledger = world.screen(RECORD);

await released(world);
await released(world);
await receivedOrder(world);

async function rows(query: string, account: AccountName = "manager") {
  const found = await listRecords(await world.as(account), ledger, {
    ...readListQuery(ledger, new URLSearchParams(query)),
    columns: [
      "order_no",
      "amount",
      "received_amount",
      "returned_amount",
      "saving_last",
      "price",
      "prev_price",
      "bought_qty",
    ],
    size: 100,
  });
  expect(found.complaints).toEqual([]);
  return found.rows.map(({ values }) => values);
}

const sumOf = (found: Awaited<ReturnType<typeof rows>>, name: string) =>
  found.reduce((all, row) => all.plus(decimal(String(row[name] ?? "0"))), decimal("0")).toFixed(2);

async function report(values: Record<string, unknown>) {
  const { id } = await createRecord(await world.as("manager"), {
    screen: world.screen(REPORT),
    values: {
      name: `报表${JSON.stringify(values)}`.slice(0, 60),
      period: "fixed",
      date_from: "2025-01-01",
      date_to: "2025-12-31",
      ...values,
    },
  });
  const record = await recordOf(world, REPORT, id);
  const found = (await purchaseReportServer.sections?.(await world.as("manager"), record, world.screen(REPORT))) ?? [];
  const chart = found.flatMap((one) => (one.kind === "chart" ? [one.chart] : []))[0];
  return { id, chart, table: found.find((one): one is RecordTable => one.kind === "table") };
}

describe("采购记录", () => {
  test("每一行已下达订单一行，价格比同一物料上一张订单", async () => {
    const all = await rows("");
    expect(all.length).toBeGreaterThanOrEqual(3);
    for (const row of all.filter(({ prev_price }) => prev_price !== null)) {
      const saved = decimal(String(row.prev_price))
        .minus(decimal(String(row.price)))
        .times(decimal(String(row.bought_qty)));
      expect(decimal(String(row.saving_last)).toFixed(2)).toBe(saved.round(2).toFixed(2));
    }
    expect(all.some(({ prev_price }) => prev_price !== null)).toBe(true);
  });

  test("没有下达的不在其中；其他工厂的采购员看不到", async () => {
    const before = (await rows("")).length;
    await order(world, await world.as("buyerA"));
    expect((await rows("")).length).toBe(before);
    expect(await rows("", "buyerB")).toEqual([]);
  });

  test("供应商没有权限", async () => {
    await refusal(rows("", "supplierA"), "forbidden");
  });

  test("页面画出价格走势", async () => {
    const [first] = await listRecords(await world.as("manager"), ledger, {
      filters: {},
      toggles: [],
      sort: [],
      page: 1,
      size: 20,
      columns: ["order_no"],
    }).then(({ rows: all }) => all);
    const model = await recordModel(await world.as("manager"), ledger, String(first?.id));
    expect(JSON.stringify(model)).toContain("物料历史价格走势");
  });
});

describe("采购报表", () => {
  const CODES = Object.keys(REPORT_CODES).filter((code) => code !== "price_trend" && code !== "sourcing_cycle");

  test.each(CODES)("%s：每个数与它打开的采购记录一致，各维度合计相同", async (report_code) => {
    const totals = new Set<string>();
    let opened = 0;
    for (const dimension of Object.keys(DIMENSIONS)) {
      const { table } = await report({ report_code, dimension });
      const labels = table?.table.columns.map(({ label }) => label) ?? [];
      for (const row of table?.table.rows ?? []) {
        for (const [at, cell] of row.cells.entries()) {
          if (!cell.href) continue;
          opened += 1;
          const found = await rows(cell.href.slice(cell.href.indexOf("?") + 1));
          const name = {
            采购金额: "amount",
            收货金额: "received_amount",
            退货金额: "returned_amount",
            比上次价节约: "saving_last",
          }[labels[at] ?? ""];
          if (name) expect(decimal(cell.text.replaceAll(",", "")).toFixed(2)).toBe(sumOf(found, name));
          else if (labels[at]?.includes("行")) expect(Number(cell.text)).toBe(found.length);
        }
        if (row.id === "total") totals.add(JSON.stringify(row.cells.slice(1).map(({ text }) => text)));
      }
    }
    expect(totals.size).toBeLessThanOrEqual(1);
    if (report_code === "spend") expect(opened).toBeGreaterThan(10);
  });

  test("名称多于读取的上限：其余一行，加起来仍是合计", async () => {
    const drawn = async (most?: number) => {
      const context = await world.as("manager");
      const plan = {
        ...{ code: "spend" as const, dimension: "month" as const, pairs: [["currency", "CNY"] as const] },
        ...{ days: { from: "2025-01-01", to: "2025-12-31" }, ...(most === undefined ? {} : { most }) },
      };
      const found = await reading(context, () => drawReport(context, ledger, plan));
      return found.find((one): one is RecordTable => one.kind === "table")?.table.rows ?? [];
    };
    const [whole, cut] = [await drawn(), await drawn(0)];
    expect(cut.map(({ id }) => id)).toContain("rest");
    const amounts = (of: typeof whole, id: string) =>
      of
        .find((row) => row.id === id)
        ?.cells.slice(1)
        .map(({ text }) => text);
    expect(amounts(cut, "rest")?.slice(0, 4)).toEqual(amounts(whole, "total")?.slice(0, 4));
  });

  test("寻源周期分析：各维度合计相同，各阶段相加为寻源周期，询价数打开看得见的询价；只按询价的维度汇总", async () => {
    const cycles = world.screen("purchase-management/sourcing-cycle");
    // Three inquiries, of 3, 5 and 10 days.
    for (const [quote, compare] of [
      [1, 2],
      [2, 3],
      [4, 6],
    ] as const) {
      const [rfq, price] = [
        await make(world, "purchase-management/rfq"),
        await make(world, "price-approval/account-price"),
      ];
      const connection = world.engine.database.connection();
      await sql`update account_price set rfq_id = ${rfq.id}, approved_at = '2025-05-20 10:00+08' where id = ${price.id}`.execute(
        connection,
      );
      const back = (days: number) => sql`'2025-05-20 10:00+08'::timestamptz - make_interval(days => ${days}::int)`;
      await sql`update rfq set state = 'done', price_no = ${price.number}, opened_at = ${back(compare)},
        purchase_group_id = ${world.ids.group1}, published_at = ${back(quote + compare)} where id = ${rfq.id}`.execute(
        connection,
      );
    }
    const totals = new Set<string>();
    for (const dimension of CYCLE_DIMENSIONS) {
      const { table } = await report({ report_code: "sourcing_cycle", dimension });
      expect(table?.table.columns.map(({ label }) => label).slice(1)).toEqual(
        "询价数、中位数、平均、申请、报价、开标评比、定价审批、下单".split("、"),
      );
      const total = table?.table.rows.find(({ id }) => id === "total")?.cells.slice(1) ?? [];
      totals.add(total.map(({ text }) => text).join(" "));
      const seen = async (account: AccountName) => {
        const params = new URLSearchParams(String(total[0]?.href).split("?")[1]);
        const query = { ...readListQuery(cycles, params), columns: ["total_days"] };
        return (await listRecords(await world.as(account), cycles, query)).rows.length;
      };
      expect([await seen("manager"), await seen("buyerB")]).toEqual([3, 0]);
    }
    expect([...totals]).toEqual(["3 5.0 6.0 0.0 2.3 3.7 0.0 —"]);
    await refusal(report({ report_code: "sourcing_cycle", dimension: "supplier" }), "invalid");
    await refusal(
      report({ report_code: "sourcing_cycle", dimension: "month", material_id: world.ids.corn }),
      "invalid",
    );
    const { id } = await createRecord(await world.as("manager"), {
      screen: world.screen(INDICATOR),
      values: { indicator: "rfq_cycle", period: "2025-05", target: "5" },
    });
    expect(await recordOf(world, INDICATOR, id)).toMatchObject({ actual: "6.0000", row_count: 3, light: "red" });
  });

  test("价格趋势按月份和供应商，各月的数量能打开", async () => {
    const { table } = await report({ report_code: "price_trend", material_id: world.ids.corn });
    expect(table?.table.columns.map(({ label }) => label)).toContain("平均单价");
  });

  test("集中度画累计占比的线和标线，标线按参数，旁边是同样的表", async () => {
    await setParameter(world, "report.concentrationPercent", "70");
    const { chart, table } = await report({
      name: "集中度的标线",
      report_code: "concentration",
      dimension: "supplier",
    });
    await setParameter(world, "report.concentrationPercent", "80");
    expect(chart).toMatchObject({ kind: "pareto", mark: "70", series: [{ label: "占比" }, { label: "累计占比" }] });
    expect(chart?.caption).toContain("标线为70");
    expect(table?.table.columns.map(({ label }) => label)).toContain("累计占比");
  });

  test("区间最长24个月，结束不早于开始", async () => {
    const wrong = (values: object) => refusal(report({ report_code: "spend", ...values }), "invalid");
    await wrong({ date_to: "2024-12-31" });
    await wrong({ date_to: "2027-01-01" });
    await wrong({ report_code: "price_trend" });
  });
});

describe("关键指标", () => {
  const indicator = async (values: Record<string, unknown>) =>
    (
      await createRecord(await world.as("manager"), {
        screen: world.screen(INDICATOR),
        values: { indicator: "rush_rate", period: "2025-03", target: "10", ...values },
      })
    ).id;
  const step = (id: string, name: string, more: object = {}) =>
    move(world, "manager", { key: INDICATOR, id, name, ...more });

  test.each([
    "saving_rate",
    "saving_cost_rate",
    "saving_quote_rate",
    "on_time_rate",
    "full_rate",
    "reject_rate",
    "contract_cover",
    "compete_rate",
    "po_confirm_hours",
    "top3_share",
    "single_source",
  ])("%s 在保存时计算，行数与打开的采购记录相符", async (code) => {
    const record = await recordOf(world, INDICATOR, await indicator({ indicator: code }));
    const [facts] =
      (await keyIndicatorServer.sections?.(await world.as("manager"), record, world.screen(INDICATOR))) ?? [];
    const href = facts?.kind === "facts" ? facts.facts.find(({ label }) => label === "明细数据")?.href : undefined;
    const opened = await rows(String(href).slice(String(href).indexOf("?") + 1));
    expect(Number(record.row_count)).toBeLessThanOrEqual(opened.length);
    if (code === "top3_share") expect(record).toMatchObject({ actual: "100.0000", light: "red" });
  });

  test("同一指标、月份和采购组只有一个目标；复制到下月", async () => {
    const id = await indicator({});
    await refusal(indicator({}), "invalid");
    await step(id, "copy_next");
    await refusal(indicator({ period: "2025-04" }), "invalid");
  });

  test("红灯没有说明不能关账，月末后第3个工作日提醒；说明以后关账，不再计算", async () => {
    const id = await indicator({ indicator: "contract_cover", period: "2025-02", target: "50" });
    expect(await recordOf(world, INDICATOR, id)).toMatchObject({ light: "none" });
    const red = await indicator({
      indicator: "top3_share",
      period: "2025-03",
      target: "50",
      purchase_group_id: world.ids.group1,
    });
    await refusal(step(red, "close"), "wrong_state");
    // Three working days after the end of March.
    world.clock.advance(24 * 86_400_000);
    expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ failed: [] });
    const { rows: told } = await sql<{ title: string }>`
      select title from inbox where record_id = ${red} and user_id = ${world.accounts.manager} and kind <> 'watch'`.execute(
      world.engine.database.connection(),
    );
    expect(told.map(({ title }) => title)).toEqual(["指标【前三供应商集中度 2025-03】未达标，请填写差异说明"]);
    await refusal(step(red, "close"), "invalid");
    await step(red, "explain", { input: { comment: "淡季只有三家供货" } });
    await step(red, "close");
    expect(await recordOf(world, INDICATOR, red)).toMatchObject({ state: "closed", light: "red" });
    expect(await measureIndicators(world.engine)).toBeGreaterThan(0);
    await refusal(step(red, "explain", { input: { comment: "改" } }), "wrong_state");
    // A night that changes no figure leaves no trace in its history.
    const versions = async () =>
      (
        await sql<{ id: string; version: number }>`select id, version from key_indicator order by id`.execute(
          world.engine.database.connection(),
        )
      ).rows;
    const before = await versions();
    expect(await measureIndicators(world.engine)).toBeGreaterThan(0);
    expect(await versions()).toEqual(before);
    await sql`update key_indicator set actual = actual + 1 where state = 'open' and actual is not null`.execute(
      world.engine.database.connection(),
    );
    await measureIndicators(world.engine);
    expect(await versions()).not.toEqual(before);
  });
});
