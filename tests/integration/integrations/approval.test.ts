import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openApprovalPage, openEmbeddedFile } from "~/edge/ticket-route.server";
import type { AnyRecord } from "~/engine/entity";
import { receiveFile, uploadTarget } from "~/engine/files/upload.server";
import { httpRoute, type IntegrationRoutes } from "~/engine/integrations/routes.server";
import { sendCalls } from "~/engine/integrations/worker.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { endTickets, issueTicket } from "~/engine/tickets/tickets.server";
import { where } from "~/shared/condition";
import { TODAY } from "../../support/clock";
import { pdf, sentIn } from "../../support/files";
import { publishFlow } from "../../support/flows";
import { type IntegrationServer, integrationServer, SECRET } from "../../support/integration-server";
import { ORDER, order, refusal, stored, transition } from "../../support/orders";
import { move } from "../../support/receipts";
import { setParameter } from "../../support/sign-in";
import { signedCalls } from "../../support/signed-call";
import { openWorld } from "../../support/world";

const LOG = "system-management/interface-log";
const PRICE = "price-approval/account-price";
const PATH = "/v2/oa/approval-decision";
const DAY = 24 * 60 * 60_000;

const world = await openWorld();
const { engine, clock } = world;
engine.integration = { systems: new Set(["oa"]) };
const signed = signedCalls(world);
const isServer = engine.database.engine === "server";

let oa: IntegrationServer;
let routes: IntegrationRoutes;
beforeAll(async () => {
  oa = await integrationServer();
  routes = new Map([["oa", httpRoute(engine, { address: oa.address, secret: SECRET })]]);
  await publishFlow(world, {
    document: ORDER,
    conditions: [
      { field: "amount", comparison: "gte", value: "1" },
      { field: "urgent", comparison: "ne", value: "是" },
    ],
    steps: [{ decider: "outside", system_name: "OA", name: "分管领导审批" }],
  });
});
afterAll(async () => {
  await oa.close();
  await world.close();
});
beforeEach(() => {
  oa.received.length = 0;
});

async function submitted(draft?: string, reason?: string): Promise<AnyRecord> {
  const buyer = await world.as("buyerA");
  const id = draft ?? (await order(world, buyer)).id;
  await transition(world, { context: buyer, id, name: "submit", more: reason === undefined ? {} : { reason } });
  return stored(world, id);
}

/** A price of supplier A in the book from today, agreed with these days of credit. */
async function bookPrice(material: string, { price, days }: { price: string; days: number }): Promise<void> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(PRICE),
    values: {
      ...{ company_id: world.ids.company, purchase_group_id: world.ids.group1, buyer_id: world.accounts.buyerA },
      reason: "年度定价",
      items: [
        {
          ...{ supplier_id: world.ids.supplierA, material_id: material, new_price: price, annual_qty: "100" },
          ...{ tax_rate: "9", valid_from: TODAY, valid_to: "2025-12-31", credit_days: days },
        },
      ],
    },
  });
  // Nobody need approve it here: whoever wrote it may not hand it in.
  await move(world, "manager", { key: PRICE, id, name: "submit" });
}

/** A to-do as it arrives in the OA. @param draft the order it is about, handed in for this reason */
async function todo(draft?: string, reason?: string) {
  const record = await submitted(draft, reason);
  await sendCalls(engine, routes, "http://portal.test");
  const received = oa.received.find(({ body }) => Object(body.document).id === record.id);
  const { caseId, stepId, link } = Object(received?.body);
  return { record, received, caseId: String(caseId), stepId: String(stepId), link: String(link) };
}

const decision = (of: { caseId: string; stepId: string }, more: object = {}) => ({
  requestId: randomUUID(),
  caseId: of.caseId,
  stepId: of.stepId,
  decision: "approve",
  by: "陈总",
  ...more,
});

