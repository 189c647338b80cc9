import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEmbeddedFile, openEmbeddedPage } from "~/edge/ticket-route.server";
import { receiveFile, uploadTarget } from "~/engine/files/upload.server";
import { httpRoute, type IntegrationRoutes } from "~/engine/integrations/routes.server";
import { sendCalls } from "~/engine/integrations/worker.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { where } from "~/shared/condition";
import type { AccountName } from "../../../support/company";
import { pdf, sentIn } from "../../../support/files";
import { publishFlow } from "../../../support/flows";
import { type IntegrationServer, integrationServer, SECRET } from "../../../support/integration-server";
import { refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { signedCalls } from "../../../support/signed-call";
import { openWorld } from "../../../support/world";

const LINK = "receiving/external-quote-view";
const PRICE = "price-approval/account-price";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GONE = "链接无效或已过期，请从OA待办重新打开";

const world = await openWorld();
const { engine, clock } = world;
engine.integration = { systems: new Set(["oa"]) };
engine.origin = "http://portal.test";
const signed = signedCalls(world);

let oa: IntegrationServer;
let routes: IntegrationRoutes;
beforeAll(async () => {
  oa = await integrationServer();
  routes = new Map([["oa", httpRoute(engine, { address: oa.address, secret: SECRET })]]);
  await publishFlow(world, {
    document: PRICE,
    steps: [{ decider: "outside", system_name: "OA", system_account: "chen.zong", name: "分管领导审批" }],
  });
});
afterAll(async () => {
  await oa.close();
  await world.close();
});
beforeEach(() => {
  oa.received.length = 0;
});

async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  clock.advance(ms);
  try {
    return await work();
  } finally {
    clock.advance(-ms);
  }
}

let year = 2040;
/** A price case that was handed in to the OA, and the link in its to-do. */
async function waiting(files: readonly string[] = []) {
  year += 1;
  const buyer = await world.as("buyerA");
  const target = uploadTarget(buyer, world.screen(PRICE), "attachments");
  const attachments: string[] = [];
  for (const name of files) attachments.push((await receiveFile(buyer, target, { name, bytes: sentIn(pdf(name)) })).id);
  const { id } = await createRecord(buyer, {
    screen: world.screen(PRICE),
    values: {
      ...{ company_id: world.ids.company, purchase_group_id: world.ids.group1, buyer_id: world.accounts.buyerA },
      ...{ reason: "年度定价", attachments },
      items: [
        {
          ...{ supplier_id: world.ids.supplierA, material_id: world.ids.box, new_price: "1.2", annual_qty: "100" },
          ...{ valid_from: `${year}-01-01`, valid_to: `${year}-12-31` },
        },
      ],
    },
  });
  await move(world, "buyerA", { key: PRICE, id, name: "submit" });
  oa.received.length = 0;
  await sendCalls(engine, routes, "http://portal.test");
  const call = oa.received.find(({ body }) => Object(body.document).id === id && body.link !== undefined);
  const { link, caseId, stepId } = Object(call?.body);
  return { id, link: String(link), caseId: String(caseId), stepId: String(stepId), ticket: await linkOf(id) };
}

/** The newest link to a record, as the register has it. */
async function linkOf(id: string): Promise<string> {
  const rows = await unscopedRows(world.system(), LINK, ["id", "issued_at"], [where.eq("account_price_id", id)]);
  return String(rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]?.id);
}

async function open(link: string, ip = "203.0.113.5") {
  const request = new Request(link, { headers: { "User-Agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/130.0" } });
  const { data, init } = await openEmbeddedPage({ request, context: { requestId: "r", ip } }, "quote-view");
  return { status: init?.status ?? 200, closed: data.closed?.message ?? null, shown: data.shown };
}

const isGone = async (link: string) => {
  const { status, closed, shown } = await open(link);
  expect([status, closed, shown]).toEqual([403, GONE, null]);
};
const download = (href: string, ip = "203.0.113.6") =>
  openEmbeddedFile(
    { request: new Request(`http://portal.test${href}`), context: { requestId: "r", ip } },
    "quote-view",
  );
const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: LINK, id, name, ...more });
const rowsFor = async (account: AccountName) =>
  listModel(await world.as(account), world.screen(LINK), new URLSearchParams());
const hrefOf = (shown: Awaited<ReturnType<typeof open>>["shown"], at = 0) => String(shown?.files[at]?.href);

