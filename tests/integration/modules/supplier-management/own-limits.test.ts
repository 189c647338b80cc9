import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownComingLimitsOf, ownLimitsOf } from "~/engine/operations/own-limits.server";
import { createRecord } from "~/engine/operations/save.server";
import { ownLimitsModel } from "~/modules/supplier-management/supplier-warning/limits.page.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { call, signIn } from "../../../support/rest";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { ids } = world;
const EXEMPTION = "supplier-management/gate-exemption";
const FREEZE = "supplier-performance/supplier-freeze";

async function change(statement: ReturnType<typeof sql>) {
  await world.engine.database.transaction({ role: "owner" }, () =>
    statement.execute(world.engine.database.connection()),
  );
}

/** A source of supplier A, whose type inspection has been due for so many days; that of B begins today. */
async function overdue(days: number): Promise<void> {
  await change(sql`update material set type_report_required = true where id = ${ids.corn}`);
  await change(sql`update source_data set effective_from = ${TODAY} where material_id = ${ids.corn}`);
  await change(
    sql`update source_data set effective_from = ${addDays(TODAY, -days)} where supplier_id = ${ids.supplierA} and material_id = ${ids.corn}`,
  );
}

const limits = async (account: "supplierA" | "supplierB" = "supplierA") => ownLimitsOf(await world.as(account));

describe("供应商查询自己的业务限制", () => {
  beforeAll(() => overdue(20));

  test("型检超期20天：说明哪些业务不能办理、由谁怎样解除、到哪里办理", async () => {
    const [first] = (await limits()).filter(({ check }) => check === "type_inspection");
    expect(first).toMatchObject({
      severity: "refuse",
      actions: ["下达订单"],
      who: "您",
      how: "上传新的型式检验报告，审核通过后恢复",
      path: "/supplier-management/inspection-report/new",
    });
    expect(first?.text).toContain("未提交型式检验报告，已超期20天（超过15天），采购订单不能释放");
    expect((await limits()).filter(({ check }) => check === "type_inspection")).toHaveLength(1);
  });

  test("只说自己的：另一家供应商没有这一条，也看不到名称", async () => {
    expect((await limits("supplierB")).filter(({ check }) => check === "type_inspection")).toEqual([]);
    expect(JSON.stringify(await limits("supplierB"))).not.toContain("型式检验报告，已超期");
  });

  test("冻结告诉供应商，冻结单号、临时放行和黑名单不告诉", async () => {
    await change(sql`update supplier set stage = 'blacklisted' where id = ${ids.supplierA}`);
    const ended = await limits();
    expect(ended.find(({ check }) => check === "stage")?.text).toMatch(/^您与我方的合作已终止，不能询价邀请、/);
    expect(JSON.stringify(ended)).not.toContain("黑名单");
    await change(sql`update supplier set stage = 'qualified' where id = ${ids.supplierA}`);

    const { id } = await createRecord(await personWith(world, "buyer"), {
      screen: world.screen(EXEMPTION),
      values: {
        ...{ supplier_id: ids.supplierA, material_id: ids.corn, valid_from: TODAY, valid_to: addDays(TODAY, 10) },
        ...{ reason: "生产急需", containment: "逐批全项检验", lifts_type_inspection: "1", on_release: "1" },
      },
    });
    await change(sql`update gate_exemption set state = 'effective' where id = ${id}`);
    const eased = (await limits()).filter(({ check }) => check === "type_inspection");
    expect(eased.map(({ severity }) => severity)).toEqual(["warn"]);
    expect(JSON.stringify(eased)).not.toMatch(/放行|LSFX/);
  });

  test("内部人员不用这一页；接口给供应商同样的答复", async () => {
    await refusal(ownLimitsOf(await world.as("manager")), "forbidden");
    const token = await signIn(world, "supplierA");
    const { status, body } = await call(world, { token, method: "GET", path: "/v2/supplier-management/my-limits" });
    expect(status).toBe(200);
    expect(body.result).toEqual(JSON.parse(JSON.stringify(await limits())));
    const staff = await signIn(world, "manager");
    expect(
      (await call(world, { token: staff, method: "GET", path: "/v2/supplier-management/my-limits" })).body.code,
    ).toBe(40301);
  });
});

test("冻结单在表中以您称呼", async () => {
  const { id } = await createRecord(await personWith(world, "purchase_manager"), {
    screen: world.screen(FREEZE),
    values: {
      supplier_id: ids.supplierB,
      reason: "样例原因",
      alternative: "样例替代方案",
      effective_from: TODAY,
      on_rfq: "1",
    },
  });
  await change(sql`update supplier_freeze set state = 'effective', effective_from = ${TODAY} where id = ${id}`);
  const frozen = (await limits("supplierB")).find(({ check }) => check === "freeze");
  expect(frozen?.text).toMatch(/^您已被冻结（全部范围），不能/);
  expect(frozen?.path).toBe("/supplier-performance/supplier-freeze");
});

test("只冻结一个工厂的也告诉供应商，写明范围，不说成全部不能办理", async () => {
  const { id } = await createRecord(await personWith(world, "purchase_manager"), {
    screen: world.screen(FREEZE),
    values: {
      supplier_id: ids.supplierA,
      reason: "样例原因",
      alternative: "样例替代方案",
      effective_from: TODAY,
      on_delivery: "1",
      scopes: [{ factory_id: ids.factory2 }],
    },
  });
  await change(sql`update supplier_freeze set state = 'effective' where id = ${id}`);
  const { rows } = await sql<{ name: string }>`select name from factory where id = ${ids.factory2}`.execute(
    world.engine.database.connection(),
  );
  expect((await limits()).find(({ check }) => check === "freeze")).toMatchObject({
    severity: "warn",
    actions: ["交货"],
    text: `您已被冻结（限${rows[0]?.name}）`,
  });
});

