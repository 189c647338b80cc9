import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { bindingModel } from "~/engine/account/binding-model.server";
import { askCode, bindChannel, unbindChannel } from "~/engine/account/channel-binding.server";
import { readChoices, saveChoices } from "~/engine/account/notification.server";
import { codeOf } from "~/engine/channels/codes.server";
import { gatewayCarrier, gatewayRoute } from "~/engine/channels/gateway.server";
import type { Context } from "~/engine/context.server";
import { deliver } from "~/engine/mail/worker.server";
import { sendDailyDigests } from "~/engine/notify/daily-digest.server";
import { seedScenarios } from "~/engine/notify/notification-rules.server";
import { notify } from "~/engine/notify/notify.server";
import { readHistory } from "~/engine/operations/audit.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { openSession } from "~/engine/session/session.server";
import { createLog } from "~/host/log.server";
import { startChild } from "../../support/child-process";
import { stoppedClock } from "../../support/clock";
import { type AccountName, PASSWORD } from "../../support/company";
import { copyBase } from "../../support/database";
import { GATEWAY_SECRET, type GatewayServer, gatewayServer } from "../../support/gateway-server";
import { howMany } from "../../support/length";
import { refusal } from "../../support/orders";
import { PATIENCE } from "../../support/patience";
import { signIn } from "../../support/rest";
import { rowsOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";

/** Every line of the log, of any level. */
const logged: string[] = [];
const log = createLog({ logLevel: "trace" }, { write: (line) => void logged.push(line) });
const world = await openWorld({ log });
afterAll(() => world.close());
const { accounts } = world;
const ORIGIN = "https://portal.example.com";
const MINUTE = 60_000;
const PHONE = "13800138000";
const EMAIL = "system-management/email";
const WRONG_SECRET = "another-secret-of-at-least-32-letters!";

world.engine.channels = new Set(["sms", "wecom"]);
await seedScenarios(world.engine);

const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
const outbox = async () => (await rowsOf(world, "mail_outbox", "created_at")).filter((row) => row.channel !== "email");

beforeEach(async () => {
  // Noon of another day: nothing waits for the end of a night, and no code counts any more.
  const noon = new Date(world.clock.now());
  noon.setUTCHours(28, 0, 0, 0);
  world.clock.advance(noon.getTime() - world.clock.now().getTime());
  await change(sql`delete from mail_outbox`);
  await change(sql`delete from channel_code`);
  await change(sql`delete from app_user_chat_bindings`);
  await change(sql`delete from notification_choice`);
});

async function own(account: AccountName): Promise<Context> {
  const facts = { requestId: "r", ip: "10.0.0.9", channel: "page" as const };
  const session = await openSession(world.engine, await signIn(world, account), facts);
  if (!session) throw new Error(`${account} is not signed in`);
  return session.context;
}

async function gateway(): Promise<GatewayServer> {
  const server = await gatewayServer();
  onTestFinished(() => server.close());
  return server;
}

const services = world.engine;

const send = (server: { address: string }, more: { secret?: string; answerMs?: number } = {}) =>
  deliver(
    services,
    gatewayCarrier(services, {
      channel: "sms",
      route: gatewayRoute(services, { address: server.address, secret: GATEWAY_SECRET, ...more }),
      origin: ORIGIN,
    }),
  );

/** An administrator has it sent again. */
const retry = async (id: unknown) =>
  applyTransition(await world.as("admin"), { entity: world.entity(EMAIL), id: String(id), name: "retry" });

const codeIn = (server: GatewayServer) => /\d{6}/.exec(server.delivered.at(-1)?.text ?? "")?.[0] ?? "";

async function bind(account: AccountName, server: GatewayServer, address = PHONE): Promise<Context> {
  const context = await own(account);
  await askCode(context, { channel: "sms", address, oldpassword: PASSWORD });
  await send(server);
  await bindChannel(context, { channel: "sms", code: codeIn(server) });
  await change(sql`delete from mail_outbox`);
  server.calls.length = 0;
  server.delivered.length = 0;
  return context;
}

/** Something worth a warning, told to an account. */
const tell = (account: AccountName) =>
  notify(world.system(), {
    scenario: "account.sessions-ended",
    to: [accounts[account]],
    values: { count: "2" },
    path: "/account/settings-security",
  });

describe("网关", () => {
  test("收下：签名正确、内容完整；发件箱和发送记录里只有隐去中间的号码", async () => {
    const server = await gateway();
    await bind("buyerA", server);
    await tell("buyerA");
    expect(await outbox()).toMatchObject([{ channel: "sms", recipient: "138****8000", state: "queued" }]);
    expect(await send(server)).toBe(1);
    const [row] = await outbox();
    expect(row).toMatchObject({ state: "sent", attempts: 1 });
    expect(server.calls).toMatchObject([{ isSigned: true, key: row?.id }]);
    expect(server.delivered).toEqual([
      {
        id: row?.id,
        channel: "sms",
        to: PHONE,
        title: "其他登录设备已退出",
        text: "您已将2处登录退出。如不是您本人操作，请立即修改密码。",
        link: `${ORIGIN}/web/account/settings-security`,
        at: world.clock.now().toISOString(),
      },
    ]);
    const records = (await rowsOf(world, "msg_send_record", "at")).filter(({ mail_id }) => mail_id === row?.id);
    expect(records).toMatchObject([{ channel: "sms", address: "138****8000" }]);
    expect(JSON.stringify([await outbox(), records])).not.toContain(PHONE);
  });

  test("同一条第二次：对方说已收到，就是送到了；只到手机一次", async () => {
    const server = await gateway();
    await bind("buyerA", server);
    await tell("buyerA");
    // The gateway took it, and the process died before it could note that.
    server.next("take-silently");
    await send(server, { answerMs: 50 });
    expect(await outbox()).toMatchObject([
      { state: "queued", last_error: "网关没有在规定时间内答复", is_uncertain: true },
    ]);
    world.clock.advance(2 * MINUTE);
    await send(server);
    expect(await outbox()).toMatchObject([{ state: "sent", attempts: 2 }]);
    expect([server.calls.length, server.delivered.length]).toEqual([2, 1]);
  });

  test("进程在发出与记下之间断了：再发时编号不变，对方只送一次", async () => {
    const server = await gateway();
    await bind("buyerA", server);
    await tell("buyerA");
    let died = false;
    const route = gatewayRoute(services, { address: server.address, secret: GATEWAY_SECRET });
    const mortal = {
      send: async (message: Parameters<typeof route.send>[0]) => {
        await route.send(message);
        died = true;
        return new Promise<never>(() => undefined);
      },
    };
    void deliver(services, gatewayCarrier(services, { channel: "sms", route: mortal, origin: ORIGIN }), () => !died);
    await expect.poll(() => died).toBe(true);
    expect(await send(server)).toBe(0);
    world.clock.advance(4 * MINUTE);
    expect(await send(server)).toBe(1);
    expect(await outbox()).toMatchObject([{ state: "sent", is_uncertain: true }]);
    expect([server.calls.length, server.delivered.length]).toEqual([2, 1]);
  });

  test("拒绝的留下原因不再自己发，管理员重发；5xx和不在的过一会再发；越等越久", async () => {
    const server = await gateway();
    await bind("buyerA", server);
    await tell("buyerA");
    server.next({ status: 422, body: { message: `号码${PHONE}已停机` } }, { status: 503 }, "take");
    await send(server);
    const [refused] = await outbox();
    expect(refused).toMatchObject({ state: "failed", last_error: "网关：号码***已停机（422）" });
    await retry(refused?.id);
    await send(server);
    expect(await outbox()).toMatchObject([{ state: "queued", last_error: "网关返回了错误码503" }]);
    expect(await send(server)).toBe(0);
    world.clock.advance(2 * MINUTE);
    const away = await gatewayServer();
    await away.close();
    await send(away);
    expect((await outbox())[0]?.last_error).toBe("无法连接网关（ECONNREFUSED）");
    world.clock.advance(2 * MINUTE);
    expect(await send(server)).toBe(0);
    world.clock.advance(4 * MINUTE);
    await send(server);
    expect(await outbox()).toMatchObject([{ state: "sent" }]);
  });

  test("密钥不对：对方拒绝，说明签名；改对后重发送到", async () => {
    const server = await gateway();
    await askCode(await own("buyerA"), { channel: "sms", address: PHONE, oldpassword: PASSWORD });
    await send(server, { secret: WRONG_SECRET });
    expect(await outbox()).toMatchObject([{ state: "failed", last_error: "网关：签名不正确（401）" }]);
    await retry((await outbox())[0]?.id);
    expect([await send(server), server.delivered.length]).toEqual([1, 1]);
  });

  test("网关撤走以后：失败的不能重发，说明为什么；接回来可以", async () => {
    const server = await gateway();
    await bind("buyerA", server);
    await tell("buyerA");
    server.next({ status: 400 }, "take");
    await send(server);
    const [row] = await outbox();
    expect(row).toMatchObject({ state: "failed" });
    const channels = world.engine.channels ?? new Set();
    world.engine.channels = new Set();
    onTestFinished(() => {
      world.engine.channels = channels;
    });
    const without = await refusal(retry(row?.id), "invalid");
    expect(without.message).toBe("系统没有接入短信网关，不能重发");
    expect(await outbox()).toMatchObject([{ state: "failed" }]);
    world.engine.channels = channels;
    await retry(row?.id);
    await send(server);
    expect(await outbox()).toMatchObject([{ state: "sent" }]);
  });

  test("进程在投递途中几次被杀，一条不少，每条只到手机一次；重复交接的都注明过", async () => {
    const kills = howMany({ usual: 1, full: 7 });
    const each = howMany({ usual: 8, full: 20 });
    const messages = (kills + 2) * each;
    const server = await gateway();
    const copy = await copyBase(inject("bases").company);
    onTestFinished(() => copy.remove());
    const kept = { ...copy, remove: async () => undefined };
    // The processes have the machine's clock.
    const clock = stoppedClock(new Date());
    const filler = await openWorld({ clock, copy: kept });
    filler.engine.channels = new Set(["sms"]);
    await seedScenarios(filler.engine);
    await sql`insert into app_user_chat_bindings (id, root_id, line_no, app, open_id, bound_at)
      values (${filler.engine.newId()}, ${accounts.buyerA}, 10, 'sms', ${PHONE}, now())`.execute(
      filler.engine.database.connection(),
    );
    for (let at = 0; at < messages; at += 1)
      await notify(filler.system(), {
        scenario: "account.sessions-ended",
        to: [accounts.buyerA],
        values: { count: String(at) },
      });
    await filler.close();
    const settings = {
      ...copy.place,
      NODE_ENV: "test",
      DEMO_DATA: "0",
      SMS_GATEWAY_URL: server.address,
      SMS_GATEWAY_SECRET: GATEWAY_SECRET,
    };
    for (let kill = 0; kill <= kills; kill += 1) {
      const child = startChild("tests/support/mail-child.ts", [String(kill * 4 * MINUTE)], settings);
      const isLast = kill === kills;
      const enough = isLast ? messages : (kill + 1) * each;
      await vi.waitFor(() => expect(server.delivered.length).toBeGreaterThanOrEqual(enough), PATIENCE);
      await child.kill(isLast ? "SIGTERM" : "SIGKILL");
    }
    const after = await openWorld({ clock, copy: kept });
    onTestFinished(() => after.close());
    const rows = (await rowsOf(after, "mail_outbox", "id")).filter(({ channel }) => channel === "sms");
    // What a killed process had handed over without noting it has arrived, and would be handed over once more under its key when it is due again.
    const unnoted = rows.filter(({ state }) => state !== "sent");
    const arrived = new Set<unknown>(server.delivered.map(({ id }) => id));
    expect(unnoted.filter(({ id, state }) => state !== "sending" || !arrived.has(id))).toEqual([]);
    expect(server.delivered.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    const callsOf = (id: unknown) => server.calls.filter(({ key }) => key === id).length;
    expect(rows.filter(({ id, is_uncertain }) => callsOf(id) > 1 && !is_uncertain)).toEqual([]);
  });
});

describe("秘密", () => {
  /** A number that nobody of the small company has. */
  const SECRET_PHONE = "13977440913";
  /** Where a number stands in the open, because messages go there: only the owner of the tables reads the first, and the second masks it. */
  const KEEPERS = ["app_user_chat_bindings", "channel_code"];

  /** Tables in which the text stands, in any column. */
  async function tablesWith(text: string): Promise<string[]> {
    const connection = world.engine.database.connection();
    const { rows: tables } = await sql<{ name: string }>`select relname::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(connection);
    expect(tables.length).toBeGreaterThan(100);
    const found = tables.map(
      ({ name }) => sql<{ name: string }>`select ${name}::text as name
        where exists (select 1 from ${sql.table(name)} t where t::text like ${`%${text}%`})`,
    );
    const { rows } = await sql<{ name: string }>`${sql.join(found, sql` union all `)}`.execute(connection);
    return rows.map(({ name }) => name).sort();
  }

  /** Rows where a code would be written down; six digits may stand by chance in ids and instants, which are left out. */
  async function withoutChance(tables: readonly string[]): Promise<string> {
    const all = await Promise.all(tables.map((table) => rowsOf(world, table, "id")));
    return JSON.stringify([all, logged]).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");
  }

  test("号码、验证码和密钥不在留痕、发件箱、发送记录、站内消息和日志里，管理员清除绑定以后也不在", async () => {
    const server = await gateway();
    const context = await own("buyerA");
    logged.length = 0;
    await askCode(context, { channel: "sms", address: SECRET_PHONE, oldpassword: PASSWORD });
    const [asked] = await rowsOf(world, "channel_code", "at");
    const code = codeOf(world.engine, String(asked?.id));
    await send(server, { secret: WRONG_SECRET });
    await retry((await outbox())[0]?.id);
    server.next({ status: 500, body: { message: `${SECRET_PHONE} 的验证码 ${code}` } }, "take");
    await send(server);
    world.clock.advance(2 * MINUTE);
    await send(server);
    expect(codeIn(server)).toBe(code);
    await refusal(bindChannel(context, { channel: "sms", code: code === "000000" ? "000001" : "000000" }), "invalid");
    await bindChannel(await own("buyerA"), { channel: "sms", code });
    await tell("buyerA");
    await send(server);
    expect(server.delivered.at(-1)?.to).toBe(SECRET_PHONE);
    expect(await tablesWith(SECRET_PHONE)).toEqual(KEEPERS);
    for (const secret of [WRONG_SECRET, GATEWAY_SECRET]) expect(await tablesWith(secret)).toEqual([]);
    const user = world.entity("system-management/user");
    await applyTransition(await world.as("admin"), { entity: user, id: accounts.buyerA, name: "clear_binding" });
    expect(await tablesWith(SECRET_PHONE)).toEqual(["channel_code"]);

    const trail = (await rowsOf(world, "audit_log", "at")).filter(({ record_id }) => record_id === accounts.buyerA);
    expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(["channel-code", "channel-binding"]));
    expect(logged.some((line) => line.includes("mail not delivered"))).toBe(true);
    const written = await withoutChance(["audit_log", "channel_code", "inbox", "mail_outbox", "msg_send_record"]);
    expect(written).toContain("139****0913");
    expect(written).not.toContain(code);
    for (const one of [SECRET_PHONE, WRONG_SECRET, GATEWAY_SECRET]) expect(logged.join("")).not.toContain(one);
  });
});

describe("绑定", () => {
  test("验证码绑定：留痕、通知本人、只看到隐去的号码；解除要密码", async () => {
    const server = await gateway();
    const context = await own("buyerA");
    await askCode(context, { channel: "sms", address: "+86 138-0013-8000", oldpassword: PASSWORD });
    await send(server);
    expect(JSON.stringify(await rowsOf(world, "channel_code", "at"))).not.toContain(codeIn(server));
    expect((await bindingModel(context)).channels[1]?.forms.map(({ intent }) => intent)).toEqual(["bind", "ask"]);
    await bindChannel(context, { channel: "sms", code: codeIn(server) });
    expect((await bindingModel(context)).channels[1]).toMatchObject({
      status: expect.stringMatching(/^138\*\*\*\*8000 已于/),
      forms: [{ intent: "unbind" }],
    });
    expect((await bindingModel(await own("buyerB"))).channels[1]?.status).toBe(
      "还没有绑定。绑定后可以通过它接收通知。",
    );
    const wrong = await refusal(unbindChannel(context, { channel: "sms", oldpassword: "x" }), "invalid");
    expect(wrong.complaints).toEqual([{ field: "oldpassword", message: "当前密码不正确" }]);
    await unbindChannel(context, { channel: "sms", oldpassword: PASSWORD });
    expect(await rowsOf(world, "app_user_chat_bindings", "id")).toEqual([]);
    const entity = world.entity("system-management/user");
    const labels = (await readHistory(await world.as("admin"), { entity, recordId: accounts.buyerA })).map(
      (one) => one.label,
    );
    expect(labels).toEqual(
      expect.arrayContaining(["获取短信绑定验证码", "绑定短信（138****8000）", "解除绑定短信（138****8000）"]),
    );
    const told = (await rowsOf(world, "inbox", "at")).filter((row) => row.user_id === accounts.buyerA);
    expect(told.map(({ title }) => title)).toEqual(expect.arrayContaining(["短信已绑定", "短信已解除绑定"]));
  });

  test("号码、密码、验证码不对都在栏旁说；次数用完、过期、用过的作废；每小时有限", async () => {
    const server = await gateway();
    // A request has its moment: later ones are other requests.
    let context = await own("buyerA");
    const ask = (address = PHONE, oldpassword = PASSWORD) => askCode(context, { channel: "sms", address, oldpassword });
    const type = (code: string) => refusal(bindChannel(context, { channel: "sms", code }), "invalid");
    const both = await refusal(ask("123", "wrong"), "invalid");
    expect(both.complaints).toEqual([
      { field: "address", message: "请输入正确的手机号" },
      { field: "oldpassword", message: "当前密码不正确" },
    ]);
    await ask();
    await send(server);
    const right = codeIn(server);
    const other = right === "000000" ? "000001" : "000000";
    expect((await type("12")).complaints[0]?.message).toBe("请输入6位数字的验证码");
    for (const left of [4, 3, 2, 1])
      expect((await type(other)).complaints[0]?.message).toBe(`验证码不正确，还可以输入${left}次`);
    expect((await type(other)).complaints[0]?.message).toBe("验证码不正确，次数已用完，请重新获取");
    expect((await type(right)).complaints[0]?.message).toBe("验证码已失效，请重新获取");
    await ask();
    await send(server);
    world.clock.advance(11 * MINUTE);
    context = await own("buyerA");
    expect((await type(codeIn(server))).complaints[0]?.message).toBe("验证码已失效，请重新获取");
    for (let asked = 0; asked < 3; asked += 1) await ask();
    expect((await refusal(ask(), "too_often")).message).toBe("验证码获取过于频繁，请1小时后再试");
    // The same phone, asked for by somebody else.
    const stranger = askCode(await own("buyerB"), { channel: "sms", address: PHONE, oldpassword: PASSWORD });
    await refusal(stranger, "too_often");
    // What was not sent in time leaves no more.
    world.clock.advance(11 * MINUTE);
    await send(server);
    expect((await outbox()).filter(({ state }) => state === "cancelled")).toHaveLength(3);
  });

  test("一个验证码只能用一次：同时用两次只成一次，解除后不能再用", async () => {
    const server = await gateway();
    const context = await own("buyerA");
    await askCode(context, { channel: "sms", address: PHONE, oldpassword: PASSWORD });
    await send(server);
    const use = () => bindChannel(context, { channel: "sms", code: codeIn(server) });
    const ends = await Promise.allSettled([use(), use()]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await rowsOf(world, "app_user_chat_bindings", "id")).toHaveLength(1);
    await unbindChannel(await own("buyerA"), { channel: "sms", oldpassword: PASSWORD });
    expect((await refusal(use(), "invalid")).complaints).toEqual([
      { field: "code", message: "验证码已失效，请重新获取" },
    ]);
    expect(await rowsOf(world, "app_user_chat_bindings", "id")).toEqual([]);
  });

  test("没有网关：页面说明、没有按钮；申请也被拒绝", async () => {
    const context = await own("buyerA");
    const without = { ...context, services: { ...world.engine, channels: new Set<never>() } };
    expect(await bindingModel(without)).toMatchObject({ missing: "企业微信、短信", channels: [] });
    const asked = askCode(without, { channel: "sms", address: PHONE, oldpassword: PASSWORD });
    expect((await refusal(asked, "wrong_state")).message).toBe("系统没有接入短信网关，不能绑定");
  });
});

describe("选择", () => {
  test("免打扰时段内的等到结束才发，安全类的马上发", async () => {
    const server = await gateway();
    await bind("buyerA", server);
    const context = await own("buyerA");
    const { rows } = await readChoices(context);
    const waits = rows.find(
      ({ code, gateways, always }) =>
        !always && gateways.sms && world.engine.registry.scenarioFacts(code)?.level === "todo",
    );
    const code = String(waits?.code);
    const site = new Set(rows.flatMap((row) => (row.site ? [row.code] : [])));
    await saveChoices(context, { site, gateways: { sms: new Map([[code, "now"]]) } });
    // On to 23:00 in China, which is 15:00 in UTC.
    const present = world.clock.now();
    const night = new Date(present);
    night.setUTCHours(15, 0, 0, 0);
    if (night <= present) night.setUTCDate(night.getUTCDate() + 1);
    world.clock.advance(night.getTime() - present.getTime());
    const facts = world.engine.registry.scenarioFacts(code);
    const values = Object.fromEntries(Object.entries(facts?.variables ?? {}).map(([name, one]) => [name, one.sample]));
    await notify(world.system(), { scenario: code as never, to: [accounts.buyerA], values: values as never });
    await tell("buyerA");
    expect(await send(server)).toBe(1);
    expect(server.delivered.map(({ title }) => title)).toEqual(["其他登录设备已退出"]);
    world.clock.advance(8 * 60 * MINUTE - 1);
    expect(await send(server)).toBe(0);
    world.clock.advance(1);
    expect(await send(server)).toBe(1);
    expect(server.delivered).toHaveLength(2);
  });

  test("短信默认只发安全和预警；另选的算数；免打扰顺延；每日汇总成一条", async () => {
    const server = await gateway();
    const context = await bind("buyerA", server);
    const { ways, rows } = await readChoices(context);
    expect(ways).toEqual(["sms"]);
    const of = (level: string) =>
      rows.find(
        ({ code, gateways, always }) =>
          !always && gateways.sms && world.engine.registry.scenarioFacts(code)?.level === level,
      );
    const [todo, warning] = [of("todo"), of("warning")];
    expect([todo?.gateways.sms, warning?.gateways.sms]).toEqual(["off", "now"]);
    const site = new Set(rows.flatMap((row) => (row.site ? [row.code] : [])));
    const sms = new Map([[String(todo?.code), "daily"]]);
    await saveChoices(context, { site, gateways: { sms } });
    expect((await readChoices(context)).rows.find(({ code }) => code === todo?.code)?.gateways.sms).toBe("daily");
    const facts = world.engine.registry.scenarioFacts(String(todo?.code));
    const values = Object.fromEntries(Object.entries(facts?.variables ?? {}).map(([name, one]) => [name, one.sample]));
    for (let times = 0; times < 2; times += 1)
      await notify(world.system(), { scenario: todo?.code as never, to: [accounts.buyerA], values: values as never });
    expect(await outbox()).toEqual([]);
    await sendDailyDigests(world.engine);
    expect(await outbox()).toMatchObject([{ channel: "sms", subject: "今日汇总：2条通知", recipient: "138****8000" }]);
    await send(server);
    expect(server.delivered).toMatchObject([{ to: PHONE, link: `${ORIGIN}/web/account/inbox` }]);
  });
});
