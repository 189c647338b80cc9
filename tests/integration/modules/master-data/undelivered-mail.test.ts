import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { inboxModel } from "~/engine/screen/inbox-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { sendUndelivered, sendUndeliveredByTime } from "~/modules/master-data/undelivered-mail/undelivered-mail.server";
import { personWith } from "../../../support/conformance";
import { refusal, released } from "../../../support/orders";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const KEY = "master-data/undelivered-mail";
const world = await openWorld();
afterAll(() => world.close());

const line = (required_date: string) => ({ material_id: world.ids.corn, qty: "10", price: "3", required_date });
const inbox = async (context: Context) =>
  JSON.stringify(await reading(context, () => inboxModel(context, new URLSearchParams())));
const logs = async (plan: string) => {
  const { rows } = await sql<{
    supplier_id: string;
    line_count: number;
    overdue_count: number;
    mail_result: string;
    error: string | null;
    content: string;
    by_hand: boolean;
  }>`
    select content, supplier_id, line_count, overdue_count, mail_result, error, by_hand from undelivered_mail_log
    where plan_id = ${plan} order by sent_at, id`.execute(world.engine.database.connection());
  return rows;
};
const ids = { plan: "", order: "" };

beforeAll(async () => {
  // Today is Monday 2025-03-10: one line is due in three days, one later, one becomes overdue by the database alone.
  const { id } = await released(world, { items: [line("2025-03-13"), line("2025-04-20"), line("2025-03-10")] });
  ids.order = id;
  const connection = world.engine.database.connection();
  await sql`update undelivered_mail set state = 'paused'`.execute(connection);
  await sql`update purchase_order_items set required_date = '2025-03-01' where root_id = ${id} and required_date = '2025-03-10'`.execute(
    connection,
  );
  const planner = await personWith(world, "planner");
  const values = {
    title: "全部供应商",
    before_days: "3",
    after_days: "1",
    escalate_days: "7",
    escalate_to: world.accounts.manager,
  };
  ids.plan = (await createRecord(planner, { screen: world.screen(KEY), values })).id;
});

test("任务按方案提醒：每家供应商一封，含到期和逾期行；升级收件人收到逾期的；同一天不再发", async () => {
  expect(await sendUndelivered(world.engine)).toEqual({ plans: 1, lines: 2, failed: [] });
  expect(await logs(ids.plan)).toMatchObject([
    { supplier_id: world.ids.supplierA, line_count: 2, overdue_count: 1, by_hand: false },
  ]);
  // The material by code and name, the quantity with its unit.
  const [{ content } = { content: "" }] = await logs(ids.plan);
  const { rows: materials } = await sql<{ called: string }>`select code || ' ' || name as called from material`.execute(
    world.engine.database.connection(),
  );
  const [first = ""] = String(content).split("\n");
  expect(materials.some(({ called }) => first.includes(` ${called} `))).toBe(true);
  expect(first).toMatch(/ [\d,.]+[^\d，\s]+，交期/);
  expect(await inbox(await world.as("supplierA"))).toContain("您有2行订单即将到期或已逾期");
  expect(await inbox(await world.as("supplierB"))).not.toContain("即将到期或已逾期");
  expect(await inbox(await world.as("manager"))).toContain("有1行订单逾期7天以上未交");
  expect(await sendUndelivered(world.engine)).toEqual({ plans: 0, lines: 0, failed: [] });
});

test("立即发送不管今天是否发过；没有邮箱的供应商记为仅站内信并说明", async () => {
  const connection = world.engine.database.connection();
  await sql`update app_user set email = null where supplier_id = ${world.ids.supplierA}`.execute(connection);
  const planner = await personWith(world, "planner");
  await applyTransition(planner, { entity: world.entity(KEY), id: ids.plan, name: "send" });
  const [, second] = await logs(ids.plan);
  expect(second).toMatchObject({
    line_count: 2,
    mail_result: "site",
    error: "供应商甲供应商未维护邮箱",
    by_hand: true,
  });
});

