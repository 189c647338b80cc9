import { afterAll, beforeAll, expect, vi } from "vitest";
import { integrationServer } from "../support/integration-server";
import { startMailServer } from "../support/mail-server";
import { PATIENCE } from "../support/patience";
import { act, askTheGroup, GROUP_AMOUNT, lineOf, personAt, stateFor } from "./support/approvals";
import { journeysOf } from "./support/journey";
import { draftOrder, goodsOf } from "./support/orders";
import type { Page, Visitor } from "./support/page";
import {
  arrive,
  buttonOf,
  complaint,
  eventually,
  fill,
  follow,
  linkIn,
  makeTransition,
  open,
  ready,
  send,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import type { Row } from "./support/rest";
import { notify } from "./support/watch";

const SECRET = "a-secret-of-at-least-thirty-two-letters";
const EMAIL = "/system-management/email";
const MANAGER_MAIL = "manager1@example.com";
const OVER = "600000";

/** Mailboxes that do not exist, for now. */
const unknown = new Set<string>();
const mail = await startMailServer({ refuses: (address) => unknown.has(address) });
const oa = await integrationServer(SECRET);
const sap = await integrationServer(SECRET);
afterAll(async () => {
  for (const server of [mail, oa, sap]) await server.close();
});
const portal = startPortal({
  MAIL_URL: mail.url,
  SSO_SECRETS: `oa=${SECRET},sap=${SECRET}`,
  OA_URL: oa.address,
  SAP_URL: sap.address,
});
const journey = journeysOf(portal);

beforeAll(async () => {
  const rest = await portal.rest("admin");
  await askTheGroup(rest);
  // Letters of the demo that wait leave first, the oldest before the others.
  await vi.waitUntil(async () => (await rest.count("system-management/email", { state: "queued" })) === 0, PATIENCE);
});

async function orderOf(amount: string): Promise<Row> {
  const { materials } = await goodsOf(portal);
  return draftOrder(portal, { items: [lineOf(materials[0].code, amount)] });
}

async function admin(browser: Visitor): Promise<Page> {
  return personAt(browser, "admin");
}

const rows = (page: Page) => page.locator("main table tbody tr");

/** Narrows the list by what is typed above it; the filter is among the first or those behind 「展开」. */
async function narrow(page: Page, name: string, text: string): Promise<void> {
  const box = page.locator(`main [name="${name}"]:not([type=hidden])`).first();
  if (!(await box.isVisible())) await page.locator(".fb-more > summary").click();
  await box.fill(text);
  await page.getByRole("button", { name: "查询" }).first().click();
  await arrive(page, (url) => url.searchParams.get(name) === text);
}

/** Asks the page again until it says so: what happens behind it is drawn when it is opened. */
async function comes(page: Page, ask: () => Promise<unknown>, said: unknown): Promise<void> {
  await eventually(async () => {
    await page.reload();
    await ready(page);
    return ask();
  }).toEqual(said);
}

/** States of the rows of the list that is open, and the state of the record that is. */
const states = (page: Page) => () => page.locator("main tbody [data-label=状态]").allInnerTexts();
const state = (page: Page) => () => textOf(page.locator("h1 .bd"));

/** Opens the first row of the list. */
async function openFirst(page: Page): Promise<void> {
  await follow(page, rows(page).getByRole("link").first());
  await page.locator("h1 .bd").waitFor();
}

journey.likeOthers(
  "审批的邮件：在邮件日志里读到，没有送到的写明原因，重发后送到，只送一次",
  async (browser, { another }) => {
    unknown.add(MANAGER_MAIL);
    const order = await orderOf(OVER);
    const number = String(order.number);
    const buyer = await personAt(await another(), "buyer1");
    await act(buyer, order.id, "提交");

    const page = await admin(browser);
    await open(page, EMAIL);
    await narrow(page, "record_number", number);
    await comes(page, states(page), ["发送失败"]);
    expect(await textOf(rows(page))).toContain(MANAGER_MAIL);
    await openFirst(page);
    const oneMail = new URL(page.url()).pathname;
    const shown = await textOf(page.locator("main"));
    expect(shown).toContain(`${number} 等待您审批`);
    expect(shown).toMatch(/郑国华，您好：\s+王敏提交，步骤：/);
    expect(shown).toContain("no such mailbox");

    unknown.delete(MANAGER_MAIL);
    await makeTransition(page, "重发");
    await comes(page, state(page), "已发送");
    expect(mail.mails.get(oneMail.split("/").at(-1) ?? "")).toBe(1);

    const manager = await personAt(await another(), "manager1");
    await act(manager, order.id, "通过", { reason: "同意采购" });
    expect(await stateFor(buyer, order.id)).toBe("待下达");
    await open(page, `${EMAIL}?record_number=${number}`);
    await comes(page, states(page), ["已发送", "已发送"]);
    expect(await textOf(rows(page).first())).toContain("审批通过");
  },
);

journey.likeOthers(
  "OA日志：对方不收的报文写明原因，两边报文都在，票据看不到；放弃要写原因，重发后成功",
  async (browser, { another }) => {
    oa.next({ status: 200, body: { success: false, message: "流程模板没有发布", token: "top-secret-of-the-office" } });
    const order = await orderOf(GROUP_AMOUNT);
    await act(await personAt(await another(), "buyer1"), order.id, "提交");
    await act(await personAt(await another(), "manager1"), order.id, "通过");

    const page = await admin(browser);
    await open(page, "/system-management/oa-log");
    await narrow(page, "business_key", String(order.number));
    await comes(page, states(page), ["失败"]);
    await openFirst(page);
    const shown = await textOf(page.locator("main"));
    expect(shown).toContain("OA：流程模板没有发布");
    expect(shown).toMatch(/\s"step": "集团审批"/);
    expect(shown).toMatch(/\s"token": "\*\*\*"/);
    expect(await page.content()).not.toContain("top-secret-of-the-office");
    const ticket = /ticket=([\w-]+)/.exec(String(oa.received.at(-1)?.body.link))?.[1] ?? "";
    expect(ticket).not.toBe("");
    expect(await page.content()).not.toContain(ticket);

    oa.next({ status: 200, body: { success: true, documentNo: "OA-77" } });
    const call = new URL(page.url()).pathname;
    await follow(page, linkIn(page, "放弃").first());
    notify(page, 400);
    await send(page, "放弃");
    expect(await textOf(complaint(page, "reason"))).toContain("请填写");
    await fill(page, { reason: "等OA发布模板" });
    await buttonOf(page, "放弃").click();
    await arrive(page, ({ pathname }) => pathname === call);
    await eventually(() => textOf(page.locator("h1 .bd"))).toBe("已放弃");
    await makeTransition(page, "重新发送");
    await comes(page, state(page), "成功");
    expect(await textOf(page.locator("main"))).toContain("OA-77");
    const tried = page.locator("main table").filter({ hasText: "失败原因" }).locator("tbody tr");
    await eventually(() => tried.count()).toBe(2);
    const keys = oa.received.filter(({ body }) => JSON.stringify(body).includes(String(order.number)));
    expect(new Set(keys.map(({ key }) => key)).size).toBe(1);
  },
);

journey.likeOthers(
  "SAP日志：下达的订单对方出错，从列表里批量重发；采购员看到自己的，看不到OA日志",
  async (browser, { another }) => {
    sap.next({ status: 200, body: { success: false, message: "物料在该工厂没有采购视图" } });
    const { materials } = await goodsOf(portal);
    const order = await draftOrder(portal, { items: [lineOf(materials[0].code, "3000")] });
    const buyer = await personAt(await another(), "buyer1");
    await act(buyer, order.id, "提交");
    await act(buyer, order.id, "下达");

    const page = await admin(browser);
    await open(page, "/system-management/sap-log");
    await narrow(page, "business_key", String(order.number));
    await comes(page, states(page), ["失败"]);
    const log = page.url();
    await openFirst(page);
    expect(await textOf(page.locator("main"))).toContain("SAP：物料在该工厂没有采购视图");
    await page.goto(log);
    await ready(page);

    sap.next({ status: 200, body: { success: true, documentNo: "4500000077" } });
    await rows(page).getByRole("checkbox").check();
    await buttonOf(page, "批量重新发送").click();
    await arrive(page, /\/sap-log\/batch\/resend/);
    await buttonOf(page, "重新发送 1 条").click();
    await arrive(page, (url) => !url.pathname.includes("/batch/"));
    await page.goto(log);
    await comes(page, states(page), ["成功"]);
    expect(await textOf(rows(page))).toContain("4500000077");

    await open(buyer, `/system-management/sap-log?business_key=${order.number}`);
    expect(await textOf(rows(buyer))).toContain("4500000077");
    notify(buyer, 403);
    await open(buyer, "/system-management/oa-log");
  },
);

journey.likeOthers(
  "业务场景：开关渠道从下一次起生效，安全类不能停用，停用的在发送记录里写明",
  async (browser, { mark }) => {
    const page = await admin(browser);
    await open(page, "/system-management/msg-scenario");
    await narrow(page, "name", "有任务等待我处理");
    await openFirst(page);
    const scenario = new URL(page.url()).pathname;
    const assign = async (title: string) => {
      await open(page, "/system-management/task/new");
      await fill(page, { title, assignee_id: "孙丽" });
      await buttonOf(page, "保存").click();
      await arrive(page, /\/task\/[0-9a-f-]{36}$/);
    };
    const edit = async (values: Record<string, boolean>) => {
      await open(page, scenario.replace(/^\/web/, ""));
      await follow(page, linkIn(page, "修改"));
      await fill(page, values);
    };
    const save = async () => {
      await buttonOf(page, "保存").click();
      await arrive(page, (url) => url.pathname === scenario);
    };

    await edit({ on_site: false, by_email: false });
    notify(page, 400);
    await send(page, "保存");
    expect(await textOf(complaint(page, "on_site"))).toContain("至少保留一个渠道");
    await fill(page, { on_site: true, by_email: true });
    await save();
    await assign(`对样${mark}`);
    await open(page, `${EMAIL}?subject=${encodeURIComponent(`对样${mark}`)}`);
    expect(await textOf(rows(page))).toContain("qa1@example.com");

    await open(page, scenario.replace(/^\/web/, ""));
    await makeTransition(page, "停用", { reason: "试运行" });
    await assign(`留样${mark}`);
    await open(page, "/system-management/msg-send-record");
    await eventually(() =>
      rows(page)
        .filter({ hasText: `留样${mark}` })
        .count(),
    ).toBeGreaterThan(0);
    expect(
      await textOf(
        rows(page)
          .filter({ hasText: `留样${mark}` })
          .first(),
      ),
    ).toContain("场景停用");
    await open(page, scenario.replace(/^\/web/, ""));
    await makeTransition(page, "启用");
    await edit({ by_email: false });
    await save();

    await open(page, "/system-management/msg-scenario");
    await narrow(page, "name", "安全参数有变化");
    await openFirst(page);
    await follow(page, linkIn(page, "停用"));
    await send(page, "停用");
    await eventually(() => textOf(page.locator("main"))).toContain("安全类场景不能停用");
  },
);

/** The newest link in a mail to the address that proves it. */
function proofLink(address: string): string {
  const links = [...mail.texts.values()].flatMap((text) => {
    if (!text.includes(`To: ${address}`)) return [];
    const [head = "", ...rest] = text.split("\r\n\r\n");
    const body = rest.join("\r\n\r\n");
    const isBase64 = /^Content-Transfer-Encoding: base64/im.test(head);
    const plain = isBase64 ? Buffer.from(body, "base64").toString() : body.replace(/=\r\n/g, "").replace(/=3D/g, "=");
    return /\/account\/mail-proof\?ticket=[\w-]{43}/.exec(plain)?.[0] ?? [];
  });
  return links.at(-1) ?? "";
}

journey.likeOthers(
  "验证邮箱：信里的链接由本人登录后确认；之后重置密码，管理员只看到发往何处",
  async (browser, { script, another }) => {
    const account = script ? "planner1" : "finance1";
    const own = await personAt(await another(), account);
    await open(own, "/account/settings-security");
    await buttonOf(own, "发送验证邮件").click();
    await eventually(() => textOf(own.locator(".sh-notices"))).toContain(`验证邮件已发送到 ${account}@example.com`);
    await eventually(() => proofLink(`${account}@example.com`)).not.toBe("");
    await open(own, proofLink(`${account}@example.com`));
    expect(await textOf(own.locator("main"))).toContain(`${account}@example.com`);
    await buttonOf(own, "确认是我的邮箱").click();
    await arrive(own, (url) => url.pathname === "/web/account/settings-security");
    await eventually(() => textOf(own.locator(".sh-notices"))).toContain("邮箱已验证");
    await eventually(() => own.getByRole("button", { name: "发送验证邮件" }).count()).toBe(0);

    const page = await admin(browser);
    await open(page, "/system-management/users");
    await narrow(page, "accountname", account);
    await openFirst(page);
    await follow(page, linkIn(page, "重置密码"));
    await send(page, "重置密码");
    await eventually(() => textOf(page.locator("main"))).toContain("一次性密码已发送到");
    expect(await textOf(page.locator("main output"))).toBe(`${account[0]}***@example.com`);
  },
);
