import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { inTransaction, reading } from "~/engine/operations/transaction.server";
import { applyTransition, prepareTransition } from "~/engine/operations/transition.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import { inboxModel } from "~/engine/screen/inbox-model.server";
import { reportSections } from "~/modules/master-data/type-inspection-report/report-figures.server";
import { supplierGate } from "~/modules/supplier-management/gate-exemption/supplier-gate.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { minimal, personWith } from "../../../support/conformance";
import { ORDER, refusal, stored, submitted, transition } from "../../../support/orders";
import { setParameter } from "../../../support/sign-in";
import { passedSample } from "../../../support/sources";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const DAY_MS = 24 * 60 * 60_000;
const SOURCE = "base-data/source-data";
const REPORT = "master-data/type-inspection-report";
const FREEZE = "supplier-performance/supplier-freeze";
const EXEMPTION = "supplier-management/gate-exemption";
const ids = world.ids;

const now = (context: Context): Context => ({ ...context, now: world.clock.now() });
const someone = async (role: string) => now(await personWith(world, role));

async function change(statement: ReturnType<typeof sql>) {
  await world.engine.database.transaction({ role: "owner" }, () =>
    statement.execute(world.engine.database.connection()),
  );
}

async function make(key: string, values: Record<string, unknown>, by: Context = world.system()): Promise<string> {
  return (await createRecord(by, { screen: world.screen(key), values })).id;
}

async function go(by: Context, { key, id, name, more = {} }: { key: string; id: string; name: string; more?: object }) {
  const { record } = await openRecord(world.system(), { entity: world.entity(key), id });
  return applyTransition(by, { entity: world.entity(key), id, name, version: record.version, ...more });
}

async function source(values: Record<string, unknown> & { material_id: string }): Promise<string> {
  await passedSample(world, ids.supplierA, values.material_id);
  const id = await make(SOURCE, { supplier_id: ids.supplierA, factory_id: ids.factory1, ...values });
  await go(await someone("purchase_manager"), { key: SOURCE, id, name: "approve" });
  return id;
}

const line = (material: string, qty = "100") => ({
  material_id: material,
  qty,
  price: "2",
  tax_rate: "13",
  uom: "kg",
  required_date: "2025-06-20",
});

async function orderOf(material: string, qty = "100"): Promise<string> {
  return (await submitted(world, { items: [line(material, qty)] })).id;
}

async function findings(id: string) {
  const buyer = now(await world.as("buyerA"));
  return (await prepareTransition(buyer, { entity: world.entity(ORDER), id, name: "release" })).findings;
}

async function release(id: string) {
  return transition(world, {
    context: now(await world.as("buyerA")),
    id,
    name: "release",
    more: { reason: "生产急需" },
  });
}

async function exemption(values: Record<string, unknown>): Promise<string> {
  return make(
    EXEMPTION,
    {
      supplier_id: ids.supplierA,
      valid_from: addDays(TODAY, 0),
      valid_to: addDays(TODAY, 20),
      reason: "生产急需",
      containment: "逐批全项检验",
      ...values,
    },
    await someone("buyer"),
  );
}