test("换一个方案，今天已经提醒过的行不再发；没有未交行的不能立即发送", async () => {
  const planner = await personWith(world, "planner");
  const values = { title: "重复方案", before_days: "3", after_days: "1", schedule: "daily" };
  const { id } = await createRecord(planner, { screen: world.screen(KEY), values });
  expect((await sendUndelivered(world.engine)).lines).toBe(0);
  const other = {
    ...values,
    title: "只对乙",
    suppliers: [{ supplier_id: world.ids.supplierB }],
  };
  const none = await createRecord(planner, { screen: world.screen(KEY), values: other });
  const refused = await refusal(
    applyTransition(planner, { entity: world.entity(KEY), id: none.id, name: "send" }),
    "invalid",
  );
  expect(refused.message).toContain("没有符合方案的未交订单行");
  expect(await logs(id)).toEqual([]);
});

test("预览只列出读者看得到的订单；供应商打不开方案", async () => {
  const preview = async (context: Context) => {
    const { sections } = await recordModel(context, world.screen(KEY), ids.plan);
    const found = sections.find((part) => part.title.startsWith("预览"));
    return found?.kind === "table" ? (found.table as RecordTable["table"]).rows.length : 0;
  };
  expect(await preview(world.system())).toBe(2);
  expect(await preview(await world.as("buyerB"))).toBe(0);
  await refusal(recordModel(await world.as("supplierA"), world.screen(KEY), ids.plan), "forbidden");
});

test("一个方案出错，其他方案照常提醒；出错的方案说得出名字，当天再试", async () => {
  const connection = world.engine.database.connection();
  await sql`update undelivered_mail set state = 'paused'`.execute(connection);
  await sql`delete from undelivered_mail_log`.execute(connection);
  const planner = await personWith(world, "planner");
  const add = async (title: string) =>
    (await createRecord(planner, { screen: world.screen(KEY), values: { title, before_days: "3", after_days: "1" } }))
      .id;
  const broken = await add("出错的方案");
  const sound = await add("后面的方案");
  await sql`create function fail_plan() returns trigger language plpgsql as $$
    begin raise exception 'this plan is broken'; end $$`.execute(connection);
  await sql`create trigger fail_plan before update on undelivered_mail for each row when (old.title = '出错的方案')
    execute function fail_plan()`.execute(connection);
  const logged: unknown[] = [];
  const { log } = world.engine;
  world.engine.log = { ...log, error: (...said: unknown[]) => logged.push(said) };
  const round = await sendUndelivered(world.engine);
  world.engine.log = log;
  expect(round).toEqual({ plans: 1, lines: 2, failed: ["出错的方案"] });
  expect(JSON.stringify(logged)).toContain(broken);
  expect(await logs(sound)).toMatchObject([{ supplier_id: world.ids.supplierA, line_count: 2 }]);
  expect(await logs(broken)).toEqual([]);

  await sql`drop trigger fail_plan on undelivered_mail`.execute(connection);
  expect(await sendUndelivered(world.engine)).toEqual({ plans: 0, lines: 0, failed: [] });
});

