import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { recordOnWire } from "~/api/record-wire.server";
import { insertAudit } from "~/data/audit.server";
import type { Context } from "~/engine/context.server";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { readHistory } from "~/engine/operations/audit.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { relatedRows } from "~/engine/operations/related.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { requireAction } from "~/engine/operations/scope.server";
import { saveSystemFields } from "~/engine/operations/system-fields.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { planExport, readPlanned } from "~/engine/output/export.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { openList } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { minimal, personWith } from "../../../support/conformance";
import { refusal, released } from "../../../support/orders";
import { creditCode } from "../../../support/samples";
import { openWorld } from "../../../support/world";

const KEY = "supplier-management/supplier";
const world = await openWorld();
afterAll(() => world.close());
const entity = world.entity(KEY);
const info = world.engine.registry.screen("supplier-management/supplier-info");
if (!info) throw new Error("no supplier information");

const transition = (context: Context, name: string, input: Record<string, unknown> = {}) =>
  applyTransition(context, { entity, id: world.ids.supplierA, name, input });
const stored = async () => (await openRecord(world.system(), { entity, id: world.ids.supplierA })).record;

async function tables(context: Context): Promise<Map<string, string[][]>> {
  const { sections } = await recordModel(context, info as NonNullable<typeof info>, world.ids.supplierA);
  return new Map(
    sections.flatMap((part) =>
      part.kind === "table"
        ? [[part.title, (part.table as RecordTable["table"]).rows.map(({ cells }) => cells.map(({ text }) => text))]]
        : [],
    ),
  );
}

test("供应商看到自己的档案：证照剩余天数、账号只有尾号，没有业务灯和内部字段；别家的打不开", async () => {
  const supplier = await world.as("supplierA");
  const own = await tables(supplier);
  expect(own.get("资质证照")?.length).toBeGreaterThan(0);
  expect(own.get("银行账户")?.[0]?.[2]).toMatch(/^尾号\d{4}$/);
  expect(own.get("生产基地")?.length).toBeGreaterThan(0);
  expect(own.has("业务灯")).toBe(false);
  const page = await recordModel(supplier, info, world.ids.supplierA);
  const titles = page.sections.map(({ title }) => title);
  expect(titles).not.toContain("关联方");
  expect(titles).not.toContain("采购组织");
  expect(JSON.stringify(page.sections)).not.toContain("风险等级");
  await refusal(recordModel(supplier, info, world.ids.supplierB), "not_found");
  const list = await openList(supplier, info, new URLSearchParams());
  expect(JSON.stringify(list)).not.toContain(world.ids.supplierB);
});

test("从自己的证照看回档案：供应商读不到档案的状态，采购员读得到", async () => {
  const certificate = world.entity("supplier-management/supplier-certificate");
  const { rows } = await sql<{ id: string }>`
    select id from supplier_certificate where supplier_id = ${world.ids.supplierA} limit 1`.execute(
    world.engine.database.connection(),
  );
  const { record } = await openRecord(world.system(), { entity: certificate, id: rows[0]?.id ?? "" });
  const statesFor = async (context: Context) =>
    (await reading(context, () => relatedRows(context, certificate, record)))
      .filter(({ target }) => target === entity)
      .flatMap((related) => related.rows.map(({ state }) => state));
  expect(await statesFor(await world.as("supplierA"))).toEqual([null]);
  expect(await statesFor(await world.as("buyerA"))).toEqual(["active"]);
});

test("采购员看到业务灯，每盏灯一行；没有门禁查询权限的人看不到", async () => {
  const lights = (await tables(await world.as("buyerA"))).get("业务灯");
  expect(lights?.map(([name]) => name)).toEqual(["询价邀请", "定标", "签订合同", "下达订单", "交货", "付款"]);
  expect((await tables(await personWith(world, "legal"))).has("业务灯")).toBe(false);
});

