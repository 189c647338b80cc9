import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { timeTableModel } from "~/modules/system-management/job/when.page.server";
import { addDays, weekdayNumber } from "~/shared/calendar";
import { TODAY } from "../../support/clock";
import { make } from "../../support/quality";
import { openWorld } from "../../support/world";

const RISK = "supplier-management/risk-event";
const DAY = "digest.risk-event.weekly.day";
const DAY_MS = 24 * 60 * 60_000;

const world = await openWorld();
afterAll(() => world.close());
const connection = world.engine.database.connection();
const { buyerA, buyerB } = world.accounts;

const event = async (owner: string) =>
  make(world, await world.as("qa"), RISK, {
    ...{ supplier_id: world.ids.supplierA, occurred_on: TODAY, owner_id: owner },
    ...{ probability: "1", impact: "2" },
  });
const told = async (owner: string) => {
  const { rows } = await sql<{ title: string }>`select title from inbox
    where user_id = ${owner} and title like '您负责的风险事件%' order by at`.execute(connection);
  return rows.map(({ title }) => title);
};
const round = (now = false) => workDeadlines(world.system(), { remindNow: now });
const set = (value: string) =>
  sql`with changed as (update parameter set value = ${value} where key = ${DAY} returning key)
    update permission_version set version = version + 1 where exists (select 1 from changed)`.execute(connection);

beforeEach(async () => {
  await sql`delete from news_once`.execute(connection);
  await sql`delete from inbox`.execute(connection);
  await sql`update risk_event set state = 'ignored'`.execute(connection);
  await set("1");
});

test("每周到了日子，每个责任人一份，只数自己的；同一周不再发，下一周再发", async () => {
  expect(weekdayNumber(TODAY)).toBe(1);
  await event(buyerA);
  await event(buyerA);
  await event(buyerB);
  await round();
  await round(true);
  expect(await told(buyerA)).toEqual(["您负责的风险事件还有2件未关闭"]);
  expect(await told(buyerB)).toEqual(["您负责的风险事件还有1件未关闭"]);
  world.clock.advance(6 * DAY_MS);
  await round();
  expect(await told(buyerA)).toHaveLength(1);
  world.clock.advance(DAY_MS);
  await round();
  expect(await told(buyerA)).toHaveLength(2);
  world.clock.advance(-7 * DAY_MS);
});

test("发过以后才有事的人，当周不补发；现在提醒时补发给他，别人不重复", async () => {
  await event(buyerA);
  await round();
  await event(buyerB);
  world.clock.advance(DAY_MS);
  await round();
  expect(await told(buyerB)).toEqual([]);
  await round(true);
  expect(await told(buyerB)).toHaveLength(1);
  expect(await told(buyerA)).toHaveLength(1);
  world.clock.advance(-DAY_MS);
});

test("日子是参数：没到不发，过了当周补发，设为0不发；页面上写明", async () => {
  await event(buyerA);
  await set("3");
  await round(true);
  expect(await told(buyerA)).toEqual([]);
  const shown = async () => {
    const { tables } = await timeTableModel(await world.as("admin"));
    const digests = tables.find(({ title }) => title === "定期汇总")?.table.rows ?? [];
    return digests.find(({ id }) => id === `${RISK}:weekly`)?.cells.map(({ text }) => text);
  };
  expect(await shown()).toEqual(["风险事件", "企业风险周报", "每周三", "责任人"]);
  world.clock.advance(3 * DAY_MS);
  await round();
  expect(await told(buyerA)).toHaveLength(1);
  await set("0");
  expect((await shown())?.[2]).toBe("不发");
  world.clock.advance(7 * DAY_MS);
  await round();
  expect(await told(buyerA)).toHaveLength(1);
  world.clock.advance(-10 * DAY_MS);
});

test("措施的提醒日是参数：提前的也数得出，同一个人的一次说完，做完的不再说", async () => {
  const key = "deadline.risk-event.measures.person.days";
  const { id } = await make(world, await world.as("qa"), RISK, {
    ...{ supplier_id: world.ids.supplierA, occurred_on: TODAY, probability: "1", impact: "2" },
    measures: [
      { measure: "现场核查", due_date: addDays(TODAY, 2), owner_id: buyerA },
      { measure: "加严检验", due_date: addDays(TODAY, 2), owner_id: buyerA },
      { measure: "更换货源", due_date: addDays(TODAY, 9), owner_id: buyerB },
    ],
  });
  await sql`update risk_event set state = 'handling' where id = ${id}`.execute(connection);
  const said = async () => {
    const { rows } = await sql<{ about: string; people: number }>`select about, people from news_once
      where scenario = 'risk.overdue' and record_id = ${id} order by about`.execute(connection);
    return rows;
  };
  await round(true);
  expect(await said()).toEqual([]);
  await sql`update parameter set value = '前2' where key = ${key}`.execute(connection);
  await set("1");
  await round(true);
  await round(true);
  const about = `measures:person:${id}:${buyerA}:${addDays(TODAY, 2)}:-2`;
  expect(await said()).toEqual([{ about, people: 1 }]);
  const { rows } = await sql<{ body: string }>`select body from inbox
    where user_id = ${buyerA} and title like '风险应对措施%'`.execute(connection);
  expect(rows[0]?.body).toContain("现场核查；加严检验");
  await sql`update risk_event_measures set done_date = ${TODAY} where root_id = ${id}`.execute(connection);
  world.clock.advance(DAY_MS);
  await round(true);
  expect(await said()).toHaveLength(1);
  world.clock.advance(-DAY_MS);
  await sql`update parameter set value = '后1' where key = ${key}`.execute(connection);
});
