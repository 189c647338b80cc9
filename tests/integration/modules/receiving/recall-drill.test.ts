import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setParameter } from "~/data/parameters.server";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { listPath } from "~/engine/screen/address";
import { choicesOn } from "~/engine/screen/choices.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { recallDrillWarnings } from "~/modules/receiving/recall-drill/recall-drill-warnings.server";
import { newcomerWith, personWith } from "../../../support/conformance";
import { confirmed, items, refusal, stored } from "../../../support/orders";
import { arrivedNote, posted, recordOf, withFreeNotes } from "../../../support/receipts";
import { shippedReturn } from "../../../support/returns";
import { openWorld } from "../../../support/world";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

const DRILL = "receiving/recall-drill";
const HOUR_MS = 3_600_000;
let receiptId = "";
let materialId = "";
let batches = 0;

/** A batch of which 400 came and 50 went back. */
async function receivedBatch(): Promise<string> {
  batches += 1;
  const batch = `YL-${batches}`;
  const { id: orderId } = await confirmed(world);
  const [line] = items(await stored(world, orderId));
  materialId = String(line?.material_id);
  receiptId = await posted(world, await arrivedNote(world, orderId, ["400"], { batch_no: batch }), ["400"]);
  await shippedReturn(world, receiptId, ["50"]);
  return batch;
}

async function drillOf(batch: string, context?: Context): Promise<string> {
  const { id } = await createRecord(context ?? (await world.as("qa")), {
    screen: world.screen(DRILL),
    values: {
      supplier_id: world.ids.supplierA,
      material_id: materialId,
      batch_no: batch,
      leader_id: world.accounts.qa,
    },
  });
  return id;
}

test("批号须是已知的：写在批号旁边，提示已有的批号；别家的批号不算", async () => {
  const batch = await receivedBatch();
  const wrong = await refusal(drillOf(`${batch}x`), "invalid");
  expect(wrong.complaints).toMatchObject([{ field: "batch_no", message: expect.stringContaining(batch) }]);
  const context = await world.as("qa");
  const foreign = createRecord(context, {
    screen: world.screen(DRILL),
    values: {
      ...{ supplier_id: world.ids.supplierB, material_id: materialId, batch_no: batch, leader_id: world.accounts.qa },
    },
  });
  expect((await refusal(foreign, "invalid")).complaints[0]?.field).toBe("batch_no");
  const action = (values: Readonly<Record<string, unknown>>) =>
    createRecord(context, {
      screen: world.screen("supplier-audit/corrective-action"),
      values: {
        ...{ supplier_id: world.ids.supplierA, source_type: "quality_issue", source_no: "PZ1", title: "异物" },
        ...{
          problem: "发现异物",
          severity: "minor",
          method: "capa",
          owner_id: world.accounts.qa,
          verify_mode: "photo",
        },
        ...values,
      },
    });
  // The draft of somebody who typed it wrong vouches for nothing, and without a material all of the supplier's batches count.
  expect((await refusal(action({ batch_no: `${batch}x` }), "invalid")).complaints).toMatchObject([
    { field: "batch_no", message: expect.stringContaining(`该供应商没有批号【${batch}x】`) },
  ]);
  await action({ batch_no: batch });
  await action({ batch_no: batch, material_id: materialId });
});