test("档案数出订单和未关闭的风险：各人只数到自己能看的，风险不给供应商；数字通到相应的列表", async () => {
  const risk = world.screen("supplier-management/risk-event");
  const system = world.system();
  const { id } = await createRecord(system, {
    screen: risk,
    values: {
      ...{ supplier_id: world.ids.supplierA, category: "opinion", title: "负面报道", detail: "测试" },
      ...{ occurred_on: "2025-01-05", probability: "4", impact: "4" },
    },
  });
  await applyTransition(system, { entity: risk.entity, id, name: "confirm" });
  await released(world);
  const leader = await tables(await personWith(world, "leader"));
  expect(leader.get("风险")?.map((row) => row.slice(2, 4))).toEqual([["负面报道", "高风险"]]);
  const total = (rows: string[][] = []) => rows.reduce((sum, [, count = "0"]) => sum + Number.parseInt(count, 10), 0);
  expect(total(leader.get("订单交付概览"))).toBeGreaterThan(0);
  const supplier = await tables(await world.as("supplierA"));
  expect(supplier.has("风险")).toBe(false);
  expect(supplier.get("订单交付概览")).toEqual([["待供应商确认", "1张"]]);
  expect((await tables(await personWith(world, "legal"))).has("订单交付概览")).toBe(false);
});

test("保存供应商时重新计算完整度和待补充内容，供应商读到同样的缺项和去处", async () => {
  const master = await world.as("masterData");
  const before = await stored();
  expect(before.gaps).toContain("基本信息：");
  const { version } = before;
  const screen = world.screen(KEY);
  const values = { legal_person: "测试法人", business_scope: "测试范围" };
  await updateRecordBy(master, { screen, id: world.ids.supplierA, version, values });
  const after = await stored();
  expect(Number(after.completeness)).toBeGreaterThan(Number(before.completeness ?? 0));
  expect(after.gaps).not.toContain("法定代表人");
  const [row] =
    (await tables(await world.as("supplierA")))
      .get("待办事项")
      ?.filter(([what, which]) => what === "待补充资料" && which?.includes("注册资本")) ?? [];
  expect(row?.[3]).toBe("去补充");
});

test("邀请补充：过去的日期不行，供应商收到待办和期限，完成后待办结束；供应商自己不能邀请", async () => {
  const buyer = await world.as("buyerA");
  const past = await refusal(transition(buyer, "invite_supplement", { due: "2020-01-01" }), "invalid");
  expect(past.message).toContain("要求完成日期不能早于今天");
  const supplier = await world.as("supplierA");
  await refusal(transition(supplier, "invite_supplement", { due: "2099-01-01" }), "forbidden");
  await transition(buyer, "invite_supplement", { due: "2099-01-01", note: "请补传厂区照片" });
  const page = await recordModel(supplier, info, world.ids.supplierA);
  expect(page.warnings.join()).toMatch(/^请在2099-01-01前完成资料补充：补充.*请补传厂区照片$/);
  const task = world.screen("system-management/task");
  const open = async () => JSON.stringify(await openList(supplier, task, new URLSearchParams("state=open")));
  expect(await open()).toContain("补充供应商资料");
  await transition(buyer, "end_supplement");
  expect(await open()).not.toContain("补充供应商资料");
  expect(await stored()).toMatchObject({ supplement_due: null, supplement_note: null });
  await refusal(transition(buyer, "end_supplement"), "wrong_state");
});

test("列表按供应商数出将到期证照和进行中的变更", async () => {
  const buyer = await world.as("buyerA");
  const count = async (name: string) => {
    const rows = await world.engine.registry.server(KEY).extra?.(buyer, info.key, [world.ids.supplierA], "list");
    return Number(rows?.get(world.ids.supplierA)?.[name]);
  };
  const before = await count("changes");
  const values = { supplier_id: world.ids.supplierA, section: "base", reason: "测试", new_short_name: "甲新简称" };
  await createRecord(buyer, { screen: world.screen("supplier-management/supplier-change"), values });
  expect(await count("changes")).toBe(before + 1);
  expect(await count("certificates")).toBeGreaterThanOrEqual(0);
});

