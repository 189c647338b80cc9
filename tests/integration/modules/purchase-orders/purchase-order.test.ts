import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { AnyRecord, AnyTransition } from "~/engine/entity";
import { readHistory } from "~/engine/operations/audit.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf } from "~/engine/operations/records.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyToMany, prepareTransition } from "~/engine/operations/transition.server";
import type { AccountName } from "../../../support/company";
import {
  confirmed,
  deliveries,
  items,
  ORDER,
  order,
  orderValues,
  otherDelivery,
  proposed,
  refusal,
  released,
  seen,
  stored,
  submitted,
  transition,
} from "../../../support/orders";
import { creditCode } from "../../../support/samples";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
const entity = world.entity(ORDER);
const buyer = () => world.as("buyerA");
const supplier = () => world.as("supplierA");

async function listedIds(account: AccountName): Promise<string[]> {
  const request = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
  return (await listRecords(await world.as(account), screen, request)).rows.map((row) => row.id);
}

async function historyOf(account: AccountName, id: string) {
  return readHistory(await world.as(account), { entity, recordId: id });
}

describe("新建采购订单", () => {
  test("三行订单：自动编号，按行四舍五入，税额等于含税减未税", async () => {
    const saved = await order(world, await buyer());
    expect(saved).toMatchObject({ version: 1, state: "draft", warnings: [] });
    expect(saved.number).toMatch(/^CG20250310-\d{4}$/);
    const record = await stored(world, saved.id);
    expect(record).toMatchObject({ amount: "4881.63", untaxed_amount: "4433.69", tax_amount: "447.94" });
    expect(items(record).map((line) => [line.line_no, line.amount, line.untaxed_amount])).toEqual([
      [10, "3500.00", "3211.01"],
      [20, "1130.00", "1000.00"],
      [30, "251.63", "222.68"],
    ]);
  });

  test("没有填写的规格、单位、税率取自物料，地址取自工厂，合同自动选中有效的一份", async () => {
    const record = await stored(world, (await order(world, await buyer())).id);
    expect(items(record)[0]).toMatchObject({ spec: "一等", uom: "kg", tax_rate: "9.0000" });
    expect(record).toMatchObject({
      address: "测试市一厂路1号",
      contract_id: world.ids.contractA,
      buyer_id: world.accounts.buyerA,
      order_date: "2025-03-10",
      currency: "CNY",
    });
  });

  test("编号连续，不重复", async () => {
    const numbers = [];
    for (let count = 0; count < 3; count += 1) numbers.push((await order(world, await buyer())).number);
    const sequence = numbers.map((number) => Number(number?.slice(-4)));
    expect(sequence).toEqual([sequence[0], (sequence[0] ?? 0) + 1, (sequence[0] ?? 0) + 2]);
  });

  test("缺少的都说出来，一次改完", async () => {
    const values = orderValues(world, {
      supplier_id: "",
      items: [{ material_id: world.ids.corn, price: "0", qty: "" }],
    });
    const { complaints } = await refusal(createRecord(await buyer(), { screen, values }), "invalid");
    expect(complaints.map(({ field, message }) => `${field} ${message}`).sort()).toEqual([
      "items.0.price 含税单价必须大于0",
      "items.0.qty 请填写数量",
      "items.0.required_date 请选择需求日期",
      "supplier_id 请选择供应商",
    ]);
    const none = await refusal(order(world, await buyer(), { items: [] }), "invalid");
    expect(none.complaints).toContainEqual({ field: "items", message: "请至少填写1行订单明细" });
  });

  test("需求日期早于订单日期，指出第几行", async () => {
    const [first, second] = [{ required_date: "2025-03-10" }, { required_date: "2025-03-09" }].map((day) => ({
      material_id: world.ids.corn,
      qty: "1",
      price: "1",
      ...day,
    }));
    const { complaints } = await refusal(order(world, await buyer(), { items: [first, second] }), "invalid");
    expect(complaints).toEqual([
      { field: "items.1.required_date", message: "第2行需求日期不能早于订单日期2025-03-10" },
    ]);
  });

  test("停用的物料、别的供应商的合同都选不了", async () => {
    const { id } = await createRecord(await world.as("masterData"), {
      screen: world.screen("master-data/material"),
      values: {
        code: "M900",
        name: "停产玉米",
        material_type_id: world.ids.grainType,
        uom: "kg",
        shelf_life_days: 90,
        material_status: "stopped",
      },
    });
    const line = { material_id: id, qty: "1", price: "1", tax_rate: "9", required_date: "2025-03-20" };
    const stopped = await refusal(order(world, await buyer(), { items: [line] }), "invalid");
    expect(stopped.complaints[0]?.field).toBe("items.0.material_id");
    const foreign = await refusal(order(world, await buyer(), { contract_id: world.ids.contractB }), "invalid");
    expect(foreign.complaints[0]?.field).toBe("contract_id");
  });

  test("采购员只在自己的工厂和采购组下单，也只看到自己范围内的订单", async () => {
    const { complaints } = await refusal(order(world, await buyer(), { factory_id: world.ids.factory2 }), "invalid");
    expect(complaints[0]?.field).toBe("factory_id");
    const mine = await order(world, await buyer());
    const theirs = await order(world, await world.as("buyerB"), {
      factory_id: world.ids.factory2,
      purchase_group_id: world.ids.group2,
    });
    expect(await listedIds("buyerA")).toContain(mine.id);
    expect(await listedIds("buyerA")).not.toContain(theirs.id);
    await refusal(seen(world, await buyer(), theirs.id), "not_found");
    expect(await listedIds("manager")).toEqual(expect.arrayContaining([mine.id, theirs.id]));
  });
});

