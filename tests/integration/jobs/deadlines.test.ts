import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { createRecord } from "~/engine/operations/save.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../support/clock";
import { minimal } from "../../support/conformance";
import { openWorld } from "../../support/world";

const SAMPLE = "supplier-management/sample-verification";
const SCENARIO = "sample.late";
const DAY_MS = 24 * 60 * 60_000;

const world = await openWorld();
afterAll(() => world.close());
const connection = world.engine.database.connection();

/** A sample somebody waits for, whose day is as told. */
async function sample(day: string): Promise<string> {
  const values = minimal(world, SAMPLE);
  const { id } = await createRecord(world.system(), { screen: world.screen(SAMPLE), values });
  await due(id, day);
  return id;
}
const due = (id: string, day: string) =>
  sql`update sample_verification set state = 'requested', require_date = ${day} where id = ${id}`.execute(connection);

/** What was said of a record: the words under which it is kept, in order. */
async function said(id: string): Promise<string[]> {
  const { rows } = await sql<{ about: string }>`select about from news_once
    where record_id = ${id} and scenario = ${SCENARIO} order by about`.execute(connection);
  return rows.map(({ about }) => about.split(`${id}:`)[1] ?? "");
}
/** How often people of the supplier were told of a record, each counted. */
async function told(id: string): Promise<number[]> {
  const { rows } = await sql<{ times: number }>`select sum(times)::int as times from inbox
    where record_id = ${id} and scenario = ${SCENARIO} group by user_id`.execute(connection);
  return rows.map(({ times }) => times);
}
/** What was said of samples in all; the small company has other things that are due. */
async function saidOfSamples(): Promise<number> {
  return (await sql`select 1 from news_once where scenario = ${SCENARIO}`.execute(connection)).rows.length;
}
/** A round, and how many samples it spoke of. */
async function round(remindNow = true, goesOn: () => boolean = () => true) {
  const before = await saidOfSamples();
  await workDeadlines(world.system(), { remindNow, goesOn });
  return { reminded: (await saidOfSamples()) - before };
}
/** A process that is stopped as soon as it has said one thing: it is asked before each row whether it goes on. */
async function untilOneIsSaid() {
  for (let looks = 1; ; looks += 1) {
    let left = looks;
    const done = await round(true, () => left-- > 0);
    if (done.reminded > 0) return done;
  }
}
const set = (key: string, value: string) =>
  sql`with changed as (update parameter set value = ${value} where key = ${key} returning key)
    update permission_version set version = version + 1 where exists (select 1 from changed)`.execute(connection);

// What else is due in the small company is not what these tests count.
await sql`update parameter set value = '' where key like 'deadline.%.days'
  and key not like 'deadline.sample-verification.%'`.execute(connection);

beforeEach(async () => {
  await sql`delete from news_once`.execute(connection);
  // What one test cannot publish is no failure of the next.
  await sql`update news set state = 'draft' where state = 'scheduled'`.execute(connection);
  await sql`update sample_verification set state = 'cancelled'`.execute(connection);
});

describe("到期自动处理", () => {
  test("日期没有填的什么也不发生；填了的到点处理，一张处理不了不耽误别的", async () => {
    // What was over in the small company before is not what this test counts.
    await workDeadlines(world.system());
    const news = world.screen("system-management/news");
    const made = async () =>
      (await createRecord(world.system(), { screen: news, values: minimal(world, news.entity.key) })).id;
    const [empty, over, stuck] = [await made(), await made(), await made()];
    const set = (id: string, at: string | null) =>
      sql`update news set state = 'scheduled', publish_at = ${at} where id = ${id}`.execute(connection);
    await set(empty, null);
    await set(over, `${TODAY}T00:00:00.000Z`);
    await set(stuck, `${TODAY}T00:00:00.000Z`);
    // Over before it begins: the transition refuses to publish it.
    await sql`update news set expire_at = ${`${TODAY}T00:00:00.000Z`} where id = ${stuck}`.execute(connection);
    const done = await workDeadlines(world.system());
    expect(done.lapsed).toBe(1);
    expect(done.failed).toEqual([expect.stringContaining("发布时间已到，没有处理成功")]);
    const { rows } = await sql<{ id: string; state: string }>`select id, state from news
      where id in (${empty}, ${over}, ${stuck})`.execute(connection);
    expect(Object.fromEntries(rows.map(({ id, state }) => [id, state]))).toEqual({
      [empty]: "scheduled",
      [over]: "published",
      [stuck]: "scheduled",
    });
  });
});

