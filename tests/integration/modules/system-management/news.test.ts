import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { newsOnList, newsOnTop } from "~/engine/home/news-blocks.server";
import { runBatch } from "~/engine/operations/batch.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { submitTransition } from "~/engine/screen/transition-submit.server";
import { newsServer } from "~/modules/system-management/news/news.server";
import { acknowledgeNews } from "~/modules/system-management/news-board/$id.acknowledge.page.server";
import { dayOf, workdaysBetween } from "~/shared/calendar";
import type { AccountName } from "../../../support/company";
import { refusal } from "../../../support/orders";
import { rowsOf, setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const NEWS = "system-management/news";
const SUGGESTION = "system-management/homepage-suggestion";
const ALL = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };

const screenOf = (key: string) => {
  const screen = world.engine.registry.screen(key);
  if (!screen) throw new Error(`no screen ${key}`);
  return screen;
};
const board = screenOf("system-management/news-board");
/** What a refusal says beside which field. */
async function messages(work: Promise<unknown>): Promise<Record<string, string>> {
  const { complaints } = await refusal(work, "invalid");
  return Object.fromEntries((complaints ?? []).map(({ field, message }) => [field, message]));
}
const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
const nameOf = new Map(Object.entries(world.accounts).map(([name, id]) => [id, name]));

beforeEach(async () => {
  await change(sql`delete from inbox`);
  world.clock.advance(60_000);
});

async function draft(values: Record<string, unknown> = {}): Promise<string> {
  const all = { title: "春节收货安排", category: "notice", content: "各工厂暂停收货。", audience: "all", ...values };
  return (await createRecord(await world.as("admin"), { screen: world.screen(NEWS), values: all })).id;
}
const transition = (context: Context, id: string, name: string, more: Record<string, unknown> = {}) =>
  applyTransition(context, { entity: world.entity(NEWS), id, name, ...more });
async function published(values: Record<string, unknown> = {}): Promise<string> {
  const id = await draft(values);
  await transition(await world.as("admin"), id, "publish");
  return id;
}
async function sees(account: AccountName, id: string): Promise<boolean> {
  const { rows } = await listRecords(await world.as(account), board, ALL);
  return rows.some((row) => row.id === id);
}
/** Who got a message, those apart who only watch what they wrote. */
const notified = async () =>
  (await rowsOf(world, "inbox", "id"))
    .filter(({ scenario }) => scenario !== "watch")
    .map(({ user_id }) => nameOf.get(String(user_id)))
    .sort();
const receipts = async (id: string) =>
  (await rowsOf(world, "news_receipt", "id")).filter(({ news_id }) => news_id === id);
const receiptOf = async (id: string, account: AccountName) =>
  (await receipts(id)).find(({ user_id }) => user_id === world.accounts[account]);
const look = async (account: AccountName, id: string) =>
  recordModel(await world.as(account), board, id, { looking: true });

