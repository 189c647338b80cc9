import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { askMailProof, openMailProof, ownMail, proveMail } from "~/engine/account/mail-proof.server";
import { saveProfile } from "~/engine/account/profile.server";
import type { Context } from "~/engine/context.server";
import { deliverMail, type Mail } from "~/engine/mail/worker.server";
import { readHistory } from "~/engine/operations/audit.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { openSession } from "~/engine/session/session.server";
import type { AccountName } from "../../../support/company";
import { refusal } from "../../../support/orders";
import { call, signIn } from "../../../support/rest";
import { enter, outcome, rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const KEY = "system-management/user";
const entity = world.entity(KEY);
const screen = world.screen(KEY);
const { accounts } = world;
const ORIGIN = "https://portal.example.com";
const MINUTE = 60_000;
const DEVICE = "Edge";
const OVER = "验证链接已失效，请在安全设置中重新发送验证邮件";

const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
await change(sql`update app_user set email = lower(accountname) || '@corp.example'`);
beforeEach(async () => {
  world.clock.advance(60 * MINUTE);
  await change(sql`delete from mail_outbox`);
});

// A mail server is set; what leaves is seen by the tests.
world.engine.mailWaits = false;

/** The person of an account, signed in. */
async function own(account: AccountName): Promise<Context> {
  const facts = { requestId: "r", ip: "10.0.0.9", channel: "page" as const };
  const session = await openSession(world.engine, await signIn(world, account), facts);
  if (!session) throw new Error(`${account} is not signed in`);
  return session.context;
}

const [PROOF, PASSWORD, TOLD] = ["】验证邮箱", "】您的一次性密码", "】您的账号有了一次性密码"];

/** Sends what waits; answers the mails of that subject. */
async function delivered(subject: string): Promise<Mail[]> {
  const sent: Mail[] = [];
  await deliverMail(world.engine, { send: async (mail) => void sent.push(mail) }, ORIGIN);
  return sent.filter((mail) => mail.subject.endsWith(subject));
}

const ticketIn = (mail: Mail | undefined) => /mail-proof\?ticket=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
const isProved = async (context: Context) => (await ownMail(context)).provedAt !== null;

async function prove(account: AccountName): Promise<Context> {
  const context = await own(account);
  await askMailProof(context);
  const [mail] = await delivered(PROOF);
  await proveMail(context, ticketIn(mail), DEVICE);
  return context;
}

const reset = async (by: Context, id: string) =>
  applyTransition(by, { entity, id, name: "reset_password", reason: "忘记密码" });
const passwordIn = (mail: Mail | undefined) => /^[A-Za-z0-9]{12}$/m.exec(mail?.text ?? "")?.[0] ?? "";
/** Everything the database keeps of mails and messages. */
const kept = async () =>
  JSON.stringify([await rowsOf(world, "mail_outbox", "id"), await rowsOf(world, "msg_send_record", "id")]);

test("本人登录后凭信中的链接验证邮箱：打开不用掉链接，别人用不了，存下的只有散列", async () => {
  const buyer = await own("buyerA");
  expect(await askMailProof(buyer)).toBe("buyera@corp.example");
  const [mail] = await delivered(PROOF);
  const ticket = ticketIn(mail);
  expect([mail?.to, ticket.length]).toEqual(["buyera@corp.example", 43]);
  expect((await kept()) + JSON.stringify(await rowsOf(world, "ticket", "id"))).not.toContain(ticket);
  for (let opened = 0; opened < 2; opened += 1)
    expect(await openMailProof(buyer, ticket, DEVICE)).toBe("buyera@corp.example");
  // Whoever reads the mail and is somebody else proves nothing, and uses nothing up.
  const other = await refusal(proveMail(await own("buyerB"), ticket, DEVICE), "wrong_state");
  expect(other.message).toContain("不属于当前登录的账号");
  expect(await isProved(buyer)).toBe(false);
  await proveMail(buyer, ticket, DEVICE);
  expect(await isProved(buyer)).toBe(true);
  expect((await refusal(proveMail(buyer, ticket, DEVICE), "wrong_state")).message).toBe(OVER);
  const [entry] = await readHistory(await world.as("admin"), { entity, recordId: accounts.buyerA });
  expect(entry?.label).toBe("验证邮箱");
  const told = (await rowsOf(world, "inbox", "at")).filter((row) => row.user_id === accounts.buyerA);
  expect(told.map((row) => row.title)).toContain("邮箱已验证");
  expect((await refusal(askMailProof(buyer), "wrong_state")).message).toBe("邮箱已验证，不用再次验证");
});

test("换了邮箱，验证作废：本人改的、管理员改的、还没有发出和还没有打开的链接也一样", async () => {
  const planner = await prove("planner");
  expect(await isProved(planner)).toBe(true);
  await saveProfile(planner, { values: { email: "new.planner@corp.example" } });
  expect(await isProved(planner)).toBe(false);
  // Written before the address changed: a mail that has left, and one that has not.
  await askMailProof(planner);
  const [mail] = await delivered(PROOF);
  await askMailProof(planner);
  await saveProfile(planner, { values: { email: "third.planner@corp.example" } });
  expect(await delivered(PROOF)).toEqual([]);
  expect((await refusal(proveMail(planner, ticketIn(mail), DEVICE), "wrong_state")).message).toBe(OVER);
  world.clock.advance(60 * MINUTE);
  const again = await prove("planner");
  const { version } = (await openRecord(world.system(), { entity, id: accounts.planner })).record;
  const values = { email: "fourth.planner@corp.example", phone: "13800138000" };
  await updateRecordBy(await world.as("admin"), { screen, id: accounts.planner, version, values });
  expect(await isProved(again)).toBe(false);
  // Whoever changes it to read the next one-time password is seen where the person still reads.
  expect((await delivered("】您账号的邮箱已被修改")).map(({ to }) => to)).toEqual(["third.planner@corp.example"]);
});

test("没有邮箱的先填写；半小时内最多三封；30分钟后和编造的链接无效", async () => {
  const qa = await own("qa");
  await change(sql`update app_user set email = null where id = ${accounts.qa}`);
  expect((await refusal(askMailProof(qa), "wrong_state")).message).toBe("账号还没有邮箱，请先在基本设置中填写");
  await change(sql`update app_user set email = 'qa@corp.example' where id = ${accounts.qa}`);
  for (let asked = 0; asked < 3; asked += 1) await askMailProof(qa);
  expect((await refusal(askMailProof(qa), "too_often")).message).toBe("验证邮件发送过于频繁，请30分钟后再试");
  const [mail] = await delivered(PROOF);
  world.clock.advance(31 * MINUTE);
  for (const ticket of [ticketIn(mail), "A".repeat(43), "", null])
    expect((await refusal(openMailProof(await own("qa"), ticket, DEVICE), "wrong_state")).message).toBe(OVER);
});

test("邮箱验证过的，一次性密码只发到那里：管理员看到发往何处，看不到密码，库里也没有", async () => {
  await prove("warehouse");
  const admin = await world.as("admin");
  const [shown] = (await reset(admin, accounts.warehouse)).reveals ?? [];
  expect(shown).toMatchObject({ label: "一次性密码已发送到", value: "w***@corp.example", sentTo: "w***@corp.example" });
  expect(await outcome(enter(world, { account: "warehouse" }))).toBe("wrong_password");
  const [mail] = await delivered(PASSWORD);
  const password = passwordIn(mail);
  expect([mail?.to, password.length]).toEqual(["warehouse@corp.example", 12]);
  expect(mail?.text).toContain(admin.actor.name);
  expect(JSON.stringify(shown) + (await kept())).not.toContain(password);
  expect((await enter(world, { account: "warehouse", password })).mustChangePassword).toBe(true);
});

test("信要重发时换一个密码；本人已改过密码、又重置过或邮箱变了的，不再发出", async () => {
  await prove("finance");
  const admin = await world.as("admin");
  await reset(admin, accounts.finance);
  const tried: Mail[] = [];
  const refusing = async (mail: Mail) => {
    if (mail.subject.endsWith(PASSWORD)) tried.push(mail);
    throw new Error("451 try later");
  };
  await deliverMail(world.engine, { send: refusing }, ORIGIN);
  world.clock.advance(MINUTE);
  const [mail] = await delivered(PASSWORD);
  expect(passwordIn(mail)).not.toBe(passwordIn(tried[0]));
  expect(await outcome(enter(world, { account: "finance", password: passwordIn(tried[0]) }))).toBe("wrong_password");
  expect(await outcome(enter(world, { account: "finance", password: passwordIn(mail) }))).toBe("ok");
  const withdrawn = async (before: () => Promise<unknown>) => {
    world.clock.advance(MINUTE);
    await reset(await world.as("admin"), accounts.finance);
    world.clock.advance(MINUTE);
    await before();
    return (await delivered(PASSWORD)).length;
  };
  expect(await withdrawn(async () => undefined)).toBe(1);
  // Of two that wait the later one counts.
  expect(await withdrawn(async () => reset(await world.as("admin"), accounts.finance))).toBe(1);
  const isChosen = sql`update user_secret set must_change = false where user_id = ${accounts.finance}`;
  expect(await withdrawn(() => change(isChosen))).toBe(0);
  const isMoved = sql`update app_user set email = 'else@corp.example' where id = ${accounts.finance}`;
  expect(await withdrawn(() => change(isMoved))).toBe(0);
});

test("邮箱没有验证的照旧显示给管理员，并告诉本人是谁生成的：站内消息和邮件，都没有密码", async () => {
  const admin = await world.as("admin");
  const values = { accountname: "fresh.one", username: "新人", phone: "13800138000", email: "fresh.one@corp.example" };
  const made = await createRecord(admin, { screen, values });
  const password = made.reveals?.[0]?.value ?? "";
  expect(password).toMatch(/^\w{12}$/);
  const told = async () =>
    (await rowsOf(world, "inbox", "at")).filter(
      (row) => row.user_id === made.id && row.scenario === "account.one-time-password",
    );
  expect(await told()).toMatchObject([{ title: "您的账号有了一次性密码" }]);
  expect(String((await told())[0]?.body)).toContain(admin.actor.name);
  const [mail] = await delivered(TOLD);
  expect([mail?.to, mail?.text.includes(admin.actor.name)]).toEqual(["fresh.one@corp.example", true]);
  expect(String(mail?.text) + (await kept())).not.toContain(password);
  world.clock.advance(MINUTE);
  const again = await reset(await world.as("admin"), made.id);
  expect(again.reveals?.[0]).toMatchObject({ label: "一次性密码", value: expect.stringMatching(/^\w{12}$/) });
  expect(await told()).toHaveLength(2);
});

test("没有配置邮件服务器：不能验证；验证过的，一次性密码也照旧显示，否则谁都拿不到", async () => {
  await prove("manager");
  const buyer = await own("buyerB");
  world.engine.mailWaits = true;
  try {
    expect((await refusal(askMailProof(buyer), "wrong_state")).message).toBe("系统没有配置邮件服务器，暂不能验证邮箱");
    const { reveals } = await reset(await world.as("admin"), accounts.manager);
    expect(reveals?.[0]).toMatchObject({ label: "一次性密码", value: expect.stringMatching(/^\w{12}$/) });
  } finally {
    world.engine.mailWaits = false;
  }
});

test("接口重置密码：验证过的答复里没有密码，只有发往何处", async () => {
  await prove("supplierA");
  const token = await signIn(world, "admin");
  const request = new Request(new URL("/v1/user/reUpdatePassword.do", "http://portal.test"), {
    method: "POST",
    body: new URLSearchParams({ userId: accounts.supplierA }).toString(),
    headers: { Authorization: token, "Content-Type": "application/x-www-form-urlencoded" },
  });
  const answer = await world.services.rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
  expect(await answer.json()).toMatchObject({ result: { tempPassword: null, sentTo: "s***@corp.example" } });
  const { body } = await call(world, { token, method: "GET", path: `/v2/sys/user/${accounts.supplierA}` });
  expect(Object(body.result).mail_proved_at).toEqual(expect.any(String));
});
