import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { insertAudit } from "~/data/audit.server";
import type { Context } from "~/engine/context.server";
import { createRecord } from "~/engine/operations/save.server";
import { admissionSpread } from "~/engine/operations/supplier-figures.server";
import { listPdf, printedList } from "~/engine/output/list-paper.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { openList } from "~/engine/screen/list-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const screen = (key: string) => {
  const found = world.engine.registry.screen(key);
  if (!found) throw new Error(`there is no ${key}`);
  return found;
};
const report = screen("supplier-management/supplier-report");

describe("供应商报表", () => {
  const total = (values: readonly string[] | undefined) =>
    (values ?? []).reduce((sum, value) => sum + Number(value), 0);

  test("按阶段、分类和地区的合计都等于列表的家数；证照各档合计一致", async () => {
    const manager = await world.as("manager");
    const { charts } = await figuresModel(manager, report);
    const sumOf = (caption: string) => total(charts.find((chart) => chart.caption === caption)?.series[0]?.values);
    const list = await openList(manager, report, new URLSearchParams("size=100"));
    const rows = "model" in list && list.model ? list.model.table.rows.length : 0;
    expect(rows).toBeGreaterThan(1);
    for (const caption of ["阶段漏斗", "分类旭日图", "地区分布", "按供应商类型", "按风险等级", "按冻结状态"])
      expect(sumOf(caption), caption).toBe(rows);
    expect(sumOf("资质证照距到期")).toBeGreaterThan(0);
    const bands = async () => {
      const found = (await figuresModel(manager, report)).charts.find(({ caption }) => caption === "资质证照距到期");
      return { labels: found?.labels, sum: total(found?.series[0]?.values) };
    };
    await setParameter(world, "certificate.nearDays", "60");
    await setParameter(world, "certificate.midDays", "45");
    expect(await bands()).toEqual({
      labels: ["已过期", "60天内", "61至180天", "180天以后", "长期有效"],
      sum: sumOf("资质证照距到期"),
    });
    await setParameter(world, "certificate.nearDays", "30");
    await setParameter(world, "certificate.midDays", "90");
    for (const { labels, series } of charts) expect(series[0]?.values).toHaveLength(labels.length);
  });

  test("列表的条件带到统计：各图只数选出的供应商，说明用了哪些条件，返回时条件还在", async () => {
    const manager = await world.as("manager");
    const db = world.engine.database.connection();
    await sql`update supplier set region = '测试省甲市' where id = ${world.ids.supplierA}`.execute(db);
    const params = new URLSearchParams([["region", "测试省甲市"]]);
    const { charts, about, back } = await figuresModel(manager, report, params);
    const sumOf = (caption: string) => total(charts.find((chart) => chart.caption === caption)?.series[0]?.values);
    for (const caption of ["分类旭日图", "地区分布", "按供应商类型", "按风险等级"])
      expect(sumOf(caption), caption).toBe(1);
    const own = await sql<{ count: number }>`select count(*)::int as count from supplier_certificate
      where supplier_id = ${world.ids.supplierA} and state in ('valid', 'renewing', 'expired')`.execute(db);
    expect(sumOf("资质证照距到期")).toBe(own.rows[0]?.count);
    expect(about).toContain("所在省市");
    expect(back.href).toContain("region=");
    const nowhere = await figuresModel(manager, report, new URLSearchParams([["region", "没有这个地方"]]));
    expect(total(nowhere.charts[0]?.series[0]?.values)).toBe(0);
    const list = await openList(manager, report, params);
    const ways = "model" in list && list.model ? list.model.actions.map(({ href }) => href) : [];
    expect(ways.filter((href) => href.includes("figures?region=") || href.includes("print?region="))).toHaveLength(2);
  });

  test("合格供方名录：只有合格和优选的，带基地和有效证照，按列表条件，有盖章处；没有导出权限的人拿不到", async () => {
    const manager = await world.as("manager");
    const db = world.engine.database.connection();
    await sql`update supplier set stage = 'qualified' where id = ${world.ids.supplierA}`.execute(db);
    await sql`update supplier set stage = 'potential' where id = ${world.ids.supplierB}`.execute(db);
    const everything = { filters: {}, toggles: [], sort: [], page: 1, size: 20 };
    const document = await printedList(manager, report, everything, "https://example.com");
    const table = document.parts.find((part) => part.kind === "table");
    const rows = table?.kind === "table" ? table.rows : [];
    const names = rows.map((row) => row[1] ?? "").join("\n");
    const of = async (id: string | undefined) =>
      (await sql<{ name: string }>`select name from supplier where id = ${id}`.execute(db)).rows[0]?.name ?? "?";
    expect(names).toContain(await of(world.ids.supplierA));
    expect(names).not.toContain(await of(world.ids.supplierB));
    expect(document).toMatchObject({ title: "合格供方名录", signatures: expect.arrayContaining(["批准（盖章）"]) });
    const none = { ...everything, filters: { region: ["没有这个地方"] } };
    const empty = (await printedList(manager, report, none, "https://example.com")).parts[1];
    expect(empty?.kind === "table" ? empty.rows : null).toEqual([]);
    const file = await listPdf(manager, report, everything, "https://example.com");
    expect(
      Buffer.from(file.body as Uint8Array)
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    await refusal(printedList(await world.as("supplierA"), report, everything, ""), "forbidden");
    await refusal(printedList(await personWith(world, "warehouse"), report, everything, ""), "forbidden");
    const maintenance = screen("supplier-management/supplier-maintenance");
    await refusal(printedList(manager, maintenance, everything, ""), "not_found");
  });

  test("没有权限看的清单不进图；供应商打不开报表，供应商信息没有统计", async () => {
    const leader = await personWith(world, "leader");
    const captions = async (context: Context) =>
      (await figuresModel(context, report)).charts.map(({ caption }) => caption);
    expect(await captions(await world.as("manager"))).toContain("未了结的风险事件");
    expect(await captions(leader)).toContain("阶段漏斗");
    await refusal(figuresModel(await world.as("supplierA"), report), "forbidden");
    await refusal(figuresModel(await world.as("supplierA"), screen("supplier-management/supplier-info")), "not_found");
    await refusal(openList(await personWith(world, "warehouse"), report, new URLSearchParams()), "forbidden");
  });

  test("各图的数字通到列表；独家物料只列有效货源仅一家的，看不到订单的人读不到金额", async () => {
    const manager = await world.as("manager");
    const { charts, rankings } = await figuresModel(manager, report);
    const funnel = charts.find(({ caption }) => caption === "阶段漏斗");
    const at = funnel?.labels.indexOf("合格") ?? -1;
    const [path = "", query = ""] = (funnel?.hrefs?.[at] ?? "").split("?");
    expect(path).toBe("/supplier-management/supplier-report");
    const list = await openList(manager, report, new URLSearchParams(query));
    const rows = "model" in list && list.model ? list.model.table.rows.length : -1;
    expect(String(rows)).toBe(funnel?.series[0]?.values[at]);
    const sole = rankings.find(({ title }) => title === "独家供应物料");
    const { rows: alone } = await sql<{ n: number }>`select count(*)::int as n from (select material_id from source_data
      where state = 'active' group by 1 having count(distinct supplier_id) = 1) x`.execute(
      world.engine.database.connection(),
    );
    expect(sole?.table.rows).toHaveLength(alone[0]?.n ?? -1);
  });

  test("准入周期按各环节的变更记录算中位数，资质有效率按月末算", async () => {
    const { charts } = await figuresModel(await world.as("manager"), report);
    const rate = charts.find(({ caption }) => caption === "资质有效率趋势");
    for (const value of rate?.series[0]?.values ?? []) expect(Number(value)).toBeLessThanOrEqual(100);
    expect(rate?.labels.length).toBeGreaterThan(0);
    const connection = world.engine.database.connection();
    const { id } = await createRecord(world.system(), {
      screen: world.screen("supplier-management/admission"),
      values: {
        ...{ supplier_id: world.ids.supplierB, admission_type: "new_material", purchase_org_id: world.ids.org },
        ...{ material_type_id: world.ids.grainType, demand_reason: "cost", reason_note: "备选" },
        ...{ template_id: world.ids.firstTrialTemplate, buyer_id: world.accounts.manager },
        materials: [{ material_id: world.ids.corn, factory_id: world.ids.factory2 }],
      },
    });
    await sql`update admission set state = 'approved', decided_on = ${TODAY}, created_at = ${`${addDays(TODAY, -10)}T00:00:00Z`}
      where id = ${id}`.execute(connection);
    const transitioned = (from: string, to: string, day: number) =>
      insertAudit(connection, {
        ...{ id: world.engine.newId(), at: `${addDays(TODAY, day)}T00:00:00Z`, userId: null, userName: "系统" },
        ...{ userSupplierId: null, entity: "supplier-management/admission", recordId: id },
        ...{ recordNumber: null, action: "approve", label: "准入", reason: null, staffChanges: [], staffReason: null },
        changes: [{ path: "state", label: "状态", from, to, fromText: from, toText: to }],
        ...{ requestId: "x", ip: "", channel: "page", suppliers: [] },
      });
    await transitioned("draft", "first_trial", -8);
    await transitioned("first_trial", "verifying", -5);
    await transitioned("verifying", "approved", 0);
    const spread = await admissionSpread(await world.as("manager"));
    const medians = Object.fromEntries((spread ?? []).map(({ step, median }) => [step, median]));
    expect(medians).toEqual({ all: "10.0", draft: "2.0", first_trial: "3.0", verifying: "5.0" });
    const box = (await figuresModel(await world.as("manager"), report)).charts.find(({ kind }) => kind === "box");
    expect(box?.labels[0]).toBe("发起到准入（1张）");
  });
});