function signal() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("型式检验", () => {
  test("超期15天放行并提醒，16天对所有人都拦住，两人批准的放行后可以下达", async () => {
    await change(sql`update material set type_report_required = true where id = ${ids.oil}`);
    await source({ material_id: ids.oil, effective_from: addDays(TODAY, -15) });
    const first = await orderOf(ids.oil);
    expect(await findings(first)).toMatchObject([
      { check: "type_inspection", level: "note", text: expect.stringContaining("已超期15天") },
    ]);
    await release(first);
    expect(await stored(world, first)).toMatchObject({ state: "released", gate_light: "warn" });

    const second = await orderOf(ids.oil);
    world.clock.advance(DAY_MS);
    const refused = await refusal(release(second), "invalid");
    expect(refused.message).toContain(
      "供应商【甲供应商】物料【M002】未提交型式检验报告，已超期16天（超过15天），采购订单不能释放",
    );
    for (const role of ["system_admin", "leader", "purchase_manager"]) {
      const person = await someone(role);
      const said = await inTransaction(person, () =>
        supplierGate(person, { action: "release", supplierId: ids.supplierA, materialIds: [ids.oil] }),
      );
      expect(said).toMatchObject([{ check: "type_inspection", severity: "refuse", fixed: true }]);
    }
    // No rule of an administrator knows the check.
    const rule = { code: "TI", name: "型检", check_type: "type_inspection", severity: "warn" };
    await refusal(make("system-management/order-rule", rule, await someone("system_admin")), "invalid");

    const id = await exemption({ material_id: ids.oil, lifts_type_inspection: "1", on_release: "1", max_qty: "150" });
    await go(await someone("buyer"), { key: EXEMPTION, id, name: "submit" });
    await refusal(release(second), "invalid");
    const qa = await someone("qa_manager");
    await go(qa, { key: EXEMPTION, id, name: "approve_first" });
    await refusal(release(second), "invalid");
    await refusal(go(qa, { key: EXEMPTION, id, name: "approve_second" }), "own_rule");
    await go(await someone("leader"), { key: EXEMPTION, id, name: "approve_second" });

    expect(await findings(second)).toMatchObject([
      { level: "note", text: expect.stringContaining("已临时放行（LSFX") },
    ]);
    await release(second);
    const third = await orderOf(ids.oil, "60");
    expect((await openRecord(world.system(), { entity: world.entity(EXEMPTION), id })).record).toMatchObject({
      used_qty: "100.000",
      orders: [{ order_id: second, qty: "100.000" }],
    });
    expect(await stored(world, first)).toMatchObject({ exempted: false });
    expect(await stored(world, second)).toMatchObject({ exempted: true });
    const theirs = now(await world.as("supplierA"));
    const seen = await reading(theirs, () => openRecord(theirs, { entity: world.entity(ORDER), id: second }));
    expect(seen.record.exempted).toBeUndefined();
    await refusal(release(third), "invalid");
    const fourth = await orderOf(ids.oil, "50");
    await release(fourth);
    expect((await openRecord(world.system(), { entity: world.entity(EXEMPTION), id })).record).toMatchObject({
      state: "used_up",
    });
  });

  test("审核通过的报告立即解除，旧报告被替代，到期日按规则计算", async () => {
    const qa = await someone("qa");
    const waiting = await orderOf(ids.oil);
    await refusal(release(waiting), "invalid");
    const report = async (report_no: string, issue_date: string) => {
      const given = { lab_name: "测试检测有限公司", cma_no: "C1", standard_code: "GB/T 1", sample_batch: "B1" };
      const values = {
        supplier_id: ids.supplierA,
        report_no,
        issue_date,
        ...given,
        materials: [{ material_id: ids.oil }],
        items: [{ item: "水分", value: report_no === "R-1" ? "12.1" : "11.8", lower: "8", upper: "14", unit: "%" }],
      };
      // Whoever entered it does not approve it.
      const id = await make(REPORT, values, await someone("qa_manager"));
      // The file itself is the business of other tests.
      const file = JSON.stringify([{ id: world.engine.newId(), name: "报告.pdf", size: 1, type: "application/pdf" }]);
      await change(sql`update type_inspection_report set report_file = ${file}::jsonb where id = ${id}`);
      await change(sql`update type_inspection_report set state = 'pending' where id = ${id}`);
      return id;
    };
    const old = await report("R-1", "2024-12-20");
    await go(qa, { key: REPORT, id: old, name: "approve", more: { input: { method: "online" } } });
    expect((await openRecord(world.system(), { entity: world.entity(REPORT), id: old })).record).toMatchObject({
      state: "valid",
      next_due_date: "2025-12-20",
    });
    await release(waiting);
    const newer = await report("R-2", "2025-02-28");
    await go(qa, { key: REPORT, id: newer, name: "approve", more: { input: { method: "online" } } });
    const { record: replaced } = await openRecord(world.system(), {
      entity: world.engine.registry.entity(REPORT),
      id: old,
    });
    expect(replaced).toMatchObject({ state: "superseded", replaced_by: newer });
    const shown = await reading(qa, () => reportSections(qa, replaced));
    expect(shown.map(({ title }) => title)).toEqual(["历次报告", "历次报告趋势：水分"]);
    expect(shown[1]).toMatchObject({
      chart: {
        unit: "%",
        labels: ["2024-12-20 R-1", "2025-02-28 R-2"],
        series: [
          { label: "实测值", values: ["12.1", "11.8"] },
          { label: "上限", values: ["14.0000", "14.0000"] },
          { label: "下限", values: ["8.0000", "8.0000"] },
        ],
      },
    });
    const failing = await report("R-3", "2025-03-01");
    await change(sql`update type_inspection_report set conclusion = 'fail' where id = ${failing}`);
    await refusal(
      go(qa, { key: REPORT, id: failing, name: "approve", more: { input: { method: "online" } } }),
      "invalid",
    );
    await change(sql`update material set type_report_required = false where id = ${ids.oil}`);
  });
});

