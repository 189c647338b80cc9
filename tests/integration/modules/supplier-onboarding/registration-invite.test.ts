import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { ask } from "~/engine/operations/published.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import type { ApplicantPage, NoticePage, NoticesPage } from "~/shared/applicant-page";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { refusal } from "../../../support/orders";
import { transition as go, make } from "../../../support/quality";
import { asApplicant, codeIn, fillIn, handIn, mailTo, REGISTRATION } from "../../../support/registration";
import { creditCode } from "../../../support/samples";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const PREQ = "supplier-onboarding/prequalification";
const INVITE = "supplier-onboarding/registration-invite";
const APPLICATION = "supplier-onboarding/preq-application";

const world = await openWorld();
afterAll(() => world.close());
const { ids } = world;

let serial = 8000;
function visitor(): Context {
  serial += 1;
  return { ...world.anonymous(), now: world.clock.now(), ip: `198.51.100.${serial % 250}` };
}

const stored = async (key: string, id: string) =>
  (await openRecord(world.system(), { entity: world.entity(key), id })).record;

async function start(context: Context, more: object): Promise<{ id: string; email: string }> {
  serial += 1;
  const email = `come${serial}@example.com`;
  const { id } = await asApplicant<{ id: string }>(context, "start", {
    ...{ uscc: creditCode(serial), contact_name: "李明", contact_phone: "13800010077", contact_email: email },
    ...{ agree: true, ...more },
  });
  return { id, email };
}

async function prove(context: Context, { id, email }: { id: string; email: string }): Promise<void> {
  await asApplicant(context, "verify", { id, code: codeIn(await mailTo(world, email)) });
}

async function invited(email: string, more: object = {}): Promise<{ id: string; code: string }> {
  const buyer = await world.as("buyerA");
  const { id } = await createRecord(buyer, { screen: world.screen(INVITE), values: { email, ...more } });
  await applyTransition(buyer, { entity: world.entity(INVITE), id, name: "send" });
  return { id, code: String((await stored(INVITE, id)).code) };
}

async function published(more: object = {}): Promise<string> {
  const buyer = await world.as("buyerA");
  const { id } = await make(world, buyer, PREQ, {
    mode: "open",
    criteria: [
      { group: "exclusion", title: "未列入失信名单", kind: "pass_fail", answer_type: "bool", expected: "是" },
      { group: "capacity", title: "年产能（吨）", kind: "score", answer_type: "number", max_score: "40" },
    ],
    deadline: "2025-04-20 17:00",
    contact: buyer.actor.id,
    ...more,
  });
  await go(world, { context: buyer, key: PREQ, id, name: "publish" });
  return id;
}

/** Handed in, and let in by the buyer. */
async function letIn(context: Context, one: { id: string }): Promise<string> {
  const own = {
    name: `来访企业${serial}有限公司`,
    registered_address: `来访路${serial}号`,
    legal_person: `法人${serial}`,
  };
  await fillIn(world, context, one.id, { ...own, login_name: `come${serial}`, contact_phone: `1390002${serial}` });
  expect(await handIn(context, one.id)).toMatchObject({ next: "done" });
  const input = { supplier_class_id: ids.supplierClass, buyer_id: world.accounts.buyerA };
  await applyTransition(await world.as("buyerA"), {
    entity: world.entity(REGISTRATION),
    id: one.id,
    name: "approve",
    input,
  });
  return String((await stored(REGISTRATION, one.id)).supplier_id);
}

describe("邀请注册", () => {
  test("邮件带邀请码和注册页面；用邀请码注册的记下来源和邀请人，邀请码只能用一次", async () => {
    const { id, code } = await invited("new@example.com", { company: "新来食品有限公司", note: "欢迎参加" });
    const mail = await mailTo(world, "new@example.com");
    expect(mail).toContain(code);
    expect(mail).toContain("欢迎参加");
    const { rows } = await sql`select path from mail_outbox where recipient = 'new@example.com'`.execute(
      world.engine.database.connection(),
    );
    expect(rows).toEqual([{ path: `/user/register?code=${code}` }]);

    const context = visitor();
    const two = await start(context, { code: code.toLowerCase() });
    const rival = await start(context, { code });
    expect((await stored(INVITE, id)).state).toBe("sent");
    await prove(context, two);
    expect(await stored(REGISTRATION, two.id)).toMatchObject({
      source: "invite",
      invite_code: code,
      inviter_id: world.accounts.buyerA,
    });
    expect(await stored(INVITE, id)).toMatchObject({ state: "used", registration_id: two.id });
    const late = await refusal(prove(context, rival), "wrong_state");
    expect(late.message).toBe("邀请码已被使用或已过期，请重新注册");
    expect((await stored(REGISTRATION, rival.id)).state).toBe("expired");
  });

  test("没有的、取消的、过期的邀请码是同一句话，什么也不写", async () => {
    const cancelled = await invited("gone@example.com");
    await applyTransition(await world.as("buyerA"), { entity: world.entity(INVITE), id: cancelled.id, name: "cancel" });
    const old = await invited("old@example.com");
    const before = await unscopedRows(world.system(), REGISTRATION, ["id"], []);
    world.clock.advance(31 * 24 * 60 * 60_000);
    for (const code of ["AAAAAAAAAA", "x", cancelled.code, old.code]) {
      const { complaints } = await refusal(start(visitor(), { code }), "invalid");
      expect(complaints).toEqual([{ field: "code", message: "邀请码无效或已过期" }]);
    }
    expect(await unscopedRows(world.system(), REGISTRATION, ["id"], [])).toHaveLength(before.length);
    expect((await workDeadlines(world.system())).failed).toEqual([]);
    expect((await stored(INVITE, old.id)).state).toBe("expired");
    world.clock.advance(-31 * 24 * 60 * 60_000);
  });
});