describe("修改、提交与撤回", () => {
  test("草稿可以改：行可增可减，金额重算，历史里有从和到", async () => {
    const { id } = await order(world, await buyer());
    const [first, second] = items(await stored(world, id));
    const kept = { id: first?.id, qty: "500" };
    const added = { material_id: world.ids.box, qty: "1", price: "2", required_date: "2025-03-30" };
    const values = { items: [kept, added], remark: "分两批" };
    const saved = await updateRecordBy(await buyer(), { screen, id, version: 1, values });
    expect(saved.version).toBe(2);
    const record = await stored(world, id);
    expect(record.amount).toBe("1752.00");
    expect(items(record).map((line) => line.id)).toEqual([first?.id, expect.not.stringMatching(String(second?.id))]);
    const [change] = await historyOf("buyerA", id);
    expect(change).toMatchObject({ label: "修改", userName: "甲采购" });
    expect(change?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: "remark", from: null, to: "分两批" }),
        expect.objectContaining({ path: "items.10.qty", fromText: "1,000", toText: "500" }),
        expect.objectContaining({ path: "amount", fromText: "4,881.63", toText: "1,752.00" }),
      ]),
    );
  });

  test("提交以后不能改也不能删，撤回以后又可以", async () => {
    const { id, version } = await submitted(world);
    const values = { remark: "晚了" };
    const late = await refusal(updateRecordBy(await buyer(), { screen, id, version, values }), "wrong_state");
    expect(late.message).toBe("单据当前为「待下达」，不能修改");
    const gone = await refusal(removeRecord(await buyer(), { screen, id, version }), "wrong_state");
    expect(gone.message).toBe("单据当前为「待下达」，不能删除，请改用取消");
    const back = await transition(world, { context: await buyer(), id, name: "withdraw" });
    expect(back.state).toBe("draft");
    await updateRecordBy(await buyer(), { screen, id, version: back.version, values });
  });

  test("创建人可以删除从未提交过的草稿，删除留下痕迹", async () => {
    const { id, version } = await order(world, await buyer());
    await refusal(removeRecord(await world.as("manager"), { screen, id, version }), "forbidden");
    await removeRecord(await buyer(), { screen, id, version });
    await refusal(stored(world, id), "not_found");
    expect((await readHistory(world.system(), { entity, recordId: id }))[0]).toMatchObject({
      label: "删除",
      userName: "甲采购",
    });
  });
});