describe("放行单", () => {
  test("最长30天，连续不超过两次，不能没有内容", async () => {
    const same = { material_id: ids.box, lifts_source: "1", on_release: "1" };
    const over = { ...same, valid_to: addDays(TODAY, 30) };
    expect((await refusal(exemption(over), "invalid")).complaints[0]?.message).toBe("放行期限不得超过30天");
    await setParameter(world, "exemption.mostDays", "10");
    const week = { ...same, valid_to: addDays(TODAY, 10) };
    expect((await refusal(exemption(week), "invalid")).complaints[0]?.message).toBe("放行期限不得超过10天");
    await setParameter(world, "exemption.mostDays", "30");
    const nothing = { material_id: ids.box, on_release: "1" };
    expect((await refusal(exemption(nothing), "invalid")).complaints[0]?.message).toBe("请选择放行检查项");
    const days = [
      [1, 30],
      [31, 60],
      [61, 90],
    ] as const;
    for (const [from, to] of days.slice(0, 2)) {
      const id = await exemption({ ...same, valid_from: addDays(TODAY, from), valid_to: addDays(TODAY, to) });
      await go(await someone("buyer"), { key: EXEMPTION, id, name: "submit" });
    }
    const third = { ...same, valid_from: addDays(TODAY, 61), valid_to: addDays(TODAY, 90) };
    expect((await refusal(exemption(third), "invalid")).complaints[0]?.message).toContain("不得超过2次");
    await exemption({ ...same, valid_from: addDays(TODAY, 100), valid_to: addDays(TODAY, 110) });
  });
});

describe("谁批准临时放行，看放行什么", () => {
  const asked = async (id: string, step: "approve_first" | "approve_second") => {
    const { record } = await openRecord(world.system(), { entity: world.entity(EXEMPTION), id });
    const roles = ["qa_manager", "purchase_manager", "leader", "finance_lead", "finance", "buyer"];
    const able = [];
    for (const role of roles)
      if (availableTransitions(await someone(role), world.entity(EXEMPTION), record).some(([name]) => name === step))
        able.push(role);
    return able;
  };
  const quality = { lifts_correction: "1" };
  const buying = { lifts_grade: "1" };

  test.each([
    ["质量检查项", { ...quality, on_rfq: "1" }, "qa_manager", ["purchase_manager", "leader"]],
    ["采购检查项", { ...buying, on_rfq: "1" }, "purchase_manager", ["qa_manager", "leader"]],
    ["两类都有", { ...quality, ...buying, on_rfq: "1", material_id: ids.box }, "qa_manager", ["purchase_manager"]],
    ["放行付款", { lifts_freeze: "1", on_payment: "1" }, "purchase_manager", ["finance_lead", "finance"]],
  ])("%s", async (_what, lifted, first, seconds) => {
    const id = await exemption({ supplier_id: ids.supplierB, valid_to: addDays(TODAY, 5), ...lifted });
    await go(await someone("buyer"), { key: EXEMPTION, id, name: "submit" });
    const said = async (role: string) => {
      const { id: user } = (await someone(role)).actor;
      const { rows } =
        await sql`select from inbox where user_id = ${user} and scenario = 'gate-exemption.asked' and record_id = ${id}`.execute(
          world.engine.database.connection(),
        );
      return rows.length;
    };
    expect(await asked(id, "approve_first")).toEqual([first]);
    expect([await said(first), await said("finance_lead")]).toEqual([1, 0]);
    await refusal(go(await someone("leader"), { key: EXEMPTION, id, name: "approve_first" }), "forbidden");
    await go(await someone(first), { key: EXEMPTION, id, name: "approve_first" });
    expect(await asked(id, "approve_second")).toEqual(seconds);
    expect(await said(seconds[0] ?? "")).toBe(1);
    await go(await someone(seconds[0] ?? ""), { key: EXEMPTION, id, name: "approve_second" });
    await go(await someone("leader"), { key: EXEMPTION, id, name: "revoke", more: { reason: "样例结束" } });
  });
});