describe("谁看得到", () => {
  test("草稿谁也看不到；全部、内部、全部供应商、指定的供应商和角色各看各的", async () => {
    const [all, staff, suppliers] = [
      await published(),
      await published({ audience: "internal" }),
      await published({ audience: "supplier_all" }),
    ];
    await change(sql`delete from inbox`);
    const one = await published({
      audience: "listed",
      targets: [{ target_type: "supplier", supplier_id: world.ids.supplierA }],
    });
    expect(await notified()).toEqual(["supplierA", "supplierClerkA"]);
    const { rows } = await sql<{ id: string }>`select id from role where code = 'qa'`.execute(
      world.engine.database.connection(),
    );
    const role = await published({ audience: "listed", targets: [{ target_type: "role", role_id: rows[0]?.id }] });
    const hidden = await draft();
    const seen = async (account: AccountName) =>
      Promise.all([all, staff, suppliers, one, role, hidden].map((id) => sees(account, id)));
    expect(await seen("supplierA")).toEqual([true, false, true, true, false, false]);
    expect(await seen("supplierB")).toEqual([true, false, true, false, false, false]);
    expect(await seen("qa")).toEqual([true, true, false, false, true, false]);
    expect(await seen("planner")).toEqual([true, true, false, false, false, false]);
    await refusal(readRecord(await world.as("supplierB"), board, one), "not_found");
    await refusal(transition(await world.as("planner"), all, "recall", { reason: "错了" }), "forbidden");
  });

  test("已发布的要先撤回才能修改", async () => {
    const id = await published();
    const admin = await world.as("admin");
    const change = (version: number) =>
      updateRecordBy(admin, { screen: world.screen(NEWS), id, version, values: { title: "改过的" } });
    const { version } = (await openRecord(admin, { entity: world.entity(NEWS), id })).record;
    expect((await refusal(change(version), "wrong_state")).message).toBe("请先撤回再修改");
    await transition(admin, id, "recall", { reason: "写错了" });
    await expect(change(version + 1)).resolves.toMatchObject({ id });
  });

  test("指定对象没有选、下线早于发布：在字段旁说明", async () => {
    expect(await messages(draft({ audience: "listed" }))).toEqual({ targets: "请选择发布对象" });
    expect(await messages(draft({ publish_at: "2025-04-01 08:00", expire_at: "2025-03-31 08:00" }))).toEqual({
      expire_at: "下线时间必须晚于发布时间",
    });
    expect(await messages(draft({ title: "", content: "" }))).toEqual({ title: "请输入标题", content: "请输入正文" });
  });
});

describe("阅读与确认", () => {
  test("打开即已读；需确认的要点确认，只记本人；催读只找还没确认的人", async () => {
    const id = await published({ must_ack: true, audience: "supplier_all" });
    expect(await notified()).toEqual(["supplierA", "supplierB", "supplierClerkA"]);
    const model = await look("supplierA", id);
    expect(model.actions.map(({ label }) => label)).toContain("确认已阅读");
    expect(await receiptOf(id, "supplierA")).toMatchObject({ confirmed_at: null, read_at: expect.anything() });
    await acknowledgeNews(await world.as("supplierA"), id);
    await acknowledgeNews(await world.as("supplierA"), id);
    expect((await receiptOf(id, "supplierA"))?.confirmed_at).not.toBeNull();
    expect((await receiptOf(id, "supplierB"))?.read_at).toBeNull();
    expect((await look("supplierA", id)).actions.map(({ label }) => label)).not.toContain("确认已阅读");
    await change(sql`delete from inbox`);
    await transition(await world.as("admin"), id, "remind");
    expect(await notified()).toEqual(["supplierB", "supplierClerkA"]);
    // The editor, whom it is not for, has looked at it and is no reader.
    await look("admin", id);
    expect(await receipts(id)).toHaveLength(3);
    const { rows } = await listRecords(await world.as("admin"), world.screen(NEWS), { ...ALL, columns: ["title"] });
    expect(rows.some((row) => row.id === id)).toBe(true);
  });

  test("后来的人打开全员公告也记下；撤回后看不到，改好再发重新请读", async () => {
    const id = await published({ audience: "internal" });
    await change(sql`delete from news_receipt where news_id = ${id} and user_id = ${world.accounts.qa}`);
    await look("qa", id);
    expect((await receiptOf(id, "qa"))?.read_at).not.toBeNull();
    await transition(await world.as("admin"), id, "recall", { reason: "时间有误" });
    expect(await sees("qa", id)).toBe(false);
    expect((await receiptOf(id, "qa"))?.read_at).not.toBeNull();
    await transition(await world.as("admin"), id, "publish");
    expect((await receiptOf(id, "qa"))?.read_at).toBeNull();
  });

  test("定时的到点发布，过期的下线，重复运行不会再发", async () => {
    const id = await draft({ expire_at: "2025-03-12 08:00" });
    const admin = await world.as("admin");
    expect(await messages(transition(admin, id, "schedule", { input: { publish_at: "2025-03-01 08:00" } }))).toEqual({
      publish_at: "发布时间须晚于现在",
    });
    await transition(admin, id, "schedule", { input: { publish_at: "2025-03-11 08:00" } });
    /** How often this piece of news was moved by a round; other things of the small company lapse as well. */
    const lapsed = async () => {
      const moves = async () =>
        (await sql`select 1 from audit_log where record_id = ${id}`.execute(world.engine.database.connection())).rows
          .length;
      const before = await moves();
      await workDeadlines(world.system());
      return (await moves()) - before;
    };
    expect(await lapsed()).toBe(0);
    world.clock.advance(24 * 60 * 60_000);
    expect(await lapsed()).toBe(1);
    expect(await sees("supplierB", id)).toBe(true);
    expect(await lapsed()).toBe(0);
    world.clock.advance(24 * 60 * 60_000);
    expect(await lapsed()).toBe(1);
    expect(await sees("supplierB", id)).toBe(false);
  });
});

