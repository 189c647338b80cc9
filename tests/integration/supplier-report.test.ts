import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { openList } from "~/engine/screen/list-model.server";
import { personWith } from "../support/conformance";
import { refusal } from "../support/orders";
import { openWorld } from "../support/world";

const world = await openWorld();
afterAll(() => world.close());
const screen = (key: string) => {
  const found = world.engine.registry.screen(key);
  if (!found) throw new Error(`there is no ${key}`);
  return found;
};
const report = screen("supplier-management/supplier-report");

describe("供应商报表", () => {
  const total = (values: readonly string[] | undefined) =>
    (values ?? []).reduce((sum, value) => sum + Number(value), 0);

  test("按阶段、分类和地区的合计都等于列表的家数；证照各档合计一致", async () => {
    const manager = await world.as("manager");
    const { charts } = await figuresModel(manager, report);
    const sumOf = (caption: string) => total(charts.find((chart) => chart.caption === caption)?.series[0]?.values);
    const list = await openList(manager, report, new URLSearchParams("size=100"));
    const rows = "model" in list && list.model ? list.model.table.rows.length : 0;
    expect(rows).toBeGreaterThan(1);
    for (const caption of ["按生命周期阶段", "按供应商分类", "按所在地区", "按风险等级", "按冻结状态"])
      expect(sumOf(caption), caption).toBe(rows);
    expect(sumOf("资质证照距到期")).toBeGreaterThan(0);
    for (const { labels, series } of charts) expect(series[0]?.values).toHaveLength(labels.length);
  });

  test("没有权限看的清单不进图；供应商打不开报表，供应商信息没有统计", async () => {
    const leader = await personWith(world, "leader");
    const captions = async (context: Context) =>
      (await figuresModel(context, report)).charts.map(({ caption }) => caption);
    expect(await captions(await world.as("manager"))).toContain("未了结的风险事件");
    expect(await captions(leader)).toContain("按生命周期阶段");
    await refusal(figuresModel(await world.as("supplierA"), report), "forbidden");
    await refusal(figuresModel(await world.as("supplierA"), screen("supplier-management/supplier-info")), "not_found");
    await refusal(openList(await personWith(world, "warehouse"), report, new URLSearchParams()), "forbidden");
  });
});
