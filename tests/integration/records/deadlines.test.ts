import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { ORDER, released } from "../../support/orders";
import { make, transition } from "../../support/quality";
import { openWorld } from "../../support/world";

const ACTION = "supplier-audit/corrective-action";
const SUPPLIER = "supplier-management/supplier";
const CLASS = "master-data/supplier-class";
const DAY_MS = 24 * 60 * 60_000;
const world = await openWorld();
afterAll(() => world.close());

const now = (context: Context): Context => ({ ...context, now: world.clock.now() });
const page = async (context: Context, key: string, id: string) =>
  JSON.stringify(await recordModel(now(context), world.screen(key), id));

test("确认时限只在等待确认时说还剩几天或已超期；订单确认以后只写时间", async () => {
  const buyer = await world.as("buyerA");
  const { id } = await released(world);
  expect(await page(buyer, ORDER, id)).toMatch(/天后到期（|今天到期（/);
  world.clock.advance(10 * DAY_MS);
  expect(await page(buyer, ORDER, id)).toMatch(/已超期\d+天（/);
  await transition(world, { context: now(await world.as("supplierA")), key: ORDER, id, name: "confirm" });
  expect(await page(buyer, ORDER, id)).not.toContain("已超期");
});

test("整改报告期限在等待答复时说已超期几天，提交以后不再说", async () => {
  const qa = now(await world.as("qa"));
  const { id } = await make(world, qa, ACTION, { severity: "minor", report_due: "2025-03-24" });
  await transition(world, { context: qa, key: ACTION, id, name: "issue" });
  expect(await page(qa, ACTION, id)).toContain("4天后到期（2025-03-24 周一）");
  world.clock.advance(5 * DAY_MS);
  expect(await page(qa, ACTION, id)).toContain("已超期1天（2025-03-24 周一）");
  await sql`update corrective_action set state = 'submitted' where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  expect(await page(qa, ACTION, id)).not.toContain("已超期");
});

test("供应商在自己的档案里看到所属分类的名称，看不到别的分类", async () => {
  const supplier = now(await world.as("supplierA"));
  const file = world.engine.registry.screensOf(SUPPLIER).find(({ key }) => key === "supplier-info");
  if (!file) throw new Error("no file");
  expect(JSON.stringify(await recordModel(supplier, file, world.ids.supplierA))).toContain("C1 原料供应商");
  const other = await createRecord(world.system(), {
    screen: world.screen(CLASS),
    values: { code: "C9", name: "保密分类", risk_level: "low" },
  });
  const asked = [world.ids.supplierClass, other.id];
  const titles = await reading(supplier, () => labelsOf(supplier, world.entity(CLASS), asked));
  expect([...titles]).toEqual([[world.ids.supplierClass, "C1 原料供应商"]]);
});
