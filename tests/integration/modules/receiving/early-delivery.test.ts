import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import type { AccountName } from "../../../support/company";
import { confirmed, items, refusal, stored } from "../../../support/orders";
import { move, NOTE, recordOf } from "../../../support/receipts";
import { rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

// Nothing may come before its day; what else is asked of deliveries is another subject.
beforeEach(async () => {
  await sql`update receive_control set early_days = 0, coa_required = 'no', shelf_ratio = null, max_batches = null, fifo_batch = 'no',
    mode = 'block' where level = 'global'`.execute(world.engine.database.connection());
});

const row = (line: string | undefined, more: object = {}) => ({
  ...{ order_line: line, qty: "100", batch_no: "E1", produce_date: "2025-03-01", expire_date: "2026-03-01" },
  ...more,
});

/** A draft that comes long before the day that was confirmed, and the lines of its order. */
async function draft(eta = "2025-03-10 09:00") {
  const { id: orderId } = await confirmed(world);
  const lines = items(await stored(world, orderId)).map(({ id }) => id);
  const { id } = await createRecord(await world.as("supplierA"), {
    screen: world.screen(NOTE),
    values: {
      factory_id: world.ids.factory1,
      ...{ ship_date: "2025-03-09", eta, vehicle_no: "皖A12345", driver: "王师傅", driver_phone: "13800000000" },
      items: [row(lines[0])],
    },
  });
  return { id, lines };
}

const step = (account: AccountName, id: string, name: string, reason?: string) =>
  move(world, account, { key: NOTE, id, name, ...(reason ? { reason } : {}) });
async function change(id: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { version } = await recordOf(world, NOTE, id);
  await updateRecordBy(await world.as("supplierA"), { screen: world.screen(NOTE), id, version, values });
}
async function said(id: string, name = "submit", account: AccountName = "supplierA") {
  const { findings } = await transitionModel(await world.as(account), world.screen(NOTE), id, name);
  return findings.map(({ level, text }) => `${level} ${text}`).filter((text) => text.includes("最早可于"));
}
const lineOf = async (id: string) => linesOf(await recordOf(world, NOTE, id), "items")[0];
async function released(eta?: string) {
  const note = await draft(eta);
  await step("supplierA", note.id, "ask_early", "车辆顺路");
  await step("buyerA", note.id, "release_early", "仓库有空位");
  return note;
}
const told = async (id: string) =>
  (await rowsOf(world, "inbox", "id")).filter((one) => one.record_id === id).map(({ scenario }) => scenario);

describe("提前送货的放行", () => {
  test("申请和放行都要写原因，放行以后才能发货；供应商看到答复，采购员和供应商收到消息", async () => {
    const { id } = await draft();
    await expect(step("supplierA", id, "submit")).rejects.toThrow(/最早可于/);
    await refusal(step("supplierA", id, "ask_early"), "invalid");
    await step("supplierA", id, "ask_early", "车辆顺路");
    expect(await told(id)).toContain("delivery.early-asked");
    expect(await said(id, "release_early", "buyerA")).toEqual([expect.stringContaining("放行后可于2025-03-10起送货")]);
    await refusal(step("buyerA", id, "release_early"), "invalid");
    await refusal(step("supplierA", id, "release_early", "自己放行"), "forbidden");
    await step("buyerA", id, "release_early", "仓库有空位");
    expect(await told(id)).toContain("delivery.early-answered");
    expect(await lineOf(id)).toMatchObject({ early_from: "2025-03-10" });
    const page = JSON.stringify(await recordModel(await world.as("supplierA"), world.screen(NOTE), id));
    for (const part of ["车辆顺路", "仓库有空位", "放行提前送货"]) expect(page).toContain(part);
    expect(await said(id)).toEqual([expect.stringMatching(/^note .*已放行，可于2025-03-10起送货$/)]);
    await step("supplierA", id, "submit");
    expect(await recordOf(world, NOTE, id)).toMatchObject({ state: "submitted" });
  });

  test("只放行这些行和这一天：更早、更多、另一行的仍被拦下，晚到的照常", async () => {
    const { id, lines } = await released();
    const { id: lineId } = (await lineOf(id)) ?? {};
    await change(id, { ship_date: "2025-03-08", eta: "2025-03-09 09:00" });
    expect(await said(id)).toEqual([expect.stringMatching(/^block /)]);
    await change(id, { eta: "2025-03-11 09:00" });
    expect(await said(id)).toEqual([expect.stringMatching(/^note /)]);
    await change(id, { items: [row(lines[0], { id: lineId, qty: "50" })] });
    expect(await said(id)).toEqual([expect.stringMatching(/^note /)]);
    await change(id, { items: [row(lines[0], { id: lineId, qty: "50" }), row(lines[1])] });
    expect((await said(id)).map((text) => text.split(" ")[0]).sort()).toEqual(["block", "note"]);
    await change(id, { items: [row(lines[0], { id: lineId, qty: "60" })] });
    expect(await said(id)).toEqual([expect.stringMatching(/^block /)]);
    await step("supplierA", id, "ask_early", "多送一些");
    await step("buyerA", id, "release_early", "可以");
    await step("supplierA", id, "submit");
  });

  test("发出以后改时：不能改到比放行的更早，改晚照常", async () => {
    const { id } = await released();
    await step("supplierA", id, "submit");
    const trip = (eta: string) => ({ eta, vehicle_no: "皖A12345", driver: "王师傅", driver_phone: "13800000000" });
    const change = (eta: string) => move(world, "supplierA", { key: NOTE, id, name: "edit_trip", input: trip(eta) });
    const { complaints } = await refusal(change("2025-03-09 09:00"), "invalid");
    expect(complaints).toEqual([{ field: "eta", message: expect.stringContaining("最早可于") }]);
    await change("2025-03-11 09:00");
  });

  test("不早的无须申请；不同意的退回改期，答复供应商看得到；撤回的申请不再等待", async () => {
    const late = await draft("2026-03-10 09:00");
    await expect(step("supplierA", late.id, "ask_early", "想早点")).rejects.toThrow(/无须申请提前送货/);
    const { id } = await draft();
    await step("supplierA", id, "ask_early", "车辆顺路");
    await step("supplierA", id, "take_back_early");
    await refusal(step("buyerA", id, "release_early", "可以"), "not_found");
    await step("supplierA", id, "ask_early", "车辆顺路");
    await step("buyerA", id, "refuse_early", "仓库已满");
    expect(await recordOf(world, NOTE, id)).toMatchObject({ state: "draft", early_answer: "仓库已满" });
    await expect(step("supplierA", id, "submit")).rejects.toThrow(/最早可于/);
  });
});