describe("下达", () => {
  test("有有效合同的订单直接下达，48小时内确认，批准金额就是订单金额", async () => {
    const { id } = await submitted(world);
    const saved = await transition(world, { context: await buyer(), id, name: "release" });
    expect(saved).toMatchObject({ state: "released", warnings: [] });
    expect(await stored(world, id)).toMatchObject({
      released_at: "2025-03-10T02:00:00.000Z",
      confirm_deadline: "2025-03-12T02:00:00.000Z",
      approved_amount: "4881.63",
      gate_result: [],
    });
  });

  test("合同不在有效期内：保存时提醒，下达时要写原因，原因只给内部看", async () => {
    const text = /^订单日期2025-03-10不在合同【HT\d+-\d+】有效期（2024-01-01至2024-12-31）内$/;
    const saved = await order(world, await buyer(), { supplier_id: world.ids.supplierB });
    expect(saved.warnings).toEqual([expect.stringMatching(text)]);
    const { id } = await transition(world, { context: await buyer(), id: saved.id, name: "submit" });
    const page = await prepareTransition(await buyer(), { entity, id, name: "release" });
    expect(page.findings).toEqual([
      { check: "contract_window", level: "warn", rule: "CONTRACT", text: expect.stringMatching(text) },
    ]);

    const refused = await refusal(transition(world, { context: await buyer(), id, name: "release" }), "acknowledge");
    expect(refused.complaints).toEqual([{ field: "reason", message: "存在检查提醒，请填写继续的原因" }]);
    expect(refused.facts.findings).toHaveLength(1);
    await refusal(
      transition(world, { context: await buyer(), id, name: "release", more: { reason: "   " } }),
      "acknowledge",
    );
    expect((await stored(world, id)).state).toBe("approved");

    await transition(world, {
      context: await buyer(),
      id,
      name: "release",
      more: { reason: "新合同在途，领导已同意" },
    });
    expect((await historyOf("buyerA", id))[0]).toMatchObject({ label: "下达", reason: "新合同在途，领导已同意" });
    const outside = await historyOf("supplierB", id);
    expect(outside[0]).toMatchObject({ label: "下达", reason: null });
    expect(JSON.stringify(outside)).not.toContain("领导已同意");
    expect(await seen(world, await buyer(), id)).toMatchObject({
      gate_light: "warn",
      gate_result: [{ check: "contract_window", rule: "CONTRACT", level: "warn", text: expect.stringMatching(text) }],
    });
    const theirs = await seen(world, await world.as("supplierB"), id);
    expect(Object.keys(theirs)).not.toContain("gate_result");
    expect(Object.keys(theirs)).not.toContain("approved_amount");
    expect(JSON.stringify(outside)).not.toMatch(/approved_amount|批准金额|gate_result|放行检查/);
  });

  test("一份合同也没有：说出供应商和公司的名称", async () => {
    const { id: newcomer } = await createRecord(world.system(), {
      screen: { ...world.screen("supplier-management/supplier"), initial: { stage: "trial" } },
      values: {
        name: "丙供应商",
        uscc: creditCode(99),
        supplier_type: "trader",
        supplier_class_id: world.ids.supplierClass,
        region: "安徽省",
        registered_address: "某路",
        taxpayer_type: "small",
        buyer_id: world.accounts.buyerA,
      },
    });
    const saved = await order(world, await buyer(), { supplier_id: newcomer });
    expect(saved.warnings).toEqual(["未找到供应商【丙供应商】与【测试食品有限公司】的有效合同"]);
  });

  test("两个人同时下达，只有一个成功", async () => {
    const { id, version } = await submitted(world);
    const both = await Promise.allSettled([
      transition(world, { context: await buyer(), id, name: "release", more: { version } }),
      transition(world, { context: await buyer(), id, name: "release", more: { version } }),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    const loser = both.find((one) => one.status === "rejected");
    // Who reads before the other commits is stale; who reads after it finds the order released.
    expect(["stale_record", "wrong_state"]).toContain(loser?.reason.error);
    expect((await stored(world, id)).version).toBe(version + 1);
    expect((await historyOf("buyerA", id)).filter((entry) => entry.label === "下达")).toHaveLength(1);
  });

  test("拿着旧版本下达被拒绝", async () => {
    const { id, version } = await submitted(world);
    const back = await transition(world, { context: await buyer(), id, name: "withdraw" });
    await transition(world, { context: await buyer(), id, name: "submit", more: { version: back.version } });
    await refusal(
      transition(world, { context: await buyer(), id, name: "release", more: { version } }),
      "stale_record",
    );
  });

  test("批量下达：不能下达的说明原因，不耽误别的", async () => {
    const good = await submitted(world);
    const draft = await order(world, await buyer());
    const items = [draft, good, { id: world.ids.company, version: 1 }].map(({ id, version }) => ({ id, version }));
    const { done, failed } = await applyToMany(await buyer(), { entity, name: "release", items });
    expect(done.map((saved) => saved.id)).toEqual([good.id]);
    expect(failed).toEqual([
      { id: draft.id, message: "单据当前为「草稿」，不能下达" },
      { id: world.ids.company, message: "数据不存在或已被删除" },
    ]);
  });
});

describe("供应商看得到什么", () => {
  test("从下达起才看得到，之前既查不到也动不了", async () => {
    const { id, version } = await submitted(world);
    expect(await listedIds("supplierA")).not.toContain(id);
    await refusal(seen(world, await supplier(), id), "not_found");
    await refusal(
      transition(world, { context: await supplier(), id, name: "confirm", more: { version } }),
      "not_found",
    );
    await transition(world, { context: await buyer(), id, name: "release" });
    expect(await listedIds("supplierA")).toContain(id);
    expect(await seen(world, await supplier(), id)).toMatchObject({ state: "released", amount: "4881.63" });
  });

  test("只看到自己的订单", async () => {
    const { id, version } = await released(world);
    expect(await listedIds("supplierB")).not.toContain(id);
    await refusal(seen(world, await world.as("supplierB"), id), "not_found");
    await refusal(
      transition(world, { context: await world.as("supplierB"), id, name: "confirm", more: { version } }),
      "not_found",
    );
    expect(await historyOf("supplierB", id)).toEqual([]);
  });

  test("下达之前取消的永远看不到，下达之后取消或关闭的仍看得到", async () => {
    const early = await submitted(world);
    await transition(world, { context: await buyer(), id: early.id, name: "cancel", more: { reason: "需求取消" } });
    await refusal(seen(world, await supplier(), early.id), "not_found");
    expect(await historyOf("supplierA", early.id)).toEqual([]);
    const late = await released(world);
    await transition(world, { context: await buyer(), id: late.id, name: "cancel", more: { reason: "需求取消" } });
    expect(await seen(world, await supplier(), late.id)).toMatchObject({ state: "cancelled" });
    expect((await historyOf("supplierA", late.id))[0]).toMatchObject({ label: "取消订单", reason: "需求取消" });
  });

  test("历史里没有下达以前的事", async () => {
    const { id } = await released(world);
    expect((await historyOf("supplierA", id)).map((entry) => entry.label)).toEqual(["下达"]);
    expect((await historyOf("buyerA", id)).map((entry) => entry.label)).toEqual(["下达", "提交", "新建"]);
  });
});

describe("供应商答复", () => {
  test("确认：每行的数量和交期成为承诺，历史写明是哪家供应商的谁", async () => {
    const { id } = await confirmed(world);
    const record = await stored(world, id);
    expect(record).toMatchObject({ state: "confirmed", confirmed_at: "2025-03-10T02:00:00.000Z" });
    expect(items(record).map((line) => [line.confirm_qty, line.confirm_date])).toEqual(
      items(record).map((line) => [line.qty, line.required_date]),
    );
    expect((await historyOf("buyerA", id))[0]).toMatchObject({ label: "确认订单", userName: "甲供应商 · 甲供方" });
  });

  test("业务员和管理员都能确认，采购员不能代替", async () => {
    expect((await confirmed(world, "supplierClerkA")).state).toBe("confirmed");
    const { id } = await released(world);
    await refusal(transition(world, { context: await buyer(), id, name: "confirm" }), "forbidden");
  });

  test("提出变更：至少改一处，写明原因，价格和别的单据的行碰不得", async () => {
    const { id } = await released(world);
    const [first] = deliveries(items(await stored(world, id))[0]);
    const [foreign] = deliveries(items(await stored(world, (await released(world)).id))[0]);
    const context = await supplier();
    const same = await refusal(transition(world, { context, id, name: "propose", more: { reason: "无" } }), "invalid");
    expect(same.message).toBe("请至少修改一批的交期或数量，再提出变更");
    const less = { plan_qty: "900", plan_date: "2025-03-21" };
    const silent = transition(world, {
      context,
      id,
      name: "propose",
      more: { lineInput: { [first?.id ?? ""]: less } },
    });
    expect((await refusal(silent, "invalid")).complaints).toEqual([{ field: "reason", message: "请填写变更原因" }]);
    const price = { [first?.id ?? ""]: { ...less, price: "99" } };
    await refusal(
      transition(world, { context, id, name: "propose", more: { lineInput: price, reason: "涨价" } }),
      "malformed",
    );
    const other = { [foreign?.id ?? ""]: less };
    await refusal(
      transition(world, { context, id, name: "propose", more: { lineInput: other, reason: "换行" } }),
      "malformed",
    );
    const negative = { [first?.id ?? ""]: { ...less, plan_qty: "-1" } };
    const wrong = await refusal(
      transition(world, { context, id, name: "propose", more: { lineInput: negative, reason: "负" } }),
      "invalid",
    );
    expect(wrong.complaints[0]?.message).toBe("数量不能为负数");
    expect((await stored(world, id)).state).toBe("released");
  });

  test("接受变更：订单按提出的内容生效，版本加一，原来的金额重算", async () => {
    const { id } = await released(world);
    await proposed(world, id, { plan_qty: "800", plan_date: "2025-04-01" });
    const waiting = await stored(world, id);
    expect(waiting).toMatchObject({ state: "negotiating", amount: "4881.63", order_version: 1 });
    expect(linesOf(waiting, "changes")).toMatchObject([
      { version: 1, raised_by: "supplier", result: "pending", reason: "产能不足", reply: null },
    ]);
    await transition(world, { context: await buyer(), id, name: "accept_change" });
    const record = await stored(world, id);
    expect(record).toMatchObject({ state: "confirmed", order_version: 2, amount: "4181.63" });
    expect(items(record)[0]).toMatchObject({ qty: "800.000", confirm_qty: "800.000", confirm_date: "2025-04-01" });
    expect(items(record)[1]).toMatchObject({ confirm_qty: "10.000", confirm_date: "2025-03-25" });
    expect(linesOf(record, "changes")).toMatchObject([{ result: "accepted" }]);
    const [change] = await historyOf("supplierA", id);
    expect(change?.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: "items.10.qty", fromText: "1,000", toText: "800" })]),
    );
  });

  test("变更后金额超过批准金额不能接受，可以拒绝，拒绝后回到原来的状态", async () => {
    const { id } = await released(world);
    await proposed(world, id, { plan_qty: "1200" });
    const over = await refusal(transition(world, { context: await buyer(), id, name: "accept_change" }), "invalid");
    expect(over.message).toBe("变更后金额5,581.63超出已批准金额4,881.63，请拒绝变更并另下订单");
    const silent = await refusal(transition(world, { context: await buyer(), id, name: "refuse_change" }), "invalid");
    expect(silent.complaints).toEqual([{ field: "reason", message: "请填写拒绝原因" }]);
    const back = await transition(world, {
      context: await buyer(),
      id,
      name: "refuse_change",
      more: { reason: "超出预算" },
    });
    expect(back.state).toBe("released");
    const record = await stored(world, id);
    expect(record).toMatchObject({ amount: "4881.63", order_version: 1, confirmed_at: null });
    expect(linesOf(record, "changes")).toMatchObject([{ result: "refused", reply: "超出预算" }]);
  });

  test("提出的交期早于今天当场拒绝，写在那一批旁边，采购员收不到答复不了的提议", async () => {
    const { id } = await released(world);
    const [first] = deliveries(items(await stored(world, id))[0]);
    const error = await refusal(proposed(world, id, { plan_date: "2025-03-09" }), "invalid");
    expect(error.complaints).toEqual([
      { field: `items.schedules.${first?.id}.plan_date`, message: "交期不能早于订单日期2025-03-10" },
    ]);
    expect((await stored(world, id)).state).toBe("released");
  });

  test("供应商撤回自己的提议：订单回到原来的状态，写入历史，可以重新提出", async () => {
    for (const [begin, state] of [
      [released, "released"],
      [confirmed, "confirmed"],
    ] as const) {
      const { id } = await begin(world);
      const before = await stored(world, id);
      await proposed(world, id, { plan_qty: "800" });
      await refusal(transition(world, { context: await buyer(), id, name: "withdraw_change" }), "forbidden");
      const back = await transition(world, {
        context: await supplier(),
        id,
        name: "withdraw_change",
        more: { reason: "产能已恢复" },
      });
      expect(back.state).toBe(state);
      const record = await stored(world, id);
      expect(record).toMatchObject({ amount: before.amount, order_version: 1, confirmed_at: before.confirmed_at });
      expect(linesOf(record, "changes")).toMatchObject([{ raised_by: "supplier", result: "withdrawn", reply: null }]);
      expect((await historyOf("buyerA", id))[0]).toMatchObject({ label: "撤回提议", reason: "产能已恢复" });
      await refusal(transition(world, { context: await supplier(), id, name: "withdraw_change" }), "wrong_state");
      expect((await proposed(world, id, { plan_qty: "900" })).state).toBe("negotiating");
    }
  });

  test("确认之后再提变更被拒绝，仍是执行中", async () => {
    const { id } = await confirmed(world);
    await proposed(world, id, { plan_date: "2025-05-01" });
    expect(
      (await transition(world, { context: await buyer(), id, name: "refuse_change", more: { reason: "不能延期" } }))
        .state,
    ).toBe("confirmed");
    await proposed(world, id, { plan_date: "2025-04-15" });
    await transition(world, { context: await buyer(), id, name: "accept_change" });
    expect(linesOf(await stored(world, id), "changes").map((change) => change.result)).toEqual(["refused", "accepted"]);
  });
});