describe("供货清单", () => {
  test("规则启用后未列入的不能下达，列入后可以；暂停的货源总是拦住", async () => {
    const id = await orderOf(ids.box);
    expect(await findings(id)).toEqual([]);
    const rules = world.screen("system-management/order-rule");
    const { rows } = await sql<{ id: string }>`select id from order_rule where code = 'SOURCE'`.execute(
      world.engine.database.connection(),
    );
    await go(await someone("system_admin"), { key: rules.entity.key, id: rows[0]?.id ?? "", name: "enable" });
    expect(await findings(id)).toMatchObject([
      {
        check: "source",
        level: "block",
        rule: "SOURCE",
        text: expect.stringContaining("未列入供应商【甲供应商】的供货清单（一厂），不能下达订单"),
      },
    ]);
    const row = await source({ material_id: ids.box, effective_from: addDays(TODAY, -1) });
    expect(await findings(id)).toEqual([]);
    await go(await someone("system_admin"), { key: rules.entity.key, id: rows[0]?.id ?? "", name: "disable" });
    await go(await someone("qa"), {
      key: SOURCE,
      id: row,
      name: "suspend",
      more: { reason: "质量问题，改由乙供应商供货" },
    });
    expect(await findings(id)).toMatchObject([{ check: "source", level: "block" }]);
    await go(await someone("purchase_manager"), { key: SOURCE, id: row, name: "resume", more: { reason: "整改完成" } });
    await release(id);
  });

  test("试用货源累计下单不能超过限量", async () => {
    const id = await make(SOURCE, {
      supplier_id: ids.supplierA,
      factory_id: ids.factory1,
      material_id: ids.corn,
      effective_from: addDays(TODAY, -3),
    });
    const manager = await someone("purchase_manager");
    await go(manager, {
      key: SOURCE,
      id,
      name: "open_trial",
      more: { input: { trial_qty: "150", trial_month_qty: "120" } },
    });
    const first = await orderOf(ids.corn, "100");
    await release(first);
    const second = await orderOf(ids.corn, "51");
    expect(await findings(second)).toMatchObject([
      { check: "trial_qty", text: expect.stringContaining("151") },
      { check: "trial_qty", text: expect.stringContaining("试用货源本月下单量不能超过120，连同本单为151") },
    ]);
    expect((await refusal(release(second), "invalid")).message).toContain("存在以下限制：1. ");
    // What was ordered in another month counts for the whole trial alone.
    await change(sql`update purchase_order set released_at = released_at - interval '40 days' where id = ${first}`);
    expect(await findings(second)).toHaveLength(1);
    expect((await refusal(go(manager, { key: SOURCE, id, name: "to_active" }), "invalid")).message).toBe(
      "正式货源必须关联已通过的样品验证单",
    );
    const sample = await passedSample(world, ids.supplierA, ids.corn);
    await change(sql`update source_data set sample_id = ${sample} where id = ${id}`);
    await go(manager, { key: SOURCE, id, name: "to_active" });
    await release(second);
  });
});

