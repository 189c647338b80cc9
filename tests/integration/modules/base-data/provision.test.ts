import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemContext } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { runBatch } from "~/engine/operations/batch.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { askNewSuppliers } from "~/modules/base-data/provision/provision.jobs.server";
import { seed as provisionSeed } from "~/modules/base-data/provision/provision.seed";
import { provisionReceiptWarnings } from "~/modules/base-data/provision-receipt/provision-receipt-warnings.server";
import {
  acceptProvision,
  acceptProvisionModel,
  provisionTextModel,
} from "~/modules/base-data/provision-receipt/provision-text.page.server";
import { DemoWriter } from "~/modules/demo/demo-writer.server";
import { addDays, dayOf } from "~/shared/calendar";
import type { AccountName } from "../../../support/company";
import { personWith } from "../../../support/conformance";
import { confirmed, items, refusal, stored } from "../../../support/orders";
import { rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const KEY = "base-data/provision";
const RECEIPT = "base-data/provision-receipt";
const NOTE = "receiving/delivery-note";
const DAY_MS = 86_400_000;
const ALL = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };
const legal = await personWith(world, "legal");
const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
const now = async (name: AccountName) => world.as(name);
/** The person with the clock as it stands now. */
const lawyer = () => ({ ...legal, now: world.clock.now() });
const today = () => dayOf(world.clock.now());

// Each test speaks of its own provision alone.
beforeEach(async () => {
  await change(sql`delete from inbox`);
  await change(sql`update provision_receipt set state = 'ended' where state = 'pending'`);
  await change(sql`update provision set state = 'withdrawn' where state = 'published'`);
  await change(sql`delete from provision where state = 'draft'`);
});

let serial = 0;
async function draft(values: Record<string, unknown> = {}): Promise<string> {
  serial += 1;
  const all = {
    title: `交货规定${serial}`,
    category: "delivery",
    body: "一、预约\n请提前一天预约。\n\n二、资料\n批号与实物一致。",
    effective_date: today(),
    must_accept: "1",
    accept_deadline: addDays(today(), 10),
  };
  return (await createRecord(lawyer(), { screen: world.screen(KEY), values: { ...all, ...values } })).id;
}
const move = (id: string, name: "publish" | "withdraw" | "revise" | "remind", more: Record<string, unknown> = {}) =>
  applyTransition(lawyer(), { entity: world.entity(KEY), id, name, ...more });
async function published(values: Record<string, unknown> = {}): Promise<string> {
  const id = await draft(values);
  await move(id, "publish");
  return id;
}
const provisionOf = async (id: string) => (await rowsOf(world, "provision", "id")).find((one) => one.id === id);
const receiptsOf = async (id: string) =>
  (await rowsOf(world, "provision_receipt", "id")).filter(({ provision_id }) => provision_id === id);
async function receiptOf(id: string, supplier: "supplierA" | "supplierB") {
  const found = (await receiptsOf(id)).find(({ supplier_id }) => supplier_id === world.ids[supplier]);
  if (!found) throw new Error(`${supplier} was not asked`);
  const { id: own, read_at, accepted_at, ...rest } = found;
  return { ...rest, id: String(own), read_at, accepted_at };
}
function ticked(version: string, ticks = true): FormData {
  const form = new FormData();
  form.append("_version", version);
  if (ticks) form.append("read_to_end", "1");
  return form;
}
async function accepted(provisionId: string, account: "supplierA" | "supplierB"): Promise<void> {
  const { id } = await receiptOf(provisionId, account);
  const { model } = await acceptProvisionModel(await now(account), id, true);
  await acceptProvision({ ...(await now(account)), ip: "183.60.1.2" }, id, ticked(model.version));
}
const told = async () =>
  (await rowsOf(world, "inbox", "id"))
    .filter(({ scenario }) => String(scenario).startsWith("provision."))
    .map(({ scenario, user_id }) => [scenario, user_id]);
const toldOf = async (scenario: string) => (await told()).filter(([one]) => one === scenario).map(([, user]) => user);