describe("交货计划", () => {
  const planned = (record: AnyRecord, line = 0) =>
    deliveries(items(record)[line]).map((one) => [one.plan_date, one.plan_qty]);

  test("没有填写交货计划的行，按需求日期一次交清；改了数量和日期，这一批跟着改", async () => {
    const { id } = await order(world, await buyer());
    const before = await stored(world, id);
    expect(planned(before)).toEqual([["2025-03-20", "1000.000"]]);
    const values = { items: items(before).map((line) => ({ id: line.id, qty: "600", required_date: "2025-03-22" })) };
    await updateRecordBy(await buyer(), { screen, id, version: 1, values });
    expect(planned(await stored(world, id))).toEqual([["2025-03-22", "600.000"]]);
  });

  test("一行可以分几批交，合计必须等于数量，指出是哪一行", async () => {
    const line = { material_id: world.ids.corn, qty: "100", price: "3.5", required_date: "2025-03-20" };
    const schedules = [
      { plan_date: "2025-03-20", plan_qty: "60" },
      { plan_date: "2025-03-27", plan_qty: "30" },
    ];
    const wrong = order(world, await buyer(), { items: [{ ...line, schedules }] });
    expect((await refusal(wrong, "invalid")).complaints).toEqual([
      { field: "items.0.qty", message: "第1行交货计划合计90与订单数量100不一致" },
    ]);
    const [first] = schedules;
    const right = [first, { plan_date: "2025-03-27", plan_qty: "40" }];
    const { id } = await order(world, await buyer(), { items: [{ ...line, schedules: right }] });
    expect(planned(await stored(world, id))).toEqual([
      ["2025-03-20", "60.000"],
      ["2025-03-27", "40.000"],
    ]);
  });

  test("供应商拆分一行：接受后多出一批，行的数量不变，承诺到最后一批", async () => {
    const { id } = await released(world);
    const record = await stored(world, id);
    const lineInput = {
      ...(await otherDelivery(world, id, { plan_qty: "700" })),
      [items(record)[0]?.id ?? ""]: { plan_qty: "300", plan_date: "2025-04-08" },
    };
    await transition(world, {
      context: await supplier(),
      id,
      name: "propose",
      more: { lineInput, reason: "分两批生产" },
    });
    await transition(world, { context: await buyer(), id, name: "accept_change" });
    const after = await stored(world, id);
    expect(planned(after)).toEqual([
      ["2025-03-20", "700.000"],
      ["2025-04-08", "300.000"],
    ]);
    expect(items(after)[0]).toMatchObject({ qty: "1000.000", required_date: "2025-03-20", confirm_date: "2025-04-08" });
    expect(deliveries(items(after)[0])[1]).toMatchObject({ confirm_date: "2025-04-08", confirm_qty: "300.000" });
  });

  test("拆出的一批要写全", async () => {
    const { id } = await released(world);
    const line = items(await stored(world, id))[0]?.id ?? "";
    const half = transition(world, {
      context: await supplier(),
      id,
      name: "propose",
      more: {
        lineInput: { [line]: { plan_qty: "300", plan_date: "" } },
        reason: "分批",
      },
    });
    expect((await refusal(half, "invalid")).complaints).toEqual([
      { field: `items.schedules.${line}.plan_date`, message: "请选择交期" },
    ]);
  });
});

