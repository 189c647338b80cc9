import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { recoverAction, recoverPage } from "~/edge/recover.server";
import { smtpRoute } from "~/engine/mail/smtp.server";
import { deliverMail, type Mail, startMail } from "~/engine/mail/worker.server";
import { openSession } from "~/engine/session/session.server";
import { PATIENCE } from "../../support/patience";
import { call } from "../../support/rest";
import { enter, outcome, rowsOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const ORIGIN = "https://portal.example.com";
const MINUTE = 60_000;
const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());

await change(sql`update app_user set email = accountname || '@Example.com'`);
beforeEach(async () => {
  world.clock.advance(60 * MINUTE);
  await change(sql`delete from mail_outbox`);
});

const sent: Mail[] = [];
const route = { send: async (mail: Mail) => void sent.push(mail) };
const deliver = (through: { send(mail: Mail): Promise<void> } = route) => deliverMail(world.engine, through, ORIGIN);

function ask(account: string, email: string) {
  return call(world, { token: "", method: "POST", path: "/v2/user/recover", body: { account, email } });
}

/** The link of the mail that was sent last. */
async function linkFor(account: string): Promise<string> {
  await ask(account, `${account}@example.com`);
  sent.length = 0;
  await deliver();
  return /ticket=([\w-]{43})/.exec(sent[0]?.text ?? "")?.[1] ?? "";
}

function confirm(ticket: string, newpassword: string, confirmpassword = newpassword) {
  return call(world, {
    token: "",
    method: "POST",
    path: "/v2/user/recover/confirm",
    body: { ticket, newpassword, confirmpassword },
  });
}

