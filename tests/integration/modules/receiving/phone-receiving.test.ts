import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { receiveFile, uploadTarget } from "~/engine/files/upload.server";
import { linesOf } from "~/engine/operations/records.server";
import {
  checkInNote,
  countModel,
  scanModel,
  submitCount,
} from "~/modules/receiving/phone-receiving/phone-receiving.page.server";
import { sentIn } from "../../../support/files";
import { confirmed, items, refusal } from "../../../support/orders";
import { pictureFile } from "../../../support/pictures";
import { arrivedNote, NOTE, posted, RECEIPT, recordOf, refuseNote, withFreeNotes } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());

async function note(quantities: readonly string[] = ["400"], more: Readonly<Record<string, unknown>> = {}) {
  const { id } = await confirmed(world);
  return arrivedNote(world, id, quantities, more);
}

/** A picture the person of the warehouse has sent for a row. @returns its id */
async function uploadedPhoto(): Promise<string> {
  const context = await world.as("warehouse");
  const target = uploadTarget(context, world.screen(RECEIPT), "items.photos");
  return (await receiveFile(context, target, { name: "破损.png", bytes: sentIn(await pictureFile("png", 20, 20)) })).id;
}

async function numberOf(noteId: string): Promise<string> {
  return String((await recordOf(world, NOTE, noteId)).number);
}

async function scan(code: string, context?: Context) {
  return scanModel(context ?? (await world.as("warehouse")), new URLSearchParams({ code }));
}

/** Why nothing can be received on a code. */
async function refused(code: string): Promise<string> {
  const scanned = await scan(code);
  return scanned.model?.refusal?.text ?? `led to ${scanned.to}`;
}

async function opened(noteId: string) {
  const { model } = await countModel(await world.as("warehouse"), noteId);
  if (!model) throw new Error("the note cannot be counted");
  return model;
}

/** The form of the page with what is typed into it, by line. */
async function typed(noteId: string, lines: readonly Readonly<Record<string, string>>[], intent = "count") {
  const model = await opened(noteId);
  const form = new FormData();
  form.set("_once", model.secrets.once);
  form.set("_intent", intent);
  form.set("warehouse_id", world.ids.warehouse1);
  for (const [at, { id, more }] of model.lines.entries()) {
    form.set(`items.${at}.note_line`, id);
    for (const { name, value } of more) form.set(name, value);
    for (const [name, value] of Object.entries(lines[at] ?? {})) form.set(`items.${at}.${name}`, value);
  }
  return form;
}

async function send(noteId: string, form: FormData) {
  return submitCount(await world.as("warehouse"), noteId, { form, refusedFiles: [] });
}

async function made(noteId: string, lines: readonly Readonly<Record<string, string>>[], intent = "count") {
  const outcome = await send(noteId, await typed(noteId, lines, intent));
  if (outcome.kind !== "made") throw new Error(JSON.stringify(outcome));
  return outcome;
}

