import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test } from "vitest";
import { queueMails } from "~/engine/mail/queue-mails.server";
import { smtpRoute } from "~/engine/mail/smtp.server";
import { deliverMail, type Mail } from "~/engine/mail/worker.server";
import { createRecord, readRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { startChild } from "../../support/child-process";
import { stoppedClock } from "../../support/clock";
import { copyBase } from "../../support/database";
import { howMany } from "../../support/length";
import { startMailServer } from "../../support/mail-server";
import { rowsOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const EMAIL = "system-management/email";
const ORIGIN = "https://portal.example.com";
const MINUTE = 60_000;
const text = { subject: "开会", body: "周五开会" };

beforeEach(async () => {
  world.clock.advance(MINUTE);
  await sql`delete from mail_outbox`.execute(world.engine.database.connection());
});

const outbox = () => rowsOf(world, "mail_outbox", "recipient");
const names = (count: number) => Array.from({ length: count }, (_none, at) => `a${at}@example.com`);

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

describe("投递", () => {
  test("许多收件人中一个被拒绝，其余照常送到；邮箱不存在的不再重试", async () => {
    const server = await mailServer({ refuses: (address) => address.startsWith("a3@") });
    const route = smtpRoute({ url: server.url, from: "portal@example.com" });
    await queueMails(world.system(), names(30), text);
    expect(await deliverMail(world.engine, route, ORIGIN)).toBe(30);
    route.close?.();
    const rows = await outbox();
    expect(server.mails.size).toBe(29);
    expect([...server.mails.values()].every((times) => times === 1)).toBe(true);
    expect(rows.filter(({ state }) => state === "sent")).toHaveLength(29);
    expect(rows.filter(({ state }) => state !== "sent")).toMatchObject([
      {
        recipient: "a3@example.com",
        state: "failed",
        attempts: 1,
        last_error: expect.stringContaining("no such mailbox"),
      },
    ]);
  });

  test("交接途中断了：到时再发，邮件编号不变，并注明结果不明；没有开始交接的不注明", async () => {
    await queueMails(world.system(), names(8), text);
    let died = false;
    const silent = { send: () => new Promise<void>(() => undefined) };
    // A process that hangs in the middle: five are being handed over, the other three wait for their turn.
    void deliverMail(world.engine, silent, ORIGIN, () => !died);
    await expect.poll(async () => (await outbox()).filter(({ handed_at }) => handed_at !== null).length).toBe(5);
    died = true;
    const sent: Mail[] = [];
    const route = { send: async (mail: Mail) => void sent.push(mail) };
    expect(await deliverMail(world.engine, route, ORIGIN)).toBe(0);
    world.clock.advance(2 * MINUTE);
    expect(await deliverMail(world.engine, route, ORIGIN)).toBe(3);
    world.clock.advance(2 * MINUTE);
    expect(await deliverMail(world.engine, route, ORIGIN)).toBe(5);
    const rows = await outbox();
    expect(sent.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(rows.map(({ state }) => state)).toEqual(Array(8).fill("sent"));
    expect(rows.filter(({ is_uncertain }) => is_uncertain)).toHaveLength(5);
  });

  test("进程在投递途中几次被杀，一封不少；重复的都是注明过的", async () => {
    const kills = howMany({ usual: 2, full: 7 });
    const mails = (kills + 2) * 30;
    const server = await mailServer();
    const copy = await copyBase(inject("bases").company);
    onTestFinished(() => copy.remove());
    // The processes have the machine's clock: mails of long ago would be thrown away as soon as they have left.
    const clock = stoppedClock(new Date());
    const filler = await openWorld({ clock, copy: { ...copy, remove: async () => undefined } });
    await queueMails(filler.system(), names(mails), text);
    await filler.close();
    const settings = { ...copy.place, NODE_ENV: "test", DEMO_DATA: "0", MAIL_URL: server.url };
    for (let kill = 0; kill <= kills; kill += 1) {
      const child = startChild("tests/support/mail-child.ts", [String(kill * 4 * MINUTE)], settings);
      const isLast = kill === kills;
      await (isLast ? server.different(mails) : server.received((kill + 1) * 30));
      await child.kill(isLast ? "SIGTERM" : "SIGKILL");
    }
    const after = await openWorld({ clock, copy: { ...copy, remove: async () => undefined } });
    onTestFinished(() => after.close());
    const rows = await rowsOf(after, "mail_outbox", "id");
    // What a killed process had handed over without noting it has arrived, and would be sent once more, noted as uncertain, when it is due again.
    const unnoted = rows.filter(({ state }) => state !== "sent");
    expect(unnoted.filter(({ id, state }) => state !== "sending" || !server.mails.has(String(id)))).toEqual([]);
    const twice = rows.filter(({ id }) => (server.mails.get(String(id)) ?? 0) > 1);
    expect(twice.every(({ is_uncertain }) => is_uncertain)).toBe(true);
    expect(server.mails.size).toBe(mails);
  });
});

describe("邮件日志", () => {
  test("手工写的邮件逐个地址发出，互不可见；不像邮箱的点名拒绝", async () => {
    const admin = await world.as("admin");
    const screen = world.screen(EMAIL);
    const write = (recipient: string) => createRecord(admin, { screen, values: { recipient, ...text } });
    await expect(write("a@example.com，b")).rejects.toMatchObject({
      complaints: [{ field: "recipient", message: "收件人“b”不是有效的邮箱" }],
    });
    const { id } = await write("a@example.com；b@example.com\nc@example.com a@example.com");
    const entity = world.entity(EMAIL);
    await applyTransition(admin, { entity, id, name: "send" });
    expect((await outbox()).map(({ recipient, state }) => [recipient, state])).toEqual([
      ["a@example.com", "queued"],
      ["b@example.com", "queued"],
      ["c@example.com", "queued"],
    ]);
    await applyTransition(admin, { entity, id, name: "cancel" });
    const sent: Mail[] = [];
    await deliverMail(world.engine, { send: async (mail) => void sent.push(mail) }, ORIGIN);
    expect(sent.map(({ to }) => to).sort()).toEqual(["b@example.com", "c@example.com"]);
    await applyTransition(admin, { entity, id, name: "retry" });
    await deliverMail(world.engine, { send: async (mail) => void sent.push(mail) }, ORIGIN);
    expect((await readRecord(admin, screen, id)).record).toMatchObject({ state: "sent", attempts: 1 });
  });

  test("重置密码的链接不在日志里", async () => {
    await sql`update app_user set email = 'q@example.com' where accountname = 'qa'`.execute(
      world.engine.database.connection(),
    );
    const { askForNewPassword } = await import("~/engine/session/recovery.server");
    await askForNewPassword(world.engine, { account: "qa", email: "q@example.com", ip: "" });
    const sent: Mail[] = [];
    await deliverMail(world.engine, { send: async (mail) => void sent.push(mail) }, ORIGIN);
    expect(sent[0]?.text).toMatch(/^质量员，您好：[\s\S]*ticket=[\w-]{43}/);
    const [row] = await outbox();
    const shown = await readRecord(await world.as("admin"), world.screen(EMAIL), String(row?.id));
    expect(shown.record.body).toContain("【链接只在发出的邮件中，不在此显示】");
    expect(JSON.stringify(await rowsOf(world, "msg_send_record", "id"))).not.toMatch(/ticket=[\w-]{43}/);
  });
});