describe("部分确认", () => {
  const tick = (record: AnyRecord, ...positions: number[]) =>
    Object.fromEntries(positions.map((position) => [items(record)[position]?.id ?? "", { chosen: "1" }]));

  test("先确认两行，订单仍待确认；确认了最后一行，订单进入执行", async () => {
    const { id } = await released(world);
    const record = await stored(world, id);
    const none = transition(world, { context: await supplier(), id, name: "confirm_lines" });
    expect((await refusal(none, "invalid")).message).toBe("请至少勾选一行");
    await transition(world, {
      context: await supplier(),
      id,
      name: "confirm_lines",
      more: { lineInput: tick(record, 0, 2) },
    });
    const partly = await stored(world, id);
    expect(partly).toMatchObject({ state: "released", confirmed_at: null });
    expect(items(partly).map((line) => line.confirm_date)).toEqual(["2025-03-20", null, "2025-03-10"]);
    await transition(world, {
      context: await supplier(),
      id,
      name: "confirm_lines",
      more: { lineInput: tick(record, 1) },
    });
    expect(await stored(world, id)).toMatchObject({ state: "confirmed", confirmed_at: "2025-03-10T02:00:00.000Z" });
  });

  test("已经确认的行不能再勾选", async () => {
    const { id } = await released(world);
    const record = await stored(world, id);
    await transition(world, {
      context: await supplier(),
      id,
      name: "confirm_lines",
      more: { lineInput: tick(record, 0) },
    });
    const again = transition(world, {
      context: await supplier(),
      id,
      name: "confirm_lines",
      more: { lineInput: tick(record, 0) },
    });
    const { complaints } = await refusal(again, "invalid");
    expect(complaints.map(({ message }) => message)).toEqual(["第1行现在不能「部分确认」，请刷新后重试"]);
  });
});