describe("管理", () => {
  test("采购经理只管采购资讯：写别的类别、改成别的类别、撤回别的类别都被拒绝", async () => {
    const manager = await world.as("manager");
    const write = (category: string) =>
      createRecord(manager, {
        screen: world.screen(NEWS),
        values: { title: "行情", category, content: "辣椒价格上涨。", audience: "internal" },
      });
    expect(await messages(write("notice"))).toEqual({ category: "您只能管理“采购资讯”类别的新闻" });
    const { id, version } = await write("purchase");
    expect(
      await messages(
        updateRecordBy(manager, { screen: world.screen(NEWS), id, version, values: { category: "notice" } }),
      ),
    ).toEqual({ category: "您只能管理“采购资讯”类别的新闻" });
    await transition(manager, id, "publish");
    await transition(manager, id, "recall", { reason: "数字有误" });
    const others = await published();
    await refusal(transition(manager, others, "recall", { reason: "错了" }), "own_rule");
    expect((await openRecord(manager, { entity: world.entity(NEWS), id: others })).record.state).toBe("published");
  });

  test("已发布的可以置顶和取消置顶；列表有阅读数、阅读率、确认率和到名单的入口", async () => {
    const id = await published({ audience: "supplier_all", must_ack: true });
    const admin = await world.as("admin");
    await transition(admin, id, "pin");
    await refusal(transition(admin, id, "pin"), "wrong_state");
    expect((await listRecords(await world.as("supplierA"), board, ALL)).rows[0]?.id).toBe(id);
    await look("supplierA", id);
    await acknowledgeNews(await world.as("supplierA"), id);
    const columns = ["+asked", "+read", "+read_rate", "+confirmed", "+ack_rate"];
    const { rows } = await listRecords(admin, world.screen(NEWS), { ...ALL, columns: ["title", ...columns] });
    expect(rows.find((row) => row.id === id)?.values).toMatchObject({
      "+asked": 3,
      "+read": 1,
      "+read_rate": "33.3%",
      "+confirmed": 1,
      "+ack_rate": "33.3%",
    });
    const links = await newsServer.rowLinks?.(admin, [id]);
    expect(links?.get(id)).toEqual([{ label: "阅读情况", href: `/system-management/news-receipt?news_id=${id}` }]);
    const { sections, related } = await recordModel(admin, world.screen(NEWS), id);
    const readers = related?.groups.find(({ label }) => label === "阅读情况");
    // Named as people name them: a receipt is called by the news it is about.
    expect(readers?.items[0]).toMatchObject({ text: related?.here.text, fact: { text: expect.stringMatching(/\S/) } });
    expect(related?.here.text).not.toBe("");
    expect(sections.map(({ title }) => title)).toEqual(expect.arrayContaining(["阅读与确认情况", "名单与消息"]));
    expect((await look("supplierA", id)).sections.map(({ title }) => title)).not.toContain("阅读与确认情况");
    await transition(admin, id, "unpin");
    const record = (await openRecord(admin, { entity: world.entity(NEWS), id })).record;
    expect(record).toMatchObject({ state: "published", is_top: false });
  });

  test("几条一起撤回，各留各的阅读记录", async () => {
    const ids = [await published(), await published()];
    const admin = await world.as("admin");
    const versions = await Promise.all(
      ids.map(async (id) => ({
        id,
        version: (await openRecord(admin, { entity: world.entity(NEWS), id })).record.version,
      })),
    );
    const batch = { screen: world.screen(NEWS), name: "recall", rows: versions, input: {} };
    const result = await runBatch(admin, { ...batch, reason: "改期", requestId: world.engine.newId() });
    expect(result).toEqual({ done: 2, failed: [] });
    expect((await receipts(ids[0] ?? "")).length).toBeGreaterThan(0);
    expect(await sees("qa", ids[0] ?? "")).toBe(false);
  });
});

