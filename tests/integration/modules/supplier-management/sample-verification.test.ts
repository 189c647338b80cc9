import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { minimal, personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { change, make, seen, stored, transition } from "../../../support/quality";
import { creditCode } from "../../../support/samples";
import { openWorld } from "../../../support/world";

const ADMISSION = "supplier-management/admission";
const SAMPLE = "supplier-management/sample-verification";
const SUPPLIER = "supplier-management/supplier";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const ids = world.ids;
const DAY_MS = 24 * 60 * 60_000;

let buyer: Context;
let qa: Context;
let qaManager: Context;
let serial = 7200;

beforeAll(async () => {
  buyer = await personWith(world, "buyer");
  qa = await world.as("qa");
  qaManager = await personWith(world, "qa_manager");
});

async function newcomer(): Promise<string> {
  serial += 1;
  const values = { ...minimal(world, SUPPLIER), name: `送样供应商${serial}`, uscc: creditCode(serial) };
  return (await createRecord(world.system(), { screen: world.screen(SUPPLIER), values })).id;
}

/** A case that waits for samples and, as wanted, for a small lot. */
async function verifying(supplierId: string, needsTrial: boolean): Promise<string> {
  const { id } = await make(world, buyer, ADMISSION, {
    supplier_id: supplierId,
    material_type_id: ids.grainType,
    buyer_id: buyer.actor.id,
    materials: [{ material_id: ids.corn, factory_id: ids.factory1 }],
  });
  await transition(world, { context: buyer, key: ADMISSION, id, name: "submit" });
  for (const step of needsTrial ? ["need_audit"] : ["need_audit", "need_trial"])
    await transition(world, {
      context: qaManager,
      key: ADMISSION,
      id,
      name: "waive",
      more: { input: { step }, reason: "已审核" },
    });
  const rows = linesOf(await stored(world, ADMISSION, id), "checklist");
  const lineInput = Object.fromEntries(rows.map((row) => [row.id, { result: "ok" }]));
  await transition(world, { context: buyer, key: ADMISSION, id, name: "judge", more: { lineInput } });
  await transition(world, { context: buyer, key: ADMISSION, id, name: "pass_first" });
  return id;
}

async function requested(admissionId: string): Promise<string> {
  const input = { qty: "2", require_date: addDays(TODAY, 7), receiver: qa.actor.id, send_address: "化验室" };
  await transition(world, { context: qa, key: ADMISSION, id: admissionId, name: "request_samples", more: { input } });
  const { rows } = await sql<{ id: string }>`select id from sample_verification
    where admission_id = ${admissionId} order by id desc limit 1`.execute(database.connection());
  return rows[0]?.id ?? "";
}

async function received(id: string, supplier: Context): Promise<void> {
  await transition(world, { context: supplier, key: SAMPLE, id, name: "accept" });
  await transition(world, { context: qa, key: SAMPLE, id, name: "receive" });
  await change(world, {
    context: qa,
    key: SAMPLE,
    id,
    values: { tests: [{ item: "水分", kind: "quantitative", upper: "14.5", value: "13" }] },
  });
}

describe("样品验证", () => {
  test("从准入单索取，供应商确认，检测、批准后记入准入单；供应商看不到检测值", async () => {
    const supplierId = await newcomer();
    const supplier = await personWith(world, "supplier", supplierId);
    const caseId = await verifying(supplierId, false);
    const id = await requested(caseId);
    expect(await stored(world, SAMPLE, id)).toMatchObject({
      state: "requested",
      round: 1,
      uom: "kg",
      need_trial: false,
    });
    await refusal(requested(caseId), "invalid");
    await refusal(seen(world, await world.as("supplierA"), SAMPLE, id), "not_found");
    // Whoever has one at hand may send it without confirming first; papers go with it either way.
    const send = () => refusal(transition(world, { context: supplier, key: SAMPLE, id, name: "send" }), "invalid");
    expect((await send()).message).toBe("请填写快递单号");
    await transition(world, { context: supplier, key: SAMPLE, id, name: "accept" });
    expect((await send()).message).toBe("请填写快递单号");
    await transition(world, { context: qa, key: SAMPLE, id, name: "receive" });
    const tests = (value: string) => [{ item: "水分", kind: "quantitative", upper: "14.5", value }];
    await change(world, { context: qa, key: SAMPLE, id, values: { tests: tests("15") } });
    const input = { result: "pass" };
    expect(
      (
        await refusal(
          transition(world, { context: qa, key: SAMPLE, id, name: "finish_test", more: { input } }),
          "invalid",
        )
      ).message,
    ).toBe("存在不合格项目，结论不能为合格");
    await change(world, { context: qa, key: SAMPLE, id, values: { tests: tests("14.5") } });
    await transition(world, { context: qa, key: SAMPLE, id, name: "finish_test", more: { input } });
    const shown = await seen(world, supplier, SAMPLE, id);
    expect(shown.result).toBeUndefined();
    expect(linesOf(shown, "tests")).toEqual([]);
    expect(linesOf(await stored(world, ADMISSION, caseId), "materials")[0]?.sample_result).toBeNull();
    await refusal(transition(world, { context: qa, key: SAMPLE, id, name: "approve" }), "forbidden");
    await transition(world, { context: qaManager, key: SAMPLE, id, name: "approve" });
    expect(linesOf(await stored(world, ADMISSION, caseId), "materials")[0]?.sample_result).toBe("pass");
    // It was all the case waited for.
    expect((await stored(world, ADMISSION, caseId)).state).toBe("assessing");
  });

  test("小批试用：限量的试用货源，供应商转试用；试用不合格则货源终止，两次不合格不能再送", async () => {
    const supplierId = await newcomer();
    const supplier = await personWith(world, "supplier", supplierId);
    const caseId = await verifying(supplierId, true);
    const id = await requested(caseId);
    await received(id, supplier);
    const trial = { result: "pass", trial_factory_id: ids.factory1, trial_qty: "500" };
    expect(
      (
        await refusal(
          transition(world, { context: qa, key: SAMPLE, id, name: "finish_test", more: { input: { result: "pass" } } }),
          "invalid",
        )
      ).message,
    ).toContain("转小批试用");
    await transition(world, { context: qa, key: SAMPLE, id, name: "to_trial", more: { input: trial } });
    expect((await stored(world, SUPPLIER, supplierId)).stage).toBe("trial");
    const sources = async () =>
      (
        await sql<{ state: string; trial_qty: string }>`select state, trial_qty from source_data
          where supplier_id = ${supplierId}`.execute(database.connection())
      ).rows;
    expect(await sources()).toEqual([{ state: "trial", trial_qty: "500.000" }]);
    await sql`update sample_verification set state = 'pending', trial_result = 'fail' where id = ${id}`.execute(
      database.connection(),
    );
    expect(
      (await refusal(transition(world, { context: qaManager, key: SAMPLE, id, name: "approve" }), "invalid")).message,
    ).toContain("判不合格");
    await transition(world, { context: qaManager, key: SAMPLE, id, name: "fail", more: { reason: "上机断裂" } });
    expect((await sources())[0]?.state).toBe("ended");
    expect(linesOf(await stored(world, ADMISSION, caseId), "materials")[0]).toMatchObject({
      sample_result: "pass",
      trial_result: "fail",
    });
    const second = await requested(caseId);
    expect((await stored(world, SAMPLE, second)).round).toBe(2);
    await received(second, supplier);
    await transition(world, {
      context: qa,
      key: SAMPLE,
      id: second,
      name: "finish_test",
      more: { input: { result: "fail" } },
    });
    await transition(world, {
      context: qaManager,
      key: SAMPLE,
      id: second,
      name: "fail",
      more: { reason: "水分超标" },
    });
    const third = await refusal(requested(caseId), "invalid");
    expect(JSON.stringify([third.message, third.complaints])).toContain("已达2次");
  });
});

test("收样时按物料的检验规则带出检测项目，物料的规则先于类型的；已填的不动", async () => {
  const rule = (code: string, subject: object, item: object) =>
    make(world, qaManager, "master-data/type-inspection-rule", {
      code,
      name: code,
      enabled: "1",
      material_id: "",
      material_type_id: "",
      ...subject,
      items: [item],
    });
  await rule("YP-类", { material_type_id: ids.grainType }, { item: "霉菌", upper: "50", unit: "CFU/g" });
  const supplierId = await newcomer();
  const sampled = async (material: string | undefined, more: object = {}) => {
    const { id } = await make(world, qa, SAMPLE, {
      supplier_id: supplierId,
      material_id: material,
      uom: "kg",
      ...more,
    });
    await sql`update sample_verification set state = 'accepted' where id = ${id}`.execute(database.connection());
    await transition(world, { context: qa, key: SAMPLE, id, name: "receive" });
    return linesOf(await stored(world, SAMPLE, id), "tests").map(({ item, kind, upper }) => [item, kind, upper]);
  };
  expect(await sampled(ids.corn)).toEqual([["霉菌", "quantitative", "50.0000"]]);
  await rule("YP-料", { material_id: ids.corn }, { item: "色泽气味", method: "感官" });
  expect(await sampled(ids.corn)).toEqual([["色泽气味", "qualitative", null]]);
  expect(await sampled(ids.corn, { tests: [{ item: "水分", kind: "quantitative", upper: "14" }] })).toEqual([
    ["水分", "quantitative", "14.0000"],
  ]);
});

test("超过要求日期没有寄出：供应商收到提醒，一周只说一次；采购方可以催办", async () => {
  const supplierId = await newcomer();
  const supplier = await personWith(world, "supplier", supplierId);
  const { id } = await make(world, qa, SAMPLE, { supplier_id: supplierId, require_date: addDays(TODAY, 2) });
  const titles = async () =>
    (
      await sql<{ title: string }>`select title from inbox where user_id = ${supplier.actor.id} and record_id = ${id}
        order by at, id`.execute(database.connection())
    ).rows.map(({ title }) => title);
  const { number } = await stored(world, SAMPLE, id);
  const asked = `请确认送样：${number}`;
  const late = `样品 ${number} 已超过要求送达日期${addDays(TODAY, 2)}`;
  await transition(world, { context: qa, key: SAMPLE, id, name: "remind" });
  // Said twice on one day it is one message that counts.
  expect(await titles()).toEqual([asked]);
  const [{ times } = { times: 0 }] = (
    await sql<{
      times: number;
    }>`select times from inbox where user_id = ${supplier.actor.id} and record_id = ${id}`.execute(
      database.connection(),
    )
  ).rows;
  expect(times).toBe(2);
  await transition(world, { context: supplier, key: SAMPLE, id, name: "accept" });
  world.clock.advance(2 * DAY_MS);
  await workDeadlines(world.system(), { remindNow: true });
  expect(await titles()).not.toContain(late);
  world.clock.advance(DAY_MS);
  await workDeadlines(world.system(), { remindNow: true });
  await workDeadlines(world.system(), { remindNow: true });
  expect((await titles()).filter((title) => title === late)).toHaveLength(1);
  world.clock.advance(7 * DAY_MS);
  await workDeadlines(world.system(), { remindNow: true });
  expect((await titles()).filter((title) => title === late)).toHaveLength(2);
  world.clock.advance(-10 * DAY_MS);
});

test("新建单据的表单不画以后的状态才填写的字段，否则交上来的表单会被拒绝", async () => {
  const supplier = await world.as("supplierA");
  const form = JSON.stringify(
    await newFormModel(supplier, world.screen("supplier-management/supplier-certificate"), {}),
  );
  expect(form).toContain("扫描件");
  expect(form).not.toContain("换证受理回执");
});