describe("采购方变更", () => {
  test("不超过批准金额的立即生效：版本加一，变更的行要重新确认", async () => {
    const { id } = await confirmed(world);
    const lineInput = await otherDelivery(world, id, { plan_qty: "900", plan_date: "2025-04-02" });
    await refusal(transition(world, { context: await buyer(), id, name: "change", more: { lineInput } }), "invalid");
    await transition(world, { context: await buyer(), id, name: "change", more: { lineInput, reason: "计划调整" } });
    const record = await stored(world, id);
    expect(record).toMatchObject({ state: "released", order_version: 2, amount: "4531.63" });
    expect(items(record).map((line) => line.confirm_date)).toEqual([null, "2025-03-25", "2025-03-10"]);
    expect(linesOf(record, "changes")).toMatchObject([{ raised_by: "buyer", version: 1, result: "accepted" }]);
    await transition(world, { context: await supplier(), id, name: "confirm" });
    expect((await stored(world, id)).state).toBe("confirmed");
  });

  test("超过批准金额的等采购经理批准：之前按原内容执行，供应商看不到，也不能再提变更", async () => {
    const { id } = await confirmed(world);
    const lineInput = await otherDelivery(world, id, { plan_qty: "1100" });
    await transition(world, { context: await buyer(), id, name: "change", more: { lineInput, reason: "增加用量" } });
    expect(await stored(world, id)).toMatchObject({ state: "confirmed", order_version: 1, amount: "4881.63" });
    expect(linesOf(await seen(world, await supplier(), id), "changes")).toEqual([]);
    expect(linesOf(await seen(world, await buyer(), id), "changes")).toHaveLength(1);
    const again = transition(world, {
      context: await buyer(),
      id,
      name: "change",
      more: { lineInput, reason: "再改" },
    });
    expect((await refusal(again, "wrong_state")).message).toBe("订单有变更正在处理，处理完毕后才能再次变更");
    await refusal(transition(world, { context: await buyer(), id, name: "apply_change" }), "forbidden");
    await transition(world, { context: await world.as("manager"), id, name: "apply_change" });
    const record = await stored(world, id);
    expect(record).toMatchObject({
      state: "released",
      order_version: 2,
      amount: "5231.63",
      approved_amount: "5231.63",
    });
    expect(linesOf(await seen(world, await supplier(), id), "changes")).toHaveLength(1);
  });

  test("撤销以后一切照旧", async () => {
    const { id } = await confirmed(world);
    const lineInput = await otherDelivery(world, id, { plan_qty: "1100" });
    await transition(world, { context: await buyer(), id, name: "change", more: { lineInput, reason: "增加用量" } });
    await transition(world, { context: await buyer(), id, name: "drop_change", more: { reason: "不再需要" } });
    const record = await stored(world, id);
    expect(record).toMatchObject({ state: "confirmed", order_version: 1 });
    expect(linesOf(record, "changes")).toMatchObject([{ result: "refused", reply: "不再需要" }]);
    const none = transition(world, { context: await buyer(), id, name: "drop_change", more: { reason: "再撤" } });
    expect((await refusal(none, "wrong_state")).message).toBe("订单没有等待批准的变更");
  });
});