describe("首页的位置", () => {
  const PLACE = "system-management/homepage-news";
  const place = async (title: string, sort_no: string | null, more: Record<string, unknown> = {}) =>
    (
      await createRecord(await world.as("admin"), {
        screen: world.screen(PLACE),
        values: { news_id: await published({ title, ...more }), slot: "list", sort_no },
      })
    ).id;
  const step = async (id: string, name: string) =>
    applyTransition(await world.as("admin"), { entity: world.entity(PLACE), id, name });
  const titles = async (account: AccountName) =>
    ((await newsOnList.load(await world.as(account)))?.entries ?? []).map(({ text }) => text);
  const numbers = async (ids: readonly string[]) =>
    Promise.all(
      ids.map(
        async (id) => (await openRecord(await world.as("admin"), { entity: world.entity(PLACE), id })).record.sort_no,
      ),
    );

  beforeEach(() => change(sql`delete from homepage_news`));

  test("上移和下移与相邻的交换，两边都留下记录；到头了说明", async () => {
    const ids = [await place("甲", "10"), await place("乙", "20"), await place("丙", "30")] as const;
    await step(ids[2], "up");
    expect((await titles("qa")).slice(0, 3)).toEqual(["甲", "丙", "乙"]);
    await step(ids[0], "down");
    expect((await titles("supplierA")).slice(0, 3)).toEqual(["丙", "甲", "乙"]);
    expect(await numbers(ids)).toEqual([20, 30, 10]);
    expect(await messages(step(ids[2], "up"))).toEqual({ sort_no: "已经排在最前面" });
    expect(await messages(step(ids[1], "down"))).toEqual({ sort_no: "已经排在最后面" });
    const { history } = await recordModel(await world.as("admin"), world.screen(PLACE), ids[1]);
    expect(JSON.stringify(history)).toContain("调整顺序");
  });

  test("顺序号相同或没有填的，先依次重新编号再交换", async () => {
    const ids = [await place("甲", "5"), await place("乙", "5"), await place("丙", null)] as const;
    await step(ids[2], "up");
    const order = (await titles("qa")).slice(0, 3);
    expect(order[1]).toBe("丙");
    expect([...(await numbers(ids))].map(Number).sort((a, b) => a - b)).toEqual([10, 20, 30]);
  });

  test("两个人同时调整：都成功或一个要重新打开，顺序号不会重复", async () => {
    const ids = [await place("甲", "10"), await place("乙", "20"), await place("丙", "30")] as const;
    const results = await Promise.allSettled([step(ids[1], "up"), step(ids[0], "down"), step(ids[2], "up")]);
    for (const one of results) if (one.status === "rejected") expect(one.reason).toMatchObject({ name: "AppError" });
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    expect([...(await numbers(ids))].map(Number).sort((a, b) => a - b)).toEqual([10, 20, 30]);
  });

  test("撤下的首页不再展示，可以恢复；新闻撤回后不能恢复", async () => {
    const id = await place("内部通知", "1", { audience: "internal" });
    await step(id, "withdraw");
    const listed = async () => {
      const { rows } = await listRecords(await world.as("admin"), world.screen(PLACE), {
        ...ALL,
        columns: ["+showing"],
      });
      return rows.find((row) => row.id === id)?.values["+showing"];
    };
    expect(await listed()).toBe("已撤下");
    await step(id, "restore");
    expect(await listed()).toBe("展示中");
    await step(id, "withdraw");
    const { record } = await openRecord(await world.as("admin"), { entity: world.entity(PLACE), id });
    await transition(await world.as("admin"), String(record.news_id), "recall", { reason: "过时" });
    expect((await refusal(step(id, "restore"), "invalid")).message).toBe("只能展示已发布的新闻");
  });

  test("首页预览按发布对象分内部和供应商两份", async () => {
    const inside = await place("内部通知", "1", { audience: "internal" });
    await place("给供应商的", "2", {
      audience: "listed",
      targets: [{ target_type: "supplier", supplier_id: world.ids.supplierA }],
    });
    const { sections } = await recordModel(await world.as("admin"), world.screen(PLACE), inside);
    const rowsIn = (title: string) => {
      const found = sections.find((one) => one.title === title);
      return JSON.stringify(found);
    };
    expect(rowsIn("首页预览（内部）")).toContain("内部通知");
    expect(rowsIn("首页预览（内部）")).not.toContain("给供应商的");
    expect(rowsIn("首页预览（供应商）")).toContain("给供应商的");
    expect(rowsIn("首页预览（供应商）")).toContain("仅指定对象可见");
    expect(rowsIn("首页预览（供应商）")).not.toContain("内部通知");
  });
});

