import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { asking, jobAsker } from "~/data/asking.server";
import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { readListQuery } from "~/engine/screen/list-query.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { dismissWarning, openWarnings, type Warning } from "~/engine/warnings/warnings.server";
import type { AccountName } from "../../support/company";
import { openWorld } from "../../support/world";

const CONTRACT = "contract-management/contract";
const DAY_MS = 24 * 60 * 60_000;
const world = await openWorld();
afterAll(() => world.close());

/** Who was warned is remembered with the rights as they were read: these people are read for the first time. */
const anew = async (account: AccountName): Promise<Context> =>
  actingAs(world.engine, await loadActor(world.engine, world.accounts[account]), world.clock.now(), "page");

/** A person warned by these alone. */
async function warnedBy(found: () => Warning[], kind = "sample"): Promise<Context> {
  const context = await anew("buyerA");
  const provider = {
    kind,
    find: async () => found(),
    summary: (_context: Context, count: number) => `有${count}项`,
    listHref: () => "/list",
  };
  return { ...context, services: { ...context.services, warnings: [provider] } };
}

/** The person with the warnings about one kind of thing alone, on a day. */
function ofKind(wanted: string, context: Context, day: string): Context {
  const warnings = (context.services.warnings ?? []).filter(({ kind }) => kind === wanted);
  return { ...context, now: new Date(`${day}T02:00:00Z`), services: { ...context.services, warnings } };
}

const ofContracts = (context: Context, day: string) => ofKind("contract", context, day);

/** The same person a moment later. */
function later(context: Context, milliseconds = 61_000): Context {
  return { ...context, now: new Date(context.now.getTime() + milliseconds) };
}

const warning = (stage = "due_soon", objectId = world.ids.contractA): Warning => ({
  objectId,
  stage,
  text: `预警${stage}`,
  href: "/x",
});

describe("预警", () => {
  test("关闭后同一阶段不再出现，换了阶段再出现，别人仍看得到", async () => {
    let stage = "due_soon";
    const context = await warnedBy(() => [warning(stage)]);
    expect((await openWarnings(context)).map(({ text }) => text)).toEqual(["预警due_soon"]);
    await dismissWarning(context, "sample", world.ids.contractA);
    expect(await openWarnings(context)).toEqual([]);
    expect(await openWarnings(later(context, 400 * DAY_MS))).toEqual([]);
    stage = "expired";
    expect((await openWarnings(later(context, 401 * DAY_MS))).map(({ text }) => text)).toEqual(["预警expired"]);
    const colleague = { ...context, actor: await world.actor("buyerB") };
    stage = "due_soon";
    expect((await openWarnings(colleague)).map(({ text }) => text)).toEqual(["预警due_soon"]);
  });

  test("三项以内各自成卡，更多合成一张，一次关闭全部", async () => {
    const objects = [world.ids.contractA, world.ids.contractB, world.ids.corn, world.ids.supplierA];
    let count = 3;
    const context = await warnedBy(() => objects.slice(0, count).map((id) => warning("due_soon", id)), "many");
    expect(await openWarnings(context)).toHaveLength(3);
    count = 4;
    const more = later(context);
    expect(await openWarnings(more)).toEqual([{ kind: "many", object: "all", text: "有4项", href: "/list" }]);
    await dismissWarning(more, "many", "all");
    expect(await openWarnings(more)).toEqual([]);
  });

  test("没有的预警不能关闭，关闭别的东西不留下记录", async () => {
    const context = await warnedBy(() => [warning("due_soon", world.ids.contractB)], "mine");
    await dismissWarning(context, "mine", world.ids.contractA);
    await dismissWarning(context, "other", world.ids.contractB);
    await dismissWarning(context, "mine", "' or 1=1");
    expect(await openWarnings(context)).toHaveLength(1);
  });

  test("一个来源出错，其他预警和页面照常", async () => {
    const context = await warnedBy(() => [warning()], "healthy");
    const broken = {
      kind: "broken",
      find: () => Promise.reject(new Error("no")),
      summary: String,
      listHref: () => "/",
    };
    const both = { ...context.services, warnings: [broken, ...(context.services.warnings ?? [])] };
    expect(await openWarnings({ ...context, services: both })).toHaveLength(1);
  });

  test("一分钟内只找一次，没有预警的页面一条语句也不多", async () => {
    let asked = 0;
    const context = await warnedBy(() => {
      asked += 1;
      return [];
    });
    await openWarnings(context);
    const asker = jobAsker("page");
    await asking(asker, () => openWarnings(context));
    expect([asked, asker.queries]).toEqual([1, 0]);
    await openWarnings(later(context));
    expect(asked).toBe(2);
  });
});

