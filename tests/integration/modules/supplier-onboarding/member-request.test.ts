import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addAccount } from "~/engine/session/account.server";
import { signIn } from "~/engine/session/session.server";
import { goOnWithMembers } from "~/modules/supplier-onboarding/member-request/member-request.server";
import type { ApplicantAnswer, ApplicantPage } from "~/shared/applicant-page";
import { where } from "~/shared/condition";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { APPLICANT_PASSWORD, asApplicant, begin, mailTo, REGISTRATION } from "../../../support/registration";
import { openWorld } from "../../../support/world";

const REQUEST = "supplier-onboarding/member-request";
const SUPPLIER = "supplier-management/supplier";
const DAY_MS = 24 * 60 * 60_000;
const world = await openWorld();
afterAll(() => world.close());
const entity = world.entity(REQUEST);
const [companyA] = await unscopedRows(
  world.system(),
  SUPPLIER,
  ["uscc", "name", "code"],
  [where.eq("id", world.ids.supplierA)],
);
const uscc = String(companyA?.uscc);

let serial = 0;
function visitor(): Context {
  serial += 1;
  return { ...world.anonymous(), now: world.clock.now(), ip: `198.51.100.${serial}` };
}

/** Somebody whose mailbox has answered. */
async function proven(email = `mate${serial}@example.com`) {
  const context = visitor();
  const { id } = await begin(world, context, { uscc, email });
  return { context, id, email };
}

function requested(context: Context, id: string, login: string, password = APPLICANT_PASSWORD) {
  const values = { login_name: login, newpassword: password, confirmpassword: password };
  return asApplicant<ApplicantAnswer>(context, "join", { id, values });
}

async function asked(login: string, email?: string) {
  const who = await proven(email);
  expect(await requested(who.context, who.id, login)).toEqual({ complaints: [], next: "done" });
  const own = [where.eq("registration_id", who.id)];
  const [row] = await unscopedRows(world.system(), REQUEST, ["id"], own);
  return { ...who, request: String(row?.id) };
}

const page = (context: Context, id: string) => asApplicant<ApplicantPage>(context, "page", { id, step: null });
const stateOf = async (id: string) => (await openRecord(world.system(), { entity, id })).record.state;

test("供应商的同事申请加入：企业管理员同意后开通普通账号，用自己设的密码登录", async () => {
  const { context, id, email, request } = await asked("mate01");
  expect((await page(context, id)).told).toBe(
    "您的申请已提交，请等待贵司管理员确认。已通知贵司平台管理员，确认后您将收到邮件。",
  );
  const { rows: notification } = await sql<{
    user_id: string;
  }>`select user_id from inbox where record_id = ${request}`.execute(world.engine.database.connection());
  expect(notification.map((one) => one.user_id)).toEqual([world.accounts.supplierA]);
  await applyTransition(await world.as("supplierA"), { entity, id: request, name: "agree" });
  expect(await goOnWithMembers(world.engine)).toBe(1);
  expect(await goOnWithMembers(world.engine)).toBe(0);
  expect(await mailTo(world, email)).toContain("mate01");
  expect((await page(context, id)).told).toContain("mate01");
  const signedIn = await signIn(world.engine, {
    ...{ account: "mate01", password: APPLICANT_PASSWORD, copy: "", captchaId: "", captcha: "" },
    ...{ ip: "198.51.100.200", device: "Firefox", deviceSecret: null, newDeviceSecret: "x" },
  });
  const { rows } = await sql<{ role_code: string; supplier_id: string }>`select r.role_code, u.supplier_id
    from user_role r join app_user u on u.id = r.user_id where u.id = ${signedIn.userId}`.execute(
    world.engine.database.connection(),
  );
  expect(rows).toEqual([{ role_code: "supplier_user", supplier_id: world.ids.supplierA }]);
});

test("申请页不露出该供应商的任何资料；别家管理员、普通成员和采购员都不能答复", async () => {
  const { context, id, request } = await asked("mate02");
  const shown = JSON.stringify(await page(context, id));
  expect(shown).not.toContain(String(companyA?.name));
  expect(shown).not.toContain(String(companyA?.code));
  const agree = { entity, id: request, name: "agree" };
  await refusal(applyTransition(await world.as("supplierB"), agree), "not_found");
  await refusal(applyTransition(await personWith(world, "supplier_user", world.ids.supplierA), agree), "forbidden");
  await refusal(applyTransition(await world.as("buyerA"), agree), "forbidden");
  expect(await stateOf(request)).toBe("pending");
});

test("拒绝要写原因，申请人收到原因，30天内同一邮箱不能再申请", async () => {
  const { email, request, context, id } = await asked("mate03");
  const refuse = { entity, id: request, name: "refuse" };
  await refusal(applyTransition(await world.as("supplierA"), refuse), "invalid");
  await applyTransition(await world.as("supplierA"), { ...refuse, reason: "不是我司员工" });
  await goOnWithMembers(world.engine);
  expect(await mailTo(world, email)).toContain("不是我司员工");
  expect((await page(context, id)).told).toContain("不是我司员工");
  world.clock.advance(61_000);
  const again = await proven(email);
  expect(await requested(again.context, again.id, "mate03b")).toMatchObject({
    problem: "贵司管理员没有同意您的申请，请先与贵司管理员联系",
  });
});

