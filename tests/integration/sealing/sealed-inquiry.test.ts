import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { openingPageModel } from "~/engine/screen/opening-page.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { newKeyFile } from "~/engine/sealing/crypto.server";
import { openTogether, underSeal } from "~/engine/sealing/joint-opening.server";
import { askRecovery, settleAskedRecovery } from "~/engine/sealing/recovery.server";
import { where } from "~/shared/condition";
import { memberWith, type Opener, openerWith, visit } from "../../support/openers";
import { refusal } from "../../support/orders";
import { move, recordOf } from "../../support/receipts";
import { openWorld } from "../../support/world";

const RFQ = "purchase-management/rfq";
const QUOTE = "receiving/supplier-quote";
const HOUR = 3_600_000;
const world = await openWorld({ shippedFlows: true });
afterAll(() => world.close());

type Supplier = "supplierA" | "supplierB";
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();

let first: Opener;
let second: Opener;
let supervisor: Opener;
beforeAll(async () => {
  first = await openerWith(world, "buyer");
  second = await openerWith(world, "purchase_manager");
  supervisor = await openerWith(world, "supervisor");
});

const openers = () => ({
  sealing: "sealed",
  opener_1: first.id,
  opener_2: second.id,
  opener_supervisor: supervisor.id,
});

async function draft(head: object = openers()): Promise<string> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(RFQ),
    values: {
      ...{ title: "密封询价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
      ...{ payment_term: "d30", price_valid_from: "2025-04-01", price_valid_to: "2025-12-31" },
      ...{ start_at: inHours(-1), deadline: inHours(48), min_suppliers: "2" },
      items: [
        { material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs", target_price: "1.77" },
      ],
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
      ...head,
    },
  });
  return id;
}

const step = (id: string, name: string, more: object = {}) => move(world, "buyerA", { key: RFQ, id, name, ...more });

async function quoteOf(rfqId: string, supplier: Supplier, round = 1): Promise<string> {
  const own = [where.eq("rfq_id", rfqId), where.eq("supplier_id", world.ids[supplier]), where.eq("round_no", round)];
  const [row] = await unscopedRows(world.system(), QUOTE, ["id"], own);
  return String(row?.id);
}

async function quoted(rfqId: string, by: Supplier, price: string, round = 1): Promise<string> {
  const id = await quoteOf(rfqId, by, round);
  const { record } = await readRecord(await world.as(by), world.screen(QUOTE), id);
  const [line] = linesOf(record, "items");
  await updateRecordBy(await world.as(by), {
    ...{ screen: world.screen(QUOTE), id, version: record.version },
    values: {
      ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000" },
      items: [{ id: line?.id, price }],
    },
  });
  await move(world, by, { key: QUOTE, id, name: "submit", reason: "确认" });
  return id;
}

/** Published, both have quoted, and nobody can quote any more. */
async function closed(prices: readonly [string, string] = ["1.5", "1.4"]): Promise<string> {
  const id = await draft();
  await step(id, "submit");
  await quoted(id, "supplierA", prices[0]);
  await quoted(id, "supplierB", prices[1]);
  await step(id, "close");
  return id;
}

const give = async (opener: Opener, id: string, secret = opener.secret, reason = "") =>
  openTogether(await opener.visit(), { screen: world.screen(RFQ), id, secret, reason });

const historyOf = async (id: string) =>
  (
    await sql<{ label: string }>`select label from audit_log where record_id = ${id} order by at, id`.execute(
      world.engine.database.connection(),
    )
  ).rows.map(({ label }) => label);

describe("指定开启人", () => {
  test("密封的须有两名开启人和监督人，三人不同，都能开启；不密封的不留开启人", async () => {
    const messages = async (head: object) =>
      (await refusal(draft({ ...openers(), ...head }), "invalid")).complaints.map(({ field, message }) => [
        field,
        message,
      ]);
    expect(await messages({ opener_2: null })).toEqual([["opener_2", "密封的询价须指定开启人二"]]);
    expect(await messages({ opener_2: first.id })).toEqual([
      ["opener_2", "开启人一、开启人二和监督人须是三个不同的人"],
    ]);
    const other = await openerWith(world, "legal");
    expect(await messages({ opener_1: other.id, opener_supervisor: other.id })).toEqual([
      ["opener_1", expect.stringContaining("找不到开启人一")],
      ["opener_supervisor", expect.stringContaining("监督人须具有监察角色")],
    ]);
    const { id: bare } = await memberWith(world, "buyer");
    const [[field, message] = []] = await messages({ opener_1: bare });
    expect(field).toBe("opener_1");
    expect(message).toContain("还没有设置开启口令（账号设置 › 开启口令）");
    const open = await draft({ ...openers(), sealing: "none" });
    expect(await recordOf(world, RFQ, open)).toMatchObject({ sealing: "none", opener_1: null, seal_id: null });
  });

  test("发布前口令没有了的，说明是谁，不能发布", async () => {
    const gone = await openerWith(world, "buyer");
    const id = await draft({ ...openers(), opener_1: gone.id });
    await sql`update app_user set state = 'disabled' where id = ${gone.id}`.execute(world.engine.database.connection());
    const { message } = await refusal(step(id, "submit"), "invalid");
    expect(message).toContain("不能开启");
  });
});