describe("暂停、关闭行、重新打开", () => {
  test("暂停后供应商不能确认，恢复后回到原来的状态", async () => {
    const { id } = await released(world);
    await transition(world, { context: await buyer(), id, name: "hold", more: { reason: "等检验结果" } });
    await refusal(transition(world, { context: await supplier(), id, name: "confirm" }), "wrong_state");
    expect(await seen(world, await supplier(), id)).toMatchObject({ state: "on_hold" });
    expect((await historyOf("supplierA", id))[0]).toMatchObject({ label: "暂停", reason: "等检验结果" });
    expect((await transition(world, { context: await buyer(), id, name: "resume" })).state).toBe("released");
    await transition(world, { context: await supplier(), id, name: "confirm" });
    await transition(world, { context: await world.as("manager"), id, name: "hold", more: { reason: "复核" } });
    expect((await transition(world, { context: await buyer(), id, name: "resume" })).state).toBe("confirmed");
  });

  test("关闭一行，其余照常；全部关闭，订单随之关闭；经理三十天内可以重新打开", async () => {
    const { id } = await confirmed(world);
    const [first, second, third] = items(await stored(world, id)).map((line) => line.id);
    const close = (...ids: (string | undefined)[]) => ({
      reason: "不再需要",
      lineInput: Object.fromEntries(ids.map((line) => [line ?? "", { chosen: "1" }])),
    });
    await transition(world, { context: await buyer(), id, name: "close_lines", more: close(first) });
    const partly = await stored(world, id);
    expect(partly).toMatchObject({ state: "confirmed", closed_at: null });
    expect(items(partly).map((line) => line.line_status)).toEqual(["closed", "open", "open"]);
    await transition(world, { context: await buyer(), id, name: "close_lines", more: close(second, third) });
    expect(await stored(world, id)).toMatchObject({ state: "closed", closed_at: "2025-03-10T02:00:00.000Z" });
    await refusal(
      transition(world, { context: await buyer(), id, name: "reopen", more: { reason: "还要" } }),
      "forbidden",
    );
    await transition(world, { context: await world.as("manager"), id, name: "reopen", more: { reason: "还要" } });
    const again = await stored(world, id);
    expect(again).toMatchObject({ state: "confirmed", closed_at: null });
    expect(items(again).map((line) => line.line_status)).toEqual(["open", "open", "open"]);
  });

  test("协商中关闭：等待答复的提议随之撤回，供应商收到通知；重新打开后没有遗留，可以重新提出", async () => {
    const { id, number } = await released(world);
    await proposed(world, id, { plan_qty: "800" });
    await transition(world, { context: await buyer(), id, name: "close", more: { reason: "计划取消" } });
    expect(linesOf(await stored(world, id), "changes")).toMatchObject([
      { raised_by: "supplier", result: "withdrawn", reply: "订单已关闭：计划取消" },
    ]);
    const { rows } = await sql<{ title: string; body: string }>`
      select title, body from inbox where record_id = ${id} and user_id = ${world.accounts.supplierA}
      and scenario <> 'order.released'`.execute(world.engine.database.connection());
    expect(rows).toEqual([
      { title: `订单${number}已关闭，变更提议随之撤回`, body: "您提出的变更不再答复。订单已关闭：计划取消" },
    ]);
    await transition(world, { context: await world.as("manager"), id, name: "reopen", more: { reason: "还要" } });
    expect((await proposed(world, id, { plan_qty: "900" })).state).toBe("negotiating");
  });

  test("取消时等待批准的变更随之撤回", async () => {
    const { id } = await released(world);
    await transition(world, {
      context: await buyer(),
      id,
      name: "change",
      more: { reason: "加量", lineInput: await otherDelivery(world, id, { plan_qty: "5000" }) },
    });
    expect(linesOf(await stored(world, id), "changes")).toMatchObject([{ result: "pending" }]);
    await transition(world, { context: await buyer(), id, name: "cancel", more: { reason: "不要了" } });
    expect(linesOf(await stored(world, id), "changes")).toMatchObject([
      { result: "withdrawn", reply: "订单已取消：不要了" },
    ]);
  });

  test("待确认的行都关闭了，其余已确认，订单就进入执行", async () => {
    const { id } = await released(world);
    const [first, second, third] = items(await stored(world, id)).map((line) => line.id);
    const ticked = (...ids: (string | undefined)[]) =>
      Object.fromEntries(ids.map((line) => [line ?? "", { chosen: "1" }]));
    await transition(world, {
      context: await supplier(),
      id,
      name: "confirm_lines",
      more: { lineInput: ticked(first, second) },
    });
    const { state } = await transition(world, {
      context: await buyer(),
      id,
      name: "close_lines",
      more: { lineInput: ticked(third), reason: "停用" },
    });
    expect(state).toBe("confirmed");
  });

  test("逾期未交的筛选只找还有待交行过了需求日期的订单", async () => {
    const request = { filters: {}, toggles: ["overdue_only"], sort: [], page: 1, size: 100 };
    const late = await released(world, {
      order_date: "2025-03-01",
      items: [{ material_id: world.ids.corn, qty: "1", price: "1", required_date: "2025-03-05" }],
    });
    const found = async () => (await listRecords(await buyer(), screen, request)).rows.map((row) => row.id);
    expect(await found()).toEqual([late.id]);
    await transition(world, { context: await buyer(), id: late.id, name: "close", more: { reason: "不要了" } });
    expect(await found()).toEqual([]);
  });
});

