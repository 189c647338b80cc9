import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { certificateWarnings } from "~/modules/supplier-management/supplier-certificate/certificate-warnings.server";
import { renewalTable } from "~/modules/supplier-management/supplier-certificate/supplier-certificate.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const KEY = "supplier-management/supplier-certificate";
const SUPPLIER = "supplier-management/supplier";
const world = await openWorld();
afterAll(() => world.close());
const entity = world.entity(KEY);
const screen = world.screen(KEY);
let serial = 0;

const create = (context: Context, more: Record<string, unknown> = {}) => {
  serial += 1;
  const values = {
    certificate_type: "haccp",
    certificate_no: `H-${serial}`,
    issuer: "测试认证中心",
    issue_date: "2024-01-01",
    valid_to: addDays(TODAY, 300),
    ...(context.actor.supplierId ? {} : { supplier_id: world.ids.supplierA }),
    ...more,
  };
  return createRecord(context, { screen, values });
};
const transition = (
  context: Context,
  { id, name, input, reason = "测试" }: { id: string; name: string; input?: Record<string, unknown>; reason?: string },
) => applyTransition(context, { entity, id, name, reason, ...(input ? { input } : {}) });
const whole = async (id: string) =>
  (await openRecord(world.system(), { entity: world.engine.registry.entity(KEY), id })).record;