describe("报价查看链接", () => {
  test("随待办发出的链接各有一行：单据、审批人、失效时间、访问；令牌只存校验值", async () => {
    const one = await waiting();
    await open(one.link);
    await open(one.link);
    const { number } = await recordOf(world, PRICE, one.id);
    const row = await recordOf(world, LINK, one.ticket);
    expect(row).toMatchObject({
      ...{ target_type: "account_price", document_no: number, approver_account: "chen.zong", state: "live" },
      ...{ visit_count: 2, snapshot_version: 1 },
    });
    expect(Date.parse(String(row.expire_at)) - Date.parse(String(row.issued_at))).toBe(7 * DAY);
    const { sections } = await recordModel(await world.as("buyerA"), world.screen(LINK), one.ticket);
    const said = JSON.stringify(sections);
    for (const part of ["访问记录", "203.0.113.5", "Firefox", "打开页面"]) expect(said).toContain(part);
    expect(said).not.toContain(one.link.slice(-43));
    expect(JSON.stringify(row)).not.toContain(one.link.slice(-43));
  });

  test("撤销后打不开，原因留在登记里；别的链接和审批不受影响，再撤销不行", async () => {
    const one = await waiting();
    const other = await waiting();
    await step("buyerA", one.ticket, "revoke", { reason: "发错人" });
    await isGone(one.link);
    expect((await open(other.link)).status).toBe(200);
    const row = await recordOf(world, LINK, one.ticket);
    expect([row.state, row.revoke_reason]).toEqual(["revoked", "发错人"]);
    expect((await recordOf(world, PRICE, one.id)).state).toBe("in_approval");
    await refusal(step("buyerA", one.ticket, "revoke", { reason: "发错人" }), "wrong_state");
  });

  test("重新生成：新链接只在答复里出现一次，打得开，旧的打不开", async () => {
    const one = await waiting();
    const { reveals } = await step("buyerA", one.ticket, "renew");
    const [secret] = reveals ?? [];
    expect(secret?.value).toMatch(/^http:\/\/portal\.test\/web\/baoJiaOa\/viewQuote\?ticket=[\w-]{43}$/);
    await isGone(one.link);
    const { shown } = await open(String(secret?.value));
    expect([shown?.notice, shown?.watermark.startsWith("chen.zong ")]).toEqual([null, true]);
    expect((await recordOf(world, LINK, one.ticket)).state).toBe("replaced");
    const made = await recordOf(world, LINK, await linkOf(one.id));
    expect([made.state, made.created_by]).toEqual(["live", world.accounts.buyerA]);
  });

  test("过期的显示为已过期，可以重新生成；过期后打不开", async () => {
    const one = await waiting();
    await later(7 * DAY, async () => {
      await isGone(one.link);
      await rowsFor("buyerA");
      expect((await recordOf(world, LINK, one.ticket)).state).toBe("expired");
      const { reveals } = await step("buyerA", one.ticket, "renew");
      expect((await open(String(reveals?.[0]?.value))).status).toBe(200);
    });
  });

  test("审批结束使失效时间提前到24小时后，不会更晚；撤回的说明现在打不开，也不能重新生成", async () => {
    const one = await waiting();
    await move(world, "buyerA", { key: PRICE, id: one.id, name: "recall" });
    await isGone(one.link);
    const { sections } = await recordModel(await world.as("buyerA"), world.screen(LINK), one.ticket);
    expect(JSON.stringify(sections)).toContain("单据已撤回");
    const refused = await refusal(step("buyerA", one.ticket, "renew"), "invalid");
    expect(refused.message).toContain("单据已撤回");
    expect((await recordOf(world, LINK, one.ticket)).state).toBe("live");

    const decided = await waiting();
    const { caseId, stepId } = decided;
    const answer = { requestId: randomUUID(), caseId, stepId, decision: "reject", by: "陈总", reason: "价格偏高" };
    expect((await signed("/v2/oa/approval-decision", answer)).status).toBe(200);
    const row = await recordOf(world, LINK, decided.ticket);
    expect(Date.parse(String(row.expire_at)) - clock.now().getTime()).toBe(DAY);
    await later(DAY, async () => refusal(step("buyerA", decided.ticket, "renew"), "invalid"));
  });

  test("采购组以外的采购员看不到也不能撤销，没有权限的人同样，供应商看不到", async () => {
    const one = await waiting();
    await refusal(step("finance", one.ticket, "revoke", { reason: "发错人" }), "forbidden");
    await expect(step("buyerB", one.ticket, "revoke", { reason: "发错人" })).rejects.toThrow();
    const [seen, unseen] = [await rowsFor("buyerA"), await rowsFor("buyerB")].map((list) => JSON.stringify(list));
    expect([seen?.includes(one.ticket), unseen?.includes(one.ticket)]).toEqual([true, false]);
    await expect(rowsFor("supplierA")).rejects.toThrow();
  });

  test("访问记不下来时照样能看，只留日志", async () => {
    const one = await waiting();
    await sql`alter table ticket_visit rename to ticket_visit_away`.execute(engine.database.connection());
    try {
      expect((await open(one.link)).status).toBe(200);
    } finally {
      await sql`alter table ticket_visit_away rename to ticket_visit`.execute(engine.database.connection());
    }
    expect((await recordOf(world, LINK, one.ticket)).visit_count).toBe(0);
  });
});