test("打印的供应商档案带上证照、基地和账户", async () => {
  const { document } = await printedRecord(
    await world.as("supplierA"),
    info,
    world.ids.supplierA,
    "https://example.com",
  );
  expect(document.title).toBe("供应商档案");
  const titles = document.parts.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(["资质证照", "生产基地", "银行账户"]));
});

test("关联方图谱两层：谁登记的都画得出来，风险高的标出；供应商看不到", async () => {
  const system = world.system();
  const screen = world.screen(KEY);
  const related = async (id: string, related_supplier_id: string, relation: string) => {
    const { record } = await openRecord(system, { entity, id });
    const values = { related_parties: [{ related_supplier_id, relation, evidence: "测试" }] };
    await updateRecordBy(system, { screen, id, version: record.version, values });
  };
  const { id: third } = await createRecord(system, { screen, values: minimal(world, KEY) });
  await related(third, world.ids.supplierB, "same_bank");
  await related(world.ids.supplierB, world.ids.supplierA, "same_legal");
  const { sections } = await recordModel(await world.as("buyerA"), info, world.ids.supplierA);
  const graph = sections.find(({ kind }) => kind === "network");
  if (graph?.kind !== "network") throw new Error("no network");
  expect(graph.network.columns.map((column) => column.map(({ note }) => note))).toEqual([
    ["本供应商"],
    // Not the bank account, too: that is how the third is related to it.
    ["同一法人"],
    ["同一银行账户"],
  ]);
  expect(graph.table.rows[0]?.cells.slice(1, 4).map(({ text }) => text)).toEqual(["本供应商", "同一法人", "测试"]);
  const own = await recordModel(await world.as("supplierA"), info, world.ids.supplierA);
  expect(own.sections.map(({ title }) => title)).not.toContain("关联方图谱");
});

test("时间轴和审核整改：供应商只读到给它的单据，待办写明各类多少项、最早哪天", async () => {
  const supplier = await world.as("supplierA");
  const own = await tables(supplier);
  const staff = await tables(await world.as("buyerA"));
  expect(staff.get("时间轴")?.map(([, what]) => what)).toContain("建立档案");
  expect(own.get("时间轴")?.flat().join()).not.toContain("风险事件");
  const page = await recordModel(supplier, info, world.ids.supplierA);
  const toDo = page.sections.find(({ title }) => title === "待办");
  if (toDo?.kind !== "facts") throw new Error("no to-dos");
  const kinds = new Set(own.get("待办事项")?.map(([kind]) => kind));
  expect(toDo.facts.map(({ label }) => label)).toEqual([...kinds]);
  for (const { text } of toDo.facts) expect(text).toMatch(/^\d+项/);
});

test("法定代表人或电话相同的供应商自动登记为关联方并告诉采购员；有人删掉的不再登记", async () => {
  const system = world.system();
  const screen = world.screen(KEY);
  const { id } = await createRecord(system, {
    screen,
    values: {
      ...{ name: "测试关联食品有限公司", uscc: creditCode(9871), supplier_type: "manufacturer" },
      ...{
        supplier_class_id: world.ids.supplierClass,
        region: "浙江省",
        registered_address: "关联路1号",
        currency: "CNY",
      },
      ...{ taxpayer_type: "general", buyer_id: world.accounts.buyerA, legal_person: "关联人甲" },
    },
  });
  const partiesOf = async () => (await openRecord(system, { entity, id })).record;
  const other = (await openRecord(system, { entity, id: world.ids.supplierB })).record;
  await updateRecordBy(system, {
    screen,
    id: world.ids.supplierB,
    version: other.version,
    values: { legal_person: "关联人甲" },
  });
  const found = (await openRecord(system, { entity, id: world.ids.supplierB })).record.related_parties;
  expect(found).toContainEqual(
    expect.objectContaining({ related_supplier_id: id, relation: "same_legal", evidence: "法定代表人均为关联人甲" }),
  );
  const { rows: notification } = await sql<{
    title: string;
  }>`select title from inbox where title like '%有新的关联方'`.execute(world.engine.database.connection());
  expect(notification.length).toBeGreaterThan(0);
  const { version } = (await openRecord(system, { entity, id: world.ids.supplierB })).record;
  const rest = { related_parties: [] };
  await updateRecordBy(system, { screen, id: world.ids.supplierB, version, values: rest });
  expect((await openRecord(system, { entity, id: world.ids.supplierB })).record.related_parties).toEqual([]);
  expect((await partiesOf()).related_parties).toEqual([]);
});