describe("合同到期", () => {
  test("前30天内提醒本供应商和能看合同的人，措辞各不相同；其他人不提醒", async () => {
    const texts = async (account: "buyerA" | "supplierA" | "supplierB" | "warehouse", day: string) =>
      (await openWarnings(ofContracts(await anew(account), day))).map(({ text }) => text);
    expect(await texts("buyerA", "2025-11-30")).toEqual([]);
    const [staff] = await texts("buyerA", "2025-12-01");
    expect(staff).toMatch(/^与.+的合同HT.+“.+”将于2025-12-31到期（剩30天）$/);
    expect(await texts("supplierA", "2025-12-31")).toEqual([
      expect.stringMatching(/^您的合同HT.+将于2025-12-31到期（今天），请及时联系采购员续签$/),
    ]);
    expect(await texts("supplierB", "2025-12-10")).toEqual([]);
    expect(await texts("warehouse", "2025-12-10")).toEqual([]);
  });

  test("去处理打开合同，合在一张时打开的列表恰好是这些", async () => {
    const context = ofContracts(await anew("buyerA"), "2025-12-10");
    const [card] = await openWarnings(context);
    const screen = world.screen(CONTRACT);
    expect(card?.href).toBe(`/${screen.area}/${screen.key}/${world.ids.contractA}`);
    const [provider] = context.services.warnings ?? [];
    const params = new URL(provider?.listHref(context) ?? "", "http://x").searchParams;
    const { rows } = await listRecords(context, screen, readListQuery(screen, params));
    expect(rows.map(({ id }) => id)).toEqual([world.ids.contractA]);
  });
});

describe("型式检验到期", () => {
  type Reader = "qa" | "supplierA" | "supplierB" | "warehouse";
  const cards = async (account: Reader, day: string) =>
    (await openWarnings(ofKind("type_inspection", await anew(account), day))).map(({ text }) => text);

  test("前30天起提醒质量和本供应商，逾期、超过15天时换说法；各按自己的称呼，别家的不提", async () => {
    expect(await cards("supplierA", "2025-03-31")).toEqual([]);
    expect(await cards("supplierA", "2025-04-01")).toEqual([
      expect.stringMatching(/^您的物料.+型式检验报告须于2025-05-01前提交（剩30天），请及时上传$/),
    ]);
    expect(await cards("supplierA", "2025-05-01")).toEqual([expect.stringContaining("前提交（今天）")]);
    const staff = await cards("qa", "2025-04-01");
    expect(staff).toHaveLength(2);
    for (const text of staff) expect(text).toMatch(/^供应商.+物料.+的型式检验报告须于2025-05-01前提交（剩30天）$/);
    expect(await cards("qa", "2025-05-16")).toEqual([
      expect.stringMatching(/已逾期15天$/),
      expect.stringMatching(/已逾期15天$/),
    ]);
    expect((await cards("qa", "2025-05-17"))[0]).toMatch(/已逾期16天，已禁止下达采购订单$/);
    expect(await cards("supplierA", "2025-05-17")).toEqual([
      expect.stringMatching(/^您的物料.+型式检验报告已逾期16天，请尽快上传$/),
    ]);
  });

  test("有过报告的说何时到期", async () => {
    await sql`update type_inspection_due set report_id = ${world.ids.reportB} where id = ${world.ids.dueB}`.execute(
      world.engine.database.connection(),
    );
    expect(await cards("supplierB", "2025-04-21")).toEqual([
      expect.stringMatching(/^您的物料.+型式检验报告将于2025-05-01到期（剩10天），请及时上传$/),
    ]);
  });

  test("关闭后到逾期前不再出现，逾期后再出现；合在一张时的列表恰好是这些", async () => {
    const context = ofKind("type_inspection", await anew("supplierA"), "2025-04-10");
    await dismissWarning(context, "type_inspection", world.ids.dueA);
    expect(await openWarnings(context)).toEqual([]);
    expect(await cards("supplierA", "2025-04-30")).toEqual([]);
    expect(await cards("supplierA", "2025-05-02")).toHaveLength(1);
    const [provider] = context.services.warnings ?? [];
    const screen = world.engine.registry.screen("supplier-management/inspection-due");
    if (!screen) throw new Error("no such screen");
    const href = new URL(provider?.listHref(context) ?? "", "http://x");
    expect(href.pathname).toBe("/supplier-management/inspection-due");
    const { rows } = await listRecords(context, screen, readListQuery(screen, href.searchParams));
    expect(rows.map(({ id }) => id)).toEqual([world.ids.dueA]);
  });
});
