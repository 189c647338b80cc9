import { once } from "node:events";
import { connect } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LIKE_OTHERS } from "../support/length";
import { creditCode } from "../support/samples";
import { doJobs } from "./support/jobs";
import {
  arrive,
  eventually,
  fill,
  fillSignIn,
  makeTransition,
  open,
  pressAndLoad,
  send,
  solvedSum,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { bytesOf, traffic } from "./support/traffic";
import { notify } from "./support/watch";

const portal = startPortal();
const REGISTRATIONS = "supplier-onboarding/supplier-registration";
const PASSWORD = "Apply@2026";
/** Over the wire, with what the page cannot be drawn without. */
const MOST_BYTES = 15 * 1024;

const pdf = Buffer.from("%PDF-1.7\n% 营业执照\n");

/** The code in the newest mail to a mailbox; without a mail server mails can be read in the log of mails. */
async function mailedCode(email: string): Promise<string> {
  const rest = await portal.rest("admin");
  const rows = await rest.list("system-management/email", { recipient: email });
  for (const { id } of rows) {
    const { body } = await rest.get("system-management/email", id);
    const code = /验证码：(\d{6})/.exec(String(body))?.[1];
    if (code) return code;
  }
  return "";
}

const press = pressAndLoad;

/** Sends the form of this page with a large file, as a browser does, and loses the line in the middle of it. */
async function sendHalf(page: Page): Promise<void> {
  const form = await page.locator("main form", { has: page.locator("input[type=file]") }).evaluate((element) => {
    if (!(element instanceof HTMLFormElement)) throw new Error("there is no form");
    const texts = [...new FormData(element)].filter((one): one is [string, string] => typeof one[1] === "string");
    return { action: element.action, texts, file: element.querySelector<HTMLInputElement>("input[type=file]")?.name };
  });
  const { host, hostname, port, origin, pathname, search } = new URL(form.action);
  const cookies = await page.context().cookies(form.action);
  const edge = "----half";
  const parts = form.texts.map(
    ([name, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${edge}\r\nContent-Disposition: form-data; name="${form.file}"; filename="half.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const begun = Buffer.concat([Buffer.from(parts.join("") + head), pdf, Buffer.alloc(200_000, 32)]);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, "connect");
  const lines = [
    `POST ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Cookie: ${cookies.map(({ name, value }) => `${name}=${value}`).join("; ")}`,
    `Content-Type: multipart/form-data; boundary=${edge}`,
    `Content-Length: ${begun.byteLength + 800_000}`,
  ];
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    socket.write(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), begun]), () => resolve());
  });
  const closed = once(socket, "close");
  socket.destroy();
  await closed;
}