async function receiptsOf(noteId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from goods_receipt where delivery_note_id = ${noteId} order by id`.execute(
    world.engine.database.connection(),
  );
  return rows.map(({ id }) => id);
}

describe("扫到的是什么", () => {
  test("单号、送货单的二维码、清点页的地址都到同一张送货单", async () => {
    const id = await note();
    const to = `/receiving/phone-receiving/${id}/receive`;
    for (const code of [
      await numberOf(id),
      (await numberOf(id)).toLowerCase(),
      `https://portal.example.com/web/receiving/delivery-note/${id}`,
      `https://portal.example.com/web${to}`,
    ])
      expect(await scan(code)).toEqual({ to });
  });

  test("没有的单号和供应商还没有发出的送货单，同样说找不到", async () => {
    expect(await refused("SH20200101-0001")).toBe("找不到送货单【SH20200101-0001】，请核对后重新扫描或输入单号");
    const id = await note();
    await sql`update delivery_note set state = 'draft' where id = ${id}`.execute(world.engine.database.connection());
    expect(await refused(await numberOf(id))).toMatch(/^找不到送货单/);
  });

  test.each([
    ["cancelled", "已取消，不能收货"],
    ["refused", "已整车拒收，不能收货"],
    ["received", "已收货完成，不能重复收货"],
  ])("%s 的送货单：%s", async (state, sentence) => {
    const id = await note();
    await sql`update delivery_note set state = ${state} where id = ${id}`.execute(world.engine.database.connection());
    expect(await refused(await numberOf(id))).toBe(`送货单【${await numberOf(id)}】${sentence}`);
  });

  test("送往其他工厂的送货单不收，也打不开清点页", async () => {
    const id = await note();
    await sql`update delivery_note set factory_id = ${world.ids.factory2} where id = ${id}`.execute(
      world.engine.database.connection(),
    );
    expect(await refused(await numberOf(id))).toBe(
      `送货单【${await numberOf(id)}】送往其他工厂，不在您的收货范围，请交给该工厂的仓库`,
    );
    expect(await countModel(await world.as("warehouse"), id)).toMatchObject({ to: expect.stringContaining("code=") });
  });

  test("扫到别家供应商的送货单：页上写明是哪一家；按这一家清点的内容发不到那一家的送货单", async () => {
    const [own, other] = [await note(), await note()];
    await sql`update delivery_note set supplier_id = ${world.ids.supplierB} where id = ${other}`.execute(
      world.engine.database.connection(),
    );
    const { rows } = await sql<{ id: string; name: string }>`select id, name from supplier`.execute(
      world.engine.database.connection(),
    );
    const nameOf = (id: string) => rows.find((row) => row.id === id)?.name;
    expect((await opened(own)).supplier).toBe(nameOf(world.ids.supplierA));
    expect((await opened(other)).supplier).toBe(nameOf(world.ids.supplierB));
    const form = await typed(own, [{ count_qty: "400" }]);
    expect(await send(other, form)).toMatchObject({ kind: "again" });
    expect([...(await receiptsOf(own)), ...(await receiptsOf(other))]).toEqual([]);
  });

  test("还没有签到的，在这里签到后继续收货", async () => {
    const id = await note();
    await sql`update delivery_note set state = 'submitted', arrived_at = null where id = ${id}`.execute(
      world.engine.database.connection(),
    );
    const { model } = await scan(await numberOf(id));
    expect(model?.refusal).toMatchObject({ text: expect.stringContaining("还没有到厂签到"), checkIn: { id } });
    const form = new FormData();
    form.set("note", id);
    form.set("_version", String(model?.refusal?.checkIn?.version));
    expect(await checkInNote(await world.as("warehouse"), form)).toMatchObject({
      to: `/receiving/phone-receiving/${id}/receive`,
    });
    expect(await recordOf(world, NOTE, id)).toMatchObject({ state: "arrived" });
  });

  test("供应商和不收货的人没有这一页", async () => {
    const id = await note();
    for (const account of ["supplierA", "supplierB", "qa", "buyerA"] as const) {
      const context = await world.as(account);
      await refusal(scan(await numberOf(id), context), "forbidden");
      await refusal(countModel(context, id), "forbidden");
      await refusal(submitCount(context, id, { form: new FormData(), refusedFiles: [] }), "forbidden");
    }
  });
});

