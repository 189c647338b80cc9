import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const TRUST = "base-data/coa-trust";
const COA = "receiving/inbound-coa";
const world = await openWorld();
afterAll(() => world.close());
const supplier = await world.as("supplierA");
const qa = await world.as("qa");
const manager = await personWith(world, "qa_manager");
const { box, supplierA } = world.ids;

await createRecord(world.system(), {
  screen: world.screen("base-data/source-data"),
  values: { supplier_id: supplierA, material_id: box, factory_id: world.ids.factory1 },
}).then(({ id }) =>
  sql`update source_data set state = 'active' where id = ${id}`.execute(world.engine.database.connection()),
);

const GOOD = { 水分: "12.5", 黄曲霉毒素B1: "未检出", 气味: "符合标准要求", 感官: "合格" };
const whole = async (key: string, id: string) =>
  (await openRecord(world.system(), { entity: world.entity(key), id })).record;
const move = (context: Context, key: string, id: string, name: string, more: Partial<TransitionInput> = {}) =>
  applyTransition(context, { entity: world.entity(key), id, name, ...more });

let batches = 0;
/** A certificate that is sent, its values told from those of others by a decimal. */
async function sent(values: Readonly<Record<string, string>> = {}): Promise<string> {
  batches += 1;
  const { id } = await createRecord(supplier, {
    screen: world.screen(COA),
    values: {
      material_id: box,
      batch_no: `T${batches}`,
      produce_date: addDays(TODAY, -5),
      test_date: addDays(TODAY, -4),
      batch_qty: "1000",
      lab: "供方化验室",
    },
  });
  const record = await whole(COA, id);
  const filled: Readonly<Record<string, string>> = { ...GOOD, 水分: `12.${batches}`, ...values };
  const readings = linesOf(record, "readings").map((row) => ({ id: row.id, value: filled[String(row.item)] ?? "" }));
  await updateRecordBy(supplier, { screen: world.screen(COA), id, version: record.version, values: { readings } });
  await sql`update inbound_coa set file = '[{"id":"00000000-0000-7000-8000-0000000000c0","name":"coa.pdf","size":9,"type":"pdf"}]'::jsonb
    where id = ${id}`.execute(world.engine.database.connection());
  await move(supplier, COA, id, "submit");
  return id;
}

async function trusted(values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { id } = await createRecord(qa, {
    screen: world.screen(TRUST),
    values: {
      supplier_id: supplierA,
      material_id: box,
      valid_from: TODAY,
      valid_to: addDays(TODAY, 100),
      reason: "历史批次全部合格",
      ...values,
    },
  });
  await move(manager, TRUST, id, "approve", { reason: "实验室能力符合要求" });
  return id;
}

const end = (id: string) => move(qa, TRUST, id, "end", { reason: "测试" });

test("没有免审的等待审核；免审的各项合格提交即通过，超限的仍等待", async () => {
  expect((await whole(COA, await sent())).state).toBe("submitted");
  const trust = await trusted();
  expect(await whole(COA, await sent())).toMatchObject({
    state: "approved",
    final_result: "pass",
    trust_id: trust,
  });
  expect(await whole(COA, await sent({ 水分: "15" }))).toMatchObject({
    state: "submitted",
    final_result: null,
    trust_id: null,
  });
  await end(trust);
  expect((await whole(COA, await sent())).state).toBe("submitted");
});

test("还没有开始的不算；撤销判定后免审依据一并撤销，退回重交的要审核", async () => {
  const later = await trusted({ valid_from: addDays(TODAY, 1) });
  expect((await whole(COA, await sent())).state).toBe("submitted");
  await end(later);
  const trust = await trusted();
  const id = await sent();
  await move(qa, COA, id, "reopen", { reason: "原件看不清" });
  expect(await whole(COA, id)).toMatchObject({ state: "submitted", trust_id: null });
  await move(qa, COA, id, "send_back", { reason: "请重新扫描" });
  await move(supplier, COA, id, "submit");
  expect((await whole(COA, id)).state).toBe("submitted");
  await end(trust);
});

test("判过不合格或本厂复检不一致的，免审自动终止并写明批次", async () => {
  const first = await trusted();
  await move(qa, COA, await sent({ 水分: "15" }), "refuse", { reason: "水分超标" });
  expect(await whole(TRUST, first)).toMatchObject({ state: "ended", ended_on: TODAY });
  expect(String((await whole(TRUST, first)).ended_reason)).toContain("COA判为不合格");
  const second = await trusted();
  const id = await sent();
  const [water] = linesOf(await whole(COA, id), "readings");
  await move(qa, COA, id, "compare", { lineInput: { [String(water?.id)]: { own_value: "16" } } });
  expect(String((await whole(TRUST, second)).ended_reason)).toContain("本厂复检与供应商的判定不一致");
});

test("与前几批完全一致的疑似复制，不按免审通过", async () => {
  const trust = await trusted();
  for (let index = 0; index < 5; index += 1) await sent({ 水分: "11" });
  const copied = await whole(COA, await sent({ 水分: "11" }));
  expect(copied.state).toBe("submitted");
  await end(trust);
});

test("由质量经理批准，不能太长、不能重叠、自己登记的由别人批准，份数不够要说明原因", async () => {
  const draft = (values: Readonly<Record<string, unknown>>, context = qa) =>
    createRecord(context, {
      screen: world.screen(TRUST),
      values: { supplier_id: supplierA, material_id: box, valid_from: TODAY, reason: "合格", ...values },
    });
  const long = await refusal(draft({ valid_to: addDays(TODAY, 400) }), "invalid");
  expect(long.complaints[0]).toMatchObject({ field: "valid_to" });
  expect(long.complaints[0]?.message).toContain("免审最长12个月");
  const { id } = await draft({ valid_to: addDays(TODAY, 50) });
  await refusal(move(qa, TRUST, id, "approve", { reason: "x" }), "forbidden");
  await setParameter(world, "coa.trustLookBackDays", "30");
  // Certificates of these days are counted, those before them are not.
  const said = async () =>
    JSON.stringify((await refusal(move(manager, TRUST, id, "approve"), "acknowledge")).facts.findings);
  expect(await said()).toMatch(/近30天有[1-9]/);
  await sql`update inbound_coa set test_date = ${addDays(TODAY, -31)}`.execute(world.engine.database.connection());
  const older = await said();
  expect(older).toContain("近30天合格的COA只有0份，少于10份");
  expect(older).not.toContain("近30天有");
  const own = await draft({ valid_to: addDays(TODAY, 50) }, manager);
  await refusal(move(manager, TRUST, own.id, "approve", { reason: "x" }), "own_rule");
  await move(manager, TRUST, id, "approve", { reason: "实验室能力符合要求" });
  const { id: second } = await draft({ valid_to: addDays(TODAY, 60) });
  await expect(move(manager, TRUST, second, "approve", { reason: "x" })).rejects.toThrow(/期限重叠/);
});
