import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { assignRoles } from "~/engine/assign/assign.server";
import { readHistory } from "~/engine/operations/audit.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { ROLE, saveGrants } from "~/engine/session/role-grants.server";
import { saveExclusive } from "~/engine/session/role-pairs.server";
import {
  compareModel,
  exclusiveModel,
  matrixFile,
  submitExclusive,
} from "~/modules/system-management/role/role-pairs.page.server";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { call, signIn } from "../../../support/rest";
import { unzip } from "../../../support/unzip";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const connection = () => world.engine.database.connection();
const screen = world.screen(ROLE);
const admin = () => world.as("admin");

const roleRow = async (code: string) => {
  const { rows } = await sql<{
    id: string;
    version: number;
  }>`select id, version from role where code = ${code}`.execute(connection());
  const [row] = rows;
  if (!row) throw new Error(`no role ${code}`);
  return row;
};
/** What somebody was told of roles. */
const newsOf = async (userId: string) => {
  const { rows } = await sql<{ title: string; content: string }>`
    select title, body as content from inbox where user_id = ${userId} and scenario like 'role.%' order by at desc, id desc`.execute(
    connection(),
  );
  return rows;
};

let made = 0;
async function newUser() {
  made += 1;
  const values = { accountname: `pair.${made}`, username: `互斥${made}`, phone: "13800138000" };
  return (await createRecord(await admin(), { screen: world.screen("system-management/user"), values })).id;
}
const roles = (...codes: string[]) => codes.map((code) => ({ code, from: null, until: null }));

test("互斥的两个角色不能授予同一人，从哪一边设置都一样；版本不对被拒绝，历史里有从什么到什么", async () => {
  const { id, version } = await roleRow("finance");
  await refusal(saveExclusive(await admin(), { id, version: version + 1, others: ["buyer"] }), "stale_record");
  await saveExclusive(await admin(), { id, version, others: ["buyer", "cashier"] });
  const user = await newUser();
  const give = async () => assignRoles(await admin(), { userId: user, roles: roles("buyer", "finance") });
  await expect(give()).rejects.toMatchObject({ message: "角色“采购员”与“应付会计”不能同时授予同一用户" });
  const buyer = await roleRow("buyer");
  const model = await exclusiveModel(await admin(), buyer.id);
  expect(model.roles.filter(({ on }) => on).map(({ code }) => code)).toEqual(["finance"]);
  expect(model.roles.some(({ code }) => code === "supplier_admin")).toBe(false);
  const [entry] = await readHistory(await admin(), { entity: world.entity(ROLE), recordId: id });
  expect(entry).toMatchObject({ label: "互斥角色", changes: [{ fromText: "", toText: "采购员、出纳" }] });
  await saveExclusive(await admin(), { id: buyer.id, version: buyer.version, others: [] });
  await give();
});

test("已有人同时持有时说出人数；没有编辑权的人、级别不够的人都不能设置", async () => {
  const user = await newUser();
  await assignRoles(await admin(), { userId: user, roles: roles("qa", "planner") });
  const { id, version } = await roleRow("qa");
  const form = new FormData();
  form.set("_version", String(version));
  form.append("other", "planner");
  const refused = await submitExclusive(await admin(), id, form);
  expect(refused).toMatchObject({
    model: { problems: ["已有1名用户同时持有“质量工程师”和“计划员”，请先收回其中一个"] },
  });
  if ("model" in refused) expect(refused.model.roles.find(({ code }) => code === "planner")?.on).toBe(true);
  await refusal(saveExclusive(await personWith(world, "user_admin"), { id, version, others: [] }), "forbidden");
  const values = { code: "keeper", name: "角色员", audience: "internal", rank: "35", enabled: "1" };
  const made = await createRecord(await admin(), { screen, values });
  await saveGrants(await admin(), { id: made.id, version: 1, ticked: ["role.query", "role.get", "role.edit"] });
  const low = saveExclusive(await personWith(world, "keeper"), { id, version, others: ["planner"] });
  expect((await refusal(low, "invalid")).complaints).toEqual([
    { field: "other", message: "不能修改高于自己级别的角色" },
  ]);
  const unknown = saveExclusive(await admin(), { id, version, others: ["supplier_admin"] });
  await refusal(unknown, "malformed");
});

test("比较两个角色：只列不同，说出相同的项数；矩阵一列一个角色", async () => {
  const { id } = await roleRow("qa");
  const model = await compareModel(await admin(), id, "log_auditor");
  expect(model.result?.summary).toMatch(/^有\d+处不同，另有\d+项权限两者都有。$/);
  const rows = model.result?.table.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? [];
  expect(rows).toContainEqual([expect.stringContaining("登录日志"), "—", expect.stringContaining("查询")]);
  await refusal(compareModel(await admin(), id, "nobody"), "not_found");
  const file = await matrixFile(await personWith(world, "log_auditor"));
  expect(file.name).toBe("角色权限矩阵_2025-03-10.xlsx");
  const bytes = Buffer.from(await new Response(file.body as ReadableStream<Uint8Array>).arrayBuffer());
  const sheet = unzip(bytes).get("xl/worksheets/sheet1.xml") ?? "";
  for (const text of ["系统管理员", "供应商业务员", "purchase-order-release"]) expect(sheet).toContain(text);
  await refusal(matrixFile(await world.as("buyerA")), "forbidden");
});

test("角色的权限改变、角色停用时，持有人收到消息，改的人自己不收", async () => {
  const holder = await newUser();
  const values = { code: "told", name: "被告知", audience: "internal", rank: "20", enabled: "1" };
  const { id } = await createRecord(await admin(), { screen, values });
  await assignRoles(await admin(), { userId: holder, roles: roles("told") });
  await saveGrants(await admin(), { id, version: 1, ticked: ["company.query", "company.get"] });
  expect((await newsOf(holder))[0]).toMatchObject({
    title: "角色“被告知”的权限已更新",
    content: "新增2项，从现在起生效。可以在个人中心查看自己的权限。",
  });
  const { version } = await roleRow("told");
  world.clock.advance(60_000);
  await updateRecordBy(await admin(), { screen, id, version, values: { enabled: false } });
  expect((await newsOf(holder))[0]).toMatchObject({ title: "角色“被告知”已停用" });
  expect(await newsOf(world.accounts.admin)).toEqual([]);
});

test("REST：读取和设置互斥的角色", async () => {
  const { id, version } = await roleRow("warehouse");
  const token = await signIn(world, "admin");
  const path = `/v2/sys/role/${id}/exclusive`;
  const put = await call(world, { token, method: "PUT", path, body: { version, roles: ["cashier"] } });
  expect(put.status).toBe(200);
  expect(Object((await call(world, { token, method: "GET", path })).body.result)).toEqual({
    id,
    version: version + 1,
    roles: ["cashier"],
  });
  expect((await call(world, { token: await signIn(world, "buyerA"), method: "GET", path })).status).toBe(403);
  expect((await call(world, { token, method: "PUT", path, body: { roles: [] } })).status).toBe(400);
});