/** The scan a person would upload, put there past the upload. */
const scanned = (id: string) => {
  const refs = JSON.stringify([{ id: world.engine.newId(), name: "a.pdf", size: 1, type: "application/pdf" }]);
  return sql`update supplier_certificate set files = ${refs}::jsonb where id = ${id}`.execute(
    world.engine.database.connection(),
  );
};
const effective = async (more: Record<string, unknown> = {}) => {
  const { id } = await create(world.system(), more);
  await transition(world.system(), { id, name: "submit" });
  await transition(world.system(), { id, name: "verify", input: { method: "online" } });
  return id;
};
const notificationsFor = async (user: string, scenario: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from msg_send_record where scenario = ${scenario} and user_id = ${user}`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.count ?? 0;
};

describe("供应商提交，质量核验", () => {
  test("没有扫描件不能提交；核验通过后换下的证照转为已换证，资料完整度随之变化", async () => {
    const old = await effective({ certificate_no: "H-same" });
    const supplier = await world.as("supplierA");
    await refusal(create(supplier, { certificate_no: "H-same" }), "invalid");
    const { id } = await create(supplier, { certificate_no: "H-same", renews_id: old });
    expect((await whole(id)).origin).toBe("supplier");
    await refusal(transition(supplier, { id, name: "submit" }), "invalid");
    await scanned(id);
    await transition(supplier, { id, name: "submit" });
    await refusal(transition(supplier, { id, name: "verify", input: { method: "online" } }), "forbidden");
    const qa = await world.as("qa");
    await transition(qa, { id, name: "verify", input: { method: "original" } });
    expect(await whole(id)).toMatchObject({ state: "valid", verify_method: "original", verified_by: qa.actor.id });
    expect(await whole(old)).toMatchObject({ state: "replaced", replaced_by: id });
    // Both see the way from the first certificate to the present one, from either end.
    for (const one of [old, id]) {
      const record = await whole(one);
      expect(await reading(supplier, () => renewalTable(supplier, record))).toMatchObject([
        { title: "换证历史", table: { rows: [{ id: old }, { id }] } },
      ]);
    }
    const { record } = await openRecord(world.system(), { entity: world.entity(SUPPLIER), id: world.ids.supplierA });
    expect(Number(record.completeness)).toBeGreaterThan(0);
  });

  test("发证在将来的、有效期早于发证的、没有有效期的存不下来；已经过期的交得上来，核验不了", async () => {
    const supplier = await world.as("supplierA");
    const said = async (more: Record<string, unknown>) =>
      (await refusal(create(supplier, more), "invalid")).complaints.map(({ field, message }) => [field, message]);
    expect(await said({ issue_date: addDays(TODAY, 1) })).toEqual([["issue_date", "发证日期不能晚于今天"]]);
    expect(await said({ valid_to: "2023-12-31" })).toEqual([["valid_to", "有效期至不能早于发证日期"]]);
    expect(await said({ valid_to: null })).toEqual([["valid_to", "请填写有效期，或勾选长期有效"]]);
    const { id } = await create(supplier, { valid_to: addDays(TODAY, -1) });
    await scanned(id);
    await transition(supplier, { id, name: "submit" });
    const { complaints } = await refusal(
      transition(await world.as("qa"), { id, name: "verify", input: { method: "online" } }),
      "invalid",
    );
    expect(complaints).toEqual([{ field: "valid_to", message: "该证照已过有效期，不能核验通过，请退回让供应商更换" }]);
    expect((await whole(id)).state).toBe("pending");
  });

  test("采购员的草稿供应商看不到，别家的证照也看不到", async () => {
    const { id } = await create(await world.as("buyerA"));
    const supplier = await world.as("supplierA");
    await refusal(openRecord(supplier, { entity, id }), "not_found");
    const { rows } = await listRecords(supplier, screen, { filters: {}, toggles: [], sort: [], page: 1, size: 100 });
    const ids = rows.map((row) => row.id);
    expect(ids).toContain(world.ids.certificateA);
    expect(ids).not.toContain(world.ids.certificateB);
    expect(ids).not.toContain(id);
  });
});

describe("到期", () => {
  test("每档只提醒一次，过期的转为已过期，供应商和归口采购员都收到", async () => {
    const soon = await effective({ valid_to: addDays(TODAY, 10) });
    const over = await effective({ valid_to: TODAY });
    await sql`update supplier_certificate set valid_to = ${addDays(TODAY, -1)} where id = ${over}`.execute(
      world.engine.database.connection(),
    );
    const about = async (id: string) => {
      const { rows } = await sql<{ about: string }>`select about from news_once
        where scenario = 'certificate.expiring' and record_id = ${id}`.execute(world.engine.database.connection());
      return rows;
    };
    expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ failed: [] });
    expect(await whole(soon)).toMatchObject({ state: "valid" });
    expect(await about(soon)).toEqual([{ about: `ends:keepers:${soon}:${addDays(TODAY, 10)}:-15` }]);
    expect(await whole(over)).toMatchObject({ state: "expired" });
    expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ lapsed: 0, reminded: 0 });
    expect(await notificationsFor(world.accounts.buyerA, "certificate.expiring")).toBeGreaterThan(0);
    expect(await notificationsFor(world.accounts.supplierA, "certificate.expiring")).toBeGreaterThan(0);
    expect(await notificationsFor(world.accounts.supplierB, "certificate.expiring")).toBe(0);
  });

  test("快到期的给供应商一项更换任务，不重复；证照不再有效时任务自己结束", async () => {
    const name = "有机产品认证";
    const id = await effective({ valid_to: addDays(TODAY, 10), certificate_name: name });
    const tasks = () =>
      unscopedRows(
        world.system(),
        "system-management/task",
        ["state", "supplier_id"],
        [where.eq("title", `更换资质证照：${name}`)],
      );
    await workDeadlines(world.system(), { remindNow: true });
    await workDeadlines(world.system(), { remindNow: true });
    expect(await tasks()).toEqual([{ state: "open", supplier_id: world.ids.supplierA }]);
    const revoked = { reason: "认证机构已撤销", input: { cause: "revoked" } };
    await applyTransition(world.system(), { entity, id, name: "revoke", ...revoked });
    expect(await tasks()).toEqual([{ state: "done", supplier_id: world.ids.supplierA }]);
  });

  test("预警对供应商说“您的”，对内部说出供应商；30天内到期的开关只列出这些", async () => {
    const id = await effective({ valid_to: addDays(TODAY, 30), certificate_name: "清真认证" });
    const later = await effective({ valid_to: addDays(TODAY, 31) });
    const textOf = async (context: Context) =>
      (await certificateWarnings.find(context)).find(({ objectId }) => objectId === id)?.text;
    expect(await textOf(await world.as("supplierA"))).toBe(
      `您的资质证书“清真认证”将于${addDays(TODAY, 30)}到期（剩30天），请及时更新`,
    );
    expect(await textOf(await world.as("qa"))).toBe(
      `供应商甲供应商的资质证书“清真认证”将于${addDays(TODAY, 30)}到期（剩30天）`,
    );
    expect(await textOf(await world.as("supplierB"))).toBeUndefined();
    const request = { filters: {}, toggles: ["expiring_only"], sort: [], page: 1, size: 100 };
    const ids = (await listRecords(await world.as("qa"), screen, request)).rows.map((row) => row.id);
    expect(ids).toContain(id);
    expect(ids).not.toContain(later);
  });

  test("到期前多少天预警是参数：预警和列表的即将到期一起变", async () => {
    const id = await effective({ valid_to: addDays(TODAY, 45), certificate_name: "有机认证" });
    const request = { filters: {}, toggles: ["expiring_only"], sort: [], page: 1, size: 100 };
    const shown = async () => {
      const context = await world.as("qa");
      const warned = (await certificateWarnings.find(context)).some(({ objectId }) => objectId === id);
      const { rows } = await listRecords(context, screen, request);
      return [warned, rows.some((row) => row.id === id)];
    };
    const ahead = (days: string) => setParameter(world, "warning.expiryDays", days);
    expect(await shown()).toEqual([false, false]);
    await ahead("45");
    expect(await shown()).toEqual([true, true]);
    await ahead("44");
    expect(await shown()).toEqual([false, false]);
    await ahead("30");
  });
});

test("造假作废：供应商知道证照已作废，登记高风险事件，起草冻结单等人核对，不自动冻结", async () => {
  const id = await effective({ certificate_no: "H-forged" });
  await transition(await personWith(world, "qa_manager"), {
    id,
    name: "revoke",
    input: { cause: "forged" },
    reason: "与官网不一致",
  });
  expect(await notificationsFor(world.accounts.supplierA, "certificate.judged")).toBeGreaterThan(0);
  const db = world.engine.database.connection();
  const risks = await sql<{ state: string; level: string }>`
    select state, level from risk_event where title like '证照造假%' and supplier_id = ${world.ids.supplierA}`.execute(
    db,
  );
  expect(risks.rows).toEqual([{ state: "confirmed", level: "high" }]);
  const freezes = await sql<{ state: string; actions_text: string }>`
    select state, actions_text from supplier_freeze where source_no = 'H-forged'`.execute(db);
  expect(freezes.rows).toEqual([{ state: "draft", actions_text: "询价邀请、定标、签订合同、下达订单" }]);
  const own = await sql<{ freeze_status: string; risk_level: string }>`
    select freeze_status, risk_level from supplier where id = ${world.ids.supplierA}`.execute(db);
  expect(own.rows).toEqual([{ freeze_status: "none", risk_level: "high" }]);
});

test("供应商转为优选时收到消息，采购员填的升级理由不在其中", async () => {
  const db = world.engine.database.connection();
  await sql`update supplier set stage = 'qualified', grade = 'A' where id = ${world.ids.supplierA}`.execute(db);
  const supplier = world.entity("supplier-management/supplier");
  const manager = await personWith(world, "purchase_manager");
  const wanted = { entity: supplier, id: world.ids.supplierA, name: "promote", reason: "两期A级" };
  await applyTransition(manager, wanted);
  const notification = await sql<{ title: string; body: string }>`
    select title, body from inbox where user_id = ${world.accounts.supplierA} and title like '%阶段%'`.execute(db);
  expect(notification.rows).toEqual([{ title: "您的供应商阶段变为：优选", body: expect.not.stringContaining("两期") }]);
});

test("核验记录：谁何时以什么方式核验、为什么退回，供应商也读得到；多份可一次核验，没有扫描件的换证带入原证信息", async () => {
  const supplier = await world.as("supplierA");
  const { id } = await create(supplier);
  await scanned(id);
  await transition(supplier, { id, name: "submit" });
  const qa = await world.as("qa");
  await transition(qa, { id, name: "reject", reason: "扫描件不清晰" });
  await transition(supplier, { id, name: "submit" });
  await transition(qa, { id, name: "verify", input: { method: "original" } });
  const { sections } = world.engine.registry.server(KEY);
  const record = await whole(id);
  for (const reader of [qa, supplier]) {
    const found = await reading(reader, async () => (await sections?.(reader, record, screen)) ?? []);
    const table = found.find((part) => part.kind === "table" && part.title === "核验记录");
    const rows = table?.kind === "table" ? table.table.rows.map(({ cells }) => cells.map(({ text }) => text)) : [];
    expect(rows.map((cells) => cells[1])).toEqual(["核验通过", "提交", "退回", "提交"]);
    expect(rows[0]?.[3]).toBe("原件核对");
    expect(rows[2]?.[4]).toBe("扫描件不清晰");
  }
  expect(screen.list.batch).toContain("verify");
  const links = await reading(supplier, async () => world.engine.registry.server(KEY).rowLinks?.(supplier, [id]));
  const query = new URLSearchParams(links?.get(id)?.[0]?.href.split("?")[1]);
  const form = await newFormModel(supplier, screen, {
    copyOf: query.get("copy") ?? "",
    chosen: [{ name: query.get("set") ?? "", id: query.get("value") ?? "" }],
  });
  expect(JSON.stringify(form)).toContain(String(record.certificate_no));
});