test("合并互为关联方的两家：单据转走，留下的一家不与自己关联；提出人不能自己确认", async () => {
  const system = world.system();
  const screen = world.screen(KEY);
  const { record } = await openRecord(system, { entity, id: world.ids.supplierB });
  const base = { supplier_type: "manufacturer", supplier_class_id: world.ids.supplierClass, region: "浙江省" };
  const { id } = await createRecord(system, {
    screen,
    values: {
      ...{ ...base, name: "测试重复食品有限公司", uscc: creditCode(9872), registered_address: "重复路1号" },
      ...{ currency: "CNY", taxpayer_type: "general", buyer_id: world.accounts.buyerA },
    },
  });
  const related = [{ related_supplier_id: id, relation: "same_legal", evidence: "测试" }];
  const values = { related_parties: related };
  await updateRecordBy(system, { screen, id: world.ids.supplierB, version: record.version, values });
  const manager = await world.as("manager");
  const input = { target: world.ids.supplierB };
  await applyTransition(manager, { entity, id, name: "propose_merge", reason: "重复建档", input });
  await refusal(applyTransition(manager, { entity, id, name: "confirm_merge" }), "forbidden");
  const finance = await personWith(world, "finance");
  expect(await applyTransition(finance, { entity, id, name: "confirm_merge" })).toMatchObject({ state: "merged" });
  const kept = (await openRecord(system, { entity, id: world.ids.supplierB })).record;
  expect(kept.related_parties).toEqual([]);
});

test("提交合并期间供应商照常：接口、历史和页面都不告诉它，财务的待办里有，能取消", async () => {
  const manager = await world.as("manager");
  const id = world.ids.supplierA;
  const input = { target: world.ids.supplierB };
  await applyTransition(manager, { entity, id, name: "propose_merge", reason: "疑似重复", input });
  const twice = applyTransition(manager, { entity, id, name: "propose_merge", reason: "再提一次", input });
  expect((await refusal(twice, "wrong_state")).message).toContain("等待财务确认");
  const supplier = await world.as("supplierA");
  const seen = async () => {
    const loaded = await reading(supplier, () => openRecord(supplier, { entity, id }));
    return JSON.stringify([
      recordOnWire(supplier, entity, loaded),
      await readHistory(supplier, { entity, recordId: id }),
      (await recordModel(supplier, info, id)).title,
      await recordModel(supplier, info, id),
    ]);
  };
  const words = ["合并", "merging", "merged_into", "疑似重复", world.ids.supplierB];
  const notified = await seen();
  for (const word of words) expect(notified, word).not.toContain(word);
  const finance = await personWith(world, "finance");
  expect((await recordModel(finance, info, id)).actions.map(({ label }) => label)).toContain("确认合并");
  await applyTransition(finance, { entity, id, name: "cancel_merge", reason: "不是同一家" });
  expect((await recordModel(finance, info, id)).actions.map(({ label }) => label)).not.toContain("确认合并");
  for (const word of words) expect(await seen(), word).not.toContain(word);
  // What an earlier version of the program wrote into the trail stays with us as well.
  const state = { path: "state", label: "状态", from: "active", to: "merging", fromText: "正常", toText: "合并待确认" };
  await world.engine.database.transaction({ role: "owner" }, () =>
    insertAudit(world.engine.database.connection(), {
      id: world.engine.newId(),
      at: manager.now.toISOString(),
      userId: manager.actor.id,
      userName: "采购经理",
      userSupplierId: null,
      entity: entity.key,
      recordId: id,
      recordNumber: null,
      action: "propose_merge",
      label: "合并重复",
      changes: [state],
      reason: null,
      staffChanges: [],
      staffReason: null,
      requestId: "test",
      ip: "",
      channel: "web",
      suppliers: [id],
    }),
  );
  expect(await seen()).not.toContain("合并");
  expect((await readHistory(manager, { entity, recordId: id })).map(({ label }) => label)).toContain("合并重复");
});