describe("密封、报价、共同开启", () => {
  test("提交后谁也读不到；一人两次算一次；口令错误记入历史；第二人交出后比价", async () => {
    const id = await closed(["7918.2736", "6207.4391"]);
    const quote = await quoteOf(id, "supplierA");
    const own = await readRecord(await world.as("supplierA"), world.screen(QUOTE), quote);
    expect(linesOf(own.record, "items")[0]).toMatchObject({ price: null });
    expect(JSON.stringify(await recordModel(await world.as("supplierA"), world.screen(QUOTE), quote))).toContain(
      "密封报价",
    );
    const buyers = await refusal(step(id, "open"), "wrong_state");
    expect(buyers.message).toContain("共同开启");
    const page = JSON.stringify(await recordModel(await world.as("buyerA"), world.screen(RFQ), id));
    expect(page).toContain("/opening");
    expect(page).toContain("密封（两人开启）");

    expect(await give(first, id)).toMatchObject({ opened: false });
    expect(await give(first, id)).toMatchObject({ opened: false });
    const wrong = await refusal(give(second, id, { how: "file", text: newKeyFile() }), "invalid");
    expect(wrong.complaints).toEqual([{ field: "secret", message: "密钥文件不正确" }]);
    expect(await give(second, id)).toEqual({ opened: true });

    expect(await recordOf(world, RFQ, id)).toMatchObject({ state: "opened" });
    const opened = await readRecord(await world.as("buyerA"), world.screen(QUOTE), quote);
    expect(linesOf(opened.record, "items")[0]).toMatchObject({ price: "7918.273600" });
    expect(opened.record.rank).toBe(2);
    const trail = await historyOf(id);
    for (const label of ["生成密封密钥", "交出开启份额", "开启未通过", "开启密封内容", "共同开启"])
      expect(trail).toContain(label);
    expect((await refusal(give(first, id), "wrong_state")).message).toContain("不能共同开启");
    expect(JSON.stringify(await recordModel(await world.as("buyerA"), world.screen(RFQ), id))).toContain("报价与比价");
  });

  test("截止以前不能开启，记入历史；不是开启人的页面上没有表单", async () => {
    const id = await draft();
    await step(id, "submit");
    await quoted(id, "supplierA", "1.5");
    const early = await refusal(give(first, id), "wrong_state");
    expect(early.message).toContain("报价中");
    expect(await historyOf(id)).toContain("开启未通过");
    const buyer = await memberWith(world, "buyer");
    const model = await openingPageModel(await visit(world, buyer.account), world.screen(RFQ), id);
    expect(model.give).toMatchObject({ kind: "none" });
    expect(model.shares.rows).toHaveLength(3);
  });

  test("一家谢绝、不足家数：第二人须填写说明才开启，说明留在询价单上；没有报价的不能开启", async () => {
    const id = await draft();
    await step(id, "submit");
    await quoted(id, "supplierA", "1.5");
    await move(world, "supplierB", {
      ...{ key: QUOTE, id: await quoteOf(id, "supplierB"), name: "decline", reason: "产能已满" },
    });
    await step(id, "close");
    expect(await give(first, id)).toMatchObject({ opened: false });
    const bare = await refusal(give(second, id), "invalid");
    expect(bare.complaints).toEqual([{ field: "reason", message: "存在检查提醒，请填写说明" }]);
    expect(await give(second, id, second.secret, "另一家产能已满")).toEqual({ opened: true });
    expect(await recordOf(world, RFQ, id)).toMatchObject({ few_reason: "另一家产能已满" });

    const none = await draft();
    await step(none, "submit");
    for (const by of ["supplierA", "supplierB"] as const)
      await move(world, by, { ...{ key: QUOTE, id: await quoteOf(none, by), name: "decline", reason: "产能已满" } });
    await step(none, "close");
    expect((await refusal(give(first, none), "invalid")).message).toContain("没有收到报价");
  });

  test("不足延期以后，先前交出的份额作废：两人须重新交出；消息通向共同开启的页面", async () => {
    const id = await draft();
    await step(id, "submit");
    await quoted(id, "supplierA", "1.5");
    await move(world, "supplierB", {
      ...{ key: QUOTE, id: await quoteOf(id, "supplierB"), name: "decline", reason: "产能已满" },
    });
    await step(id, "close");
    expect(await give(first, id)).toMatchObject({ opened: false });
    const { rows } = await sql<{
      path: string;
    }>`select path from inbox where record_id = ${id} and user_id = ${second.id}
      and scenario = 'seal.share-given'`.execute(world.engine.database.connection());
    expect(rows).toEqual([{ path: `/purchase-management/rfq/${id}/opening` }]);
    await step(id, "reopen_short", { input: { new_deadline: inHours(60) }, reason: "报价家数不足" });
    expect(await historyOf(id)).toContain("已交出的份额作废");
    world.clock.advance(61 * HOUR);
    await step(id, "close");
    expect(await give(second, id, second.secret, "另一家产能已满")).toMatchObject({ opened: false });
    expect(await give(first, id, first.secret, "另一家产能已满")).toEqual({ opened: true });
  });

  test("开启没有完成的，什么也没有开启，任一人再交一次即可", async () => {
    const id = await closed();
    await give(first, id);
    const { opening } = world.engine.registry.server(RFQ);
    if (!opening) throw new Error("an inquiry is opened together");
    const { open } = opening;
    opening.open = async () => {
      throw new Error("the machine stopped");
    };
    try {
      await expect(give(second, id)).rejects.toThrow("the machine stopped");
    } finally {
      opening.open = open;
    }
    expect(await recordOf(world, RFQ, id)).toMatchObject({ state: "closed", opened_at: null });
    expect(await give(first, id)).toEqual({ opened: true });
  });

  test("撤回后内容是空的，重新填写后再交；撤回不了的是截止以后", async () => {
    const id = await draft();
    await step(id, "submit");
    const quote = await quoted(id, "supplierA", "1.5");
    await move(world, "supplierA", { key: QUOTE, id: quote, name: "withdraw" });
    const { record } = await readRecord(await world.as("supplierA"), world.screen(QUOTE), quote);
    expect(linesOf(record, "items")[0]).toMatchObject({ price: null });
    await quoted(id, "supplierA", "1.6");
    expect(await recordOf(world, QUOTE, quote)).toMatchObject({ state: "submitted" });
  });

  test("下一轮另有密封；更换的开启人从下一轮起开启", async () => {
    const id = await closed();
    await give(first, id);
    await give(second, id);
    const before = (await recordOf(world, RFQ, id)).seal_id;
    const third = await openerWith(world, "buyer");
    const input = { opener_1: third.id, opener_2: second.id, opener_supervisor: supervisor.id };
    await step(id, "change_openers", { reason: "换人", input });
    const rfq = await recordOf(world, RFQ, id);
    const lineInput = Object.fromEntries(linesOf(rfq, "suppliers").map((line) => [line.id, { asked_again: "1" }]));
    await step(id, "next_round", { input: { new_deadline: inHours(24) }, lineInput });
    const after = await recordOf(world, RFQ, id);
    expect(after.seal_id).not.toBe(before);
    await quoted(id, "supplierA", "1.3", 2);
    await quoted(id, "supplierB", "1.2", 2);
    await step(id, "close");
    expect((await refusal(give(first, id), "forbidden")).message).toContain("不是");
    await give(third, id);
    expect(await give(second, id)).toEqual({ opened: true });
  });

  test("开启人不能开启时：两名管理员之后由监督人与另一名开启人开启", async () => {
    const id = await closed();
    const [one, two] = [await memberWith(world, "system_admin"), await memberWith(world, "user_admin")];
    const asking = await visit(world, one.account);
    const { sealId } = await underSeal(asking, world.screen(RFQ), id);
    await refusal(give(supervisor, id), "wrong_state");
    await askRecovery(asking, { sealId, reason: "开启人离职" });
    const confirming = await visit(world, two.account);
    const page = await openingPageModel(confirming, world.screen(RFQ), id);
    expect(page.recovery).toMatchObject({ settle: { confirms: true } });
    await settleAskedRecovery(confirming, { sealId, verdict: "confirmed" });
    await give(supervisor, id);
    expect(await give(second, id)).toEqual({ opened: true });
  });
});