async function logsOf(record: AnyRecord): Promise<AnyRecord[]> {
  const rows = await unscopedRows(world.system(), LOG, ["id"], [where.eq("document_id", record.id)]);
  const logs: AnyRecord[] = [];
  for (const { id } of rows)
    logs.push((await openRecord(world.system(), { entity: world.entity(LOG), id: String(id) })).record);
  return logs.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** How many decisions a case has taken. */
async function answersOf(caseId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from approval_asked
    where case_id = ${caseId} and state in ('approved', 'rejected', 'sent_back')`.execute(engine.database.connection());
  return rows[0]?.count ?? 0;
}

/** Somebody waits in front of it until somebody else opens it. */
function gate<T>() {
  let open: (value: T) => void = () => undefined;
  const passed = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

function open(link: string) {
  const request = new Request(link, { headers: { Cookie: "Access-Token=whatever" } });
  return openApprovalPage({ request, context: { requestId: "r", ip: "198.51.100.9" } });
}

describe("OA收到待办", () => {
  test("提交之后才有待办：题目、要点、签名和打开单据的链接；日志里没有链接的票据", async () => {
    const record = await submitted();
    expect(record.state).toBe("in_approval");
    expect(oa.received).toEqual([]);
    await sendCalls(engine, routes, "http://portal.test");
    const [call] = oa.received;
    expect(call).toMatchObject({ path: "/portal/approval-opened", isSigned: true });
    expect(call?.body).toMatchObject({
      document: { type: "采购订单", number: record.number },
      step: "分管领导审批",
      facts: expect.arrayContaining([{ label: "供应商", text: expect.any(String) }]),
      link: expect.stringMatching(/^http:\/\/portal\.test\/web\/approvalOa\/approvalInfo\?ticket=[\w-]{43}$/),
    });
    const [log] = await logsOf(record);
    expect(log).toMatchObject({ state: "success", system: "oa", valid_states: "in_approval" });
    expect(JSON.stringify(log)).not.toContain(String(call?.body.link).split("ticket=")[1]);
  });

  test("没有连接OA时不能提交，并说明原因", async () => {
    const { integration } = engine;
    delete engine.integration;
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    const refused = await refusal(transition(world, { context: buyer, id, name: "submit" }), "invalid");
    if (integration) engine.integration = integration;
    expect(refused.message).toContain("没有与OA连接");
    expect((await stored(world, id)).state).toBe("draft");
  });

  test("撤回之后告诉OA不必再审", async () => {
    const { record } = await todo();
    await transition(world, { context: await world.as("buyerA"), id: record.id, name: "recall" });
    await sendCalls(engine, routes, "http://portal.test");
    expect(oa.received.at(-1)).toMatchObject({ path: "/portal/approval-closed", isSigned: true });
  });
});

describe("链接打开的页面", () => {
  test("不看登录，显示单据和审批过程；决定之后30天内还能看", async () => {
    const one = await todo();
    const { data } = await open(one.link);
    const shown = JSON.stringify(data.shown);
    expect(shown).toContain(one.record.number);
    expect(shown).toContain("分管领导审批");
    expect(shown, "为什么需要审批").toContain("含税金额不低于1.00，加急不为是");
    await signed(PATH, decision(one));
    expect(JSON.stringify((await open(one.link)).data.shown)).toContain("陈总");
    clock.advance(29 * DAY);
    expect((await open(one.link)).data.closed).toBeNull();
    clock.advance(2 * DAY);
    const late = await open(one.link);
    expect([late.data.shown, late.init?.status]).toEqual([null, 403]);
    clock.advance(-31 * DAY);
    await setParameter(world, "embedded.paperDays", "2");
    await setParameter(world, "embedded.paperHours", "24");
    const [brief, unanswered] = [await todo(), await todo()];
    await signed(PATH, decision(brief));
    clock.advance(DAY - 60_000);
    expect((await open(brief.link)).data.closed).toBeNull();
    clock.advance(2 * 60_000);
    expect([(await open(brief.link)).init?.status, (await open(unanswered.link)).init?.status ?? 200]).toEqual([
      403, 200,
    ]);
    clock.advance(DAY);
    expect((await open(unanswered.link)).init?.status).toBe(403);
    clock.advance(-2 * DAY - 60_000);
    await setParameter(world, "embedded.paperDays", "365");
    await setParameter(world, "embedded.paperHours", "720");
  });

  test("单据下面有价格比较、付款期偏差和写明理由后放行的提醒；上次价格是别的已下达订单的、同一单位的", async () => {
    await setParameter(world, "order.priceRequired", "1");
    const buyer = await world.as("buyerA");
    // Of its own: other orders of this file have no price in the book.
    const { id: material } = await createRecord(world.system(), {
      screen: world.screen("master-data/material"),
      values: {
        ...{ code: "OA1", name: "审批比价物料", material_type_id: world.ids.boxType },
        ...{ uom: "pcs", tax_rate: "13" },
      },
    });
    await bookPrice(material, { price: "1.2", days: 60 });
    const line = { material_id: material, qty: "200.5", required_date: "2025-03-10" };
    const earlier = await order(world, buyer, { urgent: true, items: [{ ...line, price: "1.2" }] });
    await transition(world, { context: buyer, id: earlier.id, name: "submit" });
    await transition(world, { context: buyer, id: earlier.id, name: "release", more: { reason: "测试" } });
    const { id } = await order(world, buyer, {
      ...{ credit_days: "30", credit_reason: "供应商资金紧张" },
      items: [
        { ...line, price: "1.26", deviation_reason: "纸价上涨" },
        { ...line, material_id: world.ids.oil, qty: "10", price: "113" },
        { ...line, uom: "box", price: "12", deviation_reason: "整箱" },
      ],
    });
    const one = await todo(id, "新品首批，价格尚未核定");
    const { data } = await open(one.link);
    const [prices, credit, gate, ...more] = data.shown?.beside ?? [];
    expect(prices).toMatchObject({
      title: "价格比较",
      columns: [
        ...["行", "物料", "数量", "单位", "含税单价", "价格数据价", "价格偏差", "偏差原因", "上次价格", "较上次"],
      ].map((label) => expect.objectContaining({ label })),
      rows: [
        ["1", expect.any(String), "200.5", expect.any(String), "1.26", "1.2", "+5%", "纸价上涨", "1.2", "+5%"],
        ["2", expect.any(String), "10", expect.any(String), "113", "无有效价格", "", "", "无", ""],
        ["3", expect.any(String), "200.5", expect.any(String), "12", "无有效价格", "", "整箱", "无", ""],
      ],
    });
    expect(credit).toEqual({
      kind: "facts",
      title: "付款期偏差",
      facts: [
        { label: "付款期", text: "30天" },
        { label: "价格约定", text: "第1行60天" },
        { label: "偏差原因", text: "供应商资金紧张" },
      ],
    });
    expect(gate).toMatchObject({
      title: "放行检查",
      rows: expect.arrayContaining([
        ["提醒", expect.stringContaining("第2行价格数据中没有有效价格"), "新品首批，价格尚未核定", expect.any(String)],
      ]),
    });
    expect(more).toEqual([]);
    await setParameter(world, "order.priceRequired", "0");
  });

  test("没有票据或票据不对：同一句话，403", async () => {
    for (const link of [
      "http://portal.test/web/approvalOa/approvalInfo",
      `http://portal.test/web/x?ticket=${"A".repeat(43)}`,
    ]) {
      const { data, init } = await open(link);
      expect([data.closed?.message, init?.status]).toEqual(["链接已失效，请从审批单或通知邮件重新打开", 403]);
    }
  });
});

