import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { ask } from "~/engine/operations/published.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { refusal } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const KEY = "base-data/logistics-volume";
const world = await openWorld();
afterAll(() => world.close());
const [entity, screen] = [world.entity(KEY), world.screen(KEY)];
const planner = await world.as("planner");
const { corn, oil, box, supplierA } = world.ids;
const BOX = { pack_qty: "20", length_cm: "60", width_cm: "40", height_cm: "30", gross_kg: "21.5" };

const add = (values: Record<string, unknown>, context: Context = planner) =>
  createRecord(context, { screen, values: { ...BOX, ...values } });
const move = (context: Context, id: string, name: string, reason?: string) =>
  applyTransition(context, { entity, id, name, ...(reason ? { reason } : {}) });
const stateOf = async (id: string) => (await openRecord(world.system(), { entity, id })).record.state;
const load = (context: Context, lines: readonly { materialId: string; qty: string }[]) =>
  reading(context, () =>
    ask(context, {
      entityKey: KEY,
      name: "load",
      input: { supplierId: supplierA, lines },
      answer: z.object({
        boxes: z.number(),
        volumeM3: z.string(),
        weightKg: z.string(),
        pallets: z.number().nullable(),
        missing: z.array(z.string()),
        vehicles: z.array(z.object({ name: z.string(), rate: z.string(), fits: z.boolean() })),
      }),
    }),
  );

test("体积由长宽高得出；单箱毛重不能小于净重", async () => {
  const { id } = await add({ material_id: corn });
  expect((await openRecord(world.system(), { entity, id })).record.volume_m3).toBe("0.072000");
  const { complaints } = await refusal(add({ material_id: corn, gross_kg: "19.9" }), "invalid");
  expect(complaints[0]).toEqual({ field: "gross_kg", message: "单箱毛重不能小于净重20千克" });
  await add({ material_id: box, gross_kg: "1" });
});

test("确认后替代同一物料、同一供应商原来的包装，别的不动", async () => {
  const first = await add({ material_id: corn });
  const own = await add({ material_id: corn, supplier_id: supplierA });
  await move(planner, first.id, "confirm");
  await move(planner, own.id, "confirm");
  const second = await add({ material_id: corn, height_cm: "40" });
  await move(planner, second.id, "confirm");
  expect([await stateOf(first.id), await stateOf(own.id), await stateOf(second.id)]).toEqual([
    "disabled",
    "active",
    "active",
  ]);
  expect(JSON.stringify(await recordModel(planner, screen, second.id))).toContain("9.6米厢式");
});

test("供应商提出，计划员确认或不采纳；别人看不到，自己不能确认", async () => {
  const supplier = await world.as("supplierA");
  const { id } = await add({ material_id: corn, gross_kg: "25" }, supplier);
  await refusal(recordModel(planner, screen, id), "not_found");
  await move(supplier, id, "submit");
  await refusal(move(supplier, id, "confirm"), "forbidden");
  await refusal(recordModel(await world.as("supplierB"), screen, id), "not_found");
  await move(planner, id, "refuse", "与实测不符");
  expect(await stateOf(id)).toBe("refused");
});

test("送货的体积、重量、装载率：自己的包装优先，没有的按通用的，都没有的列出来；供应商问到的相同", async () => {
  const general = await add({ material_id: oil, gross_kg: "30", boxes_per_pallet: "10" });
  await move(planner, general.id, "confirm");
  const lines = [
    { materialId: oil, qty: "41" },
    { materialId: world.ids.box, qty: "40" },
  ];
  const staff = await load(planner, lines);
  expect(staff).toMatchObject({ boxes: 5, missing: [] });
  expect(await load(await world.as("supplierA"), lines)).toEqual(staff);
  const unknown = "00000000-0000-7000-8000-000000000001";
  expect(await load(planner, [{ materialId: unknown, qty: "1" }])).toMatchObject({ boxes: 0, missing: [unknown] });
  const full = await load(planner, [{ materialId: oil, qty: "20000" }]);
  expect(full.vehicles).toMatchObject([{ name: "9.6米厢式", fits: false }]);
});