describe.each(LIKE_OTHERS)("供应商注册（脚本：%s）", (script) => {
  const mark = script ? "乙" : "甲";
  const email = `apply${script ? 2 : 1}@example.com`;
  const account = `apply${script ? "two" : "one"}`;

  test("注册：填写、离开、凭查询码回来、提交、审核通过、用自己的密码登录", async ({ annotate }) => {
    const page = await (await portal.browse({ script })).newPage();
    const { done } = await traffic(page);
    await open(page, "/user/login");
    await pressAndLoad(page, page.getByRole("link", { name: "注册账号" }));
    await fill(page, {
      uscc: creditCode(script ? 7002 : 7001),
      contact_name: "周样",
      contact_phone: script ? "13912340002" : "13912340001",
      contact_email: email,
      agree: true,
      captcha: await solvedSum(page),
    });
    await press(page, "发送邮箱验证码");
    await fill(page, { email_code: await mailedCode(email) });
    await press(page, "验证");
    const [number = "", access = ""] = await page.locator(".rg-code").allInnerTexts();
    expect([number, access]).toEqual([expect.stringMatching(/^ZC/), expect.stringMatching(/^.{4}-.{4}-.{4}$/)]);

    // Somebody else's number opens nothing, the own pair does, on another day and another machine.
    const later = await (await portal.browse({ script })).newPage();
    const { done: laterDone } = await traffic(later);
    notify(later, 400);
    await open(later, "/registerSupplier/registerUI");
    await fill(later, { number, access: "AAAA-BBBB-CCCC" });
    await press(later, "查询");
    expect(await textOf(later.locator("main"))).toContain("未查询到申请记录");
    await fill(later, { number, access });
    await press(later, "查询");

    await fill(later, { name: `${mark}申请食品有限公司`, legal_person: `${mark}法人` });
    await press(later, "保存并继续");
    expect(await textOf(later.locator("main"))).toContain("请选择供应商类型");
    await fill(later, {
      supplier_type: "贸易商",
      taxpayer_type: "一般纳税人",
      established_on: "2012-03-04",
      region: "安徽省合肥市",
      registered_address: `申请路${mark}1号`,
    });
    await press(later, "保存并继续");
    await fill(later, { login_name: account, newpassword: PASSWORD, confirmpassword: PASSWORD });
    await press(later, "保存并继续");
    await later.locator("[name=categories]").first().check();
    await fill(later, { main_products: "调味料，年供货500吨" });
    await press(later, "保存并继续");
    // The line breaks in the middle of the file: nothing of it is taken, everything before is still there.
    await sendHalf(later);
    await open(later, new URL(later.url()).pathname.replace("/web", "") + new URL(later.url()).search);
    expect(await textOf(later.locator("main"))).not.toContain("half.pdf");
    await fill(later, {
      "certificates.0.certificate_type": "营业执照",
      "certificates.0.certificate_no": `YY-${mark}`,
      "certificates.0.issuer": "样例市市场监督管理局",
      "certificates.0.issue_date": "2015-05-06",
      "certificates.0.is_long_term": true,
    });
    // In the row of its certificate, which is the first place for a file.
    await later
      .locator("input[type=file]")
      .first()
      .setInputFiles([{ name: "营业执照.pdf", mimeType: "application/pdf", buffer: pdf }]);
    await press(later, "保存并继续");
    await press(later, "保存并继续");
    expect(await textOf(later.locator("main"))).toContain("营业执照.pdf");
    expect(await textOf(later.locator("main"))).not.toContain("half.pdf");
    expect(await textOf(later.locator("main"))).toContain("调味料，年供货500吨");
    await fill(later, { declaration: true });
    await press(later, "提交注册");
    expect(await textOf(later.locator("main"))).toContain("申请已提交");
    await eventually(() => later.locator("script").count()).toBe(0);
    const needed = [...done, ...laterDone].filter(({ ahead }) => !ahead);
    const heaviest = Math.max(...needed.map(({ kind, bytes }) => (kind === "Document" ? bytes : 0)));
    const weight = heaviest + bytesOf(needed, "Stylesheet");
    await annotate(`最重的一步 ${(weight / 1024).toFixed(1)} KB，脚本 ${bytesOf(needed, "Script")}`);
    expect(heaviest).toBeGreaterThan(0);
    expect(weight).toBeLessThanOrEqual(MOST_BYTES);
    expect(bytesOf(needed, "Script")).toBe(0);

    const staff = await portal.browse({ script });
    await portal.enter(staff, "buyer1");
    const [row] = await (await portal.rest("buyer1")).list(REGISTRATIONS, { number });
    const review = await staff.newPage();
    await open(review, `/${REGISTRATIONS}/${row?.id}/approve`);
    const buyer = await (await portal.rest("buyer1")).whoami();
    await review.locator("[name=buyer_id]").first().waitFor();
    await review.locator("select[name=supplier_class_id]").selectOption({ index: 1 });
    await fill(review, { buyer_id: buyer.userName });
    await send(review, "通过");

    const supplier = await (await portal.browse({ script })).newPage();
    await open(supplier, "/user/login");
    await fillSignIn(supplier, account, PASSWORD);
    await arrive(supplier, "**/qiaqia/home");
    expect(await textOf(supplier.locator("body"))).toContain("周样");
  });

  test("已是供应商的企业：同事申请加入，企业管理员同意，开通后登录看得到本企业；不露出该企业的资料", async () => {
    const admin = await portal.rest("admin");
    const { supplierId } = await (await portal.rest("supplier1")).whoami();
    const company = await admin.get("supplier-management/supplier", String(supplierId));
    const login = `mate${script ? "two" : "one"}`;
    const mailbox = `${login}@example.com`;
    const page = await (await portal.visit({ script })).newPage();
    notify(page, 400);
    await open(page, "/user/register");
    const phone = script ? "13912340012" : "13912340011";
    await fill(page, { uscc: String(company.uscc), contact_name: "冯同", contact_phone: phone });
    await fill(page, { contact_email: mailbox, agree: true, captcha: await solvedSum(page) });
    await press(page, "发送邮箱验证码");
    await fill(page, { email_code: await mailedCode(mailbox) });
    await press(page, "验证");
    const main = page.locator("main");
    expect(await textOf(main)).toContain("该企业已是平台供应商");
    expect(await textOf(main)).not.toContain(String(company.name));
    await pressAndLoad(page, page.getByRole("link", { name: "继续", exact: true }));
    await fill(page, { login_name: "supplier1", newpassword: PASSWORD, confirmpassword: PASSWORD });
    await press(page, "提交申请");
    expect(await textOf(main)).toContain("登录账号已被占用");
    await fill(page, { login_name: login, newpassword: PASSWORD, confirmpassword: PASSWORD });
    await press(page, "提交申请");
    expect(await textOf(main)).toContain("您的申请已提交，请等待贵司管理员确认");
    expect(await textOf(main)).toContain("已通知贵司平台管理员，确认后您将收到邮件");

    const [request] = await admin.list("supplier-onboarding/member-request", { login_name: login });
    const staff = await portal.visit({ script });
    await portal.enter(staff, "supplier1");
    const answer = await staff.newPage();
    await open(answer, `/supplier-onboarding/member-request/${request?.id}`);
    await makeTransition(answer, "同意");
    await doJobs(portal, "成员账号开通");
    expect((await admin.get("supplier-onboarding/member-request", String(request?.id))).state).toBe("opened");

    const mate = await (await portal.visit({ script })).newPage();
    await open(mate, "/user/login");
    await fillSignIn(mate, login, PASSWORD);
    await arrive(mate, "**/qiaqia/home");
    expect(await textOf(mate.locator("body"))).toContain("冯同");
    await open(mate, "/account/account-center");
    expect(await textOf(mate.locator("body"))).toContain(String(company.name));
  });
});