test("同一邮箱不重复申请；账号名被占用当场指出，等待中的申请占住账号名", async () => {
  const { email } = await asked("mate04");
  world.clock.advance(61_000);
  const again = await proven(email);
  expect(await requested(again.context, again.id, "mate04")).toMatchObject({
    complaints: [{ field: "login_name", message: "登录账号已被占用" }],
  });
  expect(await requested(again.context, again.id, "mate04b", "short")).toMatchObject({
    complaints: [{ field: "newpassword" }],
  });
  expect(await requested(again.context, again.id, "mate04b")).toMatchObject({
    problem: "您的申请已提交，请等待贵司管理员确认",
  });
});

test("同意之后账号名被别人用了：申请人凭链接换一个，企业不用再同意一次", async () => {
  const { context, id, email, request } = await asked("mate05");
  await applyTransition(await world.as("supplierA"), { entity, id: request, name: "agree" });
  await world.engine.database.transaction({ role: "owner" }, () =>
    addAccount(world.engine, {
      ...{ id: world.engine.newId(), account: "MATE05", name: "占用者", userType: "internal", supplierId: null },
      ...{ email: null, phone: null, passwordHash: null, mustChangePassword: false, roles: [] },
      ...{
        scopes: { factory: "all", purchase_group: "all", material_type: "all" },
        at: world.clock.now().toISOString(),
      },
    }),
  );
  await goOnWithMembers(world.engine);
  expect(await stateOf(request)).toBe("renaming");
  expect(await mailTo(world, email)).toContain("请换一个");
  expect(await requested(context, id, "mate05x")).toEqual({ complaints: [], next: "done" });
  await goOnWithMembers(world.engine);
  expect(await stateOf(request)).toBe("opened");
});

test("撤回以后不能再同意；答复以后不能再撤回", async () => {
  const one = await asked("mate06");
  expect(await asApplicant(one.context, "withdraw", { id: one.id, version: 1 })).toMatchObject({ next: "status" });
  await refusal(
    applyTransition(await world.as("supplierA"), { entity, id: one.request, name: "agree" }),
    "wrong_state",
  );
  const other = await asked("mate07");
  await applyTransition(await world.as("supplierA"), { entity, id: other.request, name: "agree" });
  const late = await asApplicant<ApplicantAnswer>(other.context, "withdraw", { id: other.id, version: 1 });
  expect(late.problem ?? "").not.toBe("");
  expect(await stateOf(other.request)).toBe("agreed");
  await goOnWithMembers(world.engine);
});

test("没有管理员账号的供应商：没有人能确认，仍请其找采购员", async () => {
  await sql`update app_user set state = 'blocked' where id = ${world.accounts.supplierB}`.execute(
    world.engine.database.connection(),
  );
  const [companyB] = await unscopedRows(world.system(), SUPPLIER, ["uscc"], [where.eq("id", world.ids.supplierB)]);
  const known = { uscc: String(companyB?.uscc), email: "b@example.com" };
  const { message } = await refusal(begin(world, visitor(), known), "wrong_state");
  expect(message).toBe("该企业已是平台供应商，请使用已有账号登录或联系采购员找回");
});

test("一家供应商最多十份待确认；3个工作日提醒一次，30天没有答复就失效并告知申请人", async () => {
  const waiting = async () =>
    (
      await unscopedRows(
        world.system(),
        REQUEST,
        ["id"],
        [where.eq("supplier_id", world.ids.supplierA), where.eq("state", "pending")],
      )
    ).length;
  world.clock.advance(2 * DAY_MS);
  let last = await proven();
  while ((await waiting()) < 10) {
    expect(await requested(last.context, last.id, `crowd${serial}`)).toMatchObject({ next: "done" });
    // Ten a day for one credit code.
    world.clock.advance(DAY_MS / 5);
    last = await proven();
  }
  expect(await requested(last.context, last.id, "crowdx")).toMatchObject({
    problem: "贵司待确认的加入申请较多，请联系贵司管理员处理后再试",
  });
  world.clock.advance(6 * DAY_MS);
  const notified = async () =>
    (
      await sql`select 1 from inbox where user_id = ${world.accounts.supplierA} and title like '%等待贵司确认'`.execute(
        world.engine.database.connection(),
      )
    ).rows.length;
  await workDeadlines(world.system(), { remindNow: true });
  const once = await notified();
  // Nine of them asked; the company's own row of the tests never did.
  expect(once).toBe(9);
  await workDeadlines(world.system(), { remindNow: true });
  expect(await notified()).toBe(once);
  world.clock.advance(30 * DAY_MS);
  await workDeadlines(world.system(), { remindNow: true });
  await goOnWithMembers(world.engine);
  expect(await waiting()).toBe(1);
  const own = [where.eq("state", "expired"), where.empty("told_at")];
  expect(await unscopedRows(world.system(), REQUEST, ["id"], own)).toEqual([]);
  expect(await unscopedRows(world.system(), REGISTRATION, ["id"], [where.eq("state", "joining")])).not.toEqual([]);
});
