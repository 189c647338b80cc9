import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { testMailServer } from "~/engine/mail/server-test.server";
import { smtpServer } from "~/engine/mail/smtp.server";
import { listModel } from "~/engine/screen/list-model.server";
import { mailServerModel } from "~/modules/system-management/email/connection.page.server";
import { startMailServer } from "../../../support/mail-server";
import { refusal } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const FROM = "供应商平台 <portal@example.com>";
const said: unknown[] = [];
const log = { ...world.engine.log, info: (facts: unknown) => void said.push(facts) };

/** A person of an installation with this mail server. */
async function personWith(url: string | null, account: "admin" | "buyerA" | "manager" | "supplierA" = "admin") {
  const person = await world.as(account);
  const mailServer = url === null ? {} : { mailServer: smtpServer({ url, from: FROM }) };
  return { ...person, services: { ...world.engine, log, ...mailServer } } as Context;
}

/** A mail server that wants an account, and takes the one of this password. */
async function guardedServer(password: string) {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth(auth, _session, answer) {
      if (auth.password === password) return answer(null, { user: auth.username ?? "" });
      answer(Object.assign(new Error(`no account ${auth.username} ${auth.password}`), { responseCode: 535 }));
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

describe("测试邮件服务器", () => {
  test("连得上、账号被接受：什么也不发出", async () => {
    const open = await startMailServer();
    expect(await testMailServer(await personWith(open.url))).toBeNull();
    expect(open.mails.size).toBe(0);
    await open.close();
    const guarded = await guardedServer("right-secret");
    expect(await testMailServer(await personWith(`smtp://portal:right-secret@127.0.0.1:${guarded.port}`))).toBeNull();
    await guarded.close();
  });

  test("密码不对：用中文说明，答复和日志里没有账号、密码和对方的原话", async () => {
    const guarded = await guardedServer("right-secret");
    said.length = 0;
    const context = await personWith(`smtp://portal-account:wrong-secret@127.0.0.1:${guarded.port}`);
    const refused = await testMailServer(context);
    expect(refused).toBe("邮件服务器不接受账号或密码，请检查MAIL_URL中的账号和密码（服务器答复535）");
    const shown = JSON.stringify([refused, said, mailServerModel(context, refused ?? "")]);
    for (const secret of ["portal-account", "wrong-secret", "right-secret", "no account"])
      expect(shown).not.toContain(secret);
    expect(shown).toContain("127.0.0.1");
    await guarded.close();
  });

  test("没有人在听、加密方式不相配、主机名写错，各说各的", async () => {
    const plain = await startMailServer();
    const port = new URL(plain.url).port;
    expect(await testMailServer(await personWith(`smtps://127.0.0.1:${port}`))).toBe(
      "没有建立加密连接，请检查端口与smtp、smtps是否相配",
    );
    await plain.close();
    expect(await testMailServer(await personWith(`smtp://127.0.0.1:${port}`))).toBe(
      "邮件服务器拒绝连接，请检查端口以及服务器是否在运行",
    );
    expect(await testMailServer(await personWith("smtp://no-such-host.invalid:25"))).toBe(
      "找不到邮件服务器，请检查MAIL_URL中的主机名",
    );
  });

  test("几个人同时测试，只连一次", async () => {
    let connected = 0;
    const mailServer = {
      ...smtpServer({ url: "smtp://127.0.0.1:25", from: FROM }),
      async connect() {
        connected += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    };
    const person = await world.as("admin");
    const context = { ...person, services: { ...world.engine, mailServer } };
    expect(await Promise.all([testMailServer(context), testMailServer(context)])).toEqual([null, null]);
    expect(connected).toBe(1);
    await testMailServer(context);
    expect(connected).toBe(2);
  });

  test("没有设置邮件服务器：说明邮件会等着，不能测试", async () => {
    const context = await personWith(null);
    expect(mailServerModel(context)).toMatchObject({
      blocked: true,
      findings: [{ level: "block", text: "邮件服务器未配置，邮件将在配置后发送" }],
    });
    expect((await refusal(testMailServer(context), "wrong_state")).message).toBe(
      "邮件服务器未配置，邮件将在配置后发送",
    );
  });

  test("只有系统管理员可以，别人的列表上没有这个按钮", async () => {
    const url = "smtp://127.0.0.1:1";
    for (const account of ["buyerA", "manager", "supplierA"] as const) {
      await refusal(testMailServer(await personWith(url, account)), "forbidden");
      await expect(async () => mailServerModel(await personWith(url, account))).rejects.toMatchObject({
        error: "forbidden",
      });
    }
    const screen = world.screen("system-management/email");
    const pageOf = async (account: "admin" | "buyerA") =>
      JSON.stringify(await listModel(await world.as(account), screen, new URLSearchParams()));
    expect(await pageOf("admin")).toContain("测试邮件服务器");
    expect(await pageOf("buyerA")).not.toContain("测试邮件服务器");
  });
});