describe("为资格预审注册", () => {
  test("公告公开可读，邀请的、截止的、草稿的读不到；公告不带内部内容", async () => {
    const open = await published({ title: "公开的预审", notice: "公告正文" });
    const closed = await published({ title: "邀请的预审", mode: "invite", invitees: [{ supplier_id: ids.supplierA }] });
    const number = async (id: string) => String((await stored(PREQ, id)).number);
    const list = await ask(visitor(), {
      entityKey: PREQ,
      name: "notices",
      input: { page: 1 },
      answer: z.custom<NoticesPage>(),
    });
    expect(list.rows.map(({ title }) => title)).toContain("公开的预审");
    expect(list.rows.map(({ title }) => title)).not.toContain("邀请的预审");
    const read = async (id: string) =>
      ask(visitor(), {
        entityKey: PREQ,
        name: "notice",
        input: { number: await number(id) },
        answer: z.custom<NoticePage | null>(),
      });
    expect(await read(closed)).toBeNull();
    const shown = await read(open);
    expect(shown).toMatchObject({ title: "公开的预审", notice: "公告正文", deadline: "2025-04-20 17:00" });
    expect(shown?.criteria.map(({ title }) => title)).toEqual(["未列入失信名单", "年产能（吨）"]);
    expect(Object.keys(shown ?? {})).not.toContain("contact");
  });

  test("从公告来的企业注册通过后，申请在它自己的名下等它应答", async () => {
    const id = await published({ title: "包材预审" });
    const { number } = await stored(PREQ, id);
    const context = visitor();
    const one = await start(context, { preq: String(number) });
    await prove(context, one);
    const page = await asApplicant<ApplicantPage>(context, "page", { id: one.id, step: null });
    expect(page.about).toBe("报名资格预审「包材预审」，申请截止 2025-04-20 17:00；注册通过后在平台应答。");
    expect(await stored(REGISTRATION, one.id)).toMatchObject({ source: "prequalification", prequalification_id: id });
    const supplier = await letIn(context, one);
    const columns = ["state", "prequalification_id"] as const;
    expect(await unscopedRows(world.system(), APPLICATION, columns, [where.eq("supplier_id", supplier)])).toEqual([
      { state: "filling", prequalification_id: id },
    ]);
    expect(await mailTo(world, one.email)).toContain("包材预审");
  });

  test("受邀的邮箱凭邀请码进入邀请的预审；别人凭编号进不去", async () => {
    const email = "guest@example.com";
    const id = await published({ title: "受邀预审", mode: "invite", invitees: [{ email }] });
    const [invite] = await unscopedRows(
      world.system(),
      INVITE,
      ["code", "state"],
      [where.eq("prequalification_id", id)],
    );
    expect(invite?.state).toBe("sent");
    expect(await mailTo(world, email)).toContain("受邀预审");
    const { number } = await stored(PREQ, id);
    const refused = await refusal(start(visitor(), { preq: String(number) }), "invalid");
    expect(refused.message).toBe("这次资格预审已截止报名，请返回预审公告");
    const context = visitor();
    const one = await start(context, { code: String(invite?.code) });
    await prove(context, one);
    const supplier = await letIn(context, one);
    expect(
      await unscopedRows(world.system(), APPLICATION, ["prequalification_id"], [where.eq("supplier_id", supplier)]),
    ).toEqual([{ prequalification_id: id }]);
  });

  test("截止之后仍可以通过注册，只是没有申请", async () => {
    const id = await published({ title: "将截止的预审", deadline: "2025-03-25 17:00" });
    const { number } = await stored(PREQ, id);
    const context = visitor();
    const one = await start(context, { preq: String(number) });
    await prove(context, one);
    world.clock.advance(Date.parse("2025-03-26T02:00:00Z") - world.clock.now().getTime());
    const supplier = await letIn(visitor(), one);
    expect(await unscopedRows(world.system(), APPLICATION, ["id"], [where.eq("supplier_id", supplier)])).toEqual([]);
  });
});

test("邀请的有效天数按参数，从再次发送之日重新计算", async () => {
  const { id } = await invited("days@example.com");
  const today = dayOf(world.clock.now());
  expect((await stored(INVITE, id)).valid_to).toBe(addDays(today, 30));
  await setParameter(world, "invitation.lifeDays", "10");
  await applyTransition(await world.as("buyerA"), { entity: world.entity(INVITE), id, name: "resend" });
  expect((await stored(INVITE, id)).valid_to).toBe(addDays(today, 10));
  await setParameter(world, "invitation.lifeDays", "30");
});
