import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { applicationAction, registerAction } from "~/edge/registration.server";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { readableFile } from "~/engine/files/download.server";
import { deliverMail, type Mail } from "~/engine/mail/worker.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { openSolvedForm, solvedForm } from "~/engine/session/captcha.server";
import { signIn } from "~/engine/session/session.server";
import type { ApplicantAnswer, ApplicantPage } from "~/shared/applicant-page";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import type { EntryModel, StartModel } from "~/ui/register/register-model";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { change, make } from "../../../support/quality";
import {
  APPLICANT_PASSWORD,
  asApplicant,
  begin,
  bringIn,
  codeIn,
  fillIn,
  handIn,
  mailTo,
  REGISTRATION,
} from "../../../support/registration";
import { creditCode } from "../../../support/samples";
import { setParameter, sumOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

let address = 0;
/** Somebody at an address of their own. */
function visitor(ip?: string): Context {
  address += 1;
  return { ...world.anonymous(), now: world.clock.now(), ip: ip ?? `198.51.100.${address}` };
}

let serial = 500;
function someone() {
  serial += 1;
  return { uscc: creditCode(serial), email: `s${serial}@example.com`, login: `login${serial}` };
}

const entity = world.entity(REGISTRATION);
const recordOf = async (id: string) => (await openRecord(world.system(), { entity, id })).record;

/** A complete application that waits for a decision. */
async function handedIn(more: Record<string, string> = {}) {
  const who = someone();
  const context = visitor();
  const { id, access } = await begin(world, context, who);
  const own = {
    name: `申请企业${serial}有限公司`,
    registered_address: `申请路${serial}号`,
    contact_phone: `1390001${serial}`.padEnd(11, "0"),
  };
  const answers = await fillIn(world, context, id, { login_name: who.login, ...own, ...more });
  expect(answers.map(({ complaints, problem }) => ({ complaints, problem }))).toEqual(
    answers.map(() => ({ complaints: [], problem: undefined })),
  );
  expect(await handIn(context, id)).toMatchObject({ complaints: [], next: "done" });
  return { id, access, who, context };
}

const approving = { supplier_class_id: world.ids.supplierClass, buyer_id: world.accounts.buyerA };
async function transition(name: string, id: string, more: object = {}, account: "buyerA" | "manager" = "buyerA") {
  return applyTransition(await world.as(account), { entity, id, name, ...more });
}

describe("注册申请", () => {
  test("填写、提交、通过：建立潜在供应商、首个管理员账号，申请人用自己设的密码登录", async () => {
    const { id, who } = await handedIn();
    expect(await recordOf(id)).toMatchObject({ state: "pending", is_suspect: false });
    await transition("approve", id, { input: approving });
    const { supplier_id: supplierId, login_name: account } = await recordOf(id);
    const own = [where.eq("id", String(supplierId))];
    const [supplier] = await unscopedRows(world.system(), "supplier-management/supplier", ["uscc", "stage"], own);
    expect(supplier).toEqual({ uscc: who.uscc, stage: "potential" });
    const brought = [where.eq("supplier_id", String(supplierId))];
    const columns = ["certificate_no", "issuer", "state", "origin"] as const;
    expect(await unscopedRows(world.system(), "supplier-management/supplier-certificate", columns, brought)).toEqual([
      { certificate_no: "L-1", issuer: "样例市市场监督管理局", state: "pending", origin: "supplier" },
    ]);
    expect(await unscopedRows(world.system(), "supplier-management/supplier-site", ["name"], brought)).toEqual([
      { name: "一号库" },
    ]);
    const signedIn = await signIn(world.engine, {
      ...{ account: String(account), password: APPLICANT_PASSWORD, copy: "", captchaId: "", captcha: "" },
      ...{ ip: "198.51.100.200", device: "Firefox", deviceSecret: null, newDeviceSecret: "x" },
    });
    const { rows } = await sql<{ role_code: string }>`select role_code from user_role
      where user_id = ${signedIn.userId}`.execute(world.engine.database.connection());
    expect(rows).toEqual([{ role_code: "supplier_admin" }]);
    expect(await mailTo(world, who.email)).toContain(String(account));
  });

  test("没有填完不能提交，没有验证邮箱不能填写", async () => {
    const who = someone();
    const context = visitor();
    const { id } = await asApplicant<{ id: string }>(context, "start", {
      ...{ uscc: who.uscc, contact_name: "李", contact_phone: "13800010078", contact_email: who.email, agree: true },
    });
    const unproven = await asApplicant<ApplicantPage>(context, "page", { id, step: "company" });
    expect(unproven).toMatchObject({ isProven: false, canEdit: false, controls: [] });
    expect(
      await asApplicant(context, "save", { id, version: 1, step: "company", values: { name: "x" }, goOn: false }),
    ).toMatchObject({ problem: "申请当前不能修改" });
    await asApplicant(context, "verify", { id, code: codeIn(await mailTo(world, who.email)) });
    const { version } = await asApplicant<ApplicantPage>(context, "page", { id, step: "submit" });
    expect(await asApplicant(context, "submit", { id, version, declaration: true })).toMatchObject({
      problem: "请先在「联系人与账号」设置登录密码",
    });
    await asApplicant(context, "save", {
      ...{ id, version, step: "account", goOn: true },
      values: {
        ...{ contact_name: "李", contact_phone: "13800010078", login_name: who.login },
        ...{ newpassword: APPLICANT_PASSWORD, confirmpassword: APPLICANT_PASSWORD },
      },
    });
    const later = await asApplicant<ApplicantPage>(context, "page", { id, step: "submit" });
    const answer = await asApplicant(context, "submit", { id, version: later.version, declaration: true });
    expect(answer).toMatchObject({ complaints: [{ field: "name", message: "「企业信息」还没有填写完整" }] });
  });

  test("验证码：五次为限，过期无效，一分钟内不能重发", async () => {
    const who = someone();
    const context = visitor();
    const { id } = await asApplicant<{ id: string }>(context, "start", {
      ...{ uscc: who.uscc, contact_name: "李", contact_phone: "13800010078", contact_email: who.email, agree: true },
    });
    const code = codeIn(await mailTo(world, who.email));
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (let tried = 0; tried < 5; tried += 1)
      await refusal(asApplicant(context, "verify", { id, code: wrong }), "invalid");
    // The right one does not help any more.
    await refusal(asApplicant(context, "verify", { id, code }), "invalid");
    await refusal(asApplicant(context, "resend", { id }), "too_often");
    const { rows } = await sql<{ hash: string }>`select hash from applicant_code where record_id = ${id}`.execute(
      world.engine.database.connection(),
    );
    expect(rows[0]?.hash).not.toContain(code);
  });

  test("已知企业在验证邮箱之后才告知，之前看不出", async () => {
    const context = visitor();
    const known = await begin(world, context, { uscc: creditCode(11), email: "known@example.com" });
    expect((await asApplicant<ApplicantPage>(context, "page", { id: known.id, step: null })).told).toContain(
      "该企业已是平台供应商，请使用已有账号登录或联系采购员找回",
    );
    const { context: other, who, id } = await handedIn();
    await setParameter(world, "deadline.supplier-registration.review.term", "5");
    expect((await asApplicant<ApplicantPage>(other, "page", { id, step: null })).told).toContain("预计5个工作日内");
    await setParameter(world, "deadline.supplier-registration.review.term", "3");
    const number = (await recordOf(id)).number;
    const again = await refusal(begin(world, other, { uscc: who.uscc, email: "other@example.com" }), "wrong_state");
    expect(again.message).toBe(`该企业已有注册申请【${String(number)}】正在处理中`);
  });

  test("黑名单企业：受理后自动驳回，只说暂不符合要求", async () => {
    const who = someone();
    const screen = world.engine.registry.mainScreen("supplier-management/supplier");
    await createRecord(world.system(), {
      screen: { ...screen, initial: { ...screen.initial, stage: "blacklisted" } },
      values: {
        ...{
          name: "停用企业有限公司",
          uscc: who.uscc,
          supplier_type: "trader",
          supplier_class_id: world.ids.supplierClass,
        },
        ...{
          region: "安徽省",
          registered_address: "黑路1号",
          taxpayer_type: "general",
          buyer_id: world.accounts.buyerA,
        },
      },
    });
    const context = visitor();
    const { id } = await begin(world, context, who);
    await fillIn(world, context, id, { login_name: who.login, name: "停用企业有限公司", contact_phone: "13700000001" });
    await handIn(context, id);
    expect(await recordOf(id)).toMatchObject({ state: "rejected", is_barred: true });
    const page = await asApplicant<ApplicantPage>(context, "page", { id, step: null });
    expect(page.told).toBe("您的申请暂不符合要求。");
    expect(JSON.stringify(page)).not.toContain("黑名单");
  });

  test("校验位不对的信用代码当场指出，什么也不写", async () => {
    const right = creditCode(4711);
    const wrong = `${right.slice(0, -1)}${right.endsWith("A") ? "B" : "A"}`;
    const { complaints } = await refusal(
      begin(world, visitor(), { uscc: wrong, email: "wrong@example.com" }),
      "invalid",
    );
    expect(complaints).toEqual([{ field: "uscc", message: "统一社会信用代码校验不通过，请核对" }]);
    expect(await unscopedRows(world.system(), REGISTRATION, ["id"], [where.eq("uscc", wrong)])).toEqual([]);
    expect(await mailTo(world, "wrong@example.com")).toBe("");
  });

  test("注册页：有误一次说全，算式也在其中；算对的算式改正时不用再算，受理一次后作废，别的表单不收，次数有限", async () => {
    const who = someone();
    const good = { uscc: who.uscc, contact_name: "李", contact_phone: "13800010078", contact_email: who.email };
    const post = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      const request = new Request("http://portal.test/web/user/register", { method: "POST", body });
      address += 1;
      const context = { requestId: "register", ip: `198.51.100.${address}` };
      const answer = await registerAction({ request, context }).catch((thrown: unknown) => thrown);
      if (answer instanceof Response) return answer.headers.get("Location");
      return (answer as { data: StartModel }).data;
    };
    const refused = async (fields: Record<string, string>) => {
      const model = await post(fields);
      if (model === null || typeof model === "string") throw new Error("it was accepted");
      return model;
    };
    // Whatever is wrong, the sum that nobody solved and a code of no invitation, too.
    const first = await refused({ contact_phone: "12", contact_email: "no", code: "NOBODY99" });
    expect(Object.keys(first.errors).sort()).toEqual(
      ["agree", "captcha", "code", "contact_email", "contact_name", "contact_phone", "uscc"].sort(),
    );
    expect([first.captcha?.id, first.solved]).toEqual([expect.any(String), ""]);
    const sum = { captchaId: first.captcha?.id ?? "", captcha: await sumOf(world, first.captcha?.id ?? "") };
    const second = await refused({ ...good, ...sum, contact_email: "no", agree: "1" });
    expect([Object.keys(second.errors), second.captcha]).toEqual([["contact_email"], null]);
    const { solved } = second;
    const third = await refused({ ...good, solved, contact_phone: "12", agree: "1" });
    expect([Object.keys(third.errors), third.solved]).toEqual([["contact_phone"], solved]);
    // Neither for another form nor with another signature nor the sum itself again.
    expect(await openSolvedForm(world.engine, "other", solved)).toBeNull();
    for (const forged of [`${solved}x`, `1${solved}`, "x", sum.captchaId])
      expect((await refused({ ...good, solved: forged, agree: "1" })).errors.captcha).toBe("验证码已过期，请再算一次");
    expect((await refused({ ...good, ...sum, agree: "1" })).errors.captcha).toBe("验证码错误或已过期");
    const both = await Promise.all([1, 2].map(() => post({ ...good, solved, agree: "1" })));
    expect(both.filter((one) => typeof one === "string")).toEqual([
      expect.stringContaining("/registerSupplier/registerUI?ticket="),
    ]);
    expect((await refused({ ...good, solved, agree: "1" })).captcha).not.toBeNull();
    const tried = await solvedForm(world.engine, "register");
    for (let time = 0; time < 10; time += 1)
      expect((await refused({ solved: tried })).errors).not.toHaveProperty("captcha");
    expect((await refused({ solved: tried })).errors).toHaveProperty("captcha");
    const late = await solvedForm(world.engine, "register");
    const start = world.clock.now();
    world.clock.advance(31 * 60_000);
    expect((await refused({ solved: late })).errors).toHaveProperty("captcha");
    world.clock.advance(start.getTime() - world.clock.now().getTime());
  });

  test("查询码随邮件发出，只在发出的邮件中；凭企业代码和邮箱再次索取，有没有都是同一句，次数有限", async () => {
    const sent: Mail[] = [];
    const deliver = async (to: string) => {
      sent.length = 0;
      await deliverMail(world.engine, { send: async (mail) => void sent.push(mail) }, "https://portal.example.com");
      return sent.filter(({ to: receiver }) => receiver === to).map(({ text }) => text);
    };
    const who = someone();
    const { id, access } = await begin(world, visitor(), who);
    const number = String((await recordOf(id)).number);
    const kept = await sql<{ body: string }>`select body from mail_outbox where recipient = ${who.email}`.execute(
      world.engine.database.connection(),
    );
    const hidden = expect.stringContaining("【查询码只在发出的邮件中，不在此显示】");
    expect(kept.rows.map(({ body }) => body)).toContainEqual(hidden);
    // Beside it the letter with the code that proved the mailbox; which leaves first says nobody.
    expect(await deliver(who.email)).toContainEqual(expect.stringContaining(`受理号 ${number}\n查询码 ${access}`));
    const { rows } = await sql`select body from mail_outbox where position(${access} in body) > 0`.execute(
      world.engine.database.connection(),
    );
    expect(rows).toEqual([]);
    const ask = async (fields: Record<string, string>, from?: string) => {
      address += 1;
      const ip = from ?? `203.0.113.${address}`;
      const body = new URLSearchParams({ _intent: "lost", ...fields });
      const request = new Request("http://portal.test/web/registerSupplier/registerUI", { method: "POST", body });
      const answer = await applicationAction({ request, context: { requestId: "lost", ip } }).catch(
        (thrown: unknown) => thrown,
      );
      if (answer instanceof Response) return answer.headers.get("Location");
      const { data, init } = answer as { data: EntryModel; init: ResponseInit };
      return { status: init.status, errors: Object.keys(data.errors) };
    };
    const said = "/registerSupplier/registerUI?asked=1";
    expect(await ask({ uscc: "1", email: "no" })).toEqual({ status: 400, errors: ["uscc", "email"] });
    // Another mailbox, another company, a company that is a supplier, one that is nobody: the same answer, and no letter.
    for (const [uscc, email] of [
      [who.uscc, "another@example.com"],
      [creditCode(11), who.email],
      [creditCode(9999), "nobody@example.com"],
    ] as const)
      expect(await ask({ uscc, email })).toBe(said);
    expect([...(await deliver(who.email)), ...(await deliver("another@example.com"))]).toEqual([]);
    expect(await ask({ uscc: who.uscc.toLowerCase(), email: who.email.toUpperCase() })).toBe(said);
    expect(await deliver(who.email)).toEqual([expect.stringContaining(access)]);
    // The code of before still opens it, another does not.
    expect(await asApplicant(visitor(), "enter", { number, code: access })).toMatchObject({ id });
    expect(await asApplicant(visitor(), "enter", { number, code: "AAAA-BBBB-CCCC" })).toBeNull();
    // Three letters to a mailbox, five requests of an address.
    expect([await ask({ uscc: who.uscc, email: who.email }), await ask({ uscc: who.uscc, email: who.email })]).toEqual([
      said,
      said,
    ]);
    expect(await deliver(who.email)).toHaveLength(1);
    const many = [];
    for (let time = 0; time < 6; time += 1) many.push(await ask({ uscc: who.uscc, email: who.email }, "203.0.113.250"));
    expect(many.slice(4)).toEqual([said, { status: 429, errors: [] }]);
  });

  test("证照的日期：发证在将来、有效期早于发证、没有有效期，各在自己的格子旁说明，改对以后才能往下", async () => {
    const who = someone();
    const context = visitor();
    const { id } = await begin(world, context, who);
    const licence = {
      certificate_type: "business_license",
      certificate_no: "L-9",
      issuer: "样例市市场监督管理局",
      issue_date: "2020-05-06",
      valid_to: "2030-05-05",
    };
    const save = async (more: Record<string, string>) => {
      const page = await asApplicant<ApplicantPage>(context, "page", { id, step: "licences" });
      const row = Object.entries({ ...licence, ...more }).map(([name, value]) => [`certificates.0.${name}`, value]);
      const values = Object.fromEntries(row);
      return asApplicant<ApplicantAnswer>(context, "save", {
        ...{ id, version: page.version, step: "licences", values, goOn: true },
      });
    };
    const [future, ended] = [addDays(TODAY, 1), addDays(licence.issue_date, -1)];
    const said = async (more: Record<string, string>) => {
      const { complaints } = await save(more);
      return complaints.filter(({ field }) => field.startsWith("certificates"));
    };
    expect(await said({ issue_date: future })).toEqual([
      { field: "certificates.0.issue_date", message: "发证日期不能晚于今天" },
    ]);
    expect(await said({ valid_to: ended })).toEqual([
      { field: "certificates.0.valid_to", message: "有效期至不能早于发证日期" },
    ]);
    expect(await said({ valid_to: "" })).toEqual([
      { field: "certificates.0.valid_to", message: "请填写有效期，或勾选长期有效" },
    ]);
    expect(await said({})).toEqual([]);
  });

  test("两个人同时通过同一份申请：只建一家供应商、一个账号，另一个人被告知", async () => {
    const { id, who } = await handedIn({ legal_person: "同批人" });
    const both = [
      transition("approve", id, { input: approving }),
      transition("approve", id, { input: approving }, "manager"),
    ];
    const ends = await Promise.allSettled(both);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const own = [where.eq("uscc", who.uscc)];
    expect(await unscopedRows(world.system(), "supplier-management/supplier", ["id"], own)).toHaveLength(1);
    const { login_name: account } = await recordOf(id);
    const { rows } = await sql`select id from app_user where accountname = ${String(account)}`.execute(
      world.engine.database.connection(),
    );
    expect(rows).toHaveLength(1);
  });

  test("申请人撤回和采购员通过同时发生：只有一个算数，两边一致", async () => {
    const { id, who, context } = await handedIn({ legal_person: "撤回人" });
    const { version } = await asApplicant<ApplicantPage>(context, "page", { id, step: null });
    await Promise.allSettled([
      asApplicant(context, "withdraw", { id, version }),
      transition("approve", id, { input: approving }),
    ]);
    const { state } = await recordOf(id);
    const suppliers = await unscopedRows(
      world.system(),
      "supplier-management/supplier",
      ["id"],
      [where.eq("uscc", who.uscc)],
    );
    expect([state, suppliers.length]).toEqual(state === "approved" ? ["approved", 1] : ["withdrawn", 0]);
  });

  test("疑似重复须采购经理通过；撤回之后不能再通过", async () => {
    const { id } = await handedIn({ contact_phone: "13800010001" });
    expect(await recordOf(id)).toMatchObject({ is_suspect: true });
    await refusal(transition("approve", id, { input: approving, reason: "已核实" }), "forbidden");
    await transition("approve", id, { input: approving, reason: "已核实，无关联" }, "manager");

    const other = await handedIn();
    const { version } = await asApplicant<ApplicantPage>(other.context, "page", { id: other.id, step: null });
    await asApplicant(other.context, "withdraw", { id: other.id, version });
    expect((await recordOf(other.id)).state).toBe("withdrawn");
    await refusal(transition("approve", other.id, { input: approving }), "wrong_state");
  });

  test("要求补充后凭链接补充再提交；驳回须有原因，90天内不能重新申请", async () => {
    const { id, who, context } = await handedIn();
    await refusal(transition("reject", id), "invalid");
    await transition("ask_more", id, { reason: "营业执照不清晰" });
    const page = await asApplicant<ApplicantPage>(context, "page", { id, step: "licences" });
    expect([page.told, page.canEdit]).toEqual(["请补充：营业执照不清晰", true]);
    expect(await handIn(context, id)).toMatchObject({ next: "done" });
    await transition("reject", id, { reason: "资料不实" });
    const again = await refusal(begin(world, visitor(), { ...who, email: "again@example.com" }), "wrong_state");
    expect(again.message).toMatch(/^请于\d{4}-\d\d-\d\d后重新申请$/);
  });
});