test("批号旁边提供这个供应商和物料已有的批号；只给填写的人，只给他看得到的", async () => {
  const batch = await receivedBatch();
  const offered = async (context: Context, key: string, more: Readonly<Record<string, string>>) =>
    (
      await choicesOn(
        context,
        listPath(world.screen(key)).slice(1),
        new URLSearchParams({ field: "batch_no", ...more }),
      )
    ).rows.map(({ label }) => label);
  const qa = await world.as("qa");
  const own = { "v.supplier_id": world.ids.supplierA ?? "", "v.material_id": materialId };
  for (const key of [DRILL, "supplier-audit/corrective-action"]) {
    expect(await offered(qa, key, { q: batch.slice(0, -1), ...own })).toContain(batch);
    expect(await offered(qa, key, { q: batch, "v.supplier_id": world.ids.supplierA ?? "" })).toEqual([batch]);
    expect(await offered(qa, key, { q: "没有的批号", ...own })).toEqual([]);
    expect(await offered(qa, key, { q: batch, ...own, "v.material_id": world.ids.oil ?? "" })).toEqual([]);
    expect(await offered(qa, key, { q: batch, ...own, "v.supplier_id": world.ids.supplierB ?? "" })).toEqual([]);
    // Of nobody in particular there are too many.
    expect(await offered(qa, key, { q: batch })).toEqual([]);
    await refusal(offered(await world.as("supplierA"), key, { q: batch, ...own }), "forbidden");
    await refusal(offered(await world.as("warehouse"), key, { q: batch, ...own }), "forbidden");
  }
  // The control says where to ask, and the form that is opened from the trace of a batch names it.
  const named = { supplier_id: world.ids.supplierA ?? "", material_id: materialId, batch_no: batch };
  const chosen = Object.entries(named).map(([name, id]) => ({ name, id }));
  const form = await newFormModel(qa, world.screen(DRILL), { chosen });
  const control = form.sections
    .flatMap((section) => (section.kind === "fields" ? section.controls : []))
    .find(({ name }) => name === "batch_no");
  expect(control).toMatchObject({
    kind: "text",
    value: batch,
    search: expect.stringContaining("field=batch_no&v.supplier_id="),
  });
});

async function move(context: Context, id: string, name: string, more: Partial<Omit<TransitionInput, "entity">> = {}) {
  const { version } = await recordOf(world, DRILL, id);
  return applyTransition(context, { entity: world.entity(DRILL), id, name, version, ...more });
}

const drill = (id: string) => recordOf(world, DRILL, id);

async function started(batch: string): Promise<string> {
  const id = await drillOf(batch);
  await move(await world.as("qa"), id, "start");
  return id;
}

async function counted(id: string, found: string, used: string): Promise<void> {
  const lineInput = Object.fromEntries(
    linesOf(await drill(id), "stocks").map((row) => [row.id, { found_qty: found, used_qty: used }]),
  );
  await move(await world.as("warehouse"), id, "count", { lineInput });
}