describe("提醒", () => {
  test("到了提醒日说一次，之后按间隔再说；同一天再跑多少遍都不重复，记下告诉了几个人", async () => {
    const id = await sample(addDays(TODAY, -1));
    expect((await round()).reminded).toBe(1);
    expect((await round()).reminded).toBe(0);
    expect(await said(id)).toEqual([`${addDays(TODAY, -1)}:1`]);
    const { rows } = await sql<{ entity: string; people: number }>`select entity, people from news_once
      where record_id = ${id}`.execute(connection);
    expect(rows).toEqual([{ entity: SAMPLE, people: expect.any(Number) }]);
    world.clock.advance(7 * DAY_MS);
    await round();
    expect(await said(id)).toEqual([`${addDays(TODAY, -1)}:1`, `${addDays(TODAY, -1)}:8`]);
    world.clock.advance(-7 * DAY_MS);
  });

  test("还没到提醒日的、不在这些状态的，都不说", async () => {
    await sample(TODAY);
    const passed = await sample(addDays(TODAY, -30));
    await sql`update sample_verification set state = 'passed' where id = ${passed}`.execute(connection);
    expect((await round()).reminded).toBe(0);
  });

  test("建的时候已经过期：下一轮说最近的一次，不把错过的都补说", async () => {
    const id = await sample(addDays(TODAY, -20));
    await round();
    expect(await said(id)).toEqual([`${addDays(TODAY, -20)}:15`]);
  });

  test("一天里改两次日期：新日期另说，改回来的不再说", async () => {
    const first = addDays(TODAY, -1);
    const second = addDays(TODAY, -2);
    const id = await sample(first);
    await round();
    await due(id, second);
    await round();
    await due(id, first);
    await round();
    expect(await said(id)).toEqual([`${second}:1`, `${first}:1`]);
  });

  test("时钟往回跳一天，说过的不再说；往前跳一天，只多说到了的", async () => {
    const id = await sample(addDays(TODAY, -1));
    await round();
    world.clock.advance(-DAY_MS);
    expect((await round()).reminded).toBe(0);
    world.clock.advance(2 * DAY_MS);
    expect((await round()).reminded).toBe(0);
    world.clock.advance(-DAY_MS);
    expect(await said(id)).toHaveLength(1);
  });

  test("参数改了，等着的跟着改；提醒日清空就不再提醒", async () => {
    const id = await sample(addDays(TODAY, -1));
    await set("deadline.sample-verification.arrives.supplier.days", "后3");
    expect((await round()).reminded).toBe(0);
    await set("deadline.sample-verification.arrives.supplier.days", "");
    world.clock.advance(30 * DAY_MS);
    expect((await round()).reminded).toBe(0);
    await set("deadline.sample-verification.arrives.supplier.days", "后1");
    await set("deadline.sample-verification.arrives.supplier.every", "0");
    await round();
    expect(await said(id)).toEqual([`${addDays(TODAY, -1)}:1`]);
    await set("deadline.sample-verification.arrives.supplier.every", "7");
    world.clock.advance(-30 * DAY_MS);
  });

  test("两个进程同时做，每件事只说一次", async () => {
    const ids = await Promise.all([1, 2, 3].map((days) => sample(addDays(TODAY, -days))));
    const rounds = await Promise.all([1, 2, 3].map(() => workDeadlines(world.system(), { remindNow: true })));
    expect(rounds.flatMap(({ failed }) => failed)).toEqual([]);
    expect(await saidOfSamples()).toBe(3);
    for (const id of ids) {
      expect(await said(id)).toHaveLength(1);
      expect(new Set(await told(id))).toEqual(new Set([1]));
    }
  });

  test("说了还没有记下进程就没了：消息和记录一起没有，下一次恰好说一次", async () => {
    const id = await sample(addDays(TODAY, -1));
    const server = world.engine.registry.server(SAMPLE);
    expect(server.reminded).toBeUndefined();
    let sent: number[] = [];
    server.reminded = async () => {
      sent = (
        await sql`select 1 from news_once where record_id = ${id}`.execute(world.engine.database.connection())
      ).rows.map(() => 1);
      throw new Error("the process dies before anything is kept");
    };
    try {
      await round();
    } finally {
      delete server.reminded;
    }
    expect(sent).toEqual([1]);
    expect(await said(id)).toEqual([]);
    expect(await told(id)).toEqual([]);
    await round();
    await round();
    expect(await said(id)).toHaveLength(1);
    expect(new Set(await told(id))).toEqual(new Set([1]));
  });

  test("做到一半进程没了：说过的不再说，其余的下一次接着说", async () => {
    const ids = await Promise.all([1, 2, 3].map((days) => sample(addDays(TODAY, -days))));
    // Asked before each row; what is said between two questions is kept.
    for (let looks = 1; (await saidOfSamples()) === 0; looks += 1) {
      let left = looks;
      const goesOn = () => {
        left -= 1;
        if (left < 0) throw new Error("the process dies");
        return true;
      };
      await expect(workDeadlines(world.system(), { goesOn })).rejects.toThrow("dies");
    }
    expect(await saidOfSamples()).toBe(1);
    await round(false);
    await round(false);
    for (const id of ids) {
      expect(await said(id)).toHaveLength(1);
      expect(new Set(await told(id))).toEqual(new Set([1]));
    }
  });

  test("时钟快一天又拨回来：提前说过的不再说，这中间到期的也不漏", async () => {
    const early = await sample(TODAY);
    world.clock.advance(DAY_MS);
    await round(false);
    expect(await said(early)).toEqual([`${TODAY}:1`]);
    world.clock.advance(-DAY_MS);
    await round(false);
    const late = await sample(TODAY);
    for (let day = 0; day < 2; day += 1) {
      world.clock.advance(DAY_MS);
      await round(false);
    }
    world.clock.advance(-2 * DAY_MS);
    for (const id of [early, late]) {
      expect(await said(id)).toEqual([`${TODAY}:1`]);
      expect(new Set(await told(id))).toEqual(new Set([1]));
    }
  });

  test("做到一半被停下的，下一次接着做；每天到钟点做一轮，做完的当天不再做", async () => {
    await sample(addDays(TODAY, -1));
    await sample(addDays(TODAY, -2));
    const stopped = await untilOneIsSaid();
    expect(stopped.reminded).toBe(1);
    const rest = await round(false);
    expect(stopped.reminded + rest.reminded).toBe(2);
    await sample(addDays(TODAY, -3));
    expect((await round(false)).reminded).toBe(0);
    world.clock.advance(DAY_MS);
    expect((await round(false)).reminded).toBe(1);
    world.clock.advance(-DAY_MS);
  });

  test("没有到设定的钟点不提醒，到点自动处理的不等", async () => {
    await sample(addDays(TODAY, -1));
    await set("deadline.remindHour", "23");
    expect((await round(false)).reminded).toBe(0);
    await set("deadline.remindHour", "8");
    expect((await round(false)).reminded).toBe(1);
  });
});
