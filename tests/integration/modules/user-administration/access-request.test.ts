import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { assignRoles } from "~/engine/assign/assign.server";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { readHistory } from "~/engine/operations/audit.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { findChoice, optionsFor } from "~/engine/operations/references.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { newFormModel } from "~/engine/screen/form-model.server";
import { loadActor } from "~/engine/session/actor.server";
import { where } from "~/shared/condition";
import { newcomerWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { rowsOf, setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const KEY = "user-administration/access-request";
const entity = world.entity(KEY);
const screen = world.screen(KEY);

const LIST = { filters: {}, toggles: [], sort: [], page: 1, size: 50 };
const admin = () => world.as("admin");
const roleId = async (code: string) =>
  (await unscopedRows(await admin(), "system-management/role", ["id"], [where.eq("code", code)]))[0]?.id ?? "";
const rolesOf = async (person: Context) => [...(await loadActor(world.engine, String(person.actor.id))).roles].sort();
const ask = async (person: Context, role: string, more: object = {}) =>
  createRecord(person, {
    screen,
    values: {
      role_id: await roleId(role),
      reason: "同事休假，代为处理两周的单据",
      valid_until: "2025-03-24",
      ...more,
    },
  });
const move = (person: Context, id: string, name: string, reason?: string) =>
  applyTransition(person, { entity, id, name, ...(reason ? { reason } : {}) });
const read = async (id: string) => (await openRecord(await admin(), { entity, id })).record;
const setUntil = (id: string, day: string) =>
  sql`update access_request set valid_until = ${day} where id = ${id}`.execute(world.engine.database.connection());
const told = async (scenario: string) =>
  (await rowsOf(world, "inbox", "at")).filter((row) => row.scenario === scenario).map((row) => row.user_id);

test("本人申请，别的管理员同意后授予到有效期，账号历史里写明申请单号；到期单据自己结束", async () => {
  const person = await newcomerWith(world, "planner");
  const { id, number } = await ask(person, "warehouse");
  expect((await read(id)).requester_id).toBe(person.actor.id);
  // Own ones are the person's, all are the administrators'.
  const other = await world.as("warehouse");
  expect((await listRecords(other, screen, LIST)).rows.map((row) => row.id)).not.toContain(id);
  expect((await listRecords(await admin(), screen, LIST)).rows.map((row) => row.id)).toContain(id);
  await refusal(move(await admin(), id, "submit"), "wrong_state");
  await move(person, id, "submit");
  expect(await told("access-request.asked")).toContain((await admin()).actor.id);
  await refusal(move(person, id, "approve"), "forbidden");
  expect(await move(await admin(), id, "approve")).toMatchObject({ state: "granted" });
  expect(await rolesOf(person)).toEqual(["planner", "warehouse"]);
  expect(await told("access-request.settled")).toContain(person.actor.id);
  const user = world.entity("system-management/user");
  const [entry] = await readHistory(await admin(), { entity: user, recordId: String(person.actor.id) });
  expect(entry?.label).toBe(`按权限申请${number}授予角色`);
  const grants = await rowsOf(world, "user_role", "role_code");
  const grant = grants.find((row) => row.user_id === person.actor.id && row.role_code === "warehouse");
  expect(String(grant?.valid_until)).toContain("2025-03-24");
  // What one holds is not offered again.
  await refusal(ask(person, "warehouse"), "invalid");
  const again = await refusal(ask(person, "planner"), "invalid");
  expect(again.complaints[0]).toMatchObject({ field: "role_id" });
  // The grant ends by its day; the request follows.
  await setUntil(id, "2025-03-09");
  await workDeadlines(world.system());
  expect((await read(id)).state).toBe("expired");
});

test("原因和有效期写在字段旁：10到500字，不早于今天，不超过参数规定的天数；提交时再看一次", async () => {
  const person = await newcomerWith(world, "planner");
  const wrong = async (more: object) => (await refusal(ask(person, "qa", more), "invalid")).complaints[0];
  expect(await wrong({ reason: "太短" })).toEqual({ field: "reason", message: "申请原因请输入10-500字" });
  expect(await wrong({ valid_until: "2025-03-09" })).toEqual({
    field: "valid_until",
    message: "有效期不能早于今天",
  });
  expect((await wrong({ valid_until: "2025-09-07" }))?.message).toBe("有效期最长180天，最晚到2025-09-06");
  const { id } = await ask(person, "qa", { valid_until: "2025-03-30" });
  await setParameter(world, "access.requestMostDays", "10");
  expect((await refusal(move(person, id, "submit"), "invalid")).message).toContain("最长10天");
  await setParameter(world, "access.requestMostDays", "180");
  await move(person, id, "submit");
  await move(person, id, "withdraw");
  expect((await read(id)).state).toBe("withdrawn");
  await refusal(move(await admin(), id, "approve"), "wrong_state");
});

test("互斥的角色在提交时说明，审批前才成为互斥的由审批人看到；拒绝要写原因", async () => {
  const pairs = sql`insert into role_exclusive values ('finance_lead', 'purchase_manager'), ('purchase_manager', 'qa_manager')`;
  await pairs.execute(world.engine.database.connection());
  const person = await newcomerWith(world, "finance_lead");
  const { id: clash } = await ask(person, "purchase_manager");
  expect((await refusal(move(person, clash, "submit"), "invalid")).message).toContain("不能同时授予同一用户");
  const plain = await newcomerWith(world, "planner");
  const { id } = await ask(plain, "purchase_manager");
  await move(plain, id, "submit");
  const roles = ["planner", "qa_manager"].map((code) => ({ code, from: null, until: null }));
  await assignRoles(await admin(), { userId: String(plain.actor.id), roles });
  expect((await refusal(move(await admin(), id, "approve"), "invalid")).message).toContain("不能同时授予");
  await refusal(move(await admin(), id, "reject"), "invalid");
  await move(await admin(), id, "reject", "与质量经理互斥");
  expect(await rolesOf(plain)).toEqual(["planner", "qa_manager"]);
});

test("审批岗位由两名管理员先后同意，第一名和申请人都不能做第二名", async () => {
  const second = await newcomerWith(world, "user_admin");
  const person = await newcomerWith(world, "planner");
  const { id } = await ask(person, "leader");
  await move(person, id, "submit");
  expect(await move(await admin(), id, "approve")).toMatchObject({ state: "second" });
  expect(await rolesOf(person)).toEqual(["planner"]);
  await refusal(move(await admin(), id, "confirm"), "own_rule");
  expect(await move(second, id, "confirm")).toMatchObject({ state: "granted" });
  expect(await rolesOf(person)).toEqual(["leader", "planner"]);
  // Who keeps accounts asks like everybody, and does not agree to it.
  const { id: own } = await ask(second, "warehouse");
  await move(second, own, "submit");
  await refusal(move(second, own, "approve"), "own_rule");
});

test("从没有权限的页面打开时，写明缺少的权限并先给出有它的角色；不认识的不理会", async () => {
  const person = await newcomerWith(world, "expert");
  const form = await newFormModel(person, screen, { about: "warehouse.query" });
  const values = form.sections.flatMap((part) => (part.kind === "fields" ? part.controls : []));
  const textIn = (name: string) => values.find((control) => control.name === name)?.value;
  expect(textIn("missing")).toMatch(/：查询（warehouse\.query）$/);
  expect(textIn("role_id")).not.toBe("");
  expect(form.note).toContain("有这项权限的角色：");
  const { id } = await ask(person, "warehouse", { missing: textIn("missing") });
  expect((await read(id)).permission_id).toBe("warehouse.query");
  const unknown = await newFormModel(person, screen, { about: "nobody-knows.query" });
  expect([unknown.note, unknown.sections.length]).toEqual([undefined, 1]);
  await refusal(newFormModel(await world.as("supplierA"), screen, {}), "forbidden");
});

test("审批前有效期已过的不再同意", async () => {
  const person = await newcomerWith(world, "planner");
  const { id } = await ask(person, "qa");
  await move(person, id, "submit");
  await setUntil(id, "2025-03-01");
  expect((await refusal(move(await admin(), id, "approve"), "invalid")).message).toContain("有效期已过");
});

test("角色按名称列出和显示，键入编码或“编码 名称”也找得到；名称不能与别的角色相同", async () => {
  const person = await newcomerWith(world, "planner");
  const field = entity.fields.role_id;
  const [offer] = await optionsFor(person, [field], 100);
  const labels = (offer?.options ?? []).map(({ label }) => label);
  expect(labels).toContain("仓管员");
  expect(labels.filter((label) => /[a-z]/.test(label))).toEqual([]);
  const id = await roleId("warehouse");
  for (const typed of ["仓管员", "warehouse", "warehouse 仓管员", id])
    expect([typed, await findChoice(person, field, typed)]).toEqual([typed, id.toLowerCase()]);
  expect(await findChoice(person, field, "没有这个角色")).toBeNull();
  const twin = createRecord(await admin(), {
    screen: world.screen("system-management/role"),
    values: { code: "keeper_two", name: "仓管员", rank: "10", audience: "internal" },
  });
  expect((await refusal(twin, "invalid")).complaints).toEqual([{ field: "name", message: "角色名称已存在" }]);
});