describe("绩效、风险、品牌和整改", () => {
  const gateOf = (action: "rfq" | "award" | "release", material = ids.oil) =>
    supplierGate(now(world.system()), { action, supplierId: ids.supplierA, materialIds: [material] });
  const supplierIs = (set: ReturnType<typeof sql>) =>
    change(sql`update supplier set ${set} where id = ${ids.supplierA}`);

  test("D级不能询价、定标，高风险只提醒；规则可以改为禁止，放行单可以解除", async () => {
    await supplierIs(sql`grade = 'D', risk_level = 'high'`);
    expect(await gateOf("award")).toMatchObject([
      { check: "grade", severity: "refuse", text: "供应商【甲供应商】绩效等级为D级，不能定标" },
      { check: "risk", severity: "warn" },
    ]);
    const id = await orderOf(ids.oil);
    expect(await findings(id)).toMatchObject([{ check: "risk", level: "note" }]);
    const admin = await someone("system_admin");
    const given = { code: "RISK", name: "高风险", check_type: "risk", moment: "release", severity: "block" };
    const rule = await make("system-management/order-rule", given, admin);
    await go(admin, { key: "system-management/order-rule", id: rule, name: "enable" });
    expect(await findings(id)).toMatchObject([{ check: "risk", level: "block", rule: "RISK" }]);
    await refusal(release(id), "invalid");
    const lifting = await exemption({ lifts_risk: "1", on_release: "1" });
    await go(await someone("buyer"), { key: EXEMPTION, id: lifting, name: "submit" });
    await go(await someone("purchase_manager"), { key: EXEMPTION, id: lifting, name: "approve_first" });
    await go(await someone("leader"), { key: EXEMPTION, id: lifting, name: "approve_second" });
    await release(id);
    expect((await workDeadlines(world.system(), { remindNow: true })).digested).toBeGreaterThan(0);
    const quality = now(await world.as("qa"));
    const inbox = await reading(quality, () => inboxModel(quality, new URLSearchParams()));
    expect(JSON.stringify(inbox)).toContain("有1张临时放行仍在生效");
    await go(admin, { key: "system-management/order-rule", id: rule, name: "disable" });
    await go(await someone("leader"), { key: EXEMPTION, id: lifting, name: "revoke", more: { reason: "风险已处置" } });
    await supplierIs(sql`grade = 'N', risk_level = 'low'`);
  });

  test("致命整改逾期后，所涉物料不能下达，别的物料不受影响；交了报告就恢复", async () => {
    const key = "supplier-audit/corrective-action";
    const values = { ...minimal(world, key), supplier_id: ids.supplierA, severity: "critical", material_id: ids.oil };
    const id = await make(key, values, await someone("qa"));
    expect(await gateOf("release")).toEqual([]);
    await go(await someone("qa"), { key, id, name: "issue" });
    await change(sql`update corrective_action set report_due = ${addDays(TODAY, -10)} where id = ${id}`);
    const order = await orderOf(ids.oil);
    expect((await refusal(release(order), "invalid")).message).toContain("的整改报告已逾期");
    expect(await gateOf("release", ids.corn)).toEqual([]);
    await change(sql`update corrective_action set state = 'submitted' where id = ${id}`);
    expect(await gateOf("release")).toEqual([]);
    // Accepted, but a measure that was promised is not done.
    await change(sql`update corrective_action set state = 'verifying' where id = ${id}`);
    await change(sql`delete from corrective_action_actions where root_id = ${id}`);
    expect(await gateOf("release")).toEqual([]);
    await change(sql`insert into corrective_action_actions (id, root_id, line_no, kind, description, owner, due_date)
      values (gen_random_uuid(), ${id}, 10, 'corrective', '更换筛网', '王工', ${addDays(TODAY, -3)})`);
    expect(await gateOf("release")).toMatchObject([{ check: "correction", severity: "refuse" }]);
    await change(sql`update corrective_action_actions set done_date = ${TODAY} where root_id = ${id}`);
    await release(order);
    await change(sql`update corrective_action set state = 'closed' where id = ${id}`);
  });

  test("经销商的品牌物料没有自己的有效授权，不能询价", async () => {
    await supplierIs(sql`supplier_type = 'trader'`);
    const { rows } = await sql<{
      id: string;
    }>`select b.id from brand_authorization b join brand_authorization_materials l on l.root_id = b.id
      where l.material_id = ${ids.oil}`.execute(world.engine.database.connection());
    expect(rows).toEqual([]);
    expect(await gateOf("rfq")).toEqual([]);
    const chain = { chain: [{ grantor: "品牌方", grantee: "乙供应商", valid_to: "2030-01-01" }] };
    const key = "supplier-management/brand-authorization";
    const brand = await make(key, {
      ...minimal(world, key),
      ...chain,
      supplier_id: ids.supplierB,
      brand_name: "麦田坊",
      materials: [{ material_id: ids.oil }],
    });
    expect(await gateOf("rfq")).toEqual([]);
    await change(sql`update brand_authorization set state = 'valid' where id = ${brand}`);
    expect(await gateOf("rfq")).toMatchObject([
      { check: "brand", severity: "refuse", text: expect.stringContaining("无【麦田坊】有效授权，涉及物料【M002】") },
    ]);
    expect(await gateOf("release")).toMatchObject([{ check: "brand", severity: "warn" }]);
    await change(
      sql`update brand_authorization set supplier_id = ${ids.supplierA}, effective_to = ${addDays(TODAY, 60)} where id = ${brand}`,
    );
    expect(await gateOf("rfq")).toEqual([]);
    await change(sql`update brand_authorization set state = 'revoked' where id = ${brand}`);
    await supplierIs(sql`supplier_type = 'manufacturer'`);
  });

  test("造假作废的资质不能申请放行", async () => {
    const qa = await someone("qa_manager");
    const key = "supplier-management/supplier-certificate";
    const licence = await make(key, { ...minimal(world, key), supplier_id: ids.supplierA }, qa);
    await change(
      sql`update supplier_certificate set state = 'revoked', revoke_cause = 'forged', certificate_type = 'haccp' where id = ${licence}`,
    );
    const rule = await make("supplier-audit/audit-rule", {
      code: "ZZ1",
      name: "必备资质",
      rule_kind: "certificate",
      valid_from: addDays(TODAY, -30),
      certificates: [{ certificate_type: "haccp", compulsory: "1" }],
    });
    expect(await gateOf("award")).toMatchObject([
      { check: "certificate", final: true, text: expect.stringContaining("因造假作废") },
    ]);
    const refused = await refusal(exemption({ lifts_certificate: "1", on_award: "1" }), "invalid");
    expect(refused.complaints).toMatchObject([{ field: "lifts_certificate", message: "造假作废的资质不可放行" }]);
    await change(sql`update audit_rule set enabled = false where id = ${rule}`);
  });
});