test("按证照和缺项找供应商：30天内到期的、缺必备证照的各有开关，与证照清单一致", async () => {
  const manager = await world.as("manager");
  const db = world.engine.database.connection();
  await sql`update supplier_certificate set valid_to = ${addDays(TODAY, 20)}, state = 'valid' where id = ${world.ids.certificateA}`.execute(
    db,
  );
  await sql`update supplier set gaps = '资质证照：食品生产许可证' where id = ${world.ids.supplierB}`.execute(db);
  await sql`update supplier set gaps = null where id = ${world.ids.supplierA}`.execute(db);
  const ids = async (key: string, toggle: string) => {
    const request = { filters: {}, toggles: [toggle], sort: [], page: 1, size: 100 };
    const screen = world.engine.registry.screen(key);
    if (!screen) throw new Error(key);
    return (await listRecords(manager, screen, request)).rows.map((row) => row.id);
  };
  const own = "supplier-management/supplier-maintenance";
  expect(await ids(own, "expiring_only")).toEqual([world.ids.supplierA]);
  expect(await ids(own, "lacking_only")).toContain(world.ids.supplierB);
  expect(await ids(own, "lacking_only")).not.toContain(world.ids.supplierA);
  const held = await ids("supplier-management/supplier-certificate", "lacking_only");
  expect(held).toContain(world.ids.certificateB);
  expect(held).not.toContain(world.ids.certificateA);
});

