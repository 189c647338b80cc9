import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const KEY = "receiving/inbound-coa";
const world = await openWorld();
afterAll(() => world.close());
const [entity, screen] = [world.entity(KEY), world.screen(KEY)];
const supplier = await world.as("supplierA");
const qa = await world.as("qa");
const manager = await personWith(world, "qa_manager");
const { box, supplierA } = world.ids;

// Suppliers choose materials they have a source of.
await createRecord(world.system(), {
  screen: world.screen("base-data/source-data"),
  values: { supplier_id: supplierA, material_id: box, factory_id: world.ids.factory1 },
}).then(({ id }) =>
  sql`update source_data set state = 'active' where id = ${id}`.execute(world.engine.database.connection()),
);

let batches = 0;
const whole = async (id: string) => (await openRecord(world.system(), { entity, id })).record;
const move = (context: Context, id: string, name: string, more: Partial<TransitionInput> = {}) =>
  applyTransition(context, { entity, id, name, ...more });
const create = (values: Record<string, unknown> = {}, context = supplier) => {
  batches += 1;
  return createRecord(context, {
    screen,
    values: {
      material_id: box,
      batch_no: `B${batches}`,
      produce_date: addDays(TODAY, -5),
      test_date: addDays(TODAY, -4),
      batch_qty: "1000",
      lab: "供方化验室",
      ...values,
    },
  });
};
const fill = async (id: string, values: Readonly<Record<string, string>>, context = supplier) => {
  const record = await whole(id);
  const { version } = record;
  const readings = linesOf(record, "readings").map((row) => ({
    id: row.id,
    value: values[String(row.item)] ?? "",
  }));
  return updateRecordBy(context, { screen, id, version, values: { readings } });
};
const GOOD = { 水分: "12.5", 黄曲霉毒素B1: "未检出", 气味: "符合标准要求", 感官: "合格" };
/** The paper is there: bytes come by another door, which has tests of its own. */
const attach = (id: string) =>
  sql`update inbound_coa set file = '[{"id":"00000000-0000-7000-8000-0000000000c0","name":"coa.pdf","size":9,"type":"pdf"}]'::jsonb
    where id = ${id}`.execute(world.engine.database.connection());
const sent = async (values: Readonly<Record<string, string>> = GOOD, more: Record<string, unknown> = {}) => {
  const { id } = await create(more);
  await fill(id, values);
  await attach(id);
  await move(supplier, id, "submit");
  return id;
};

describe("填写", () => {
  test("检验项目来自生效的标准，不能增减；填写后逐项和整份判定", async () => {
    const { id } = await create();
    const record = await whole(id);
    expect(record).toMatchObject({ standard_id: world.ids.coaStandardA, auto_result: "missing" });
    expect(linesOf(record, "readings").map(({ item }) => item)).toEqual(Object.keys(GOOD));
    await fill(id, { ...GOOD, 水分: "14.2" });
    const filled = await whole(id);
    expect(filled.auto_result).toBe("fail");
    expect(linesOf(filled, "readings").map(({ judge }) => judge)).toEqual(["fail", "pass", "pass", "pass"]);
    const [first] = linesOf(filled, "readings");
    const values = { readings: [{ id: first?.id, value: "1" }] };
    await refusal(updateRecordBy(supplier, { screen, id, version: filled.version, values }), "invalid");
    const limits = { readings: linesOf(filled, "readings").map((row) => ({ id: row.id, upper: "99" })) };
    await refusal(updateRecordBy(supplier, { screen, id, version: filled.version, values: limits }), "malformed");
  });

  test("同一供应商、物料、批号只有一份；没有标准的物料不能填", async () => {
    const { number } = await create({ batch_no: "重复" });
    const { complaints } = await refusal(create({ batch_no: "重复" }), "invalid");
    expect(complaints[0]?.message).toBe(`批号【重复】已有COA${number}`);
    await createRecord(world.system(), {
      screen: world.screen("base-data/source-data"),
      values: { supplier_id: supplierA, material_id: world.ids.oil, factory_id: world.ids.factory1 },
    }).then(({ id }) =>
      sql`update source_data set state = 'active' where id = ${id}`.execute(world.engine.database.connection()),
    );
    const other = await refusal(create({ material_id: world.ids.oil }), "invalid");
    expect(other.complaints[0]?.message).toContain("没有生效的COA标准");
  });

  test("缺项、没有原件不能提交；超限的可以提交", async () => {
    const { id } = await create();
    await refusal(move(supplier, id, "submit"), "invalid");
    await fill(id, { ...GOOD, 水分: "15" });
    expect((await refusal(move(supplier, id, "submit"), "invalid")).complaints[0]?.message).toBe("请上传COA原件");
    await attach(id);
    await move(supplier, id, "submit");
    expect((await whole(id)).state).toBe("submitted");
  });
});