describe("冻结", () => {
  async function freeze(values: Record<string, unknown>): Promise<string> {
    const alternative = "由乙供应商替代";
    const given = { supplier_id: ids.supplierA, reason: "交货质量下降", effective_from: TODAY, alternative };
    const id = await make(FREEZE, { ...given, ...values }, await someone("buyer"));
    await go(await someone("buyer"), { key: FREEZE, id, name: "submit" });
    return id;
  }

  test("只拦所选业务和范围；解冻后恢复；部分冻结由采购经理批准，全部冻结由分管领导批准", async () => {
    const id = await orderOf(ids.corn);
    const elsewhere = await freeze({ on_release: "1", scopes: [{ factory_id: ids.factory2 }] });
    const manager = await someone("purchase_manager");
    await go(manager, { key: FREEZE, id: elsewhere, name: "approve" });
    expect(await findings(id)).toEqual([]);
    const here = await freeze({
      on_release: "1",
      scopes: [{ factory_id: ids.factory1, material_type_id: ids.rawType }],
    });
    await go(manager, { key: FREEZE, id: here, name: "approve" });
    expect(await findings(id)).toMatchObject([{ check: "freeze", level: "block" }]);
    const asked = { supplierId: ids.supplierA, factoryId: ids.factory1, materialIds: [ids.corn] };
    expect(await supplierGate(now(world.system()), { ...asked, action: "rfq" })).toEqual([]);

    const lift = await freeze({ freeze_type: "unfreeze", release_freeze_id: here });
    await go(manager, { key: FREEZE, id: lift, name: "approve" });
    expect((await openRecord(world.system(), { entity: world.entity(FREEZE), id: here })).record.state).toBe(
      "released",
    );
    await release(id);

    const all = Object.fromEntries(
      ["rfq", "award", "contract", "release", "delivery", "payment"].map((name) => [`on_${name}`, "1"]),
    );
    const whole = await freeze(all);
    await refusal(go(await someone("leader"), { key: FREEZE, id: whole, name: "approve" }), "invalid");
    await go(await someone("finance"), { key: FREEZE, id: whole, name: "countersign" });
    await refusal(go(manager, { key: FREEZE, id: whole, name: "approve" }), "forbidden");
    await go(await someone("leader"), { key: FREEZE, id: whole, name: "approve" });
    const lifting = await freeze({ freeze_type: "unfreeze", release_freeze_id: whole });
    await go(await someone("leader"), { key: FREEZE, id: lifting, name: "approve" });
  });

  test("每种业务各问各的：冻结哪种，就只有哪种不能办理；冻结签合同的，合同登记不了签署", async () => {
    const manager = await someone("purchase_manager");
    const actions = ["rfq", "award", "contract", "delivery", "payment"] as const;
    for (const frozen of actions) {
      const id = await freeze({ [`on_${frozen}`]: "1" });
      if (frozen === "payment") await go(await someone("finance"), { key: FREEZE, id, name: "countersign" });
      await go(manager, { key: FREEZE, id, name: "approve" });
      for (const action of actions) {
        const reasons = await supplierGate(now(world.system()), { action, supplierId: ids.supplierA });
        expect(reasons.map(({ check }) => check)).toEqual(action === frozen ? ["freeze"] : []);
      }
      if (frozen === "contract") {
        const buyer = now(await world.as("buyerA"));
        const key = "contract-management/contract";
        const draft = await make(key, { ...minimal(world, key), supplier_id: ids.supplierA });
        const sign = () => go(buyer, { key, id: draft, name: "sign_offline", more: { input: { signed_on: TODAY } } });
        expect((await refusal(sign(), "invalid")).message).toContain("已被冻结");
      }
      const lift = await freeze({ freeze_type: "unfreeze", release_freeze_id: id });
      await go(manager, { key: FREEZE, id: lift, name: "approve" });
    }
  });

  test("紧急冻结72小时内没有追认就失效", async () => {
    const given = { supplier_id: ids.supplierA, reason: "疑似污染", effective_from: TODAY, on_delivery: "1" };
    const id = await make(FREEZE, { ...given, source_type: "risk" }, await someone("buyer"));
    await go(await someone("qa_manager"), { key: FREEZE, id, name: "emergency", more: { reason: "食品安全" } });
    expect((await supplierGate(now(world.system()), { action: "delivery", supplierId: ids.supplierA })).length).toBe(1);
    await workDeadlines(world.system(), { remindNow: true });
    expect((await openRecord(world.system(), { entity: world.entity(FREEZE), id })).record.state).toBe("effective");
    world.clock.advance(3 * DAY_MS + 1000);
    await workDeadlines(world.system(), { remindNow: true });
    expect((await openRecord(world.system(), { entity: world.entity(FREEZE), id })).record.state).toBe("released");
    expect(await supplierGate(now(world.system()), { action: "delivery", supplierId: ids.supplierA })).toEqual([]);
  });

  test("冻结和下达相遇：先冻结的拦住下达，先下达的不受影响", async () => {
    const { database } = world.engine;
    /** Until somebody waits for a lock; embedded, transactions follow each other anyway. */
    const blocked = async () => {
      for (let turn = 0; database.engine === "server" && turn < 2000; turn += 1) {
        const waiting = sql<{
          n: number;
        }>`select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database or l.database is null
          where not l.granted and d.datname = current_database()`;
        if (((await waiting.execute(database.connection())).rows[0]?.n ?? 0) > 0) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const manager = await someone("purchase_manager");
    const buyer = now(await world.as("buyerA"));
    const first = await orderOf(ids.corn);
    const second = await orderOf(ids.corn);
    const id = await freeze({ on_release: "1" });

    // Begun outside, so that it is a transaction of its own.
    const { promise: released, resolve: letFreeze } = signal();
    const freezing = released.then(() => go(manager, { key: FREEZE, id, name: "approve" }));
    await inTransaction(buyer, async () => {
      await transition(world, { context: buyer, id: first, name: "release", more: { reason: "生产急需" } });
      letFreeze();
      await blocked();
    });
    await freezing;
    expect((await stored(world, first)).state).toBe("released");

    const lifting = await freeze({ freeze_type: "unfreeze", release_freeze_id: id });
    await go(manager, { key: FREEZE, id: lifting, name: "approve" });
    const again = await freeze({ on_release: "1" });
    const { promise: frozen, resolve: letRelease } = signal();
    const releasing = frozen.then(() => refusal(release(second), "invalid"));
    await inTransaction(manager, async () => {
      await go(manager, { key: FREEZE, id: again, name: "approve" });
      letRelease();
      await blocked();
    });
    expect((await releasing).message).toContain("已被冻结");
    expect((await stored(world, second)).state).toBe("approved");
    const lift = await freeze({ freeze_type: "unfreeze", release_freeze_id: again });
    await go(manager, { key: FREEZE, id: lift, name: "approve" });
  });
});
