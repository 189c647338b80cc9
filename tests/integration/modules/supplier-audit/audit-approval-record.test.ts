import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { listModel } from "~/engine/screen/list-model.server";
import { DECIDED_KINDS } from "~/modules/supplier-audit/audit-approval-record/audit-approval-record.entity";
import { personWith } from "../../../support/conformance";
import { publishFlow } from "../../../support/flows";
import { refusal } from "../../../support/orders";
import { make, stored, transition } from "../../../support/quality";
import { call, signIn } from "../../../support/rest";
import { creditCode } from "../../../support/samples";
import { openWorld } from "../../../support/world";

const RECORD = "supplier-audit/audit-approval-record";
const EXEMPTION = "supplier-management/gate-exemption";
const ADMISSION = "supplier-management/admission";
const SUPPLIER = "supplier-management/supplier";
const HOUR = 3_600_000;

const world = await openWorld();
afterAll(() => world.close());
const { ids, clock } = world;
const screen = world.screen(RECORD);

let qaManager: Context;
let manager: Context;
beforeAll(async () => {
  qaManager = await personWith(world, "qa_manager");
  manager = await personWith(world, "purchase_manager");
});

const COLUMNS = [...(world.entity(RECORD).list.columns as string[]), "approver_id", "on_behalf_of"];
const now = (context: Context): Context => ({ ...context, now: clock.now() });

async function rowsOf(filters: Record<string, string[]>, who = qaManager) {
  const { rows, complaints } = await listRecords(now(who), screen, {
    filters,
    toggles: [],
    sort: [],
    page: 1,
    size: 100,
    columns: COLUMNS,
  });
  expect(complaints).toEqual([]);
  return rows.map(({ values }) => values);
}

test("单据自己的审批动作也在记录里：节点、意见、到达时间和耗时", async () => {
  const buyer = await personWith(world, "buyer");
  const { id, number } = await make(world, now(buyer), EXEMPTION, {
    supplier_id: ids.supplierB,
    lifts_certificate: "1",
  });
  await transition(world, { context: now(buyer), key: EXEMPTION, id, name: "submit" });
  clock.advance(2 * HOUR);
  await transition(world, {
    context: now(qaManager),
    key: EXEMPTION,
    id,
    name: "approve_first",
    more: { reason: "风险可控" },
  });
  clock.advance(HOUR / 2);
  await transition(world, {
    context: now(manager),
    key: EXEMPTION,
    id,
    name: "reject",
    more: { reason: "有替代货源" },
  });
  const rows = await rowsOf({ doc_no: [number ?? ""] });
  expect(rows.map(({ decision, node, hours, opinion }) => ({ decision, node, hours, opinion }))).toEqual([
    { decision: "reject", node: "待第二人批准", hours: "0.5", opinion: "有替代货源" },
    { decision: "approve", node: "待批准", hours: "2.0", opinion: "风险可控" },
    { decision: "submit", node: "提交", hours: null, opinion: null },
  ]);
  expect(rows[0]).toMatchObject({ doc_type: EXEMPTION, supplier_id: ids.supplierB, approver_id: manager.actor.id });
  expect((await rowsOf({ supplier_id: [ids.supplierB], decision: ["approve"] })).map((row) => row.doc_no)).toContain(
    number,
  );
  expect(await rowsOf({ doc_no: [number ?? ""], decided_at: ["2001-01-01", "2001-01-02"] })).toEqual([]);
});

