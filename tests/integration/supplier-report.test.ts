import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { openList } from "~/engine/screen/list-model.server";
import { menusOf } from "~/engine/session/menu.server";
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

/** Screens of three areas, and to whom the catalogue of the business shows them. `supplier` is the supplier side. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  "supplier-onboarding/supplier-registration": ["buyer", "purchase_manager"],
  "supplier-management/supplier-maintenance": ["buyer", "purchase_manager", "qa", "finance", "system_admin"],
  "supplier-management/supplier-info": ["buyer", "qa", "finance", "supplier"],
  "supplier-management/supplier-supplement": ["buyer", "purchase_manager", "qa", "finance", "supplier"],
  "supplier-management/supplier-certificate": ["buyer", "qa", "system_admin", "supplier"],
  "supplier-management/brand-supplier": ["buyer", "qa", "supplier"],
  "supplier-management/enterprise-risk": ["buyer", "qa", "purchase_manager", "system_admin"],
  "supplier-management/first-trial": ["buyer", "qa", "leader"],
  "supplier-management/assessment": ["buyer", "qa", "purchase_manager", "finance", "leader"],
  "supplier-management/my-admission": ["supplier"],
  "supplier-management/quality-audit": ["qa", "qa_manager", "supplier_auditor", "buyer", "supplier"],
  "supplier-management/sample-verification": ["qa", "qa_manager", "buyer", "factory_qc", "supplier"],
  "supplier-management/supplier-template": ["qa", "purchase_manager", "system_admin"],
  "supplier-management/supplier-report": ["buyer", "purchase_manager", "qa", "leader"],
  "supplier-management/delivery-list": ["buyer", "qa", "purchase_manager", "supplier"],
  "supplier-management/inspection-report": ["supplier"],
  "supplier-management/supplier-warning": ["buyer", "qa", "system_admin", "supplier"],
  "supplier-management/supplier-gate": ["buyer", "qa_manager", "purchase_manager", "leader"],
  "supplier-management/delivery-cycle": ["supplier"],
  "master-data/factory": ["master_data"],
  "master-data/material": ["master_data", "qa", "buyer"],
  "master-data/undelivered-mail": ["planner"],
  "master-data/purchase-org": ["master_data", "system_admin"],
  "master-data/deliver-cycle": ["buyer", "planner"],
  "master-data/supplier-class": ["master_data", "qa", "buyer"],
  "master-data/type-inspection-report": ["qa", "buyer"],
};
const AREAS = ["supplier-onboarding/", "supplier-management/", "master-data/"];

describe("三个区域的菜单", () => {
  const shownTo = async (context: Context) => {
    const paths = JSON.stringify((await menusOf(context)).tops).matchAll(
      /\/((?:supplier-onboarding|supplier-management|master-data)\/[a-z-]+)"/g,
    );
    return new Set([...paths].map(([, path]) => path ?? ""));
  };

  test.each([...new Set(Object.values(SHOWN).flat())].filter((role) => role !== "supplier"))(
    "%s 的菜单里有目录规定的每一屏，且只有其权限内的",
    async (role) => {
      const person = await personWith(world, role);
      const shown = await shownTo(person);
      for (const [path, roles] of Object.entries(SHOWN))
        if (roles.includes(role)) expect([...shown], path).toContain(path);
      for (const one of world.engine.registry.screens) {
        const path = `${one.area}/${one.key}`;
        if (!AREAS.some((prefix) => path.startsWith(prefix))) continue;
        expect(shown.has(path), path).toBe(one.menu && mayOnScreen(person, one, "query"));
      }
    },
  );

  test("供应商的菜单里正好有给供应商的屏，没有内部的", async () => {
    const shown = await shownTo(await world.as("supplierA"));
    for (const [path, roles] of Object.entries(SHOWN)) expect(shown.has(path), path).toBe(roles.includes("supplier"));
    expect([...shown].filter((path) => path.startsWith("master-data/"))).toEqual([]);
  });
});
