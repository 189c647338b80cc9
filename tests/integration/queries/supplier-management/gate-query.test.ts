import { afterAll, describe, expect, test } from "vitest";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { gateQueryModel } from "~/modules/supplier-management/supplier-gate/ask.page.server";
import { TODAY } from "../../../support/clock";
import { refusal } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const FREEZE = "supplier-performance/supplier-freeze";
const world = await openWorld();
afterAll(() => world.close());

const asked = async (who: "buyerA" | "supplierA" | "finance" | "expert", params: Record<string, string>) =>
  gateQueryModel(await world.as(who), new URLSearchParams(params));
const cells = (model: Awaited<ReturnType<typeof gateQueryModel>>, title: RegExp) =>
  (model.tables.find((one) => title.test(one.title))?.table.rows ?? []).map((row) => row.cells.map(({ text }) => text));

describe("业务校验查询", () => {
  test("没有限制的说可以办理；冻结之后说出不能办理什么、由谁怎样解除、依据哪张单", async () => {
    expect(await asked("buyerA", { supplier: "甲供应商" })).toMatchObject({ verdict: { level: "success" } });
    const context = world.system();
    const { id } = await createRecord(context, {
      screen: world.screen(FREEZE),
      values: {
        supplier_id: world.ids.supplierA,
        reason: "付款争议",
        effective_from: TODAY,
        on_rfq: "1",
        on_award: "1",
      },
    });
    for (const name of ["submit", "approve"])
      await applyTransition(context, { entity: world.entity(FREEZE), id, name });
    const model = await asked("buyerA", { supplier: "GYS000001", action: "rfq" });
    expect(model).toMatchObject({ verdict: { level: "error", text: "不能询价邀请" } });
    const [row] = cells(model, /限制与提醒/);
    expect(row?.slice(0, 3)).toEqual(["询价邀请", "冻结", "不通过"]);
    expect(row?.[4]).not.toBe("");
    expect(row?.[6]).toMatch(/^DJ/);
    const all = await asked("buyerA", { supplier: "甲供应商" });
    expect(all).toMatchObject({ verdict: { text: "不能询价邀请、定标" } });
    const stopped = cells(await asked("buyerA", {}), /目前受限/);
    expect(stopped).toHaveLength(1);
    expect(stopped[0]?.slice(0, 3)).toEqual(["甲供应商", "冻结", "询价邀请、定标"]);
  });

  test("不认识的供应商、物料和日期说出来，不猜", async () => {
    expect(await asked("buyerA", { supplier: "没有这家" })).toMatchObject({
      problem: expect.stringContaining("没有这家"),
    });
    expect(await asked("buyerA", { supplier: "甲供应商", material: "X" })).toMatchObject({
      problem: expect.stringContaining("找不到物料"),
    });
    expect(await asked("buyerA", { supplier: "甲供应商", on: "2025-02-31" })).toMatchObject({
      problem: "请填写正确的日期",
    });
  });

  test("供应商和没有权限的人看不到", async () => {
    await refusal(asked("supplierA", { supplier: "甲供应商" }), "forbidden");
    await refusal(asked("expert", {}), "forbidden");
  });

  test("财务同意放行付款，所以查得到为什么付不出去", async () => {
    const model = await asked("finance", { supplier: "甲供应商", action: "payment" });
    expect(model).not.toHaveProperty("problem");
    expect(model.title).toBe("业务校验查询");
  });
});