describe("只有内部资料变化时，供应商的档案纹丝不动", () => {
  const id = world.ids.supplierB;
  const LIST = { filters: {}, toggles: [], page: 1, size: 10 };
  const columns = ["name", "updated_at", "updated_by"];
  /** What the supplier can learn of version, time and author, by every way it has. */
  const seen = async () => {
    const supplier = await world.as("supplierB");
    const { version, updated_at, updated_by } = recordOnWire(
      supplier,
      entity,
      await reading(supplier, () => openRecord(supplier, { entity, id })),
    );
    const { rows } = await listRecords(supplier, info, { ...LIST, sort: ["-updated_at"], columns });
    const request = {
      list: { ...LIST, sort: ["-updated_at"] },
      columns,
      lines: null,
      strict: true,
      format: "csv" as const,
    };
    const rights = requireAction(supplier, entity, "export", info);
    const plan = await reading(supplier, () =>
      planExport(supplier, { screen: info, request, rights, most: 100, versions: true }),
    );
    const page = JSON.stringify(await recordModel(supplier, info, id));
    return {
      version,
      updated_at,
      updated_by,
      rows,
      ids: plan.ids,
      file: await readPlanned(supplier, info, plan, [0]),
      page,
    };
  };
  const later = async (minutes: number) => {
    const context = await personWith(world, "master_data");
    return { ...context, now: new Date(context.now.getTime() + minutes * 60_000) };
  };
  const version = async () => (await openRecord(world.system(), { entity, id })).record.version;
  const save = async (minutes: number, values: Record<string, unknown>, at?: number) =>
    updateRecordBy(await later(minutes), { screen: world.screen(KEY), id, version: at ?? (await version()), values });

  test("SAP编码、采购组织、风险等级和合并改了什么、何时、由谁，都看不出来；内部照样防止互相覆盖", async () => {
    // The first save works out anew what the file lacks, which the supplier reads.
    await save(5, { sap_code: "SAP-0112" });
    const notified = await seen();
    const first = await version();
    await save(10, { sap_code: "SAP-0113" });
    await save(11, { orgs: [{ purchase_org_id: world.ids.org, enabled: "1" }] });
    await saveSystemFields(world.system(), { entity, id, values: { risk_level: "medium" }, label: "风险等级重新计算" });
    const input = { target: world.ids.supplierA };
    await applyTransition(await world.as("manager"), { entity, id, name: "propose_merge", reason: "疑似重复", input });
    await applyTransition(await personWith(world, "finance"), { entity, id, name: "cancel_merge", reason: "不是" });
    expect(await version()).toBe(first + 5);
    expect(await seen()).toEqual(notified);
    await refusal(save(12, { sap_code: "SAP-0114" }, first), "stale_record");
    const { record } = await openRecord(world.system(), { entity, id });
    expect([record.sap_code, record.updated_at]).not.toEqual(["SAP-0114", notified.updated_at]);
  });

  test("它看得到的内容变了，版本加一，时间和修改人是这一次的", async () => {
    const notified = await seen();
    await save(20, { sap_code: "SAP-0115" });
    await save(30, { business_scope: "调味料生产" });
    const now = await seen();
    expect(now.version).toBe(Number(notified.version) + 1);
    expect(now.updated_at).not.toBe(notified.updated_at);
    expect(now.updated_by).toBe((await later(0)).actor.id);
    expect(now.rows[0]).toMatchObject({ version: now.version, values: { updated_by: now.updated_by } });
    expect(now.ids).not.toBe(notified.ids);
    await save(40, { short_name: "测B" });
    expect((await seen()).version).toBe(Number(notified.version) + 2);
  });

  test("数据库也不给供应商读真正的版本和更新时间", async () => {
    const identity = { role: "supplier" as const, userId: world.accounts.supplierB, supplierId: id };
    const { database } = world.engine;
    const read = (column: string) =>
      database.transaction(identity, () => sql`select ${sql.ref(column)} from supplier`.execute(database.connection()));
    expect((await read("shown_version")).rows).toHaveLength(1);
    for (const column of ["version", "updated_at", "updated_by"]) await expect(read(column), column).rejects.toThrow();
  });
});

test("联系人旁边是其账号；没有账号的由能开通账号的人打开填好的表单；看不到用户的没有这张表，供应商只看自己的", async () => {
  const connection = world.engine.database.connection();
  await sql`update app_user set phone = '13800010001' where id = ${world.accounts.supplierA}`.execute(connection);
  const admin = await world.as("admin");
  const title = "联系人账号";
  const [, none] = (await tables(admin)).get(title) ?? [];
  const page = JSON.stringify((await recordModel(admin, info, world.ids.supplierA)).sections);
  expect((await tables(admin)).get(title)?.[0]?.[2]).not.toBe("未开通");
  expect(none).toEqual(["质量", "13800010002", "未开通", "", "开通账号"]);

  const [, about = ""] = /system-management\/users\/new\?about=([0-9a-f-]+)/.exec(page) ?? [];
  const users = world.screen("system-management/user");
  const form = JSON.stringify(await newFormModel(admin, users, { about }));
  for (const filled of ["质量", "13800010002", world.ids.supplierA, "请核对后填写用户账号"])
    expect(form).toContain(filled);
  for (const nothing of [world.engine.newId(), "x'"])
    expect(JSON.stringify(await newFormModel(admin, users, { about: nothing }))).not.toContain("请核对后填写用户账号");

  const supplier = await world.as("supplierA");
  expect((await tables(supplier)).get(title)).toEqual([
    ["业务", "13800010001", expect.stringMatching(/.+/), expect.stringMatching(/.+/), ""],
    ["质量", "13800010002", "未开通", "", ""],
  ]);
  expect((await tables(await world.as("qa"))).has(title)).toBe(false);
});