describe("关闭与取消", () => {
  test("都要写原因，结束以后什么也做不了", async () => {
    const open = await confirmed(world);
    const silent = await refusal(transition(world, { context: await buyer(), id: open.id, name: "close" }), "invalid");
    expect(silent.complaints).toEqual([{ field: "reason", message: "请填写原因" }]);
    await transition(world, { context: await buyer(), id: open.id, name: "close", more: { reason: "余量不再需要" } });
    const draft = await order(world, await buyer());
    await transition(world, { context: await buyer(), id: draft.id, name: "cancel", more: { reason: "录错了" } });
    for (const [id, state] of [
      [open.id, "已关闭"],
      [draft.id, "已取消"],
    ] as const) {
      for (const [name, { label, by }] of Object.entries<AnyTransition>(entity.transitions ?? {})) {
        // A manager may open a closed order again: the next test.
        if (name === "reopen" && state === "已关闭") continue;
        // What was received before may still be taken back.
        if (name === "follow_receipts" && state === "已关闭") continue;
        // Papers may come late; adding them changes nothing of what was agreed.
        if (name === "add_files" && state === "已关闭") continue;
        const person =
          by === "system"
            ? world.system()
            : by.includes("supplier")
              ? await supplier()
              : by.includes("buyer")
                ? await buyer()
                : await world.as(by.includes("qa") ? "qa" : "manager");
        // A supplier does not even see an order that was cancelled before its release.
        if (state === "已取消" && person.actor.supplierId) continue;
        const { message } = await refusal(
          transition(world, { context: person, id, name, more: { reason: "再试" } }),
          "wrong_state",
        );
        expect(message).toBe(`单据当前为「${state}」，不能${label}`);
      }
    }
  });

  test("执行中的订单不能取消，只能关闭", async () => {
    const { id } = await confirmed(world);
    await refusal(
      transition(world, { context: await buyer(), id, name: "cancel", more: { reason: "不要了" } }),
      "wrong_state",
    );
  });
});

describe("重复提交与并发", () => {
  test("同一个请求号重复提交，只有一张订单，答复相同；内容变了要重新核对", async () => {
    const context = await buyer();
    const input = { screen, values: orderValues(world), requestId: "form-1" };
    const first = await createRecord(context, input);
    expect(await createRecord(context, input)).toEqual(first);
    const changed = createRecord(context, { ...input, values: orderValues(world, { remark: "不同内容" }) });
    expect((await refusal(changed, "duplicate")).message).toBe("这份表单已经提交过，之后内容有变化：请核对后再次保存");
  });

  test("同一个请求号同时到达，也只有一张订单", async () => {
    const context = await buyer();
    const before = (await listedIds("buyerA")).length;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        createRecord(context, { screen, values: orderValues(world), requestId: "form-2" }),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await listedIds("buyerA")).toHaveLength(before + 1);
  });

  test("两个人的同一个请求号互不相干", async () => {
    const mine = await createRecord(await buyer(), { screen, values: orderValues(world), requestId: "form-3" });
    const values = orderValues(world, { factory_id: world.ids.factory2, purchase_group_id: world.ids.group2 });
    const theirs = await createRecord(await world.as("buyerB"), { screen, values, requestId: "form-3" });
    expect(theirs.id).not.toBe(mine.id);
  });

  test("失败的请求不占用请求号", async () => {
    const context = await buyer();
    const wrong = { screen, values: orderValues(world, { items: [] }), requestId: "form-4" };
    await refusal(createRecord(context, wrong), "invalid");
    expect((await createRecord(context, { ...wrong, values: orderValues(world) })).version).toBe(1);
  });

  test("同时新建的订单编号各不相同", async () => {
    const context = await buyer();
    const saved = await Promise.all(Array.from({ length: 8 }, () => order(world, context)));
    expect(new Set(saved.map(({ number }) => number)).size).toBe(8);
  });

  test("旧版本上的修改被拒绝，两个版本并排说明", async () => {
    const { id } = await order(world, await buyer());
    await updateRecordBy(await buyer(), { screen, id, version: 1, values: { remark: "先到" } });
    const late = updateRecordBy(await buyer(), { screen, id, version: 1, values: { remark: "后到", urgent: true } });
    expect((await refusal(late, "stale_record")).facts).toEqual({
      version: 2,
      differences: [
        { label: "加急", theirs: "否", yours: "是" },
        { label: "备注", theirs: "先到", yours: "后到" },
      ],
    });
  });
});