describe("逾期没有确认的供应商不能送货", () => {
  // Written while the clock still stands in the days of the orders.
  let noteId = "";
  beforeAll(async () => {
    noteId = await note();
  });
  async function note(): Promise<string> {
    await change(sql`update receive_control set early_days = 365, coa_required = 'no', shelf_ratio = null`);
    const order = await stored(world, (await confirmed(world)).id);
    const [line] = items(order);
    const supplier = await now("supplierA");
    const eta = `${addDays(today(), 1)} 09:30`;
    const values = {
      factory_id: world.ids.factory1,
      ...{ ship_date: today(), eta, vehicle_no: "皖A12345", driver: "王师傅", driver_phone: "13800000000" },
      items: [
        {
          ...{ order_line: line?.id, qty: "100", batch_no: "P250301" },
          ...{ produce_date: today(), expire_date: addDays(today(), 365) },
        },
      ],
    };
    return (await createRecord(supplier, { screen: world.screen(NOTE), values })).id;
  }
  const submitPage = async (id: string) => transitionModel(await now("supplierA"), world.screen(NOTE), id, "submit");
  const wordsOf = async (id: string) => (await submitPage(id)).findings.map(({ text }) => text);

  test("提交送货单被拦下，说读哪一份并给出链接；确认以后放行", async () => {
    const id = await published({ accept_deadline: today() });
    const { title } = (await provisionOf(id)) ?? {};
    const words = `请先阅读并确认《${String(title)}》`;
    // The last day is still in time.
    expect(await wordsOf(noteId)).not.toContain(words);
    world.clock.advance(DAY_MS);
    const receipt = await receiptOf(id, "supplierA");
    const page = await submitPage(noteId);
    expect(page.findings).toContainEqual({
      level: "block",
      text: words,
      cure: { label: "去阅读", href: `/base-data/provision-receipt/${receipt.id}/accept` },
    });
    const submit = { entity: world.entity(NOTE), id: noteId, name: "submit" as const, reason: "测试" };
    const refused = await refusal(applyTransition(await now("supplierA"), submit), "invalid");
    expect(JSON.stringify(refused)).toContain(words);
    await accepted(id, "supplierA");
    expect(await wordsOf(noteId)).not.toContain(words);
  });

  test("同一句话也拦下报价，谢绝不受影响；确认以后放行", async () => {
    const rfq = "purchase-management/rfq";
    const quote = "receiving/supplier-quote";
    const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();
    const { id: asked } = await createRecord(await now("buyerA"), {
      screen: world.screen(rfq),
      values: {
        ...{ title: "规定逾期询价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
        ...{ payment_term: "d30", price_valid_from: today(), price_valid_to: addDays(today(), 200) },
        ...{ start_at: inHours(-1), deadline: inHours(96), min_suppliers: "1" },
        items: [{ material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs" }],
        suppliers: [{ supplier_id: world.ids.supplierA }],
      },
    });
    await applyTransition(await now("buyerA"), {
      entity: world.entity(rfq),
      id: asked,
      name: "submit",
      reason: "测试",
    });
    const own = (await rowsOf(world, "supplier_quote", "id")).find(({ rfq_id }) => rfq_id === asked);
    const quoteId = String(own?.id);
    const [line] = (await rowsOf(world, "supplier_quote_items", "id")).filter(({ root_id }) => root_id === quoteId);
    await updateRecordBy(await now("supplierA"), {
      screen: world.screen(quote),
      id: quoteId,
      version: Number(own?.version),
      values: {
        ...{ tax_rate: "13", valid_to: addDays(today(), 200), contact_phone: "13800000000" },
        items: [{ id: line?.id, price: "1.5" }],
      },
    });
    const id = await published({ accept_deadline: today() });
    world.clock.advance(DAY_MS);
    const words = `请先阅读并确认《${String((await provisionOf(id))?.title)}》`;
    const receipt = await receiptOf(id, "supplierA");
    const pageOf = async (name: string) => transitionModel(await now("supplierA"), world.screen(quote), quoteId, name);
    expect((await pageOf("submit")).findings).toContainEqual({
      level: "block",
      text: words,
      cure: { label: "去阅读", href: `/base-data/provision-receipt/${receipt.id}/accept` },
    });
    expect((await pageOf("decline")).findings).toEqual([]);
    const submit = { entity: world.entity(quote), id: quoteId, name: "submit" as const, reason: "测试" };
    const refused = await refusal(applyTransition(await now("supplierA"), submit), "invalid");
    expect(JSON.stringify(refused)).toContain(words);
    await accepted(id, "supplierA");
    await applyTransition(await now("supplierA"), submit);
  });

  test("不是必须确认的、已废止的、别家逾期的都不拦", async () => {
    const optional = await published({ must_accept: "", accept_deadline: today() });
    const gone = await published({ accept_deadline: today() });
    const others = await published({ accept_deadline: today() });
    await accepted(others, "supplierA");
    world.clock.advance(DAY_MS);
    await move(gone, "withdraw", { reason: "不再需要" });
    for (const id of [optional, gone, others]) {
      const { title } = (await provisionOf(id)) ?? {};
      expect(await wordsOf(noteId)).not.toContain(`请先阅读并确认《${String(title)}》`);
    }
  });

  test("登录后的提醒只给供应商，逾期的说不能送货；确认以后消失", async () => {
    const id = await published({ accept_deadline: today() });
    const { id: receipt } = await receiptOf(id, "supplierA");
    const cards = async (name: AccountName) =>
      (await provisionReceiptWarnings.find(await now(name))).filter(({ objectId }) => objectId === receipt);
    expect((await cards("supplierA"))[0]?.stage).toBe("due_soon");
    world.clock.advance(DAY_MS);
    const [card] = await cards("supplierA");
    expect(card?.text).toContain("暂时不能报价和提交送货单");
    expect(card?.href).toBe(`/base-data/provision-receipt/${receipt}/accept`);
    expect(await cards("buyerA")).toEqual([]);
    await accepted(id, "supplierA");
    expect(await cards("supplierA")).toEqual([]);
  });
});

describe("发布", () => {
  test("每家在合作的供应商收到一条待确认和一条通知；准入前的没有", async () => {
    const id = await published();
    const receipts = await receiptsOf(id);
    const { rows } = await sql<{ id: string }>`
      select id from supplier where stage in ('trial', 'qualified', 'preferred')`.execute(
      world.engine.database.connection(),
    );
    expect(receipts.map(({ supplier_id }) => supplier_id).sort()).toEqual(rows.map((one) => one.id).sort());
    expect(await toldOf("provision.to-accept")).toEqual(
      expect.arrayContaining([world.accounts.supplierA, world.accounts.supplierB]),
    );
    expect(await provisionOf(id)).toMatchObject({ state: "published", provision_version: 1 });
  });

  test("已合并的供应商阶段不变，但不再收到，也不妨碍发布", async () => {
    const { supplierB } = world.ids;
    await change(sql`update supplier set state = 'merged' where id = ${supplierB}`);
    const id = await published();
    await change(sql`update supplier set state = 'active' where id = ${supplierB}`);
    const asked = (await receiptsOf(id)).map(({ supplier_id }) => supplier_id);
    expect(asked).toContain(world.ids.supplierA);
    expect(asked).not.toContain(supplierB);
  });

  test("只发给所选分类和它的下级分类的供应商", async () => {
    const { rows } = await sql<{ supplier_class_id: string }>`
      select supplier_class_id from supplier where id = ${world.ids.supplierA}`.execute(
      world.engine.database.connection(),
    );
    const own = rows[0]?.supplier_class_id;
    const { rows: asked } = await sql<{ id: string }>`
      select id from supplier where supplier_class_id = ${own} and stage in ('trial', 'qualified', 'preferred')`.execute(
      world.engine.database.connection(),
    );
    const id = await published({ classes: [{ supplier_class_id: own }] });
    const found = (await receiptsOf(id)).map(({ supplier_id }) => supplier_id);
    expect(found).toEqual(expect.arrayContaining(asked.map((one) => one.id)));
  });

  test("生效日期已过、没有确认期限的不能发布；发布两次只通知一次", async () => {
    const late = await refusal(move(await draft({ effective_date: addDays(today(), -1) }), "publish"), "invalid");
    expect(JSON.stringify(late)).toContain("生效日期不能早于今天");
    const endless = await refusal(move(await draft({ accept_deadline: "" }), "publish"), "invalid");
    expect(JSON.stringify(endless)).toContain("请填写确认期限");
    const id = await published();
    await refusal(move(id, "publish"), "wrong_state");
    const suppliers = (await receiptsOf(id)).map(({ supplier_id }) => supplier_id);
    expect(new Set(suppliers).size).toBe(suppliers.length);
  });

  test("只有法务能写、发布和废止；采购员看进度和催确认，不能发布", async () => {
    const id = await draft();
    const buyer = await now("buyerA");
    await refusal(applyTransition(buyer, { entity: world.entity(KEY), id, name: "publish" }), "forbidden");
    await refusal(createRecord(buyer, { screen: world.screen(KEY), values: {} }), "forbidden");
    await move(id, "publish");
    await applyTransition(buyer, { entity: world.entity(KEY), id, name: "remind" });
    await refusal(
      applyTransition(buyer, { entity: world.entity(KEY), id, name: "withdraw", reason: "试试" }),
      "forbidden",
    );
  });
});

describe("供应商阅读和确认", () => {
  test("只看到自己的，别家的如同不存在，数据库也不给", async () => {
    const id = await published();
    const other = await receiptOf(id, "supplierB");
    const supplier = await now("supplierA");
    const { rows } = await listRecords(supplier, world.screen(RECEIPT), ALL);
    const mine = await receiptOf(id, "supplierA");
    expect(rows.map((row) => row.id)).toContain(mine.id);
    expect(rows.map((row) => row.id)).not.toContain(other.id);
    await refusal(provisionTextModel(supplier, other.id, true), "not_found");
    await refusal(acceptProvisionModel(supplier, other.id, true), "not_found");
    const seen = await inTransaction(supplier, async () => {
      const connection = world.engine.database.connection();
      await sql`update provision_receipt set read_at = now() where id = ${other.id}::uuid`.execute(connection);
      return sql<{ id: string }>`select id from provision_receipt where id = ${other.id}::uuid`.execute(connection);
    });
    expect(seen.rows).toEqual([]);
    expect(await receiptOf(id, "supplierB")).toMatchObject({ read_at: null });
  });

  test("草稿谁也看不到；没有收到规定的供应商读不到正文", async () => {
    const id = await draft();
    const read = async () =>
      inTransaction(await now("supplierA"), () =>
        sql`select id from provision where id = ${id}::uuid`.execute(world.engine.database.connection()),
      );
    expect((await read()).rows).toEqual([]);
    await move(id, "publish");
    expect((await read()).rows).toHaveLength(1);
    await change(
      sql`delete from provision_receipt where provision_id = ${id} and supplier_id = ${world.ids.supplierA}`,
    );
    expect((await read()).rows).toEqual([]);
  });

  test("打开正文记下首次阅读时间，再看不改；预取和本公司人员查看不算", async () => {
    const id = await published();
    const { id: receipt } = await receiptOf(id, "supplierA");
    await provisionTextModel(await now("supplierA"), receipt, false);
    await provisionTextModel(await now("buyerA"), receipt, true);
    expect(await receiptOf(id, "supplierA")).toMatchObject({ read_at: null });
    const { text } = await provisionTextModel(await now("supplierA"), receipt, true);
    expect(text.blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph", "heading", "paragraph"]);
    const first = (await receiptOf(id, "supplierA")).read_at;
    expect(first).not.toBeNull();
    world.clock.advance(DAY_MS / 24);
    await provisionTextModel(await now("supplierA"), receipt, true);
    expect((await receiptOf(id, "supplierA")).read_at).toEqual(first);
  });

  test("没有读过正文或没有勾选的不能确认，说「请阅读完整内容后再确认」", async () => {
    const id = await published();
    const { id: receipt } = await receiptOf(id, "supplierA");
    const supplier = await now("supplierA");
    const entity = world.entity(RECEIPT);
    const unread = applyTransition(supplier, { entity, id: receipt, name: "accept", input: { read_to_end: true } });
    expect(JSON.stringify(await refusal(unread, "invalid"))).toContain("请阅读完整内容后再确认");
    const { model } = await acceptProvisionModel(supplier, receipt, true);
    const outcome = await acceptProvision(supplier, receipt, ticked(model.version, false));
    expect(JSON.stringify(outcome.refused?.model.errors)).toContain("请阅读完整内容后再确认");
    expect(outcome.refused?.text.blocks.length).toBe(4);
    expect(await receiptOf(id, "supplierA")).toMatchObject({ state: "pending", accepted_at: null });
  });

  test("确认后留下谁、何时、从哪里；再确认一次被拒绝", async () => {
    const id = await published();
    await accepted(id, "supplierA");
    const receipt = await receiptOf(id, "supplierA");
    expect(receipt).toMatchObject({
      state: "accepted",
      accepted_by: world.accounts.supplierA,
      accepted_name: "甲供方",
      ip: "183.60.1.2",
    });
    expect(receipt.accepted_at).not.toBeNull();
    await refusal(acceptProvisionModel(await now("supplierA"), receipt.id, true), "wrong_state");
    const page = JSON.stringify(await recordModel(lawyer(), world.screen(KEY), id));
    expect(page).toContain("版本历史");
    expect(page).toContain("尚未确认的供应商");
  });

  test("废止后不再要求确认，并告诉收到过它的供应商", async () => {
    const id = await published();
    await accepted(id, "supplierB");
    await move(id, "withdraw", { reason: "并入采购管理规定" });
    expect(await receiptOf(id, "supplierA")).toMatchObject({ state: "ended" });
    expect(await receiptOf(id, "supplierB")).toMatchObject({ state: "accepted" });
    expect(await toldOf("provision.withdrawn")).toEqual(
      expect.arrayContaining([world.accounts.supplierA, world.accounts.supplierB]),
    );
  });
});

describe("新版本", () => {
  test("修订建立草稿，同时只有一份；今天生效的立即替代旧版，旧版不再要求确认", async () => {
    const id = await published();
    await move(id, "revise", { reason: "增加追溯要求" });
    const twice = await refusal(move(id, "revise", { reason: "再改" }), "invalid");
    expect(JSON.stringify(twice)).toContain("已有同名的草稿");
    const { title } = (await provisionOf(id)) ?? {};
    const copy = (await rowsOf(world, "provision", "id")).find((one) => one.title === title && one.state === "draft");
    const next = String(copy?.id);
    await change(sql`update provision set accept_deadline = ${addDays(today(), 10)} where id = ${next}`);
    await move(next, "publish");
    expect(await provisionOf(next)).toMatchObject({ state: "published", provision_version: 2 });
    expect(await provisionOf(id)).toMatchObject({ state: "replaced" });
    expect(await receiptOf(id, "supplierA")).toMatchObject({ state: "ended" });
    expect(await receiptOf(next, "supplierA")).toMatchObject({ state: "pending", provision_version: 2 });
  });

  test("以后才生效的，旧版执行到前一天，到期自动替代", async () => {
    const id = await published();
    const { title } = (await provisionOf(id)) ?? {};
    await published({ title, effective_date: addDays(today(), 3) });
    expect(await provisionOf(id)).toMatchObject({ state: "published", last_day: addDays(today(), 2) });
    expect(await receiptOf(id, "supplierA")).toMatchObject({ state: "pending" });
    world.clock.advance(4 * DAY_MS);
    await workDeadlines(systemContext(world.engine, "期限"));
    expect(await provisionOf(id)).toMatchObject({ state: "replaced" });
    expect(await receiptOf(id, "supplierA")).toMatchObject({ state: "ended" });
  });
});

describe("后来准入的供应商", () => {
  test("每小时补发，自有确认天数；不再适用的不再要求，回来的重新要求", async () => {
    const { supplierB } = world.ids;
    await change(sql`update supplier set stage = 'potential' where id = ${supplierB}`);
    const id = await published({ accept_deadline: addDays(today(), 2) });
    expect((await receiptsOf(id)).map(({ supplier_id }) => supplier_id)).not.toContain(supplierB);
    world.clock.advance(5 * DAY_MS);
    await change(sql`update supplier set stage = 'qualified' where id = ${supplierB}`);
    expect(await askNewSuppliers(world.engine)).toBe(1);
    expect(await askNewSuppliers(world.engine)).toBe(0);
    expect(await receiptOf(id, "supplierB")).toMatchObject({ state: "pending", due_on: addDays(today(), 7) });
    await change(sql`update supplier set stage = 'eliminated' where id = ${supplierB}`);
    await askNewSuppliers(world.engine);
    expect(await receiptOf(id, "supplierB")).toMatchObject({ state: "ended" });
    await change(sql`update supplier set stage = 'qualified' where id = ${supplierB}`);
    expect(await askNewSuppliers(world.engine)).toBe(1);
    expect(await receiptOf(id, "supplierB")).toMatchObject({ state: "pending" });
  });
});

describe("催确认", () => {
  test("批量催确认只提醒没有确认的，一天一次；全部确认后没有谁可提醒", async () => {
    const id = await published();
    await accepted(id, "supplierB");
    await change(sql`delete from inbox`);
    const { version } = (await provisionOf(id)) ?? {};
    await runBatch(lawyer(), {
      screen: world.screen(KEY),
      name: "remind",
      ...{ reason: "", input: {} },
      rows: [{ id, version: Number(version) }],
      requestId: world.engine.newId(),
    });
    const reached = await toldOf("provision.reminded");
    expect(reached).toContain(world.accounts.supplierA);
    expect(reached).not.toContain(world.accounts.supplierB);
    const again = await refusal(move(id, "remind"), "invalid");
    expect(JSON.stringify(again)).toContain("今天都已提醒过");
    const { id: receipt } = await receiptOf(id, "supplierA");
    const one = applyTransition(await now("buyerA"), { entity: world.entity(RECEIPT), id: receipt, name: "remind" });
    expect(JSON.stringify(await refusal(one, "invalid"))).toContain("今天已经提醒过");
    await change(sql`update provision_receipt set state = 'accepted' where provision_id = ${id}`);
    expect(JSON.stringify(await refusal(move(id, "remind"), "invalid"))).toContain("都已确认");
  });

  test("期限以前提醒供应商，过后告诉供应商和编制人", async () => {
    const id = await published({ accept_deadline: addDays(today(), 3) });
    await change(sql`delete from inbox`);
    await workDeadlines(systemContext(world.engine, "期限"));
    expect(await toldOf("provision.due")).toContain(world.accounts.supplierA);
    world.clock.advance(4 * DAY_MS);
    await workDeadlines(systemContext(world.engine, "期限"));
    expect(await toldOf("provision.overdue")).toContain(world.accounts.supplierA);
    expect(await toldOf("provision.missing")).toEqual([legal.actor.id]);
    expect(await receiptOf(id, "supplierA")).toMatchObject({ state: "pending" });
  });
});

describe("演示数据", () => {
  test("各种状态都有；多数供应商已确认，有逾期的，也有打开了还没有确认的", async () => {
    class Pen extends DemoWriter {
      override async person(account: string) {
        return account === "legal1" ? legal.actor : super.person(account);
      }
    }
    await provisionSeed.demo?.(new Pen(world.engine));
    const titles = [
      "采购管理规定",
      "交货管理规定",
      "供应商廉洁规定",
      "包装与托盘规定",
      "对账与结算规定",
      "质量管理规定",
    ];
    const made = (await rowsOf(world, "provision", "id")).filter(({ title }) => titles.includes(String(title)));
    expect(new Set(made.map(({ state }) => state))).toEqual(new Set(["draft", "published", "replaced", "withdrawn"]));
    const receipts = (await rowsOf(world, "provision_receipt", "id")).filter(({ provision_id }) =>
      made.some(({ id }) => id === provision_id),
    );
    const all = receipts.filter(({ state }) => state === "accepted");
    expect(all.length).toBeGreaterThan(receipts.length / 2);
    expect(all.every(({ accepted_by, accepted_at, ip }) => accepted_by && accepted_at && ip)).toBe(true);
  });
});