describe("ERP里的供应商", () => {
  const ACCOUNT = "supplier-management/supplier-bank-account";
  /** What the journal keeps of the calls about a supplier, oldest first. */
  async function calls(id: string) {
    const { rows } = await sql<{ supplier: Record<string, unknown> }>`
      select request_body::jsonb -> 'supplier' as supplier from interface_log
      where interface_code = 'vendor_changed' and document_id::text = ${id} order by id`.execute(
      world.engine.database.connection(),
    );
    return rows.map(({ supplier }) => supplier);
  }
  /** What is told in the meantime, with the ERP connected. */
  async function told(work: () => Promise<unknown>) {
    const before = (await calls(world.ids.supplierB)).length;
    world.engine.integration = { systems: new Set(["sap"]) };
    await work();
    world.engine.integration = { systems: new Set() };
    return (await calls(world.ids.supplierB)).slice(before);
  }
  const fileOf = async () => (await openRecord(world.system(), { entity, id: world.ids.supplierB })).record;
  async function edit(values: Record<string, unknown>) {
    const [screen] = world.engine.registry.screensOf(KEY);
    const { version } = await fileOf();
    if (!screen) throw new Error("no screen");
    await updateRecordBy(await world.as("masterData"), { screen, id: world.ids.supplierB, version, values });
  }

  test("可以采购以后才上传；它也保存的内容变了就再传，别的不传；冻结和离开时告诉它不能再买", async () => {
    const { stage } = await fileOf();
    expect(stage).toBe("qualified");
    const [changed, ...more] = await told(() => edit({ short_name: "乙厂" }));
    expect(more).toEqual([]);
    expect(changed).toMatchObject({ shortName: "乙厂", stage: "qualified", blocked: false });
    expect(Array.isArray(changed?.purchaseOrgs)).toBe(true);
    expect(await told(() => edit({ business_scope: "坚果炒货" }))).toEqual([]);
    const facts = (input: Record<string, unknown>) =>
      applyTransition(world.system(), { entity, id: world.ids.supplierB, name: "note_facts", input });
    expect(await told(() => facts({ risk_level: "medium" }))).toEqual([]);
    expect(await told(() => facts({ freeze_status: "full" }))).toMatchObject([{ blocked: true }]);
    expect(await told(() => facts({ freeze_status: "none" }))).toMatchObject([{ blocked: false }]);
  });

  test("生效的银行账户随供应商上传，报文只留账号末四位", async () => {
    const buyer = world.system();
    const [screen] = world.engine.registry.screensOf(ACCOUNT);
    if (!screen) throw new Error("no screen");
    const { name } = await fileOf();
    const { id } = await createRecord(buyer, {
      screen,
      values: {
        ...{ supplier_id: world.ids.supplierB, bank_name: "测试银行", cnaps: "102100099996" },
        ...{ account_name: name, account_no: "6222020200011118888" },
      },
    });
    const [sent] = await told(() =>
      applyTransition(buyer, { entity: world.entity(ACCOUNT), id, name: "take_effect", reason: "测试" }),
    );
    const accounts = (sent?.bankAccounts ?? []) as Record<string, unknown>[];
    expect(accounts.map(({ accountNo }) => accountNo)).toContain("***8888");
    const { rows } = await sql<{ body: string }>`select p.body::text as body from interface_payload p
      join interface_log l on l.id = p.log_id where l.interface_code = 'vendor_changed' order by l.id desc limit 1`.execute(
      world.engine.database.connection(),
    );
    expect(rows[0]?.body).toContain("6222020200011118888");
  });
});