describe("清点", () => {
  test("卡片上是通知数和批次，清点数空着", async () => {
    const { lines, head } = await opened(await note());
    expect(lines).toMatchObject([{ hint: expect.stringMatching(/^通知 400/), count: { value: "" }, isOpen: false }]);
    expect(lines[0]?.facts).toContain("批号 P1");
    expect(head.map(({ name }) => name)).toContain("warehouse_id");
  });

  test("清点完成即生成收货单，待检；再扫同一张码被拒绝，并指出收货单", async () => {
    const id = await note();
    const { to } = await made(id, [{ count_qty: "400" }]);
    const [receipt = ""] = await receiptsOf(id);
    expect(to).toBe(`/receiving/goods-receipt/${receipt}`);
    const record = await recordOf(world, RECEIPT, receipt);
    expect(record).toMatchObject({
      state: "inspecting",
      count_qty: "400.000",
      diff_qty: "0.000",
      delivery_note_id: id,
    });
    expect(await refused(await numberOf(id))).toBe(
      `送货单【${await numberOf(id)}】已全部清点，见收货单【${record.number}】，不能重复收货`,
    );
  });

  test("过账收完以后再扫，说已收货完成", async () => {
    const id = await note();
    await posted(world, id, ["400"]);
    expect(await refused(await numberOf(id))).toMatch(/已收货完成，不能重复收货$/);
  });

  test("答复丢失后再发一次：同一张收货单，即使送货单已经没有可收的", async () => {
    const id = await note();
    const form = await typed(id, [{ count_qty: "400" }]);
    const first = await send(id, form);
    expect(await send(id, form)).toEqual(first);
    expect(await receiptsOf(id)).toHaveLength(1);
  });

  test("照片每次上传编号不同，不算内容有变化", async () => {
    const id = await note();
    const form = await typed(id, [{ count_qty: "400" }]);
    const first = await send(id, form);
    form.set("photos", world.engine.newId());
    form.set("items.0.photos", world.engine.newId());
    expect(await send(id, form)).toEqual(first);
  });

  test("每行的照片存在收货单的这一行上；表单退回时已经上传的还在", async () => {
    const id = await note();
    const photo = await uploadedPhoto();
    const again = await send(id, await typed(id, [{ photos: photo }]));
    if (again.kind !== "again") throw new Error(again.kind);
    expect(again.model.lines[0]?.photos?.files?.shown.map((file) => file.id)).toEqual([photo]);
    await made(id, [{ count_qty: "400", photos: photo }]);
    const [receipt = ""] = await receiptsOf(id);
    const record = await recordOf(world, RECEIPT, receipt);
    expect(linesOf(record, "items").map((line) => line.photos)).toEqual([[expect.objectContaining({ id: photo })]]);
    expect(record.photos).toBeNull();
  });

  test("发送过的表单改了数量再发，不收第二次", async () => {
    const id = await note();
    const form = await typed(id, [{ count_qty: "150", skip: "" }], "draft");
    await send(id, form);
    form.set("items.0.count_qty", "250");
    expect(await send(id, form)).toMatchObject({
      kind: "again",
      model: { problem: expect.stringMatching(/已经提交过/) },
    });
    expect(await receiptsOf(id)).toHaveLength(1);
  });

  test("两个人同时清点同一张：只有一张收货单按全部数量，另一张被拒绝", async () => {
    const id = await note();
    const [one, other] = [await typed(id, [{ count_qty: "400" }]), await typed(id, [{ count_qty: "400" }])];
    const answers = await Promise.all([send(id, one), send(id, other)]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(["gone", "made"]);
    expect(answers.find(({ kind }) => kind === "gone")).toMatchObject({ text: expect.stringMatching(/已全部清点/) });
    expect(await receiptsOf(id)).toHaveLength(1);
  });

  test("一部分已在清点的，第二张只收其余的数量", async () => {
    const id = await note();
    await made(id, [{ count_qty: "150", notice_qty: "150" }], "draft");
    const { lines, begun } = await opened(id);
    expect(lines[0]?.hint).toMatch(/^通知 250.*另有 150.*已在清点$/);
    expect(begun).toMatch(/^RK/);
    await made(id, [{ as_noticed: "1" }]);
    const [, second = ""] = await receiptsOf(id);
    expect(items(await recordOf(world, RECEIPT, second))[0]).toMatchObject({
      notice_qty: "250.000",
      count_qty: "250.000",
    });
  });

  test("按通知数不覆盖已经填写的数量", async () => {
    const id = await note();
    await made(id, [{ as_noticed: "1", count_qty: "399" }]);
    const [receipt = ""] = await receiptsOf(id);
    expect(items(await recordOf(world, RECEIPT, receipt))[0]).toMatchObject({ count_qty: "399.000" });
  });

  test("过磅的按毛重减皮重减扣水计算", async () => {
    const id = await note();
    await made(id, [{ gross_weight: "410", tare_weight: "8", moisture_qty: "2" }]);
    const [receipt = ""] = await receiptsOf(id);
    expect(items(await recordOf(world, RECEIPT, receipt))[0]).toMatchObject({ count_qty: "400.000" });
  });

  test("没有清点的行在字段旁提示，填写的内容都在，什么都不保存", async () => {
    const id = await note(["300", "10"]);
    const again = await send(id, await typed(id, [{ count_qty: "300", skip: "1" }, { batch_no: "P9" }]));
    if (again.kind !== "again") throw new Error("it was taken");
    expect(again.model.lines[1]?.count.error).toBe("请填写第1行的清点数量");
    expect(again.model.lines[1]?.more.find(({ name }) => name === "items.1.batch_no")?.value).toBe("P9");
    expect(again.model.lines[0]?.skip.checked).toBe(true);
    expect(await receiptsOf(id)).toEqual([]);
  });

  test("差异大的须写原因并上传照片，与普通收货单同一条规则", async () => {
    const id = await note();
    const outcome = await send(id, await typed(id, [{ count_qty: "397" }]));
    expect(outcome).toMatchObject({ model: { problem: "第1行数量差异0.7%，请填写原因并上传照片" } });
    expect(await receiptsOf(id)).toEqual([]);
  });

  test("过期的批次在卡片上标明，清点后到说明原因的页面", async () => {
    const id = await note(["400"], { produce_date: "2024-03-01", expire_date: "2025-03-01" });
    expect((await opened(id)).lines[0]?.warning).toBe("已过保质期，只能拒收");
    const { to } = await made(id, [{ count_qty: "400" }]);
    const [receipt = ""] = await receiptsOf(id);
    expect(to).toBe(`/receiving/goods-receipt/${receipt}/count`);
    expect(await recordOf(world, RECEIPT, receipt)).toMatchObject({ state: "draft", count_qty: "400.000" });
  });

  test("清点中被整车拒收的，说明原因，不生成收货单", async () => {
    const id = await note();
    const form = await typed(id, [{ count_qty: "400" }]);
    await refuseNote(world, id, "错送");
    expect(await send(id, form)).toMatchObject({ kind: "gone", text: expect.stringMatching(/已整车拒收/) });
    expect(await receiptsOf(id)).toEqual([]);
  });

  test("行数全部本次不收的，不生成收货单", async () => {
    const id = await note();
    expect(await send(id, await typed(id, [{ skip: "1" }]))).toMatchObject({
      model: { problem: "没有要收货的行：至少清点一行" },
    });
  });
});