test("按表达式发送：到点才发，过了点只补一次；写错的表达式存不下来", async () => {
  const connection = world.engine.database.connection();
  await sql`update undelivered_mail set state = 'paused'`.execute(connection);
  await sql`delete from undelivered_mail_log`.execute(connection);
  const planner = await personWith(world, "planner");
  const values = { title: "表达式方案", before_days: "30", after_days: "1", schedule: "cron" };
  const add = (more: object) => createRecord(planner, { screen: world.screen(KEY), values: { ...values, ...more } });
  const missing = await refusal(add({}), "invalid");
  expect(missing.complaints).toEqual([{ field: "schedule_conf", message: "请填写发送时间表达式" }]);
  const wrong = await refusal(add({ schedule_conf: "99 8 * * *" }), "invalid");
  expect(wrong.complaints[0]?.message).toContain("Cron表达式不正确：第1段“99”");
  const { id } = await add({ schedule_conf: "0 * * * *" });
  expect(await sendUndeliveredByTime(world.engine)).toEqual({ plans: 0, lines: 0, failed: [] });
  world.clock.advance(3 * 60 * 60_000);
  expect((await sendUndeliveredByTime(world.engine)).plans).toBe(1);
  expect(await logs(id)).toHaveLength(1);
  expect(await sendUndeliveredByTime(world.engine)).toEqual({ plans: 0, lines: 0, failed: [] });
  // The round of the day leaves it alone.
  expect((await sendUndelivered(world.engine)).plans).toBe(0);
  ids.plan = id;
});

test("供应商答复交期：只看得到自己的，不能答复已过去的日子；晚于交期的标出来并告诉计划员，订单交期不变", async () => {
  const connection = world.engine.database.connection();
  const NOTICE = world.engine.registry.screen("purchase-orders/undelivered-notice");
  if (!NOTICE) throw new Error("no such screen");
  const supplierA = await world.as("supplierA");
  const { rows } = await listRecords(supplierA, NOTICE, { filters: {}, toggles: [], sort: [], page: 1, size: 10 });
  const [row] = rows;
  expect(rows).toHaveLength(1);
  expect(Object.keys(row?.values ?? {})).not.toContain("to_email");
  // What we call the register of what was sent is no name for what the supplier reads.
  expect((await recordModel(supplierA, NOTICE, String(row?.id))).title).toMatch(/^未交货提醒 /);
  expect(
    (
      await listRecords(await world.as("supplierB"), NOTICE, {
        filters: {},
        toggles: [],
        sort: [],
        page: 1,
        size: 10,
      })
    ).rows,
  ).toEqual([]);
  const before = await sql`select id, required_date, confirm_date from purchase_order_items order by id`.execute(
    connection,
  );
  const reply = (input: Record<string, string>) =>
    applyTransition(supplierA, {
      entity: world.entity("master-data/undelivered-mail-log"),
      id: row?.id ?? "",
      name: "reply",
      input,
    });
  const late = await refusal(reply({ reply_date: "2025-03-01" }), "invalid");
  expect(late.complaints[0]?.message ?? late.message).toContain("答复交期不能早于今天");
  await reply({ reply_date: "2025-04-25", reply_note: "磨机检修" });
  const { rows: kept } =
    await sql`select state, reply_note, is_later from undelivered_mail_log where id = ${row?.id}`.execute(connection);
  expect(kept).toEqual([{ state: "answered", reply_note: "磨机检修", is_later: true }]);
  const after = await sql`select id, required_date, confirm_date from purchase_order_items order by id`.execute(
    connection,
  );
  expect(after.rows).toEqual(before.rows);
  const planner = await personWith(world, "planner");
  expect(await inbox(planner)).toContain("供应商答复新交期：甲供应商");
  const { sections } = await recordModel(world.system(), world.screen(KEY), ids.plan);
  const preview = sections.find((part) => part.title.startsWith("预览"));
  expect(JSON.stringify(preview)).toContain("2025-04-25");
  // A promise of long ago says nothing any more; how long ago is a parameter.
  await sql`update undelivered_mail_log set sent_at = sent_at - interval '10 days' where id = ${row?.id}`.execute(
    connection,
  );
  await setParameter(world, "undelivered.promiseDays", "5");
  const { sections: later } = await recordModel(world.system(), world.screen(KEY), ids.plan);
  expect(JSON.stringify(later.find((part) => part.title.startsWith("预览")))).not.toContain("2025-04-25");
  await setParameter(world, "undelivered.promiseDays", "60");
  expect(sections.some((part) => part.title === "逾期行数趋势")).toBe(true);
});