describe("首页", () => {
  test("放到首页的在前，每人只看到发给自己的，未读的标出来", async () => {
    const staff = await published({ audience: "internal", title: "内部制度" });
    const all = await published({ title: "全员通知", must_ack: true });
    const values = (news_id: string, slot: string) => ({ news_id, slot, sort_no: "1" });
    const place = world.screen("system-management/homepage-news");
    for (const [id, slot] of [
      [staff, "alert"],
      [all, "alert"],
    ] as const)
      await createRecord(await world.as("admin"), { screen: place, values: values(id, slot) });
    const top = async (account: AccountName) => (await newsOnTop.load(await world.as(account)))?.entries;
    expect((await top("supplierA"))?.map(({ text, mark }) => [text, mark?.text])).toEqual([["全员通知", "待确认"]]);
    expect((await top("qa"))?.map(({ text }) => text)).toEqual(["内部制度", "全员通知"]);
    const list = await newsOnList.load(await world.as("supplierB"));
    expect(list?.entries.map(({ text }) => text)).toContain("全员通知");
    expect(list?.entries.map(({ text }) => text)).not.toContain("内部制度");
    expect(
      await messages(createRecord(await world.as("admin"), { screen: place, values: values(all, "banner") })),
    ).toEqual({ news_id: "轮播图新闻必须上传封面" });
    const unpublished = values(await draft({ title: "还没有发布" }), "list");
    expect(await messages(createRecord(await world.as("admin"), { screen: place, values: unpublished }))).toEqual({
      news_id: "只能展示已发布的新闻，请重新选择",
    });
  });
});