describe("页面上的附件", () => {
  const file = async (field: string, name: string) => {
    const buyer = await world.as("buyerA");
    const target = uploadTarget(buyer, world.screen(ORDER), field);
    return (await receiveFile(buyer, target, { name, bytes: sentIn(pdf(name)) })).id;
  };
  /** An order with a file the supplier may read and one of our own, and its page. */
  const withFiles = async () => {
    const [attachments, internal_files] = [
      [await file("attachments", "图纸.pdf")],
      [await file("internal_files", "比价.pdf")],
    ];
    const { id } = await order(world, await world.as("buyerA"), { attachments, internal_files });
    const one = await todo(id);
    return { ...one, fileId: String(attachments[0]), files: await filesOf(one.link) };
  };
  const filesOf = async (link: string) => (await open(link)).data.shown?.files ?? [];
  const download = async (href: string | null | undefined, page: "approval-view" | "quote-view" = "approval-view") => {
    const request = new Request(`http://portal.test${href ?? ""}`);
    const answer = await openEmbeddedFile({ request, context: { requestId: "r", ip: "198.51.100.9" } }, page);
    return answer.status === 200 ? answer.text() : [answer.status, answer.headers.get("location")];
  };
  const GONE = [303, "/approvalOa/approvalInfo"];

  test("单据抬头的附件各有一个链接，十分钟内只能下载一次，再次打开页面得到新的", async () => {
    const { link, files } = await withFiles();
    expect(files.map(({ name, note }) => [name, note])).toEqual([
      ["图纸.pdf", null],
      ["比价.pdf", null],
    ]);
    const [href, other] = files.map((one) => one.href);
    expect(href).toMatch(/^\/web\/approvalOa\/attachment\?ticket=[\w-]{43}$/);
    expect(await download(href)).toContain("图纸.pdf");
    expect(await download(href)).toEqual(GONE);
    clock.advance(10 * 60_000);
    expect(await download(other)).toEqual(GONE);
    clock.advance(-10 * 60_000);
    const anew = (await filesOf(link))[1]?.href;
    expect(await download(anew, "quote-view"), "别的页面不给").toEqual([303, "/baoJiaOa/viewQuote"]);
    expect(await download(`/web/approvalOa/attachment?ticket=${link.slice(-43)}`), "页面的链接不是附件的").toEqual(
      GONE,
    );
    expect(await download((await filesOf(link))[1]?.href)).toContain("比价.pdf");
  });

  test("别的单据的附件、已从单据拿掉的、没有检查完的、撤销了页面链接的，都下载不了；撤回后页面也打不开", async () => {
    const [one, foreign] = [await withFiles(), await withFiles()];
    const about = { entity: ORDER, recordId: one.record.id };
    const { rows } = await sql<{ id: string }>`select id from ticket
      where purpose = 'approval-view' and record_id = ${one.record.id}`.execute(engine.database.connection());
    const forged = async (fileId: string) => {
      const { secret } = await issueTicket(world.system(), {
        ...{ purpose: "embedded-file", ...about, singleUse: true },
        expiresAt: new Date(clock.now().getTime() + DAY).toISOString(),
        snapshot: { file: fileId, name: "x.pdf", page: rows[0]?.id, purpose: "approval-view" },
      });
      return download(`/web/approvalOa/attachment?ticket=${secret}`);
    };
    expect(await forged(one.fileId)).toContain("图纸.pdf");
    expect(await forged(foreign.fileId)).toEqual(GONE);

    const scanned = (state: string) =>
      sql`update stored_file set scan = ${state} where id = ${one.fileId}`.execute(engine.database.connection());
    await scanned("waiting");
    expect(await download(one.files[0]?.href)).toEqual(GONE);
    const [waiting] = await filesOf(one.link);
    expect([waiting?.href, waiting?.note]).toEqual([null, "待检查"]);
    await scanned("off");

    const [, second] = foreign.files;
    await endTickets(
      world.system(),
      { entity: ORDER, recordId: foreign.record.id, purpose: "approval-view" },
      "发错人",
    );
    expect(await download(second?.href)).toEqual(GONE);

    const [first] = await filesOf(one.link);
    const buyer = await world.as("buyerA");
    await transition(world, { context: buyer, id: one.record.id, name: "recall" });
    expect((await open(one.link)).init?.status, "撤回的单据，链接失效").toBe(403);
    const { version } = await stored(world, one.record.id);
    await updateRecordBy(buyer, {
      screen: world.screen(ORDER),
      id: one.record.id,
      version,
      values: { attachments: [] },
    });
    await transition(world, { context: buyer, id: one.record.id, name: "submit" });
    expect((await filesOf(one.link)).map(({ name }) => name)).toEqual(["比价.pdf"]);
    expect(await download(first?.href)).toEqual(GONE);
  });
});