const RULE = "supplier-audit/audit-rule";

describe("必备资质", () => {
  const rules: string[] = [];
  afterEach(async () => {
    const qaManager = await personWith(world, "qa_manager");
    for (const id of rules.splice(0))
      await change(world, { context: qaManager, key: RULE, id, values: { enabled: "0" } });
  });

  test("按规则列出必传的证照；没有列出、没有扫描件的当场指出，不能提交；通过后带着扫描件待核验", async () => {
    const qaManager = await personWith(world, "qa_manager");
    const rule = await make(world, qaManager, RULE, {
      rule_kind: "certificate",
      valid_from: "2025-01-01",
      cycles: [],
      certificates: [
        { certificate_type: "business_license", compulsory: "1" },
        { certificate_type: "food_trade", supplier_type: "trader", compulsory: "1" },
        { certificate_type: "iso9001", supplier_type: "manufacturer", compulsory: "1" },
      ],
    });
    rules.push(rule.id);
    const { id, context } = await (async () => {
      const who = someone();
      const context = visitor();
      const { id } = await begin(world, context, who);
      const own = { login_name: who.login, name: `必备企业${serial}有限公司`, contact_phone: "13700990001" };
      const answers = await fillIn(world, context, id, {
        ...own,
        registered_address: "必备路1号",
        legal_person: "必备人",
      });
      expect(answers.at(-1)).toEqual({
        complaints: [{ field: "certificates", message: "请上传【食品经营许可证】，并在清单中填写编号和有效期" }],
        problem: "已保存，还有必填内容",
      });
      return { id, context };
    })();
    const page = await asApplicant<ApplicantPage>(context, "page", { id, step: "licences" });
    expect(page.steps.find(({ key }) => key === "licences")?.isDone).toBe(false);
    const [list] = page.tables;
    expect(list?.hint).toContain("营业执照、食品经营许可证");
    expect(list?.rows.slice(0, 2).map(({ title }) => title)).toEqual(["营业执照（必传）", "食品经营许可证（必传）"]);
    expect(list?.rows[1]?.controls[0]).toMatchObject({ name: "certificates.1.certificate_type", value: "food_trade" });
    expect(await handIn(context, id)).toMatchObject({ problem: "「资质证照」还没有填写完整" });

    const scan = (await bringIn(context, id, "business_license")).id;
    const other = (await bringIn(context, id, "other_papers")).id;
    const licence = (at: number, type: string) => ({
      [`certificates.${at}.certificate_type`]: type,
      [`certificates.${at}.certificate_no`]: `N-${at}`,
      [`certificates.${at}.issuer`]: "样例市市场监督管理局",
      [`certificates.${at}.issue_date`]: "2020-05-06",
      [`certificates.${at}.valid_to`]: "2031-05-05",
    });
    const values = { ...licence(0, "business_license"), "certificates.1.certificate_type": "food_trade" };
    const save = async (more: Record<string, string | string[]>, step = "licences") => {
      const { version } = await asApplicant<ApplicantPage>(context, "page", { id, step });
      return asApplicant<ApplicantAnswer>(context, "save", {
        id,
        version,
        step,
        values: { ...values, ...more },
        goOn: true,
      });
    };
    // The complaint stands at the row that was typed, though the one before it was left empty.
    const misplaced = { ...licence(2, "food_trade"), "certificates.2.issuer": "" };
    expect((await save({ business_license: [scan], ...misplaced })).complaints).toEqual([
      { field: "certificates.2.issuer", message: expect.any(String) },
    ]);
    expect((await save({ business_license: [scan], ...licence(1, "food_trade") })).complaints).toEqual([
      { field: "other_papers", message: "请上传【食品经营许可证】" },
    ]);
    const done = { business_license: [scan], other_papers: [other], ...licence(1, "food_trade") };
    expect(await save(done)).toMatchObject({ complaints: [], next: "bank" });
    expect(await handIn(context, id)).toMatchObject({ complaints: [], next: "done" });
    await transition("approve", id, { input: approving });
    const { supplier_id: supplierId } = await recordOf(id);
    const rows = await unscopedRows(
      world.system(),
      "supplier-management/supplier-certificate",
      ["certificate_type", "state", "files"],
      [where.eq("supplier_id", String(supplierId))],
    );
    expect(rows.sort((a, b) => String(a.certificate_type).localeCompare(String(b.certificate_type)))).toMatchObject([
      { certificate_type: "business_license", state: "pending", files: [{ name: "执照.png" }] },
      { certificate_type: "food_trade", state: "pending", files: [{ name: "执照.png" }] },
    ]);
    // Files of their own: the application keeps its scans.
    expect((await recordOf(id)).business_license).toMatchObject([{ id: scan }]);
  });

  test("查重还看企业邮箱域名、银行账号、相近的名称和其他待审申请；审核页列出是谁、哪里相同", async () => {
    const first = await handedIn({
      name: "临溪绿野香料有限公司",
      legal_person: "查重甲",
      contact_phone: "13711110001",
    });
    await transition("approve", first.id, { input: approving });
    const { supplier_id: supplierId } = await recordOf(first.id);
    await sql`update supplier_contacts set email = 'sales@lvye-foods.cn' where root_id = ${String(supplierId)}`.execute(
      world.engine.database.connection(),
    );
    const who = { ...someone(), email: `buy${serial}@lvye-foods.cn` };
    const context = visitor();
    const { id } = await begin(world, context, who);
    const own = { name: "绿野香料（临溪）贸易有限公司", legal_person: "查重乙", contact_phone: "13711110002" };
    await fillIn(world, context, id, { login_name: who.login, registered_address: "查重路2号", ...own });
    await handIn(context, id);
    const { number, findings, is_suspect: isSuspect } = await recordOf(id);
    expect([isSuspect, findings]).toEqual([true, expect.stringContaining("邮箱域名相同")]);
    // Another one from the same hand, while the first still waits.
    const second = await handedIn({ legal_person: "查重乙", contact_phone: "13711110003" });
    expect((await recordOf(second.id)).findings).toBe(`与${String(number)} 绿野香料（临溪）贸易有限公司法定代表人相同`);
    const sections = await world.engine.registry
      .server(REGISTRATION)
      .sections?.(await world.as("manager"), await recordOf(second.id), world.screen(REGISTRATION));
    expect(sections).toMatchObject([
      { title: "查重与关联方", table: { rows: [{ cells: [{ text: number }, {}, { text: "注册申请待审核" }, {}] }] } },
    ]);
  });
});

