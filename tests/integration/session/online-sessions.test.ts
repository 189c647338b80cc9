import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { listRecords } from "~/engine/operations/list.server";
import { readRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { openSession } from "~/engine/session/session.server";
import type { AccountName } from "../../support/company";
import { personWith, sessionOf } from "../../support/conformance";
import { runHourlyPurge } from "../../support/every-job";
import { refusal } from "../../support/orders";
import { call } from "../../support/rest";
import { enter, rowsOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;

const HOUR = 3_600_000;
const entity = world.entity("system-management/online-session");
const screen = world.screen("system-management/online-session");
const log = world.screen("system-management/login-log");
const EVERYTHING = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
const ROLES = ["staff", "supplier"] as const;

const as = (role: (typeof ROLES)[number]) =>
  role === "staff"
    ? { role, userId: world.accounts.buyerA }
    : { role, userId: world.accounts.supplierA, supplierId: world.ids.supplierA };

async function enterAs(account: AccountName) {
  const { token } = await enter(world, { account, ip: "192.0.2.7", device: "Mozilla Firefox Windows" });
  return { token, id: await sessionOf(world, token) };
}
const kick = (id: string) => ({ entity, screen, id, name: "kick", reason: "设备遗失" });

describe("强制下线", () => {
  test("下一次请求起无效：页面和调用都要重新登录，别的登录继续；留下审计和日志", async () => {
    const admin = await world.as("admin");
    const [lost, kept] = [await enterAs("buyerA"), await enterAs("buyerA")];
    expect((await call(world, { token: lost.token, method: "GET", path: "/v2/user/topTab" })).status).toBe(200);
    expect(await applyTransition(admin, kick(lost.id))).toMatchObject({ state: "ended" });
    expect(await call(world, { token: lost.token, method: "GET", path: "/v2/user/topTab" })).toMatchObject({
      status: 401,
      body: { code: 40105 },
    });
    const facts = { requestId: "r", ip: "", channel: "page" as const };
    expect(await openSession(world.engine, lost.token, facts)).toBeNull();
    expect((await call(world, { token: kept.token, method: "GET", path: "/v2/user/topTab" })).status).toBe(200);
    expect((await readRecord(admin, screen, lost.id)).record).toMatchObject({
      state: "ended",
      end_reason: "kick",
      ended_at: admin.now.toISOString(),
      updated_by: admin.actor.id,
    });
    const trail = (await rowsOf(world, "audit_log", "at")).filter((row) => row.record_id === lost.id);
    expect(trail).toMatchObject([{ action: "kick", label: "强制下线", user_id: admin.actor.id }]);
    const { rows } = await listRecords(admin, log, { ...EVERYTHING, filters: { event: ["kick"] } });
    expect(rows.map(({ values }) => values)).toMatchObject([{ account: "buyerA", reason: "kick", ip: "192.0.2.7" }]);
    await refusal(applyTransition(admin, kick(lost.id)), "wrong_state");
  });

  test("不能强制下线自己，也不能强制下线级别比自己高的人", async () => {
    const own = await enterAs("admin");
    const { message } = await refusal(applyTransition(await world.as("admin"), kick(own.id)), "own_rule");
    expect(message).toBe("不能强制下线自己，其他设备请在账号设置中退出");
    // Somebody who was given the right without standing as high.
    const low = await personWith(world, "log_auditor");
    const permissions = new Map(low.actor.permissions).set("online-session-kick", new Set(["edit" as const]));
    const given = { ...low, actor: { ...low.actor, permissions } };
    const above = await refusal(applyTransition(given, kick(own.id)), "own_rule");
    expect(above.message).toBe("不能强制下线级别比自己高的用户");
    const buyer = await enterAs("buyerB");
    expect(await applyTransition(given, kick(buyer.id))).toMatchObject({ state: "ended" });
    expect((await call(world, { token: own.token, method: "GET", path: "/v2/user/topTab" })).status).toBe(200);
  });

  test("在确认页与提交之间自己退出了：说明已经变化，不改结束的原因", async () => {
    const admin = await world.as("admin");
    const one = await enterAs("planner");
    await call(world, { token: one.token, method: "POST", path: "/v2/user/logout" });
    await refusal(applyTransition(admin, kick(one.id)), "wrong_state");
    expect((await readRecord(admin, screen, one.id)).record.end_reason).toBe("sign-out");
  });
});

test("自己过期的会话在下一轮整理时结束，日志记为过期；留在表单里的内容仍能认出是谁的", async () => {
  const one = await enterAs("finance");
  world.clock.advance(7 * 24 * HOUR + 1);
  await runHourlyPurge(world.engine);
  const admin = await world.as("admin");
  expect((await readRecord(admin, screen, one.id)).record).toMatchObject({ state: "ended", end_reason: "expired" });
  const { rows } = await listRecords(admin, log, { ...EVERYTHING, filters: { event: ["expire"] } });
  expect(rows.map(({ values }) => values.account)).toContain("finance");
});

describe("数据库的锁", () => {
  test("供应商读不到日志和会话，也读不到里面的任何一张表", async () => {
    for (const table of ["login_log", "login_entry", "online_session", "session"]) {
      const read = database.transaction(as("supplier"), () =>
        sql`select id from ${sql.table(table)}`.execute(database.connection()),
      );
      await expect(read, table).rejects.toMatchObject({ code: "denied" });
    }
  });

  test("内部角色读得到会话的样子，读不到口令和表单的秘密", async () => {
    const { token } = await enterAs("warehouse");
    const rows = await database.transaction(
      as("staff"),
      async () => (await sql`select * from online_session`.execute(database.connection())).rows,
    );
    const [stored] = (await rowsOf(world, "session", "issued_at")).slice(-1);
    const notified = JSON.stringify(rows);
    for (const secret of [token, stored?.id_hash, stored?.token_hash, stored?.csrf])
      expect(notified).not.toContain(String(secret));
    await expect(
      database.transaction(as("staff"), () => sql`select csrf from session`.execute(database.connection())),
    ).rejects.toMatchObject({ code: "denied" });
  });

  test("除了结束，内部角色什么也改不了：延长、换人、删除、伪造日志", async () => {
    const { token, id } = await enterAs("warehouse");
    for (const statement of [
      sql`update online_session set expires_at = '2099-01-01' where id = ${id}`,
      sql`update online_session set user_id = ${world.accounts.admin} where id = ${id}`,
      sql`delete from online_session where id = ${id}`,
      sql`update session set expires_at = '2099-01-01' where id = ${id}`,
      sql`insert into login_log (id, created_at, account, event, result, channel) values (${id}, now(), 'x', 'login', 'ok', 'password')`,
      sql`delete from login_log`,
    ])
      await expect(database.transaction(as("staff"), () => statement.execute(database.connection()))).rejects.toThrow();
    const before = await rowsOf(world, "session", "issued_at");
    await database.transaction(as("staff"), () =>
      sql`update online_session set version = version + 1, state = 'live' where id = ${id}`.execute(
        database.connection(),
      ),
    );
    expect(await rowsOf(world, "session", "issued_at")).toEqual(before);
    expect((await call(world, { token, method: "GET", path: "/v2/user/topTab" })).status).toBe(200);
  });
});

test("日志的筛选：账号、地址、结果、时间；真实原因只在这里", async () => {
  for (const account of ["supplierB", "NobodyKnows@1"])
    await enter(world, { account, password: "x", ip: "198.51.100.9" }).catch(() => undefined);
  const auditor = await personWith(world, "log_auditor");
  const found = async (filters: Record<string, string[]>) =>
    (await listRecords(auditor, log, { ...EVERYTHING, filters })).rows.map(({ values }) => [
      values.account,
      values.reason,
    ]);
  expect((await found({ ip: ["198.51.100.9"] })).sort()).toEqual([
    ["N***", "unknown_account"],
    ["supplierB", "wrong_password"],
  ]);
  expect(await found({ account: ["supplierb"], result: ["fail"] })).toEqual([["supplierB", "wrong_password"]]);
  expect(await found({ ip: ["198.51.100.9"], at: ["2020-01-01", "2020-01-02"] })).toEqual([]);
  await refusal(listRecords(await world.as("buyerA"), log, EVERYTHING), "forbidden");
  await refusal(listRecords(await world.as("supplierA"), log, EVERYTHING), "forbidden");
});
