import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { deliverMail, type Mail } from "~/engine/mail/worker.server";
import { applyTransition } from "~/engine/operations/transition.server";
import type { AccountName } from "../../support/company";
import { call } from "../../support/rest";
import { enter, outcome, rowsOf, solved } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());

/** What is stored of an account's secret. */
async function secretOf(account: AccountName) {
  const rows = await rowsOf(world, "user_secret", "user_id");
  return rows.find((row) => row.user_id === world.accounts[account]);
}

async function stateOf(account: AccountName) {
  const rows = await rowsOf(world, "app_user", "id");
  return rows.find((row) => row.id === world.accounts[account])?.state;
}

/** The link in the mail that leaves now, and whom it goes to. */
async function mailFor(account: string, email: string): Promise<{ to: string; ticket: string } | null> {
  await change(sql`delete from mail_outbox`);
  await call(world, { token: "", method: "POST", path: "/v2/user/recover", body: { account, email } });
  const mails: Mail[] = [];
  await deliverMail(world.engine, { send: async (mail) => void mails.push(mail) }, "https://portal.example.com");
  const [mail] = mails;
  return mail ? { to: mail.to, ticket: /ticket=([\w-]{43})/.exec(mail.text)?.[1] ?? "" } : null;
}

function confirm(ticket: string, newpassword: string) {
  return call(world, {
    token: "",
    method: "POST",
    path: "/v2/user/recover/confirm",
    body: { ticket, newpassword, confirmpassword: newpassword },
  });
}

describe("一次性密码", () => {
  test("到期前改掉，期限随之取消：过了期限新密码仍能登录", async () => {
    const given = await applyTransition(world.system(), {
      entity: world.entity("system-management/user"),
      id: world.accounts.planner,
      name: "reset_password",
    });
    const password = given.reveals?.[0]?.value ?? "";
    expect(await secretOf("planner")).toMatchObject({ must_change: true, expires_at: expect.any(String) });
    const { token, mustChangePassword } = await enter(world, { account: "planner", password });
    expect(mustChangePassword).toBe(true);
    const form = new URLSearchParams({
      "UserFormMap.newpassword": "Brand@New1",
      "UserFormMap.confirmpassword": "Brand@New1",
    });
    const request = new Request("http://portal.test/v1/user/editPassword", {
      method: "POST",
      body: form,
      headers: { Authorization: token },
    });
    expect((await world.services.rest.fetch(request, { requestId: "r", ip: "" })).status).toBe(200);
    expect(await secretOf("planner")).toMatchObject({ must_change: false, expires_at: null });
    world.clock.advance(73 * HOUR);
    expect(await outcome(enter(world, { account: "planner", password }))).toBe("wrong_password");
    expect(await enter(world, { account: "planner", password: "Brand@New1" })).toMatchObject({
      mustChangePassword: false,
    });
  });

  test("没有改的到期作废，通过邮件重置也取消期限", async () => {
    await change(sql`update app_user set email = 'qa@example.com' where id = ${world.accounts.qa}`);
    const given = await applyTransition(world.system(), {
      entity: world.entity("system-management/user"),
      id: world.accounts.qa,
      name: "reset_password",
    });
    world.clock.advance(73 * HOUR);
    const password = given.reveals?.[0]?.value ?? "";
    expect(await outcome(enter(world, { account: "qa", password }))).toBe("wrong_password");
    const mail = await mailFor("qa", "qa@example.com");
    expect((await confirm(mail?.ticket ?? "", "Brand@New1")).status).toBe(200);
    expect(await secretOf("qa")).toMatchObject({ must_change: false, expires_at: null });
    expect(await enter(world, { account: "qa", password: "Brand@New1" })).toMatchObject({ mustChangePassword: false });
  });
});

test("设了密保邮箱，信只发到密保邮箱；填账号邮箱的没有信，答复相同", async () => {
  await change(sql`update app_user set email = 'work@example.com' where id = ${world.accounts.buyerA}`);
  await change(sql`update user_secret set recover_email = 'Own@Example.com' where user_id = ${world.accounts.buyerA}`);
  expect(await mailFor("buyerA", "work@example.com")).toBeNull();
  const mail = await mailFor("BUYERA", "own@example.com");
  expect(mail?.to).toBe("Own@Example.com");
  expect((await confirm(mail?.ticket ?? "", "Brand@New1")).status).toBe(200);
  expect(await outcome(enter(world, { account: "buyerA", password: "Brand@New1" }))).toBe("ok");
});

test("锁定之后也能通过邮件重置，不要验证码；之后立即能登录，也不要验证码", async () => {
  await change(sql`update app_user set email = 'b@example.com' where id = ${world.accounts.buyerB}`);
  const results: string[] = [];
  for (let attempt = 0; attempt < 10 && results.at(-1) !== "locked"; attempt += 1) {
    world.clock.advance(1_000);
    results.push(await outcome(enter(world, { account: "buyerB", password: "x", ...(await solved(world)) })));
  }
  expect(results.at(-1)).toBe("locked");
  expect(await outcome(enter(world, { account: "buyerB" }))).toBe("locked");
  expect(await stateOf("buyerB")).toBe("locked");
  const mail = await mailFor("buyerB", "b@example.com");
  expect((await confirm(mail?.ticket ?? "", "Brand@New1")).status).toBe(200);
  expect(await outcome(enter(world, { account: "buyerB", password: "Brand@New1" }))).toBe("ok");
  expect(await stateOf("buyerB")).toBe("active");
});

test("换新之后，旧令牌的调用在60秒内照常答复，不再换新；之后是401", async () => {
  const { token } = await enter(world, { account: "manager" });
  world.clock.advance(24 * HOUR + 1);
  const renewal = await call(world, { token, method: "GET", path: "/v2/user/topTab" });
  const next = renewal.headers.get("authorization") ?? "";
  expect([renewal.status, next.length]).toEqual([200, 43]);
  world.clock.advance(MINUTE - 1);
  const late = await call(world, { token, method: "GET", path: "/v2/user/topTab" });
  expect([late.status, late.headers.get("authorization")]).toEqual([200, null]);
  world.clock.advance(1);
  expect(await call(world, { token, method: "GET", path: "/v2/user/topTab" })).toMatchObject({
    status: 401,
    body: { code: 40105 },
  });
  expect((await call(world, { token: next, method: "GET", path: "/v2/user/topTab" })).status).toBe(200);
});
