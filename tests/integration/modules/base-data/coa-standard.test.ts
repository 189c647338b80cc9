import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const KEY = "base-data/coa-standard";
const TEMPLATE = "base-data/coa-template";
const world = await openWorld();
afterAll(() => world.close());
const [entity, screen] = [world.entity(KEY), world.screen(KEY)];
const qa = await world.as("qa");
const manager = await personWith(world, "qa_manager");
const { corn, coaTemplate, supplierA } = world.ids;

const draft = (values: Record<string, unknown> = {}, context: Context = qa) =>
  createRecord(context, {
    screen,
    values: { material_id: corn, template_id: coaTemplate, required_at: "before_ship", ...values },
  });
const move = (context: Context, id: string, name: string, more: Partial<TransitionInput> = {}) =>
  applyTransition(context, { entity, id, name, reason: "测试", ...more });
const whole = async (id: string) => (await openRecord(world.system(), { entity, id })).record;
const active = async (values: Record<string, unknown> = {}) => {
  const { id } = await draft(values);
  await move(qa, id, "submit");
  await move(manager, id, "approve");
  return id;
};
const inForce = (context: Context, day = TODAY) =>
  reading(context, () =>
    ask(context, {
      entityKey: KEY,
      name: "in_force",
      input: { supplierId: supplierA, materialIds: [corn], day },
      answer: z.record(z.string(), z.object({ id: z.string(), requiredAt: z.string(), items: z.array(z.unknown()) })),
    }),
  );

test("没有填写检测项目时按模板生成，限值取国标", async () => {
  const record = await whole((await draft()).id);
  expect(linesOf(record, "items")).toMatchObject([
    { item_name: "水分", high: "14.000000", low: null, required: true },
    { item_name: "黄曲霉毒素B1", key_item: true },
    { item_name: "气味", value_kind: "text" },
    { item_name: "感官", value_kind: "pass" },
  ]);
});

test("不能宽于国家标准，更严可以", async () => {
  const { id, version } = await draft();
  const items = linesOf(await whole(id), "items").map(({ id: line, high }) => ({ id: line, high }));
  const change = (high: string) =>
    updateRecordBy(qa, { screen, id, version, values: { items: [{ ...items[0], high }, ...items.slice(1)] } });
  const { complaints } = await refusal(change("15"), "invalid");
  expect(complaints[0]).toEqual({ field: "items.0.high", message: "检测项目水分不能宽于国家标准≤14" });
  await change("13");
});

describe("审核", () => {
  test("编制人和提交人不能审核；生效后不能修改和删除", async () => {
    const { id } = await draft();
    await move(qa, id, "submit");
    expect((await refusal(move(qa, id, "approve"), "own_rule")).message).toContain("由别人审核");
    await move(manager, id, "approve");
    const { version } = await whole(id);
    await refusal(updateRecordBy(qa, { screen, id, version, values: { remark: "改" } }), "wrong_state");
    await refusal(removeRecord(qa, { screen, id, version }), "wrong_state");
  });

  test("新版本从今天生效的，旧版本随即被替代；修订时仍按旧版", async () => {
    const first = await active();
    const { standard_version: before } = await whole(first);
    await move(qa, first, "revise");
    expect((await whole(first)).state).toBe("active");
    const [copy] = await unscopedRows(
      world.system(),
      KEY,
      ["id"],
      [where.eq("state", "draft"), where.eq("material_id", corn), where.eq("valid_from", TODAY)],
    );
    const id = String(copy?.id);
    expect(linesOf(await whole(id), "items")).toHaveLength(4);
    await move(qa, id, "submit");
    await move(manager, id, "approve");
    expect((await whole(first)).state).toBe("replaced");
    expect(await whole(id)).toMatchObject({ state: "active", standard_version: Number(before) + 1 });
    expect(JSON.stringify(await recordModel(qa, screen, id))).toContain("版本对比");
  });

  test("新版本以后才生效的，旧版本执行到前一天", async () => {
    const first = await active();
    const start = addDays(TODAY, 10);
    const next = await active({ valid_from: start });
    expect(await whole(first)).toMatchObject({ state: "active", last_day: addDays(TODAY, 9) });
    expect((await inForce(qa))[corn]?.id).toBe(first);
    expect((await inForce(qa, start))[corn]?.id).toBe(next);
    await move(world.system(), first, "replace");
  });
});

describe("供应商", () => {
  test("写明供应商的优先；供应商自己问到的相同，别人的看不到", async () => {
    await active();
    const own = await active({ supplier_id: supplierA });
    expect((await inForce(qa))[corn]).toMatchObject({ id: own, requiredAt: "before_ship" });
    expect((await inForce(await world.as("supplierA")))[corn]?.id).toBe(own);
    await refusal(recordModel(await world.as("supplierB"), screen, own), "not_found");
  });

  test("看得到自己供应的物料的通用标准，看不到草稿", async () => {
    const general = await active();
    expect(JSON.stringify(await recordModel(await world.as("supplierA"), screen, general))).toContain("水分");
    const { id } = await draft();
    await refusal(recordModel(await world.as("supplierA"), screen, id), "not_found");
  });
});

describe("模板", () => {
  test("被引用的只能停用；检测项目不能重复", async () => {
    const record = (await openRecord(world.system(), { entity: world.entity(TEMPLATE), id: coaTemplate })).record;
    const removal = removeRecord(qa, { screen: world.screen(TEMPLATE), id: coaTemplate, version: record.version });
    expect((await refusal(removal, "wrong_state")).message).toBe("模板已被引用，只能停用");
  });

  test("按模板批量生成：只为还没有标准的物料各建一份草稿", async () => {
    const { oil } = world.ids;
    const generate = () =>
      applyTransition(qa, {
        entity: world.entity(TEMPLATE),
        id: coaTemplate,
        name: "generate",
        input: { required_at: "delivery", valid_from: TODAY },
      });
    await generate();
    const made = await unscopedRows(
      world.system(),
      KEY,
      ["material_id", "required_at"],
      [where.eq("material_id", oil)],
    );
    expect(made).toEqual([{ material_id: oil, required_at: "delivery" }]);
    await refusal(generate(), "invalid");
  });
});
