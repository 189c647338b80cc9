import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { countModel } from "~/modules/receiving/phone-receiving/phone-receiving.page.server";
import type { CoaWhen } from "~/shared/coa";
import { confirmed } from "../../../support/orders";
import { arrivedNote, count, move, NOTE, RECEIPT, receiptOf, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const STANDARD = "base-data/coa-standard";
const COA = "receiving/inbound-coa";

// The shipped rule asks certificates of everything; when lorries may come is another subject.
beforeAll(async () => {
  await sql`update receive_control set early_days = 365`.execute(world.engine.database.connection());
});

/** From here on certificates of corn are wanted then; without an answer no standard of it is in force. */
async function wanted(when: CoaWhen | null): Promise<void> {
  const connection = world.engine.database.connection();
  await sql`update coa_standard set state = 'disabled' where material_id = ${world.ids.corn}`.execute(connection);
  if (when === null) return;
  const system = world.system();
  const { id } = await createRecord(system, {
    screen: world.screen(STANDARD),
    values: {
      material_id: world.ids.corn,
      template_id: world.ids.coaTemplate,
      required_at: when,
      valid_from: "2024-01-01",
    },
  });
  for (const name of ["submit", "approve"]) await applyTransition(system, { entity: world.entity(STANDARD), id, name });
}

/** A note about corn as far as the gate, in a batch of its own. */
async function arrived(batch: string): Promise<string> {
  const { id } = await confirmed(world);
  return arrivedNote(world, id, ["400"], { batch_no: batch, expire_date: "2026-03-01" });
}

const countDone = (id: string) => move(world, "warehouse", { key: RECEIPT, id, name: "count" });

/** The receipt of everything that came with a note, filled in. */
async function filled(noteId: string): Promise<string> {
  const id = await receiptOf(world, noteId);
  await count(world, id, [{ count_qty: "400" }]);
  return id;
}

/** Counts everything that came with a note. */
async function counted(noteId: string): Promise<string> {
  const id = await filled(noteId);
  await countDone(id);
  return id;
}

/** The certificate of a batch of corn, and how far it came. */
async function certificate(
  batch: string,
  state: string,
  supplier: "supplierA" | "supplierB" = "supplierA",
): Promise<string> {
  const { id } = await createRecord(world.system(), {
    screen: world.screen(COA),
    values: {
      supplier_id: world.ids[supplier],
      material_id: world.ids.corn,
      batch_no: batch,
      produce_date: "2025-03-01",
      test_date: "2025-03-02",
      batch_qty: "400",
      lab: "供方化验室",
    },
  });
  await sql`update inbound_coa set state = ${state}, auto_result = 'pass' where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  return id;
}

describe("什么时候要COA", () => {
  test("没有生效标准的物料不要：谁也说不出要检验什么", async () => {
    await wanted(null);
    const noteId = await arrived("C1");
    expect((await recordOf(world, RECEIPT, await counted(noteId))).state).toBe("inspecting");
  });

  test("标准写明发货前要的，没有就不能发货；审核中的可以", async () => {
    await wanted("before_ship");
    await expect(arrived("C2")).rejects.toThrow("批号【C2】未上传COA，不能发货");
    await certificate("C3", "draft");
    await expect(arrived("C3")).rejects.toThrow("批号【C3】未上传COA，不能发货");
    await certificate("C4", "submitted");
    await counted(await arrived("C4"));
  });

  test("随送货单的，可以先发货；清点时还没有就不能收货", async () => {
    await wanted("delivery");
    const id = await filled(await arrived("C5"));
    await expect(countDone(id)).rejects.toThrow("批号【C5】未上传COA，不能收货");
    await certificate("C5", "approved");
    await countDone(id);
    expect((await recordOf(world, RECEIPT, id)).state).toBe("inspecting");
  });

  test("标准写明不要的，没有也可以；判为不合格的批次仍不能发货", async () => {
    await wanted("delivery");
    await certificate("C6", "refused");
    await wanted("none");
    await counted(await arrived("C7"));
    await expect(arrived("C6")).rejects.toThrow("批号【C6】COA不合格，不能发货");
  });

  test("发货以后判为不合格的，到厂后不能收货", async () => {
    await wanted("before_ship");
    await certificate("C8", "submitted");
    const noteId = await arrived("C8");
    await sql`update inbound_coa set state = 'refused' where batch_no = 'C8'`.execute(
      world.engine.database.connection(),
    );
    await expect(counted(noteId)).rejects.toThrow("批号【C8】COA不合格，不能收货");
  });

  test("清点时订单已暂停的，不能收货", async () => {
    await wanted(null);
    const { id } = await confirmed(world);
    const noteId = await arrivedNote(world, id, ["400"], { batch_no: "C9", expire_date: "2026-03-01" });
    const receipt = await filled(noteId);
    await move(world, "buyerA", { key: "purchase-orders/purchase-order", id, name: "hold", reason: "测试" });
    await expect(countDone(receipt)).rejects.toThrow(/未确认或已暂停，不能收货/);
    expect((await recordOf(world, NOTE, noteId)).state).toBe("arrived");
  });
});

describe("判定时看到COA", () => {
  /** The tables on the page of the verdict, as rows of text. */
  async function beside(receipt: string) {
    const { beside: parts = [] } = await transitionModel(await world.as("qa"), world.screen(RECEIPT), receipt, "judge");
    return parts.map((part) =>
      part.kind === "table" ? part.table.rows.map(({ cells }) => cells.map(({ text }) => text)) : [],
    );
  }
  const fill = (id: string, item: string, values: { value: string; own?: string; judge: string }) =>
    sql`update inbound_coa_readings set value = ${values.value}, own_value = ${values.own ?? null}, judge = ${values.judge}
      where root_id = ${id} and item = ${item}`.execute(world.engine.database.connection());

  test("逐项列出检测值、标准和本厂复检值，超出标准的用文字写明", async () => {
    await wanted("before_ship");
    const id = await certificate("V1", "submitted");
    await fill(id, "水分", { value: "99", own: "12", judge: "fail" });
    await sql`update inbound_coa set state = 'approved', final_result = 'concession' where id = ${id}`.execute(
      world.engine.database.connection(),
    );
    const [batches = [], readings = []] = await beside(await counted(await arrived("V1")));
    expect(batches).toHaveLength(1);
    expect(batches[0]?.slice(1)).toMatchObject([
      "V1",
      expect.stringMatching(/^COA/),
      "让步，1项超出标准，1项与本厂复检不一致，原件未核对",
      "水分",
    ]);
    const water = readings.find(([, , item]) => item === "水分");
    expect(water?.slice(5)).toEqual(["99", "超出标准", "12", "合格"]);
  });

  test("收货单页面和打印件上写明每个批次的COA、结论和超出标准的检测值，能打开COA；供应商看不到", async () => {
    await wanted("before_ship");
    const id = await certificate("V4", "submitted");
    await fill(id, "水分", { value: "99", judge: "fail" });
    await fill(id, "黄曲霉毒素B1", { value: "未检出", judge: "pass" });
    const receipt = await counted(await arrived("V4"));
    const { sections } = await recordModel(await world.as("qa"), world.screen(RECEIPT), receipt);
    const tables = sections.flatMap((part) =>
      part.kind === "table" && ["批次COA", "COA检测值"].includes(part.title) ? [part.table.rows] : [],
    );
    const [[batch] = [], readings = []] = tables;
    expect(batch?.cells.slice(1).map(({ text }) => text)).toMatchObject([
      "V4",
      expect.stringMatching(/^COA/),
      "待审核，系统判定合格，1项超出标准，原件未核对",
      "水分",
    ]);
    expect(batch?.cells[2]?.href).toBe(`/receiving/inbound-coa/${id}`);
    const shown = readings.map(({ cells }) => [cells[2]?.text, cells[5]?.text]);
    expect(shown).toContainEqual(["水分", "99"]);
    // What keeps to the limits stands on the certificate alone.
    expect(shown.map(([item]) => item)).not.toContain("黄曲霉毒素B1");
    const paper = await printedRecord(await world.as("qa"), world.screen(RECEIPT), receipt, "https://portal.test");
    const texts = JSON.stringify(paper.document.parts);
    for (const said of ["批次COA", "COA检测值", "超出标准"]) expect(texts).toContain(said);
    const own = await recordModel(await world.as("supplierA"), world.screen(RECEIPT), receipt).catch(() => null);
    expect(JSON.stringify(own?.sections ?? [])).not.toContain("批次COA");
  });

  test("没有COA的写明收货控制是否要求；供应商没有提交的不算", async () => {
    await wanted("before_ship");
    const receipt = await counted(
      await arrived("V2").catch(async () => {
        await certificate("V2", "submitted");
        return arrived("V2");
      }),
    );
    await sql`update inbound_coa set state = 'returned' where batch_no = 'V2'`.execute(
      world.engine.database.connection(),
    );
    const [unsent = []] = await beside(receipt);
    expect(unsent[0]?.[3]).toMatch(/^COA COA.*还没有提交，收货控制要求必须有（发货前）$/);
    await sql`delete from inbound_coa_readings where root_id in (select id from inbound_coa where batch_no = 'V2')`.execute(
      world.engine.database.connection(),
    );
    await sql`update inbound_coa set batch_no = 'V2x' where batch_no = 'V2'`.execute(
      world.engine.database.connection(),
    );
    const tables = await beside(receipt);
    expect(tables).toHaveLength(1);
    expect(tables[0]?.[0]?.[3]).toBe("没有COA，收货控制要求必须有（发货前）");
    await wanted(null);
    expect((await beside(receipt))[0]?.[0]?.[3]).toBe("没有COA，收货控制要求必须有，但物料没有生效的COA标准");
  });

  test("手机清点页每张卡片写明COA，超出标准的写明数值", async () => {
    await wanted("before_ship");
    const id = await certificate("V3", "submitted");
    await fill(id, "水分", { value: "99", judge: "fail" });
    const opened = await countModel(await world.as("warehouse"), await arrived("V3"));
    const [line] = opened.model?.lines ?? [];
    expect(line?.coa?.level).toBe("error");
    expect(line?.coa?.text).toMatch(/^COA 待审核，系统判定合格，1项超出标准，原件未核对；水分 99（标准/);
  });
});

describe("同一批的单据", () => {
  type Reader = "supplierA" | "supplierB" | "qa" | "warehouse";
  const related = async (account: Reader, key: string, id: string) => {
    const { related: found } = await recordModel(await world.as(account), world.screen(key), id);
    return (found?.groups ?? []).flatMap(({ label, side, items }) =>
      items.map(({ id: one }) => `${side} ${label} ${one}`),
    );
  };

  test("COA列出同一供应商、物料和批号的送货单和收货单，反过来也一样；别的批次、别家的不算", async () => {
    await wanted("before_ship");
    const coa = await certificate("S1", "approved");
    const other = await certificate("S2", "approved");
    const foreign = await certificate("S1", "approved", "supplierB");
    const noteId = await arrived("S1");
    const receipt = await counted(noteId);
    const note = `after 送货单 ${noteId}`;
    expect(await related("qa", COA, coa)).toEqual(expect.arrayContaining([note, `after 收货单 ${receipt}`]));
    for (const [key, id] of [
      [NOTE, noteId],
      [RECEIPT, receipt],
    ] as const) {
      const found = await related("warehouse", key, id);
      expect(found).toContain(`before 入厂COA ${coa}`);
      expect(found.join()).not.toContain(foreign);
    }
    // A receipt is the supplier's to see once it is posted.
    const own = await related("supplierA", COA, coa);
    expect(own).toContain(note);
    expect(own.join()).not.toContain(receipt);
    expect((await related("qa", COA, other)).join()).not.toContain(noteId);
    expect((await related("supplierB", COA, foreign)).join()).not.toContain(noteId);
  });
});