describe("进度查询与限制", () => {
  test("受理号加查询码才能进入；别人的受理号什么也得不到", async () => {
    const { id, access } = await begin(world, visitor(), someone());
    const number = String((await recordOf(id)).number);
    const at = visitor();
    expect(await asApplicant(at, "enter", { number, code: access })).toMatchObject({ id });
    expect(await asApplicant(at, "enter", { number, code: access.toLowerCase().replaceAll("-", " ") })).toMatchObject({
      id,
    });
    const other = await begin(world, visitor(), someone());
    expect(await asApplicant(at, "enter", { number, code: other.access })).toBeNull();
    expect(await asApplicant(at, "enter", { number: "ZC20990101-0001", code: access })).toBeNull();
    // Whoever has guessed twenty times is not told of the right one either.
    for (let tried = 0; tried < 20; tried += 1) await asApplicant(at, "enter", { number, code: `AAAA${tried}` });
    expect(await asApplicant(at, "enter", { number, code: access })).toBeNull();
    expect(await asApplicant(visitor(), "enter", { number, code: access })).toMatchObject({ id });
  });

  test("同一地址每小时十份，同一信用代码从五十个地址也是十份", async () => {
    const start = (context: Context, uscc: string, at: number) =>
      asApplicant(context, "start", {
        ...{ uscc, contact_name: "李", contact_phone: "13800010078", contact_email: `m${at}@example.com`, agree: true },
      });
    const one = visitor("203.0.113.9");
    for (let at = 0; at < 10; at += 1) await start(one, creditCode(2000 + at), at);
    await refusal(start(one, creditCode(2999), 99), "too_often");
    const target = creditCode(3000);
    let begun = 0;
    for (let at = 0; at < 50; at += 1) {
      try {
        await start(visitor(`192.0.2.${at}`), target, 100 + at);
        begun += 1;
      } catch {
        // Refused.
      }
    }
    expect(begun).toBe(10);
  });

  test("文件：别人申请中的文件不能挪用，总数有限", async () => {
    const a = await begin(world, visitor(), someone());
    const b = await begin(world, visitor(), someone());
    const file = await bringIn(visitor(), a.id, "business_license");
    const { version } = await asApplicant<ApplicantPage>(visitor(), "page", { id: b.id, step: "licences" });
    const stolen = await asApplicant(visitor(), "save", {
      ...{ id: b.id, version, step: "licences", goOn: false, values: { business_license: [file.id] } },
    });
    expect(stolen).toMatchObject({ complaints: [{ field: "business_license" }] });
    expect(
      await asApplicant(visitor(), "save", {
        ...{
          id: a.id,
          version: (await asApplicant<ApplicantPage>(visitor(), "page", { id: a.id, step: null })).version,
        },
        ...{ step: "licences", goOn: false, values: { business_license: [file.id] } },
      }),
    ).toMatchObject({ complaints: [], next: "licences" });
  });

  test("扫描件放在证照自己的行里：别的行、别的字段的不收，不是图片或PDF、太大、传到一半的不收；再次保存还在，通过后随证照建档", async () => {
    const who = someone();
    const context = visitor();
    const { id } = await begin(world, context, who);
    const own = { login_name: who.login, name: `分行企业${serial}有限公司`, contact_phone: "13700990002" };
    await fillIn(world, context, id, { ...own, registered_address: "分行路2号", legal_person: "分行人" });
    const given = async function* (...pieces: string[]) {
      for (const piece of pieces) yield new TextEncoder().encode(piece);
    };
    const cut = async function* () {
      yield new Uint8Array(9);
      throw new Error("the sender left");
    };
    const path = "certificates.files";
    await refusal(bringIn(context, id, path, given("MZ executable")), "invalid");
    await expect(bringIn(context, id, path, cut())).rejects.toThrow();
    await setParameter(world, "files.mostMb", "1");
    await refusal(bringIn(context, id, path, given("%PDF-1.7", "x".repeat(1024 * 1024))), "invalid");
    await setParameter(world, "files.mostMb", "50");

    const [first, second] = [(await bringIn(context, id, path)).id, (await bringIn(context, id, path)).id];
    const head = (await bringIn(context, id, "other_papers")).id;
    const licence = (at: number, type: string, files: string[], more: Record<string, string> = {}) => ({
      [`certificates.${at}.certificate_type`]: type,
      [`certificates.${at}.certificate_no`]: `R-${serial}-${at}`,
      [`certificates.${at}.issuer`]: "样例市市场监督管理局",
      [`certificates.${at}.issue_date`]: "2020-05-06",
      [`certificates.${at}.valid_to`]: "2031-05-05",
      [`certificates.${at}.files`]: files,
      ...more,
    });
    const save = async (values: Record<string, string | string[]>) => {
      const { version } = await asApplicant<ApplicantPage>(context, "page", { id, step: "licences" });
      return asApplicant<ApplicantAnswer>(context, "save", { id, version, step: "licences", values, goOn: true });
    };
    const fields = async (values: Record<string, string | string[]>) =>
      (await save(values)).complaints.map(({ field }) => field);
    expect(await fields({ ...licence(0, "business_license", [head]) })).toEqual(["certificates.0.files"]);
    // Both rows say that they are the one other's: one file, one row.
    const twice = { ...licence(0, "business_license", [first]), ...licence(2, "iso9001", [first]) };
    expect(await fields(twice)).toEqual(["certificates.2.files"]);
    const apart = { ...licence(0, "business_license", [first]), ...licence(1, "iso9001", [second]) };
    expect(await save({ ...apart, ...licence(2, "food_trade", []) })).toMatchObject({ complaints: [], next: "bank" });
    const page = await asApplicant<ApplicantPage>(context, "page", { id, step: "licences" });
    const rows = page.tables[0]?.rows ?? [];
    expect(rows.slice(0, 3).map(({ files }) => files?.files.map((file) => file.id))).toEqual([[first], [second], []]);
    const ids = (at: number) => ({ [`certificates.${at}.id`]: String(rows[at]?.id) });
    expect(
      await fields({ ...licence(0, "business_license", [second], ids(0)), ...licence(1, "iso9001", [], ids(1)) }),
    ).toEqual(["certificates.0.files"]);
    const again = {
      ...licence(0, "business_license", [first], ids(0)),
      ...licence(1, "iso9001", [second], ids(1)),
    };
    expect(await save(again)).toMatchObject({ complaints: [], next: "bank" });
    expect(await handIn(context, id)).toMatchObject({ complaints: [], next: "done" });
    // The registration is for who decides on it.
    await refusal(openRecord(await world.as("supplierA"), { entity, id }), "forbidden");
    const taken = (reader: Context) => readableFile(reader, world.screen(REGISTRATION), id, first);
    expect((await taken(await world.as("buyerA"))).ref.name).toBe("执照.png");
    for (const role of ["warehouse", "finance"]) await refusal(taken(await personWith(world, role)), "forbidden");
    await refusal(taken(await world.as("supplierA")), "forbidden");
    await refusal(taken(visitor()), "signed_out");
    // Another applicant neither takes it over nor finds a way to it.
    const stranger = visitor();
    const other = await begin(world, stranger, someone());
    const { version } = await asApplicant<ApplicantPage>(stranger, "page", { id: other.id, step: "licences" });
    const values = licence(0, "business_license", [first]);
    const theft = { id: other.id, version, step: "licences", values, goOn: true };
    expect(
      (await asApplicant<ApplicantAnswer>(stranger, "save", theft)).complaints.map(({ field }) => field),
    ).toContain("certificates.0.files");
    expect(JSON.stringify(await asApplicant(stranger, "page", { id: other.id, step: "licences" }))).not.toContain(
      first,
    );
    await transition("approve", id, { input: approving });
    const { supplier_id: supplierId } = await recordOf(id);
    const brought = await unscopedRows(
      world.system(),
      "supplier-management/supplier-certificate",
      ["certificate_type", "state", "files"],
      [where.eq("supplier_id", String(supplierId))],
    );
    expect(brought.sort((a, b) => String(a.certificate_type).localeCompare(String(b.certificate_type)))).toMatchObject([
      { certificate_type: "business_license", state: "pending", files: [{ name: "执照.png" }] },
      { certificate_type: "iso9001", state: "pending", files: [{ name: "执照.png" }] },
    ]);
  });

  test("提交3个工作日后没有人处理：采购收到一次提醒，列表看得到等了几天和要供什么", async () => {
    const { id } = await handedIn();
    const { number, name } = await recordOf(id);
    const title = `${name}的注册申请已等待超过3个工作日`;
    const notified = async () =>
      (
        await sql<{ user_id: string }>`select user_id from inbox where record_id = ${id} and title = ${title}`.execute(
          world.engine.database.connection(),
        )
      ).rows.map(({ user_id: reader }) => reader);
    const DAY_MS = 24 * 60 * 60_000;
    const start = world.clock.now();
    world.clock.advance(3 * DAY_MS);
    await workDeadlines(world.system(), { remindNow: true });
    expect(await notified()).toEqual([]);
    world.clock.advance(3 * DAY_MS);
    await workDeadlines(world.system(), { remindNow: true });
    await workDeadlines(world.system(), { remindNow: true });
    const readers = await notified();
    expect(readers.filter((reader) => reader === world.accounts.buyerA)).toHaveLength(1);
    const extra = world.engine.registry.server(REGISTRATION).extra;
    const row = (await extra?.(await world.as("manager"), "supplier-registration", [id], "list"))?.get(id);
    expect(row).toMatchObject({ kinds: expect.stringMatching(/./), waiting: expect.any(Number) });
    expect(Number(row?.waiting)).toBeGreaterThan(3);
    const screen = world.screen(REGISTRATION);
    const found = async (type: string) => {
      const request = { filters: { "categories.material_type_id": [type] }, toggles: [], sort: [], page: 1, size: 100 };
      return (await listRecords(await world.as("manager"), screen, request)).rows.map((one) => one.values.number);
    };
    const [kind] = linesOf(await recordOf(id), "categories");
    expect(await found(String(kind?.material_type_id))).toContain(number);
    expect(await found(world.ids.packType)).not.toContain(number);
    world.clock.advance(start.getTime() - world.clock.now().getTime());
  });

  test("没有验证邮箱的一天后失效，填写中的30天后失效", async () => {
    const { id } = await begin(world, visitor(), someone());
    const fresh = await asApplicant<{ id: string }>(visitor(), "start", {
      ...{ uscc: someone().uscc, contact_name: "李", contact_phone: "13800010078", contact_email: "f@example.com" },
      agree: true,
    });
    world.clock.advance(25 * 60 * 60_000);
    await workDeadlines(world.system(), { remindNow: true });
    expect([(await recordOf(id)).state, (await recordOf(fresh.id)).state]).toEqual(["draft", "expired"]);
    world.clock.advance(31 * 24 * 60 * 60_000);
    await workDeadlines(world.system(), { remindNow: true });
    expect((await recordOf(id)).state).toBe("expired");
  });
});