/** What a person was told about a drill. */
async function told(id: string, account: string | null): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where record_id = ${id} and user_id = ${account} order by at, id`.execute(
    world.engine.database.connection(),
  );
  return rows.map(({ title }) => title);
}

let batch = "";
beforeAll(async () => {
  batch = await receivedBatch();
});

describe("从开始到结论", () => {
  test("开始时列出全部单据和各处结存，清点以后平衡，质量经理给出结论，用时记录在案", async () => {
    const qa = await world.as("qa");
    const id = await started(batch);
    const running = await drill(id);
    expect(running).toMatchObject({
      state: "running",
      received_qty: "400.000",
      returned_qty: "50.000",
      left_qty: "350.000",
    });
    expect(running.diff_qty).toBeNull();
    expect(new Set(linesOf(running, "documents").map(({ kind }) => kind))).toEqual(
      new Set(["采购订单", "送货单", "收货单", "退货单"]),
    );
    await counted(id, "300", "50");
    expect(await drill(id)).toMatchObject({ found_qty: "300.000", used_qty: "50.000", diff_qty: "0.000" });
    world.clock.advance(HOUR_MS);
    await move(await world.as("qa"), id, "report", { input: { findings: "未发现问题" } });
    expect(await drill(id)).toMatchObject({ state: "reviewing", report_minutes: 60 });
    await refusal(move(qa, id, "close", { input: { conclusion: "effective" } }), "forbidden");
    const manager = await personWith(world, "qa_manager");
    await move(manager, id, "close", { input: { conclusion: "effective" } });
    expect(await drill(id)).toMatchObject({ state: "closed", taken_minutes: 60 });
    await refusal(move(manager, id, "close", { input: { conclusion: "improve" } }), "wrong_state");
  });

  test("有差异须说明；少一处清点不能上报", async () => {
    const id = await started(batch);
    const qa = await world.as("qa");
    const early = await refusal(move(qa, id, "report", { input: { findings: "无" } }), "invalid");
    expect(early.message).toContain("现场清点");
    await counted(id, "299.999", "50");
    const open = await refusal(move(qa, id, "report", { input: { findings: "无" } }), "invalid");
    expect(open.complaints[0]?.field).toBe("diff_reason");
    await move(qa, id, "report", { input: { findings: "无", diff_reason: "留样" } });
    expect(await drill(id)).toMatchObject({ state: "reviewing", diff_qty: "0.001" });
  });

  test("取数以后又退了货，要先重新取数；同一地点已清点的数量保留", async () => {
    const own = await receivedBatch();
    const id = await started(own);
    await counted(id, "300", "50");
    await shippedReturn(world, receiptId, ["20"]);
    const qa = await world.as("qa");
    const moved = await refusal(move(qa, id, "report", { input: { findings: "无" } }), "invalid");
    expect(moved.message).toContain("请先重新取数");
    expect((await drill(id)).state).toBe("running");
    await move(qa, id, "refresh");
    expect(await drill(id)).toMatchObject({ returned_qty: "70.000", found_qty: "300.000", diff_qty: "-20.000" });
  });

  test("退回补充以后再上报；取消须写明原因", async () => {
    const id = await started(batch);
    await counted(id, "350", "0");
    const qa = await world.as("qa");
    const manager = await personWith(world, "qa_manager");
    await move(qa, id, "report", { input: { findings: "无" } });
    await move(manager, id, "send_back", { reason: "补充照片" });
    expect(await drill(id)).toMatchObject({ state: "running", reported_at: null, found_qty: "350.000" });
    await refusal(move(qa, id, "cancel"), "invalid");
    await move(qa, id, "cancel", { reason: "改期" });
    expect((await drill(id)).state).toBe("cancelled");
  });
});

/** A drill whose result waits for the quality manager. */
async function reported(found = "350"): Promise<string> {
  const id = await started(batch);
  await counted(id, found, "0");
  await move(await world.as("qa"), id, "report", { input: { findings: "未发现问题", diff_reason: "留样未计" } });
  return id;
}

describe("不该做的", () => {
  test("两位质量经理同时给结论，只有一个算数", async () => {
    const id = await reported();
    const managers = [await personWith(world, "qa_manager"), await newcomerWith(world, "qa_manager")];
    const { version } = await drill(id);
    const answers = await Promise.allSettled(
      managers.map((manager, n) =>
        applyTransition(manager, {
          entity: world.entity(DRILL),
          id,
          name: "close",
          version,
          input: { conclusion: n === 0 ? "effective" : "failed", conclusion_text: "复查" },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const won = answers[0]?.status === "fulfilled" ? "effective" : "failed";
    expect(await drill(id)).toMatchObject({ state: "closed", conclusion: won });
    expect(await told(id, world.accounts.qa)).toEqual(
      expect.arrayContaining([expect.stringContaining(won === "effective" ? "有效" : "无效")]),
    );
  });

  test("负责人不给自己的演练下结论，尽管由别人登记和上报", async () => {
    const manager = await personWith(world, "qa_manager");
    const id = await drillOf(batch);
    await sql`update recall_drill set leader_id = ${manager.actor.id} where id = ${id}`.execute(
      world.engine.database.connection(),
    );
    const qa = await world.as("qa");
    await move(qa, id, "start");
    await counted(id, "350", "0");
    await move(qa, id, "report", { input: { findings: "无" } });
    const refused = await refusal(move(manager, id, "close", { input: { conclusion: "effective" } }), "own_rule");
    expect(refused.message).toContain("负责人");
    await move(await newcomerWith(world, "qa_manager"), id, "close", { input: { conclusion: "effective" } });
  });

  test("退回以后重新清点，原来的差异说明不能算在新的差异上", async () => {
    const id = await reported("349");
    const manager = await personWith(world, "qa_manager");
    await move(manager, id, "send_back", { reason: "复点" });
    await counted(id, "100", "0");
    const qa = await world.as("qa");
    const open = await refusal(move(qa, id, "report", { input: { findings: "无" } }), "invalid");
    expect(open.complaints[0]?.field).toBe("diff_reason");
    await move(qa, id, "report", { input: { findings: "无", diff_reason: "二号库少250" } });
    expect((await drill(id)).diff_reason).toBe("二号库少250");
  });

  test("上报以后又有出入库，给结论的人看得到", async () => {
    const own = await receivedBatch();
    const id = await started(own);
    await counted(id, "350", "0");
    await move(await world.as("qa"), id, "report", { input: { findings: "无" } });
    const manager = await personWith(world, "qa_manager");
    const page = () => transitionModel(manager, world.screen(DRILL), id, "close");
    expect((await page()).findings).toEqual([]);
    await shippedReturn(world, receiptId, ["10"]);
    const { findings } = await page();
    expect(findings.map(({ text }) => text).join()).toContain("上报以后这一批次又有出入库");
    await move(manager, id, "close", { input: { conclusion: "effective" } });
  });

  test("不存在的批次不能开始，自己做的演练自己不能给结论，供应商什么都看不到", async () => {
    const nobody = await drillOf(batch);
    // A draft from before numbers were looked up as they were typed.
    await sql`update recall_drill set batch_no = 'NO-SUCH-BATCH' where id = ${nobody}`.execute(
      world.engine.database.connection(),
    );
    const refused = await refusal(move(await world.as("qa"), nobody, "start"), "invalid");
    expect(refused.message).toContain("找不到这个批次");
    const manager = await personWith(world, "qa_manager");
    const own = await drillOf(batch, manager);
    await move(manager, own, "start");
    await counted(own, "350", "0");
    await move(manager, own, "report", { input: { findings: "无" } });
    await refusal(move(manager, own, "close", { input: { conclusion: "effective" } }), "own_rule");
    const supplier = await world.as("supplierA");
    await refusal(recordModel(supplier, world.screen(DRILL), own), "forbidden");
  });

  test("仓库可以清点，不能开始、上报和取消", async () => {
    const id = await drillOf(batch);
    const warehouse = await world.as("warehouse");
    await refusal(move(warehouse, id, "start"), "forbidden");
    await move(await world.as("qa"), id, "start");
    await refusal(move(warehouse, id, "report", { input: { findings: "无" } }), "forbidden");
    await refusal(move(warehouse, id, "cancel", { reason: "不做" }), "forbidden");
    await counted(id, "0", "0");
    expect((await drill(id)).diff_qty).toBe("350.000");
  });
});

describe("时限和次数", () => {
  test("超过时限没有上报，负责人和质量经理收到提醒", async () => {
    const manager = await personWith(world, "qa_manager");
    const id = await started(batch);
    world.clock.advance(4 * HOUR_MS + 60_000);
    for (const _again of [1, 2]) expect(await workDeadlines(world.system())).toMatchObject({ failed: [] });
    expect(await drill(id)).toMatchObject({ state: "running", is_late: true });
    for (const account of [world.accounts.qa, manager.actor.id])
      expect((await told(id, account)).filter((title) => title.includes("已超过时限"))).toHaveLength(1);
  });

  test("按每年次数提醒下一次演练；参数填0不提醒", async () => {
    const qa = await world.as("qa");
    // Some are running: nothing is due.
    expect(await recallDrillWarnings.find(qa)).toEqual([]);
    const over = sql`update recall_drill set state = 'cancelled' where state in ('running', 'reviewing')`;
    await over.execute(world.engine.database.connection());
    const failed = await reported();
    const conclusion = { conclusion: "failed", conclusion_text: "清点不全" };
    world.clock.advance(HOUR_MS);
    await move(await personWith(world, "qa_manager"), failed, "close", { input: conclusion });
    const [again] = await recallDrillWarnings.find(await world.as("qa"));
    expect(again).toMatchObject({ objectId: failed, stage: "overdue" });
    expect(again?.text).toContain("请重新演练");
    const good = await reported();
    world.clock.advance(HOUR_MS);
    await move(await personWith(world, "qa_manager"), good, "close", { input: { conclusion: "effective" } });
    expect((await recallDrillWarnings.find(await world.as("qa"))).map(({ stage }) => stage)).not.toContain("overdue");
    const connection = () => world.engine.database.connection();
    await world.engine.database.transaction({ role: "owner" }, () =>
      setParameter(connection(), "recall.drillsPerYear", "0"),
    );
    expect(await recallDrillWarnings.find(await world.as("qa"))).toEqual([]);
  });
});
