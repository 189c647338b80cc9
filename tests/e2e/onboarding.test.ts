import { describe, expect, test } from "vitest";
import { LIKE_OTHERS } from "../support/length";
import { creditCode } from "../support/samples";
import { fillHead, fillLine, goodsOf, idInAddress, inDays, ORDERS, today } from "./support/orders";
import type { Page } from "./support/page";
import {
  arrive,
  buttonOf,
  eventually,
  field,
  fill,
  fillSignIn,
  follow,
  isChoice,
  linesIn,
  open,
  pressAndLoad,
  pressRow,
  send,
  signIn,
  solvedSum,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { Reader } from "./support/reader/reader";
import { type Rest, type Row, rowsOf } from "./support/rest";

const portal = startPortal();

const REGISTRATION = "supplier-onboarding/supplier-registration";
const SUPPLIER = "supplier-management/supplier";
const CASE = "supplier-management/first-trial";
const ASSESSMENT = "supplier-management/assessment";
const MINE = "supplier-management/my-admission";
const ADMISSION = "supplier-management/admission";
const AUDIT = "supplier-management/supplier-audit";
const AUDITS = "supplier-management/quality-audit";
const CERTIFICATE = "supplier-management/supplier-certificate";
const SAMPLE = "supplier-management/sample-verification";
const SUPPLEMENT = "supplier-management/supplier-supplement";
const MAILS = "system-management/email";
const RULE = "supplier-audit/audit-rule";
const SOURCE = "base-data/source-data";
/**
 * Of one admission with papers asked for, an audit, a sample and a small lot, whoever of the five sees them; somebody signs in meanwhile. It was
 * 69 when each step began at the record.
 */
const MOST_PAGES = 45;
const PASSWORD = "Apply@2026";
const PDF = { mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n% 资料\n") };

/** Types, ticks or chooses: an option by any part of its text, or the first one there is. */
async function put(page: Page, values: Readonly<Record<string, string | boolean>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const control = field(page, name);
    const isList = await isChoice(page, name);
    if (value === "") await control.selectOption({ index: 1 });
    else if (typeof value === "string" && isList) {
      const option = control.locator("option").filter({ hasText: value }).first();
      await control.selectOption(await option.getAttribute("value"));
    } else await fill(page, { [name]: value });
  }
}

async function attach(page: Page, name: string, file: string, script: boolean): Promise<void> {
  await page.locator(`#f-${name}`).setInputFiles([{ name: file, ...PDF }]);
  // With script a file is brought in at once, without it with the form.
  if (script) await page.locator("main .fu-list").getByRole("checkbox", { name: file }).waitFor();
}

interface Move {
  screen: string;
  id: string;
  label: string;
  values?: Readonly<Record<string, string | boolean>>;
}

/** From the record, which is opened where it is not before them yet: presses the button of a transition, fills its page and sends it. */
async function make(
  page: Page,
  { screen, id, label, values = {}, button = label }: Move & { button?: string },
): Promise<void> {
  const link = page.locator("main").getByRole("link", { name: label, exact: true });
  const isHere = new URL(page.url()).pathname === `/web/${screen}/${id}`;
  if (!isHere || (await link.count()) === 0) await open(page, `/${screen}/${id}`);
  await follow(page, link);
  await put(page, values);
  await send(page, button);
  await eventually(() => new URL(page.url()).pathname).toMatch(`/web/${screen}/${id}`);
}

/** By the link of the message that asks for it, straight to its page. */
async function answer(
  page: Page,
  { screen, id, label, values = {}, move, button = label }: Move & { move: string; button?: string },
): Promise<void> {
  await open(page, `/${screen}/${id}/${move}?asked=1`);
  await put(page, values);
  await send(page, button);
  await eventually(() => new URL(page.url()).pathname).toMatch(`/web/${screen}/${id}`);
}

/** Of the record whose page follows when its form was saved. */
async function savedId(page: Page): Promise<string> {
  await eventually(() => new URL(page.url()).pathname).toMatch(/[0-9a-f]{12}$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** The code in the newest mail to a mailbox, as the administrator reads it in the log of mails. */
async function mailedCode(page: Page, email: string): Promise<string> {
  await open(page, `/${MAILS}?recipient=${encodeURIComponent(email)}`);
  await follow(page, page.locator("main tbody a").first());
  return /验证码：(\d{6})/.exec(await textOf(page.locator("main")))?.[1] ?? "";
}

const press = pressAndLoad;

/** What a company writes on the public pages, to the end. Answers the number of its application. */
async function apply(
  page: Page,
  admin: Page,
  who: { uscc: string; name: string; account: string; email: string; phone: string },
) {
  await open(page, "/user/register");
  await fill(page, {
    uscc: who.uscc,
    contact_name: "周样",
    contact_phone: who.phone,
    contact_email: who.email,
    agree: true,
    captcha: await solvedSum(page),
  });
  await press(page, "发送邮箱验证码");
  await fill(page, { email_code: await mailedCode(admin, who.email) });
  await press(page, "验证");
  const [number = "", access = ""] = await page.locator(".rg-code").allInnerTexts();
  await open(page, "/registerSupplier/registerUI");
  await fill(page, { number, access });
  await press(page, "查询");
  await fill(page, {
    name: who.name,
    legal_person: `${who.name.slice(0, 1)}法人`,
    supplier_type: "贸易商",
    taxpayer_type: "一般纳税人",
    established_on: "2012-03-04",
    region: "安徽省合肥市",
    registered_address: `${who.name}路1号`,
  });
  await press(page, "保存并继续");
  await fill(page, { login_name: who.account, newpassword: PASSWORD, confirmpassword: PASSWORD });
  await press(page, "保存并继续");
  await page.locator("[name=categories]").first().check();
  await fill(page, { main_products: "小麦粉，年供货500吨" });
  await press(page, "保存并继续");
  await page.locator("input[type=file][name=business_license]").setInputFiles([{ name: "营业执照.pdf", ...PDF }]);
  await press(page, "保存并继续");
  await press(page, "保存并继续");
  await fill(page, { declaration: true });
  await press(page, "提交注册");
  expect(await textOf(page.locator("main"))).toContain("申请已提交");
  return number;
}

/** Traders go through every step: what the demo asks of others leaves the small lot out. The rule stays for the second time. */
async function askForTrials(page: Page): Promise<void> {
  const [rule] = await (await portal.rest("qamanager1")).list(RULE, { code: "PATH-1" });
  await open(page, `/${RULE}/${rule?.id}/edit`);
  const rows = await linesIn(page, "paths").count();
  await pressRow(page, "添加一行");
  await linesIn(page, "paths").nth(rows).waitFor();
  const steps = Object.fromEntries(["audit", "sample", "trial"].map((step) => [`paths.${rows}.need_${step}`, true]));
  await put(page, { [`paths.${rows}.supplier_type`]: "贸易商", ...steps });
  await send(page, "保存");
}

/** What the journey left behind, without what differs from run to run. */
async function left(rest: Rest, ids: { supplier: string; admission: string; order: string }) {
  const supplier = await rest.get(SUPPLIER, ids.supplier);
  const admission = await rest.get(ADMISSION, ids.admission);
  const order = await rest.get(ORDERS, ids.order);
  const audit = await rest.get(AUDIT, String(admission.audit_id));
  const sources = await rest.list(SOURCE, { supplier_id: ids.supplier });
  const certificates = await rest.list(CERTIFICATE, { supplier_id: ids.supplier });
  const some = (row: Row | Record<string, unknown> | undefined, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, row?.[name]]));
  return {
    supplier: some(supplier, ["stage", "supplier_type", "taxpayer_type", "state"]),
    admission: {
      ...some(admission, ["state", "need_audit", "need_sample", "need_trial", "audit_result", "audit_score", "score"]),
      ...some(admission, ["conclusion", "wanted", "decided_on", "version"]),
      checklist: rowsOf(admission, "checklist").map((row) => some(row, ["item", "result", "note"])),
      materials: rowsOf(admission, "materials").map((row) => some(row, ["tier", "sample_result", "trial_result"])),
      assessors: rowsOf(admission, "assessors").map((row) => some(row, ["user_id", "vote", "opinion"])),
      files: (admission.supplier_files as { name: string }[]).map(({ name }) => name),
    },
    audit: some(audit, ["state", "audit_type", "mode", "score", "conclusion", "supplier_rep", "version"]),
    sources: sources.map((row) => some(row, ["state", "tier", "material_id", "factory_id", "effective_from"])),
    certificates: certificates.map((row) => some(row, ["state", "certificate_type", "issuer", "issue_date"])),
    order: {
      ...some(order, ["state", "amount", "order_date"]),
      items: rowsOf(order, "items").map((row) => some(row, ["material_id", "qty", "price", "confirm_qty"])),
    },
  };
}

describe("从公开注册到第一张确认的订单", () => {
  const ends = new Map<boolean, unknown>();

  test.each(LIKE_OTHERS)("脚本：%s", async (script) => {
    const mark = script ? "丁" : "丙";
    const serial = script ? 7302 : 7301;
    const who = {
      uscc: creditCode(serial),
      name: `${mark}新源面粉有限公司`,
      account: `newcomer${serial}`,
      email: `newcomer${serial}@example.com`,
      phone: `1391234${serial}`,
    };
    const readers: Reader[] = [];
    const visitor = async () => {
      const one = await portal.visit({ script });
      if (one instanceof Reader) readers.push(one);
      return one;
    };
    const seen = () => readers.reduce((sum, { opened }) => sum + opened, 0);
    const someone = async (account: string) => {
      const page = await (await visitor()).newPage();
      await signIn(page, account);
      return page;
    };
    const number = await apply(await (await visitor()).newPage(), await someone("admin"), who);

    const chief = await someone("qamanager1");
    if (ends.size === 0) await askForTrials(chief);

    // The buyer lets the company in; it is a potential supplier and nothing more.
    const buyer = await someone("buyer1");
    const buyerRest = await portal.rest("buyer1");
    const [application] = await buyerRest.list(REGISTRATION, { number });
    await make(buyer, {
      screen: REGISTRATION,
      id: application?.id ?? "",
      label: "通过",
      values: { supplier_class_id: "", buyer_id: "王敏" },
    });
    const [newcomer] = await buyerRest.list(SUPPLIER, { uscc: who.uscc });
    const supplierId = newcomer?.id ?? "";
    expect(newcomer).toMatchObject({ stage: "potential" });

    // Nothing can be ordered from it yet.
    const { materials } = await goodsOf(portal);
    await open(buyer, `/${ORDERS}/new`);
    await fillHead(buyer, newcomer as Row);
    await fillLine(buyer, 0, { material: materials[0], qty: "100", price: "3.5", required: inDays(20) });
    await send(buyer, "提交");
    await eventually(() => textOf(buyer.locator("h1"))).toMatch(/^CG/);
    const orderId = idInAddress(buyer);
    expect(await textOf(buyer.locator("h1 .bd"))).toBe("待下达");
    await follow(buyer, buyer.locator("main").getByRole("link", { name: "下达", exact: true }));
    expect(await textOf(buyer.locator("main"))).toContain("潜在");
    await eventually(() => buttonOf(buyer, "下达").count()).toBe(0);
    const refused = await buyerRest.call("POST", `/v2/${ORDERS}/${orderId}/release`, { version: 2, reason: "急用" });
    expect(refused).toMatchObject({ success: false });
    expect(refused.message).toContain("潜在");

    // It signs in with the password it chose, brings a certificate and a person for quality.
    const seller = await (await visitor()).newPage();
    await open(seller, "/user/login");
    await fillSignIn(seller, who.account, PASSWORD);
    await arrive(seller, "**/qiaqia/home");
    await open(seller, `/${CERTIFICATE}/new`);
    await put(seller, {
      certificate_type: "ISO9001",
      certificate_no: `Q-${serial}`,
      issuer: "样例认证中心",
      issue_date: "2024-06-03",
      is_long_term: true,
    });
    await attach(seller, "files", "体系证书.pdf", script);
    await send(seller, "保存");
    // Nobody of ours sees it before it is sent.
    const certificateId = await savedId(seller);
    expect(await buyerRest.list(CERTIFICATE, { supplier_id: supplierId, certificate_type: "iso9001" })).toEqual([]);
    await make(seller, { screen: CERTIFICATE, id: certificateId, label: "提交" });
    const quality = await someone("qa1");
    await make(quality, { screen: CERTIFICATE, id: certificateId, label: "核验通过", values: { method: "" } });
    await open(seller, `/${SUPPLEMENT}/new`);
    await put(seller, { section: "联系人", reason: "补充质量联系人" });
    await send(seller, "保存");
    const changeId = await savedId(seller);
    await open(seller, `/${SUPPLEMENT}/${changeId}/edit`);
    const known = await linesIn(seller, "contacts").count();
    await pressRow(seller, "添加一行");
    await linesIn(seller, "contacts").nth(known).waitFor();
    const person = { name: "钱质", duty: "质量", phone: "13912340099" };
    await put(
      seller,
      Object.fromEntries(Object.entries(person).map(([name, value]) => [`contacts.${known}.${name}`, value])),
    );
    await send(seller, "提交");
    await make(buyer, { screen: SUPPLEMENT, id: changeId, label: "通过" });

    // Admission: begun from the page of the supplier. From here on it is counted how many pages five people see until it is decided.
    const before = seen();
    await open(buyer, `/supplier-management/supplier-maintenance/${supplierId}`);
    await follow(buyer, buyer.locator("main").getByRole("link", { name: "发起准入", exact: true }));
    await put(buyer, {
      purchase_org_id: "P110",
      material_type_id: "Y01",
      demand_reason: "打破独家",
      reason_note: "引入第二家面粉供应商",
      template_id: "供应商初审表",
      "materials.0.material_id": String(materials[0].code),
      "materials.0.factory_id": "1010",
      "materials.0.tier": "主供",
      "assessors.0.user_id": "郑国华",
    });
    await send(buyer, "提交初审");
    const [opened] = await buyerRest.list(ADMISSION, { supplier_id: supplierId });
    const id = opened?.id ?? "";
    expect(await buyerRest.get(SUPPLIER, supplierId)).toMatchObject({ stage: "candidate" });

    // The supplier is asked for more, brings it, and reads how far it has come.
    await make(buyer, { screen: CASE, id, label: "要求补充", values: { reason: "请提供过敏原声明" } });
    await open(seller, `/${MINE}/${id}/supplied?asked=1`);
    expect(await textOf(seller.locator("main"))).toContain("请提供过敏原声明");
    expect(await textOf(seller.locator("main"))).not.toContain("打破独家");
    await attach(seller, "supplier_files", "过敏原声明.pdf", script);
    await send(seller, "提交补充资料");
    await eventually(() => textOf(seller.locator("h1 .bd"))).toBe("初审中");

    const checklist = rowsOf(await buyerRest.get(ADMISSION, id), "checklist");
    await answer(buyer, {
      screen: CASE,
      id,
      move: "judge",
      label: "填写初审结论",
      button: "填写初审结论并初审通过",
      values: Object.fromEntries(checklist.map((row) => [`checklist.${row.id}.result`, "符合"])),
    });

    // The audit: planned from the case, agreed with the supplier, approved by somebody else; its result comes back by itself.
    await answer(quality, {
      screen: CASE,
      id,
      move: "plan-audit",
      label: "安排质量审核",
      values: {
        template: "原料供应商现场审核表",
        mode: "远程视频",
        plan_date: inDays(10),
        leader: "孙丽",
      },
    });
    const auditId = String((await buyerRest.get(ADMISSION, id)).audit_id);
    // With the case before them, the sample is asked for as well.
    await make(quality, {
      screen: CASE,
      id,
      label: "索取样品",
      values: {
        qty: "2",
        require_date: inDays(7),
        receiver: "孙丽",
        send_address: "澜川工厂化验室",
      },
    });
    const ofAudit = { screen: AUDITS, id: auditId };
    await answer(seller, { ...ofAudit, move: "confirm-date", label: "确认日期", values: { supplier_rep: "周样" } });
    // What is begun there is written in the form, which opens.
    await answer(quality, { ...ofAudit, move: "start", label: "开始审核" });
    expect(new URL(quality.url()).pathname).toBe(`/web/${AUDITS}/${auditId}/edit`);
    const items = rowsOf(await (await portal.rest("qa1")).get(AUDIT, auditId), "items");
    for (const [index, row] of items.entries())
      await put(quality, {
        [`items.${index}.result`]: "符合",
        ...(row.evidence === undefined ? {} : { [`items.${index}.evidence`]: "已查记录" }),
      });
    await send(quality, "提交报告");
    await make(chief, { screen: AUDITS, id: auditId, label: "批准" });
    expect(await buyerRest.get(ADMISSION, id)).toMatchObject({ audit_result: "pass" });

    // The sample: sent with its papers, tested, approved; its result comes back by itself as well.
    const [sample] = await (await portal.rest("qa1")).list(SAMPLE, { supplier_id: supplierId });
    const sampleId = sample?.id ?? "";
    // It has one at hand: what it is asked to confirm it sends.
    await open(seller, `/${SAMPLE}/${sampleId}/accept?asked=1`);
    await follow(seller, seller.locator("main").getByRole("link", { name: "登记寄样", exact: true }));
    await put(seller, { express_no: "SF100200300", batch_no: "P20261101" });
    await attach(seller, "supplier_coa", "检验报告.pdf", script);
    await send(seller, "登记寄样");
    await eventually(() => textOf(seller.locator("h1 .bd"))).toBe("已寄样");
    const kept = { retain_place: "留样柜3" };
    await answer(quality, { screen: SAMPLE, id: sampleId, move: "receive", label: "收样", values: kept });
    expect(new URL(quality.url()).pathname).toBe(`/web/${SAMPLE}/${sampleId}/edit`);
    if ((await linesIn(quality, "tests").count()) === 0) await pressRow(quality, "添加一项");
    await put(quality, {
      "tests.0.item": "水分",
      "tests.0.kind": "定量",
      "tests.0.upper": "14.5",
      "tests.0.value": "13.2",
    });
    await send(quality, "保存");
    // The small lot: what was tested well is tried in a plant, within a quantity; the supplier stands on trial meanwhile.
    await make(quality, {
      screen: SAMPLE,
      id: sampleId,
      label: "转小批试用",
      values: {
        result: "合格",
        trial_factory_id: "1010",
        trial_qty: "500",
      },
    });
    expect(await buyerRest.get(SUPPLIER, supplierId)).toMatchObject({ stage: "trial" });
    expect(await buyerRest.list(SOURCE, { supplier_id: supplierId })).toMatchObject([{ state: "trial" }]);
    expect(await (await portal.rest(who.account)).get(SAMPLE, sampleId)).toMatchObject({ state: "trial" });
    await follow(quality, quality.locator("main").getByRole("link", { name: "试用完成", exact: true }));
    await put(quality, { trial_result: "合格", trial_note: "投料500公斤，出粉率和灰分正常" });
    await attach(quality, "trial_files", "试用报告.pdf", script);
    await send(quality, "试用完成");
    await eventually(() => textOf(quality.locator("h1 .bd"))).toBe("审批中");
    await make(chief, { screen: SAMPLE, id: sampleId, label: "批准" });
    expect(rowsOf(await buyerRest.get(ADMISSION, id), "materials")).toMatchObject([
      { sample_result: "pass", trial_result: "pass" },
    ]);
    expect(await buyerRest.get(ADMISSION, id)).toMatchObject({ state: "assessing" });
    // By the link of the message, and signing in on the way to the case.
    const manager = await (await visitor()).newPage();
    await signIn(manager, "manager1", `/${ASSESSMENT}/${id}`);
    const opinion = { vote: "同意", opinion: "可以引入" };
    await make(manager, { screen: ASSESSMENT, id, label: "发表意见", values: opinion });
    await answer(buyer, {
      screen: ASSESSMENT,
      id,
      move: "conclude",
      label: "填写结论",
      button: "填写结论并提交审批",
      values: { conclusion: "合格" },
    });
    expect(await buyerRest.get(ADMISSION, id)).toMatchObject({ state: "pending" });
    await make(manager, { screen: ASSESSMENT, id, label: "通过" });
    expect(await buyerRest.get(SUPPLIER, supplierId)).toMatchObject({ stage: "qualified" });
    if (!script) expect(seen() - before).toBeLessThanOrEqual(MOST_PAGES);

    // The same order goes out now, and is confirmed.
    await open(buyer, `/${ORDERS}/${orderId}`);
    await follow(buyer, buyer.locator("main").getByRole("link", { name: "下达", exact: true }));
    // Whether a reason is asked for is known once the page is there.
    await buttonOf(buyer, "下达").waitFor();
    if ((await field(buyer, "reason").count()) > 0) await field(buyer, "reason").fill("首单，合同办理中");
    await send(buyer, "下达");
    await eventually(() => textOf(buyer.locator("h1 .bd"))).toBe("待供应商确认");
    await make(seller, { screen: ORDERS, id: orderId, label: "确认订单" });
    await eventually(() => textOf(seller.locator("h1 .bd"))).toBe("执行中");
    await open(seller, `/${MINE}/${id}`);
    const theirs = await textOf(seller.locator("main"));
    expect(theirs).toContain("已准入");
    for (const inner of ["可以引入", "综合得分", "初审清单"]) expect(theirs).not.toContain(inner);

    const rest = await portal.rest("admin");
    const end = await left(rest, { supplier: supplierId, admission: id, order: orderId });
    expect(end.sources).toMatchObject([{ state: "active", effective_from: today }]);
    ends.set(script, end);
  });

  if (LIKE_OTHERS.length > 1)
    test("两种方式留下相同的数据", () => {
      expect([...ends.keys()]).toEqual([false, true]);
      expect(ends.get(true)).toEqual(ends.get(false));
    });
});