describe("建议与反馈", () => {
  const mine = screenOf("system-management/my-suggestion");
  const suggest = async (account: AccountName, values: Record<string, unknown> = {}) =>
    (
      await createRecord(await world.as(account), {
        screen: mine,
        values: { title: "分组", category: "feature", content: "希望订单列表能按工厂分组显示。", ...values },
      })
    ).id;
  const step = async (account: AccountName, id: string, name: string, more: Record<string, unknown> = {}) =>
    applyTransition(await world.as(account), { entity: world.entity(SUGGESTION), id, name, ...more });

  test("供应商提交，管理员受理和回复，提交人追问、评价、关闭；别家看不到", async () => {
    const id = await suggest("supplierA");
    expect(await notified()).toEqual(["admin"]);
    await refusal(readRecord(await world.as("supplierB"), mine, id), "not_found");
    await step("admin", id, "accept", { input: { handler: world.accounts.qa } });
    await step("admin", id, "answer", { input: { text: "下个版本提供" } });
    expect(await notified()).toEqual(["admin", "qa", "supplierA"]);
    await step("supplierA", id, "reopen", { reason: "什么时候" });
    await step("admin", id, "answer", { input: { text: "四月" } });
    await step("supplierA", id, "close", { input: { rating: "5" } });
    const { record } = await readRecord(await world.as("supplierA"), mine, id);
    expect(record).toMatchObject({ state: "closed", rating: "5", reply: "四月" });
  });

  test("受理后处理人有任务，5个工作日内到期；回复后任务自动完成；超过30天不能再追问", async () => {
    const id = await suggest("supplierA", { title: "导出更快一些" });
    await step("admin", id, "accept", { input: { handler: world.accounts.qa } });
    const tasks = async () =>
      (await rowsOf(world, "task", "created_at")).filter(({ document_id: document }) => document === id);
    const [task] = await tasks();
    expect(task).toMatchObject({ title: "回复建议：导出更快一些", assignee_id: world.accounts.qa, state: "open" });
    expect(workdaysBetween(dayOf(world.clock.now()), dayOf(new Date(String(task?.due_at))))).toBe(5);
    await step("admin", id, "answer", { input: { text: "已优化" } });
    expect((await tasks())[0]?.state).toBe("done");
    world.clock.advance(31 * 24 * 60 * 60_000);
    expect(await messages(step("supplierA", id, "reopen", { reason: "还是慢" }))).toEqual({
      reason: "回复已超过30天，请重新提交建议",
    });
    await setParameter(world, "suggestion.reopenDays", "31");
    await setParameter(world, "suggestion.answerDays", "2");
    await step("supplierA", id, "reopen", { reason: "还是慢" });
    const again = (await tasks()).find(({ state }) => state === "open");
    expect(again).toMatchObject({ assignee_id: null, candidate_role_id: expect.any(String) });
    expect(workdaysBetween(dayOf(world.clock.now()), dayOf(new Date(String(again?.due_at))))).toBe(2);
    await setParameter(world, "suggestion.reopenDays", "30");
    await setParameter(world, "suggestion.answerDays", "5");
    await step("admin", id, "answer", { input: { text: "已再次优化" } });
    await step("admin", id, "settle", { reason: "没有回应" });
    expect((await openRecord(await world.as("admin"), { entity: world.entity(SUGGESTION), id })).record.state).toBe(
      "closed",
    );
  });

  test("受理时处理人先填好自己，原样提交就是自己", async () => {
    const id = await suggest("supplierB");
    const admin = await world.as("admin");
    const screen = world.screen(SUGGESTION);
    const { controls, version } = await transitionModel(admin, screen, id, "accept");
    const handler = controls.find(({ name }) => name === "handler");
    expect(handler?.value).not.toBe("");
    const form = new FormData();
    form.set("handler", handler?.value ?? "");
    form.set("_version", version);
    await submitTransition(admin, { screen, id, segment: "accept", form });
    const { record } = await readRecord(admin, screen, id);
    expect(record).toMatchObject({ state: "accepted", handler_id: world.accounts.admin });
  });

  test("廉洁举报管理员看不到；内容长短和每天的次数有限", async () => {
    const id = await suggest("planner", { category: "integrity", content: "某供应商人员向我赠送礼品，请核查。" });
    expect(await notified()).toEqual([]);
    await refusal(readRecord(await world.as("admin"), world.screen(SUGGESTION), id), "not_found");
    expect(await messages(suggest("planner", { content: "太短" }))).toEqual({ content: "建议内容请输入10-1000字" });
    for (let count = 1; count < 10; count += 1) await suggest("planner");
    expect(await messages(suggest("planner"))).toEqual({ title: "今日提交次数已达上限" });
    await setParameter(world, "suggestion.mostADay", "11");
    await suggest("planner");
    await setParameter(world, "suggestion.mostADay", "10");
  });
});
