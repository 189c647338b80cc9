import { afterAll, expect, test } from "vitest";
import { assignRoles } from "~/engine/assign/assign.server";
import type { Context } from "~/engine/context.server";
import { readHistory } from "~/engine/operations/audit.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { loadActor } from "~/engine/session/actor.server";
import { assignModel, submitAssign } from "~/modules/user-administration/user-assign/user-assign.page.server";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const KEY = "system-management/user";
const entity = world.entity(KEY);

let serial = 0;
async function addUser(): Promise<string> {
  serial += 1;
  const values = { accountname: `two.${serial}`, username: `双人${serial}`, phone: "13800138000" };
  return (await createRecord(await world.as("admin"), { screen: world.screen(KEY), values })).id;
}

const give = (context: Context, userId: string, ...codes: string[]) =>
  assignRoles(context, { userId, roles: codes.map((code) => ({ code, from: null, until: null })) });
const rolesOf = async (id: string) => (await loadActor(world.engine, id)).roles;
const proposalsOf = async (id: string) =>
  (await openRecord(await world.as("admin"), { entity, id })).record.grant_proposals;
const messagesOf = async (scenario: string) =>
  (await rowsOf(world, "inbox", "at")).filter((row) => row.scenario === scenario).map((row) => row.user_id);

test("只有一名管理员时，审批岗位由他一人授予，历史里写明", async () => {
  const admin = await world.as("admin");
  const id = await addUser();
  expect((await give(admin, id, "purchase_manager")).waiting).toEqual([]);
  expect(await rolesOf(id)).toEqual(["purchase_manager"]);
  const [entry] = await readHistory(admin, { entity, recordId: id });
  expect(entry?.label).toBe("分配角色（没有第二名管理员）");
});

test("有第二名管理员之后", async () => {
  const admin = await world.as("admin");
  const second = await personWith(world, "user_admin");
  const id = await addUser();
  // What approves nothing is given at once; what does waits, and both other administrators are told but for the one who asks.
  const result = await give(admin, id, "planner", "purchase_manager");
  expect(result.waiting).toEqual(["采购经理"]);
  expect(await rolesOf(id)).toEqual(["planner"]);
  expect(await messagesOf("account.grant-proposed")).toContain(second.actor.id);
  expect(await proposalsOf(id)).toMatchObject([{ proposed_by: admin.actor.id }]);
  // The same once more changes nothing; another way in is closed.
  expect((await give(admin, id, "planner", "purchase_manager")).added).toEqual([]);
  const input = { role: "采购经理" };
  await refusal(applyTransition(admin, { entity, id, name: "grant_role", input }), "invalid");
  // Who proposed does not confirm.
  await refusal(applyTransition(admin, { entity, id, name: "confirm_grants" }), "own_rule");
  expect(await rolesOf(id)).toEqual(["planner"]);
  await applyTransition(second, { entity, id, name: "confirm_grants" });
  expect([...(await rolesOf(id))].sort()).toEqual(["planner", "purchase_manager"]);
  expect(await proposalsOf(id)).toEqual([]);
  expect((await messagesOf("account.grant-settled")).sort()).toEqual([String(admin.actor.id), id].sort());
  const labels = (await readHistory(admin, { entity, recordId: id })).map(({ label }) => label);
  expect(labels.slice(0, 2)).toEqual(["确认授权", "分配角色"]);
});

test("保存之前，核对页就说明哪些角色要等另一名管理员确认", async () => {
  const admin = await world.as("admin");
  await personWith(world, "user_admin");
  const id = await addUser();
  const form = new FormData();
  const { body } = await assignModel(admin, id, "role", new URLSearchParams());
  if (body.kind !== "form") throw new Error("no form");
  for (const [name, value] of [
    ["role", "planner"],
    ["role", "purchase_manager"],
    ["_version", body.version],
  ] as const)
    form.append(name, value);
  const review = Object(Object(await submitAssign(admin, id, "role", form)).model).body;
  expect(review).toMatchObject({
    kind: "confirm",
    warnings: ["角色「采购经理」保存后只是提出，须由另一名管理员确认后才生效，其他变动立即生效"],
  });
  form.delete("role");
  form.append("role", "planner");
  expect(Object(Object(await submitAssign(admin, id, "role", form)).model).body.warnings).toEqual([]);
});

test("驳回的授权不生效；管理员角色也要两个人，否则一个人就能造出第二个人", async () => {
  const admin = await world.as("admin");
  const second = await personWith(world, "user_admin");
  const id = await addUser();
  expect((await give(admin, id, "user_admin")).waiting).toEqual(["用户管理员"]);
  await applyTransition(second, { entity, id, name: "refuse_grants", reason: "没有申请" });
  expect([await rolesOf(id), await proposalsOf(id)]).toEqual([[], []]);
});
