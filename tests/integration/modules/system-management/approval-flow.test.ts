import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecord } from "~/engine/operations/save.server";
import { submitForm } from "~/engine/screen/form-submit.server";
import { flowTrialModel } from "~/modules/system-management/approval-flow/$id.trial.page.server";
import { publishFlow, roleId } from "../../../support/flows";
import { ORDER, order, refusal, stored } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

let flowId = "";

beforeAll(async () => {
  const { id } = await publishFlow(world, {
    document: ORDER,
    conditions: [{ field: "urgent", comparison: "eq", value: "否" }],
    steps: [
      { decider: "role", role_id: await roleId(world, "purchase_manager"), name: "经理审批", due_hours: "24" },
      { decider: "outside", system_name: "OA", name: "集团审批", min_amount: "100000" },
      { decider: "superior", name: "上级审批", on_self: "superior" },
    ],
  });
  flowId = id;
});

const ask = async (params: Record<string, string>, account: "admin" | "manager" = "admin") =>
  flowTrialModel(await world.as(account), flowId, new URLSearchParams(params));
const rowsOf = (model: Awaited<ReturnType<typeof ask>>) =>
  model.answer?.table.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? [];

describe("条件项由单据类型决定", () => {
  const screen = world.screen("system-management/approval-flow");
  const typed = { code: "OF-1", name: "按单据类型", "steps.0.name": "上级", "steps.0.decider": "superior" };
  const conditions = { "conditions.0.field": "amount", "conditions.0.comparison": "gte", "conditions.0.value": "1" };
  async function post(intent: string, values: Readonly<Record<string, string>>) {
    const form = new FormData();
    const all = { _intent: intent, "_lines.conditions": "1", "_lines.steps": "1", ...typed, ...conditions, ...values };
    for (const [name, value] of Object.entries(all)) form.append(name, value);
    const { model } = await submitForm(await world.as("admin"), { screen, form, id: null });
    const controls = (model?.sections ?? []).flatMap((section) =>
      section.kind === "lines" ? section.rows.flatMap((row) => row.controls) : section.controls,
    );
    const field = controls.find(({ name }) => name === "conditions.0.field");
    return {
      field,
      options: field?.options ?? [],
      leads: controls.flatMap((one) => ("leads" in one ? [one.name] : [])),
    };
  }
  const own = world.entity(ORDER).approval?.conditions ?? [];
  const other = world.engine.registry.screens.find(
    ({ entity }) => entity.approval && !entity.approval.conditions.includes("amount"),
  );

  test("选好单据类型只列出它有的条件项；没选时按单据类型分组列出全部", async () => {
    const { options, leads } = await post("compute", { document: ORDER });
    expect(options.map(({ value }) => value).sort()).toEqual([...own].sort());
    expect(leads).toEqual(["document"]);
    const all = (await post("compute", {})).options;
    expect(all.length).toBeGreaterThan(options.length);
    expect(
      all
        .filter(({ group }) => group === "采购订单")
        .map(({ value }) => value)
        .sort(),
    ).toEqual([...own].sort());
  });

  test("换了单据类型，不属于它的条件项还在框里，保存时说在那一格旁边", async () => {
    const { field, options } = await post("save", { document: String(other?.entity.key) });
    expect(field?.value).toBe("amount");
    expect(options.map(({ value }) => value)).toContain("amount");
    expect(field?.error).toMatch(new RegExp(`^条件项“.*”不属于单据类型“${other?.entity.label}”，可以选：`));
  });

  test("接口存不属于的条件项也被拒绝", async () => {
    const values = {
      code: "OF-2",
      name: "接口",
      document: String(other?.entity.key),
      conditions: [{ field: "amount", comparison: "gte", value: "1" }],
      steps: [{ step_no: "1", name: "上级", decider: "superior" }],
    };
    const refused = await refusal(createRecord(await world.as("admin"), { screen, values }), "invalid");
    expect(refused.complaints.map(({ field }) => field)).toEqual(["conditions.0.field"]);
  });
});

describe("审批流程的图与试算", () => {
  test("图按先后列出每一步由谁、几人、多久、从多少金额起，文字说明相同", async () => {
    const { picture, answer } = await ask({});
    expect(answer).toBeUndefined();
    for (const word of [
      "经理审批",
      "角色“采购经理”的持有人",
      "24小时内",
      "外部系统OA",
      "金额100,000元起",
      "上级审批",
    ]) {
      expect(picture).toContain(word);
    }
    expect(picture).toMatch(/<desc>发起人提交。步骤1：经理审批：.*步骤3：上级审批：.*<\/desc>/);
  });

  test("用一张订单试算：不够金额的步骤不需要，没有上级的步骤没人审批，订单不变", async () => {
    const buyer = await world.as("buyerA");
    const { id, number } = await order(world, buyer);
    const before = await stored(world, id);
    const model = await ask({ number: String(number) });
    expect(rowsOf(model)).toEqual([
      ["1", "经理审批", "采购经理", "角色“采购经理”的持有人"],
      ["2", "集团审批", "—", "金额未达到100,000元，不需要这一步"],
      ["3", "上级审批", "无人", expect.stringContaining("没有可以审批这张单据的人")],
    ]);
    expect(model.answer?.isFaulty).toBe(true);
    expect(await stored(world, id)).toEqual(before);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from approval_case`.execute(
      world.engine.database.connection(),
    );
    expect(rows[0]?.count).toBe(0);
  });

  test("按金额和发起人试算：达到金额才有OA这一步", async () => {
    const rows = rowsOf(await ask({ "f-amount": "250000", by: "buyerA" }));
    expect(rows[1]).toEqual(["2", "集团审批", "OA", "外部系统OA"]);
    expect((await ask({ by: "nobody" })).problem).toBe("没有账号「nobody」，请填写员工的账号");
    expect((await ask({ "f-factory_id": "没有的厂" })).problem).toContain("没有「没有的厂」");
  });

  test("看不到的订单和没有的订单一个说法；没有权限的人打不开", async () => {
    expect((await ask({ number: "CG20990101-9999" })).problem).toBe("找不到采购订单「CG20990101-9999」，请核对单号");
    await refusal(
      world.as("planner").then((context) => flowTrialModel(context, flowId, new URLSearchParams())),
      "forbidden",
    );
    expect((await ask({}, "manager")).title).toContain("流程图与试算");
  });
});