describe("申请重置密码", () => {
  test("信息匹配与否，答复相同；匹配的才有一封信", async () => {
    const answers = [
      await ask("buyerA", "buyera@EXAMPLE.com"),
      await ask("buyerA", "other@example.com"),
      await ask("nobody", "buyera@example.com"),
    ];
    for (const { status, body } of answers) {
      expect([status, body.message, body.result]).toEqual([200, "如果信息匹配，重置链接已发送", "success"]);
    }
    expect(await rowsOf(world, "mail_outbox", "created_at")).toMatchObject([
      { recipient: "buyerA@Example.com", state: "queued", link_kind: "recover" },
    ]);
  });

  test("冻结的账号没有信；半小时内最多三封", async () => {
    await change(sql`update app_user set state = 'blocked' where id = ${world.accounts.qa}`);
    await ask("qa", "qa@example.com");
    await change(sql`update app_user set state = 'active' where id = ${world.accounts.qa}`);
    expect(await rowsOf(world, "mail_outbox", "created_at")).toEqual([]);
    for (let asked = 0; asked < 5; asked += 1) {
      world.clock.advance(MINUTE);
      expect((await ask("qa", "qa@example.com")).status).toBe(200);
    }
    expect(await rowsOf(world, "mail_outbox", "created_at")).toHaveLength(3);
  });

  test("同一地址一分钟五次；没有填的和不像邮箱的说明白", async () => {
    expect((await ask("", "")).body).toMatchObject({
      code: 40001,
      result: { errors: { account: "请输入账号", email: "请输入邮箱" } },
    });
    expect((await ask("x", "abc")).body).toMatchObject({ result: { errors: { email: "请输入正确的Email" } } });
    const statuses: number[] = [];
    for (let asked = 0; asked < 6; asked += 1) statuses.push((await ask("x", "x@example.com")).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("重置链接", () => {
  test("存下的只有散列；设置后所有会话结束、旧密码无效、链接用掉、本人得到通知", async () => {
    const { token } = await enter(world, { account: "buyerA" });
    const ticket = await linkFor("buyerA");
    expect(ticket).not.toBe("");
    for (const table of ["password_recovery", "password_recovery_link", "mail_outbox"])
      expect(JSON.stringify(await rowsOf(world, table, table.endsWith("link") ? "hash" : "id"))).not.toContain(ticket);
    expect((await confirm(ticket, "Brand@New1")).status).toBe(200);
    expect(await openSession(world.engine, token, { requestId: "r", ip: "", channel: "page" })).toBeNull();
    expect(await outcome(enter(world, { account: "buyerA" }))).toBe("wrong_password");
    expect(await outcome(enter(world, { account: "buyerA", password: "Brand@New1" }))).toBe("ok");
    expect((await confirm(ticket, "Other@New1")).body.message).toBe("重置链接已失效，请重新申请");
    const notification = (await rowsOf(world, "inbox", "at")).map((row) => row.title);
    expect(notification).toContain("登录密码已重置");
  });

  test("新密码按规则检查，检查不用掉链接；不能沿用现在的密码", async () => {
    const ticket = await linkFor("buyerB");
    expect((await confirm(ticket, "", "")).body).toMatchObject({
      result: { errors: { newpassword: "新密码不能为空", confirmpassword: "确认密码不能为空" } },
    });
    expect((await confirm(ticket, "Abcdefg1", "Abcdefg2")).body).toMatchObject({
      result: { errors: { newpassword: "新密码与确认密码不一致", confirmpassword: "确认密码与新密码不一致" } },
    });
    expect((await confirm(ticket, "buyerB1234")).body).toMatchObject({
      result: { errors: { newpassword: "密码不能包含用户账号" } },
    });
    expect((await confirm(ticket, "Test@2025")).body).toMatchObject({
      result: { errors: { newpassword: "新密码不能与最近5次使用过的密码相同" } },
    });
    expect((await confirm(ticket, "Brand@New1")).status).toBe(200);
  });

  test("30分钟后、编造的、之前申请的另一条：一样的答复", async () => {
    const late = await linkFor("manager");
    world.clock.advance(30 * MINUTE);
    const [one, two] = [await linkFor("manager"), await linkFor("manager")];
    await confirm(two, "Brand@New1");
    for (const ticket of [late, one, two, "A".repeat(43), "", "x"])
      expect([ticket, (await confirm(ticket, "Brand@New2")).body]).toMatchObject([
        ticket,
        { code: 40003, message: "重置链接已失效，请重新申请" },
      ]);
  });

  test("两个人同时用一条链接，只有一个成功", async () => {
    const ticket = await linkFor("planner");
    const statuses = await Promise.all([confirm(ticket, "Brand@New1"), confirm(ticket, "Brand@New2")]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("账号因失败锁定后，重置即解锁", async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await outcome(enter(world, { account: "finance", password: "x" }));
    await confirm(await linkFor("finance"), "Brand@New1");
    expect(await outcome(enter(world, { account: "finance", password: "Brand@New1" }))).toBe("ok");
  });

  test("页面：打开链接不用掉它；保存后回登录页", async () => {
    const ticket = await linkFor("warehouse");
    const get = () =>
      recoverPage({ request: new Request(`http://portal.test/web/user/recover?ticket=${ticket}`), context: {} });
    expect((await get()).model).toMatchObject({ step: "set", account: "warehouse" });
    expect((await get()).model.step).toBe("set");
    const post = async (fields: Record<string, string>) => {
      const request = new Request("http://portal.test/web/user/recover", {
        method: "POST",
        body: new URLSearchParams(fields),
      });
      return recoverAction({ request, context: {} }).catch((thrown: unknown) => thrown);
    };
    expect(await post({ ticket, newpassword: "weak", confirmpassword: "" })).toMatchObject({
      status: 400,
      model: {
        step: "set",
        ticket,
        errors: { newpassword: expect.stringContaining("复杂度太低"), confirmpassword: "确认密码不能为空" },
      },
    });
    const done = await post({ ticket, newpassword: "Brand@New1", confirmpassword: "Brand@New1" });
    expect(done instanceof Response && [done.status, done.headers.get("Location")]).toEqual([
      303,
      "/user/login?why=recovered",
    ]);
    expect((await get()).model).toMatchObject({ step: "over", problem: "重置链接已失效，请重新申请" });
    const asked = await post({ account: "nobody", email: "a@example.com" });
    expect(asked instanceof Response && asked.headers.get("Location")).toBe("/user/recover?asked=1");
  });
});

describe("发件箱", () => {
  const state = async () => (await rowsOf(world, "mail_outbox", "created_at"))[0];

  test("邮件服务器拒绝：按退避时间重试，次数和原因可见，最后标为失败而不丢", async () => {
    await ask("supplierA", "supplierA@example.com");
    let refused = 0;
    const refusing = {
      send: async () => {
        refused += 1;
        throw new Error("550 mailbox unavailable");
      },
    };
    expect(await deliver(refusing)).toBe(1);
    expect(await state()).toMatchObject({ state: "queued", attempts: 1, last_error: "550 mailbox unavailable" });
    expect(await deliver(refusing)).toBe(0);
    world.clock.advance(MINUTE);
    expect(await deliver(refusing)).toBe(1);
    world.clock.advance(MINUTE);
    expect(await deliver(refusing)).toBe(0);
    for (let round = 0; round < 10; round += 1) {
      world.clock.advance(100 * MINUTE);
      await deliver(refusing);
    }
    for (let round = 0; round < 3; round += 1) {
      world.clock.advance(720 * MINUTE);
      await deliver(refusing);
    }
    expect(["failed", "cancelled"]).toContain((await state())?.state);
    expect(refused).toBeLessThanOrEqual(8);
  });

  test("拒绝之后恢复：送到一次，信中的链接可用", async () => {
    await ask("supplierA", "supplierA@example.com");
    await deliver({ send: () => Promise.reject(new Error("451 try later")) });
    world.clock.advance(MINUTE);
    sent.length = 0;
    await deliver();
    expect(sent).toHaveLength(1);
    expect(await state()).toMatchObject({ state: "sent", attempts: 2, last_error: null });
    expect(sent[0]?.text).toContain(`${ORIGIN}/web/user/recover?ticket=`);
    world.clock.advance(60 * MINUTE);
    expect(await deliver()).toBe(0);
  });

  test("进程在发送途中消失：3分钟后由下一个再发，编号不变；没有消失的不会重复", async () => {
    await ask("supplierB", "supplierB@example.com");
    sent.length = 0;
    const hanging = deliver({
      send(mail) {
        sent.push(mail);
        return new Promise(() => undefined);
      },
    });
    await vi.waitFor(() => expect(sent).toHaveLength(1), PATIENCE);
    expect(await deliver()).toBe(0);
    world.clock.advance(3 * MINUTE);
    expect(await deliver()).toBe(1);
    expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id]);
    expect(await state()).toMatchObject({ state: "sent", attempts: 2 });
    void hanging;
  });

  test("几个进程同时取信，每封只取一次", async () => {
    for (const account of ["buyerA", "buyerB", "manager"]) await ask(account, `${account}@example.com`);
    sent.length = 0;
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
    expect(sent).toHaveLength(3);
  });

  test("没有配置邮件服务器：信留在发件箱，日志说明", async () => {
    await ask("buyerA", "buyerA@example.com");
    const said: unknown[] = [];
    const engine = { ...world.engine, log: { ...world.engine.log, warn: (facts: unknown) => void said.push(facts) } };
    const stop = startMail(engine as typeof world.engine, { route: null, origin: ORIGIN });
    await vi.waitFor(() => expect(said).toEqual([{ waiting: 1 }]), PATIENCE);
    await stop();
    expect(await state()).toMatchObject({ state: "queued", attempts: 0 });
  });

  test("在别处改过密码之后，还没有发出的重置信不再发出", async () => {
    await ask("buyerA", "buyerA@example.com");
    world.clock.advance(1_000);
    await change(
      sql`update user_secret set changed_at = ${world.clock.now().toISOString()} where user_id = ${world.accounts.buyerA}`,
    );
    sent.length = 0;
    await deliver();
    expect(sent).toEqual([]);
    expect(await state()).toMatchObject({ state: "cancelled" });
  });

  test("真的邮件服务器收到完整的信：主题、正文、固定编号", async () => {
    const { server, received } = await fakeMailServer();
    const { port } = server.address() as AddressInfo;
    const mail = smtpRoute({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: "供应商平台 <portal@example.com>" });
    await mail.send({
      id: "0190-abc",
      to: "a@example.com",
      subject: "【供应商平台】测试",
      text: "您好\n链接",
      attachments: [],
    });
    mail.close?.();
    server.close();
    const text = received.join("\n");
    expect(text).toContain("RCPT TO:<a@example.com>");
    expect(text).toContain("Message-ID: <0190-abc@example.com>");
    expect(text).toContain("From: =?UTF-8?");
    expect(text).toContain(Buffer.from("您好").toString("base64").slice(0, 6));
  });
});

/** Takes every mail and keeps what was said. */
async function fakeMailServer(): Promise<{ server: Server; received: string[] }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let isMail = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 mail.test");
    createInterface({ input: socket }).on("line", (line) => {
      received.push(line);
      if (isMail) {
        if (line === ".") {
          isMail = false;
          say("250 taken");
        }
      } else if (line === "DATA") {
        isMail = true;
        say("354 go on");
      } else if (line === "QUIT") socket.end("221 bye\r\n");
      else say("250 ok");
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, received };
}