describe("未来30天的限制预告", () => {
  const coming = async (account: "supplierA" | "supplierB" = "supplierA") => ownComingLimitsOf(await world.as(account));
  const inspections = async () => (await coming()).filter(({ check }) => check === "type_inspection");

  test("型检超期5天：说明哪天起不能下达、提供什么、最迟哪天；已经受限的不再预告", async () => {
    await change(sql`update gate_exemption set state = 'revoked' where supplier_id = ${ids.supplierA}`);
    await overdue(5);
    expect(await inspections()).toEqual([
      {
        check: "type_inspection",
        label: "型式检验",
        actions: ["下达订单"],
        from: addDays(TODAY, 11),
        text: `您的物料【M001】型式检验到${addDays(TODAY, 10)}将超期满15天，${addDays(TODAY, 11)}起不能下达订单`,
        bring: "新的型式检验报告，审核通过",
        until: addDays(TODAY, 10),
        path: "/supplier-management/inspection-report/new",
      },
    ]);
    await overdue(20);
    expect(await inspections()).toEqual([]);
    await overdue(5);
    await setParameter(world, "gate.forecastDays", "10");
    expect(await inspections()).toEqual([]);
    await setParameter(world, "gate.forecastDays", "11");
    expect(await inspections()).toHaveLength(1);
    await setParameter(world, "gate.forecastDays", "30");
  });

  test("30天以外的不说", async () => {
    await change(
      sql`update source_data set effective_from = ${addDays(TODAY, 20)} where supplier_id = ${ids.supplierA} and material_id = ${ids.corn}`,
    );
    expect(await inspections()).toEqual([]);
    await overdue(5);
  });

  test("必备证照20天后到期：到期次日起不能办理，以您称呼；换证后不再预告", async () => {
    const last = addDays(TODAY, 20);
    const { rows } = await sql<{ id: string; certificate_type: string; name: string; valid_to: string | null }>`select
      id, certificate_type, certificate_name as name, valid_to::text from supplier_certificate
      where supplier_id = ${ids.supplierA} and state = 'valid' order by certificate_type`.execute(
      world.engine.database.connection(),
    );
    await createRecord(world.system(), {
      screen: world.screen("supplier-audit/audit-rule"),
      values: {
        ...{ code: "ZZ1", name: "必备资质", rule_kind: "certificate", valid_from: TODAY },
        certificates: rows.map(({ certificate_type }) => ({ certificate_type, compulsory: "1" })),
      },
    });
    for (const { id } of rows) await change(sql`update supplier_certificate set valid_to = ${last} where id = ${id}`);
    const found = (await coming()).filter(({ check }) => check === "certificate");
    expect(found.length).toBeGreaterThan(0);
    for (const { from, until, text, bring } of found) {
      expect([from, until]).toEqual([addDays(last, 1), last]);
      expect(text).toMatch(new RegExp(`^您的【.+】将于${last}到期，${addDays(last, 1)}起不能询价邀请、定标`));
      expect(bring).toMatch(/^新的【.+】，核验通过$/);
    }
    for (const { id, valid_to } of rows)
      await change(sql`update supplier_certificate set valid_to = ${valid_to} where id = ${id}`);
    expect((await coming()).filter(({ check }) => check === "certificate")).toEqual([]);
  });

  test("只说自己的事：另一家没有；未开始的冻结、临时放行和它何时结束都不透露", async () => {
    // The source of the other begins today, so its own day is another.
    const others = await coming("supplierB");
    expect(others.map(({ check, from }) => [check, from])).toEqual([["type_inspection", addDays(TODAY, 16)]]);
    expect(JSON.stringify(others)).not.toContain(addDays(TODAY, 11));
    const freeze = {
      ...{ supplier_id: ids.supplierA, reason: "样例原因", alternative: "样例替代方案" },
      ...{ effective_from: addDays(TODAY, 7), on_rfq: "1", on_release: "1" },
    };
    const by = await personWith(world, "purchase_manager");
    const { id } = await createRecord(by, { screen: world.screen(FREEZE), values: freeze });
    await change(sql`update supplier_freeze set state = 'scheduled' where id = ${id}`);
    await change(
      sql`update gate_exemption set state = 'effective', valid_to = ${addDays(TODAY, 14)} where supplier_id = ${ids.supplierA}`,
    );
    const said = await coming();
    expect(said.filter(({ check }) => check === "freeze" || check === "type_inspection")).toEqual([]);
    expect(JSON.stringify(said)).not.toMatch(/冻结|放行|LSFX|贵司/);
    await change(sql`update gate_exemption set state = 'revoked' where supplier_id = ${ids.supplierA}`);
  });

  test("页面上另成一表，接口同样；内部人员不用", async () => {
    const { tables } = await ownLimitsModel(await world.as("supplierA"));
    const preview = tables.find(({ title }) => title === "未来30天将受限的业务");
    expect(preview?.table.rows.map(({ cells }) => cells[5]?.text)).toContain(addDays(TODAY, 10));
    const token = await signIn(world, "supplierA");
    const { body } = await call(world, { token, method: "GET", path: "/v2/supplier-management/my-coming-limits" });
    expect(body.result).toEqual(JSON.parse(JSON.stringify(await coming())));
    await refusal(ownComingLimitsOf(await world.as("manager")), "forbidden");
    const staff = await signIn(world, "manager");
    expect(
      (await call(world, { token: staff, method: "GET", path: "/v2/supplier-management/my-coming-limits" })).body.code,
    ).toBe(40301);
  });
});