test("审批流里的每一步都在记录里：转办、代审写明由谁代谁", async () => {
  const buyer = await personWith(world, "buyer");
  const owner = await world.as("manager");
  const deputy = await personWith(world, "leader");
  await publishFlow(world, {
    document: ADMISSION,
    steps: [{ decider: "person", person_id: manager.actor.id, name: "经理审批" }],
  });
  const supplierId = (await make(world, world.system(), SUPPLIER, { name: "审批记录供应商", uscc: creditCode(7901) }))
    .id;
  const { id, number } = await make(world, now(buyer), ADMISSION, {
    supplier_id: supplierId,
    admission_type: "new",
    material_type_id: ids.grainType,
    buyer_id: buyer.actor.id,
    materials: [{ material_id: ids.corn, factory_id: ids.factory1 }],
    assessors: [{ user_id: buyer.actor.id }],
  });
  await transition(world, { context: now(buyer), key: ADMISSION, id, name: "submit" });
  for (const step of ["need_audit", "need_sample", "need_trial"])
    await transition(world, {
      context: now(qaManager),
      key: ADMISSION,
      id,
      name: "waive",
      more: { input: { step }, reason: "同集团已审核" },
    });
  const lines = linesOf(await stored(world, ADMISSION, id), "checklist");
  await transition(world, {
    context: now(buyer),
    key: ADMISSION,
    id,
    name: "judge",
    more: {
      lineInput: Object.fromEntries(lines.map((line) => [line.id, { result: "ok" }])),
    },
  });
  await transition(world, { context: now(buyer), key: ADMISSION, id, name: "pass_first" });
  await transition(world, {
    context: now(buyer),
    key: ADMISSION,
    id,
    name: "vote",
    more: { input: { vote: "agree" } },
  });
  await transition(world, {
    context: now(buyer),
    key: ADMISSION,
    id,
    name: "conclude",
    more: { input: { conclusion: "qualified" } },
  });
  await transition(world, { context: now(buyer), key: ADMISSION, id, name: "submit_approval" });
  clock.advance(HOUR);
  await transition(world, {
    context: now(manager),
    key: ADMISSION,
    id,
    name: "hand_over",
    more: { input: { receiver_id: owner.actor.id } },
  });
  await createRecord(now(world.system()), {
    screen: world.screen("system-management/approval-deputy"),
    values: {
      owner_id: owner.actor.id,
      deputy_id: deputy.actor.id,
      from_day: "2025-01-01",
      to_day: "2025-12-31",
      enabled: "1",
    },
  });
  clock.advance(3 * HOUR);
  await transition(world, { context: now(deputy), key: ADMISSION, id, name: "approve", more: { reason: "同意准入" } });

  const rows = await rowsOf({ doc_no: [number ?? ""] });
  expect(rows.map(({ decision, node, hours }) => [decision, node, hours])).toEqual([
    ["approve", "经理审批", "3.0"],
    ["transfer", "经理审批", "1.0"],
    ["submit", "提交审批", null],
    ["approve", "初审中", "0.0"],
    ["submit", "提交初审", null],
  ]);
  expect(rows[0]).toMatchObject({
    approver: `由${deputy.actor.name}代${owner.actor.name}审批`,
    approver_id: deputy.actor.id,
    on_behalf_of: owner.actor.id,
    opinion: "同意准入",
    supplier_id: supplierId,
  });
  expect(rows[1]).toMatchObject({ approver_id: manager.actor.id, on_behalf_of: null });

  const { about, charts } = await figuresModel(now(qaManager), screen);
  expect(about).toContain("共90天");
  expect(charts[0]?.caption).toBe("节点平均耗时");
  const at = charts[0]?.labels.indexOf("供应商准入·经理审批") ?? -1;
  expect(charts[0]?.series[0]?.values[at]).toBe("2.0");
});

test("只能查看：有权的人看得到并能打开单据，其他角色和供应商被拒绝，没有新建和修改", async () => {
  const model = await listModel(now(qaManager), screen, new URLSearchParams());
  const links = model.table.rows.flatMap((row) => row.actions ?? []).map(({ label }) => label);
  expect(new Set(links)).toEqual(new Set(["打开"]));
  await refusal(rowsOf({}, await personWith(world, "buyer")), "forbidden");
  await refusal(rowsOf({}, await world.as("supplierA")), "forbidden");
  const token = await signIn(world, "admin");
  const path = `/v2/${RECORD}`;
  expect((await call(world, { token, method: "GET", path: `${path}/page` })).status).toBe(200);
  expect((await call(world, { token, method: "POST", path, body: { node: "假的" } })).status).toBe(403);
});

test("登记为决定的动作，单据都有；每种单据都有提交和决定", async () => {
  const { rows } = await sql<{ entity: string; action: string; decision: string }>`
    select entity, action, decision from approval_move`.execute(world.engine.database.connection());
  const missing = rows.filter(({ entity, action }) => !(action in (world.entity(entity).transitions ?? {})));
  expect(missing).toEqual([]);
  expect(new Set(rows.map(({ entity }) => entity))).toEqual(new Set(DECIDED_KINDS));
  for (const kind of DECIDED_KINDS) {
    const found = rows.filter(({ entity }) => entity === kind).map(({ decision }) => decision);
    expect(found).toEqual(expect.arrayContaining(["submit", "approve"]));
  }
});
