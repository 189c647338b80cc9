import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { where } from "~/shared/condition";
import { minimal } from "../../support/conformance";
import { refusal } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const KEY = "master-data/material-type";

/** The same installation in which the only screen of material types shows raw materials alone. */
async function narrowed(): Promise<{ context: Context; screen: Screen }> {
  const context = await world.as("admin");
  const { registry } = world.engine;
  const screen: Screen = { ...world.screen(KEY), label: "原料类型", where: where.eq("category", "raw") };
  const screensOf = (key: string) => (key === KEY ? [screen] : registry.screensOf(key));
  return { context: { ...context, services: { ...context.services, registry: { ...registry, screensOf } } }, screen };
}

test("只显示一部分的页面，新建和修改都不能落到范围之外，页面和接口一样", async () => {
  const { context, screen } = await narrowed();
  const raw = { ...minimal(world, KEY), parent_id: null, category: "raw" };
  const outside = { ...minimal(world, KEY), parent_id: null, category: "packaging" };
  const complaint = { field: "category", message: "不属于“原料类型”的范围，请重新填写" };
  expect((await refusal(createRecord(context, { screen, values: outside }), "invalid")).complaints).toEqual([
    complaint,
  ]);
  const { id, version } = await createRecord(context, { screen, values: raw });
  const transition = updateRecordBy(context, { screen, id, version, values: { category: "packaging" } });
  expect((await refusal(transition, "invalid")).complaints).toEqual([complaint]);
  await updateRecordBy(context, { screen, id, version, values: { name: "改了名" } });
  // What lies outside is not there, so it cannot be changed either.
  const far = await createRecord(await world.as("admin"), { screen: world.screen(KEY), values: outside });
  await refusal(updateRecordBy(context, { screen, id: far.id, version: 1, values: { name: "看不见" } }), "not_found");
});