describe("页面上的附件", () => {
  test("每个附件一个链接，只能下载一次，记入访问记录；再次打开页面得到新的", async () => {
    const one = await waiting(["报价单.pdf", "成本分析.pdf"]);
    const { shown } = await open(one.link);
    expect(shown?.files.map(({ name }) => name)).toEqual(["报价单.pdf", "成本分析.pdf"]);
    const href = hrefOf(shown);
    const answer = await download(href);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    expect(await answer.text()).toContain("报价单.pdf");
    const again = await download(href);
    expect([again.status, again.headers.get("location")]).toEqual([303, "/baoJiaOa/viewQuote"]);
    const anew = hrefOf((await open(one.link)).shown);
    expect(anew).not.toBe(href);
    expect((await download(anew)).status).toBe(200);
    const { sections } = await recordModel(await world.as("buyerA"), world.screen(LINK), one.ticket);
    expect(JSON.stringify(sections)).toContain("下载附件：报价单.pdf");
    expect((await recordOf(world, LINK, one.ticket)).visit_count).toBe(2);
  });

  test("十分钟后、页面的链接撤销后，附件的链接也打不开", async () => {
    const one = await waiting(["报价单.pdf", "成本分析.pdf"]);
    const { shown } = await open(one.link);
    await later(10 * 60_000, async () => expect((await download(hrefOf(shown))).status).toBe(303));
    await step("buyerA", one.ticket, "revoke", { reason: "发错人" });
    expect((await download(hrefOf(shown, 1))).status).toBe(303);
  });

  test("页面的链接下载不了附件，附件的链接打不开页面", async () => {
    const one = await waiting(["报价单.pdf"]);
    const { shown } = await open(one.link);
    expect((await download(`/web/baoJiaOa/attachment?ticket=${one.link.slice(-43)}`)).status).toBe(303);
    await isGone(`http://portal.test/web/baoJiaOa/viewQuote?ticket=${hrefOf(shown).slice(-43)}`);
  });

  test("链接做不出来时，页面照样能看，附件写明暂时不能下载", async () => {
    const one = await waiting(["报价单.pdf"]);
    await sql`alter table ticket add constraint no_files check (purpose <> 'embedded-file') not valid`.execute(
      engine.database.connection(),
    );
    try {
      const { status, shown } = await open(one.link);
      expect([status, shown?.files[0]?.href, shown?.files[0]?.note]).toEqual([200, null, "暂时不能下载，请刷新本页"]);
    } finally {
      await sql`alter table ticket drop constraint no_files`.execute(engine.database.connection());
    }
  });

  test("撤回后换掉的附件不在旧的送审版本上，重新送审后显示新的", async () => {
    const one = await waiting(["旧依据.pdf"]);
    await move(world, "buyerA", { key: PRICE, id: one.id, name: "recall" });
    const buyer = await world.as("buyerA");
    const { version } = await recordOf(world, PRICE, one.id);
    const target = uploadTarget(buyer, world.screen(PRICE), "attachments");
    const file = await receiveFile(buyer, target, { name: "新依据.pdf", bytes: sentIn(pdf("新")) });
    const values = { attachments: [file.id] };
    await updateRecordBy(buyer, { screen: world.screen(PRICE), id: one.id, version, values });
    await move(world, "buyerA", { key: PRICE, id: one.id, name: "submit" });
    const { shown } = await open(one.link);
    expect([shown?.notice, shown?.files.map(({ name }) => name)]).toEqual(["单据已变更，当前为第2版", ["新依据.pdf"]]);
  });
});