describe("OA回传结果", () => {
  test("通过：单据前进，说明是谁决定的；同一结果再来得到第一次的答复", async () => {
    const one = await todo();
    const body = decision(one, { reason: "同意" });
    const first = await signed(PATH, body);
    expect([first.status, first.body.result]).toEqual([
      200,
      { number: one.record.number, state: "approved", stateLabel: "待下达" },
    ]);
    expect((await stored(world, one.record.id)).state).toBe("approved");
    const again = await signed(PATH, body);
    expect([again.status, again.body.result]).toEqual([200, first.body.result]);
    expect((await logsOf(one.record)).map((log) => [log.interface_code, log.direction, log.state])).toEqual([
      ["approval_opened", "out", "success"],
      ["approval_decision", "in", "success"],
    ]);
    const twice = await signed(PATH, decision(one));
    expect([twice.status, twice.body.code, Object(twice.body.result).retry]).toEqual([400, 40003, false]);
  });

  test("驳回要写原因；写了就回到草稿", async () => {
    const one = await todo();
    const body = decision(one, { decision: "reject" });
    const refused = await signed(PATH, body);
    expect([refused.status, refused.body.code]).toEqual([400, 40001]);
    expect((await stored(world, one.record.id)).state).toBe("in_approval");
    const again = await signed(PATH, { ...body, requestId: randomUUID(), reason: "价格偏高" });
    expect(again.status).toBe(200);
    expect((await stored(world, one.record.id)).state).toBe("draft");
  });

  test("已经撤回的、不认识的：说清楚再试有没有用", async () => {
    const one = await todo();
    await transition(world, { context: await world.as("buyerA"), id: one.record.id, name: "recall" });
    const late = await signed(PATH, decision(one));
    expect([late.body.code, Object(late.body.result).retry]).toEqual([40003, false]);
    expect((await stored(world, one.record.id)).state).toBe("draft");
    const early = await signed(PATH, decision({ caseId: randomUUID(), stepId: one.stepId }));
    expect([early.status, Object(early.body.result).retry, early.headers.get("Retry-After")]).toEqual([
      404,
      true,
      "30",
    ]);
  });

  test("伪造的、过期的不算数", async () => {
    const one = await todo();
    const forged = await signed(PATH, decision(one), { secret: "another-secret-of-thirty-two-letters" });
    const stale = await signed(PATH, decision(one), { timestamp: clock.now().getTime() - 6 * 60_000 });
    expect([forged.status, stale.status]).toEqual([401, 401]);
    expect((await stored(world, one.record.id)).state).toBe("in_approval");
  });

  test.each([
    ["两个不同的结果", { decision: "reject", reason: "不同意" }],
    ["同一结果的两个请求号", {}],
  ])("同时来%s，只有一个算数", async (_what, second) => {
    const one = await todo();
    const answers = await Promise.all([signed(PATH, decision(one)), signed(PATH, decision(one, second))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const decided = Object(answers.find(({ status }) => status === 200)?.body.result).state;
    expect((await stored(world, one.record.id)).state).toBe(decided);
    const refused = answers.find(({ status }) => status === 400)?.body;
    expect([refused?.code, Object(refused?.result).retry]).toEqual([40003, false]);
    expect(await answersOf(one.caseId)).toBe(1);
  });

  test("先后来两个相反的结果，第一个算数，第二个得到再试也没有用的答复", async () => {
    const one = await todo();
    expect((await signed(PATH, decision(one))).status).toBe(200);
    const late = await signed(PATH, decision(one, { decision: "reject", reason: "改主意了" }));
    expect([late.body.code, Object(late.body.result).retry]).toEqual([40003, false]);
    expect((await stored(world, one.record.id)).state).toBe("approved");
  });

  test("提交的事务还没有结束结果就来了：叫对方再来或等它结束，不丢也不重", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    const asked = gate<{ caseId: string; stepId: string }>();
    const mayCommit = gate<void>();
    const submitting = inTransaction(buyer, async () => {
      await transition(world, { context: buyer, id, name: "submit" });
      const { rows } = await sql<{ caseId: string; stepId: string }>`select s.case_id as "caseId", s.id as "stepId"
        from approval_step s join approval_case c on c.id = s.case_id where c.record_id = ${id}`.execute(
        engine.database.connection(),
      );
      asked.open(rows[0] ?? { caseId: "", stepId: "" });
      await mayCommit.passed;
    });
    const body = decision(await asked.passed);
    const early = signed(PATH, body);
    // A server answers beside the open transaction, which it does not see; the embedded database has one session, and the call waits for it.
    if (isServer) {
      const { status, headers, body: said } = await early;
      expect([status, Object(said.result).retry, headers.get("Retry-After")]).toEqual([404, true, "30"]);
      expect((await stored(world, id)).state).toBe("draft");
    }
    mayCommit.open();
    await submitting;
    if (!isServer) expect((await early).status).toBe(200);
    const again = await signed(PATH, body);
    expect([again.status, Object(again.body.result).state]).toEqual([200, "approved"]);
    expect((await signed(PATH, body)).body.result).toEqual(again.body.result);
    expect((await stored(world, id)).state).toBe("approved");
    expect(await answersOf(body.caseId)).toBe(1);
    const arrived = (await logsOf(await stored(world, id))).filter(({ direction }) => direction === "in");
    expect(arrived.map(({ state }) => state)).toEqual(["success"]);
  });
});