describe("审核", () => {
  test("合格的通过后锁定，供应商不能再改", async () => {
    const id = await sent();
    await move(qa, id, "approve");
    const record = await whole(id);
    expect(record).toMatchObject({ state: "approved", final_result: "pass" });
    await refusal(fill(id, GOOD), "wrong_state");
  });

  test("超限的不能直接通过，凭审批号让步", async () => {
    const id = await sent({ ...GOOD, 黄曲霉毒素B1: "20.5" });
    await refusal(move(qa, id, "approve"), "invalid");
    await move(qa, id, "concede", { input: { concession_no: "RB-1" }, reason: "用于烘焙" });
    expect(await whole(id)).toMatchObject({
      state: "approved",
      final_result: "concession",
      concession_no: "RB-1",
      concession_reason: "用于烘焙",
    });
  });

  test("退回后修改再交；判不合格后可以撤销，批次到厂后不能", async () => {
    const id = await sent({ ...GOOD, 水分: "15" });
    await move(qa, id, "send_back", { reason: "请复测" });
    await fill(id, GOOD);
    await move(supplier, id, "submit");
    await move(qa, id, "refuse", { reason: "霉变" });
    expect(await whole(id)).toMatchObject({ state: "refused", final_result: "fail" });
    await move(manager, id, "reopen", { reason: "复检合格" });
    expect(await whole(id)).toMatchObject({ state: "submitted", final_result: null });
  });

  test("对照原件核对：一致的可以通过，不一致的写明项目、不能通过，退回后重新核对", async () => {
    const id = await sent();
    const page = await transitionModel(qa, screen, id, "check-paper");
    expect(page.beside).toMatchObject([{ kind: "preview", title: "COA原件", files: [{ name: "coa.pdf" }] }]);
    expect(page.lines?.rows).toHaveLength(4);
    const check = (input: Record<string, unknown>) => move(qa, id, "check_paper", { input });
    expect((await refusal(check({ paper_check: "differs" }), "invalid")).complaints[0]?.field).toBe("paper_note");
    await check({ paper_check: "differs", paper_note: "水分原件为13.1" });
    await expect(move(qa, id, "approve")).rejects.toThrow("检测值与COA原件核对不一致");
    await move(qa, id, "send_back", { reason: "水分与原件不一致" });
    expect(await whole(id)).toMatchObject({ paper_check: null, paper_note: null });
    await move(supplier, id, "submit");
    const findings = async () => (await transitionModel(qa, screen, id, "approve")).findings.map(({ text }) => text);
    expect(await findings()).toContain("检测值还没有与COA原件核对");
    await check({ paper_check: "same" });
    expect(await findings()).not.toContain("检测值还没有与COA原件核对");
    await move(qa, id, "approve");
    expect(await whole(id)).toMatchObject({ state: "approved", paper_check: "same" });
  });

  test("标准变了，提交前要重新核对", async () => {
    const { id } = await create();
    await fill(id, GOOD);
    await attach(id);
    const connection = world.engine.database.connection();
    await sql`update coa_standard set state = 'disabled' where id = ${world.ids.coaStandardA}`.execute(connection);
    expect((await refusal(move(supplier, id, "submit"), "invalid")).message).toContain("COA标准已有变化");
    await sql`update coa_standard set state = 'active' where id = ${world.ids.coaStandardA}`.execute(connection);
    await move(supplier, id, "submit");
  });

  test("本厂复检：登记数值，判定相反的指出来，结论不变", async () => {
    const id = await sent();
    await move(qa, id, "approve");
    const [water] = linesOf(await whole(id), "readings");
    await move(qa, id, "compare", { lineInput: { [String(water?.id)]: { own_value: "14.3" } } });
    const record = await whole(id);
    expect(record).toMatchObject({ state: "approved", final_result: "pass", lab_diff: "opposite" });
    expect(linesOf(record, "readings")[0]).toMatchObject({
      own_value: "14.3",
      own_judge: "fail",
      own_diff: "1.800000",
    });
  });
});

describe("历史批次", () => {
  test("与最近几批完全一致时提示质量人员，供应商看不到；趋势图带上下限", async () => {
    const same = { ...GOOD, 水分: "11.11" };
    let id = "";
    for (let index = 0; index < 6; index += 1) id = await sent(same, { test_date: addDays(TODAY, -1) });
    const shown = JSON.stringify(await recordModel(qa, screen, id));
    expect(shown).toContain("疑似复制");
    expect(shown).toContain("批次趋势：水分");
    expect(JSON.stringify(await recordModel(supplier, screen, id))).not.toContain("疑似复制");
    await refusal(move(qa, id, "approve"), "acknowledge");
    await move(qa, id, "approve", { reason: "已电话核实" });
    const other = await sent({ ...same, 水分: "11.12" }, { test_date: TODAY });
    expect(JSON.stringify(await recordModel(qa, screen, other))).not.toContain("疑似复制");
  });
});

describe("供应商之间", () => {
  test("看不到别人的COA；草稿只有自己看得到", async () => {
    const id = await sent();
    await refusal(recordModel(await world.as("supplierB"), screen, id), "not_found");
    const { id: own } = await create();
    await refusal(recordModel(qa, screen, own), "not_found");
  });

  const answer = z.array(
    z.object({ id: z.string(), number: z.string(), state: z.string(), result: z.string() }).nullable(),
  );
  const ofBatches = (context: Context, batchNos: readonly (string | null)[]) =>
    reading(context, () =>
      ask(context, {
        entityKey: KEY,
        name: "of_batches",
        input: { supplierId: supplierA, lines: batchNos.map((batchNo) => ({ materialId: box, batchNo })) },
        answer,
      }),
    );

  test("按批号问到状态和结论，一行一个答复；供应商自己问也一样", async () => {
    const good = await sent(GOOD, { batch_no: "问合格" });
    await move(qa, good, "approve", { reason: "与前几批相同，已核对原件" });
    await sent({ ...GOOD, 水分: "15" }, { batch_no: "问超限" });
    const asked = ["问超限", "没有", "问合格", null];
    const wanted = [
      { state: "submitted", result: "fail" },
      null,
      { id: good, state: "approved", result: "pass" },
      null,
    ];
    expect(await ofBatches(qa, asked)).toMatchObject(wanted);
    expect(await ofBatches(supplier, asked)).toMatchObject(wanted);
    expect(await ofBatches(await world.as("supplierB"), asked)).toEqual([null, null, null, null]);
  });
});
