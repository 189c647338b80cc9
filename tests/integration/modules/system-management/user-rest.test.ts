import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Envelope } from "~/api/envelope.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { newcomerWith } from "../../../support/conformance";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";
import { fakeHost } from "../../host/support";

const world = await openWorld();
afterAll(() => world.close());
const { ids, accounts } = world;
let admin = "";
let clerk = "";
let supplier = "";
beforeAll(async () => {
  admin = await signIn(world, "admin");
  clerk = await signIn(world, "buyerA");
  supplier = await signIn(world, "supplierA");
});

/** A call of the older kind: a form, with dotted names. */
async function form(token: string, path: string, fields: Record<string, string>) {
  const request = new Request(new URL(path, "http://portal.test"), {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { Authorization: token, "Content-Type": "application/x-www-form-urlencoded" },
  });
  const response = await world.services.rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
  const body = (await response.json()) as Envelope;
  return { status: response.status, code: body.code, message: body.message, result: Object(body.result) };
}

const add = (more: object) =>
  form(admin, "/v1/user/addEntity.do", {
    userFormJson: JSON.stringify({ username: "接口用户", phone: "13800138000", ...more }),
  });

test("新增带角色和主采购组：临时密码只在这次答复里；有一处不行就什么都没有", async () => {
  const made = await add({ accountname: "api.user1", role_ids: ["buyer"], purchase_group_id: ids.group1 });
  expect(made.status).toBe(200);
  expect(made.result).toMatchObject({ accountname: "api.user1", tempPassword: expect.stringMatching(/^\w{12}$/) });
  const list = await form(admin, "/v1/user/findByPage.do", {
    page: "1",
    rows: "10",
    "userFormMap.accountname": "api.user1",
  });
  expect(list.result).toMatchObject({ pageNow: 1, pageSize: 10, rowCount: 1, pageCount: 1 });
  expect(list.result.rows[0]).toMatchObject({
    accountname: "api.user1",
    role_ids: ["buyer"],
    purchase_group_id: ids.group1,
    phone: "138****8000",
    is_binding: "0",
    status: "active",
    mark: "0",
  });
  expect(JSON.stringify(list.result)).not.toContain(made.result.tempPassword);
  expect((await add({ accountname: "API.user1" })).code).toBe(40004);
  expect((await add({ accountname: "api.user2", role_ids: ["supplier_admin"] })).code).toBe(40003);
  expect((await add({ accountname: "api.user2", password: "x" })).code).toBe(40002);
  const none = await form(admin, "/v1/user/findByPage.do", { "userFormMap.accountname": "api.user2" });
  expect(none.result.rowCount).toBe(0);
  expect((await form(admin, "/v1/user/addEntity.do", { userFormJson: "{" })).code).toBe(40002);
});

test("查询：按角色精确、按采购组，不认识的排序列被拒绝，供应商只有自己公司", async () => {
  const byRole = await form(admin, "/v1/user/findByPage.do", { "userFormMap.role": "planner" });
  expect(byRole.result.rows.map((row: { userId: string }) => row.userId)).toEqual([accounts.planner]);
  expect((await form(admin, "/v1/user/findByPage.do", { sort: "password_hash" })).code).toBe(40002);
  expect((await form(admin, "/v1/user/findByPage.do", { rows: "500" })).code).toBe(40002);
  expect((await form(clerk, "/v1/user/findByPage.do", {})).code).toBe(40301);
  const own = await form(supplier, "/v1/user/findByPage.do", { rows: "50" });
  expect(own.result.rows.map((row: { userId: string }) => row.userId).sort()).toEqual(
    [accounts.supplierA, accounts.supplierClerkA].sort(),
  );
});

test("修改要带版本；冻结一批，一个不行就都不做，partial=1 时分别说明", async () => {
  const one = await add({ accountname: "api.edit1" });
  const two = await add({ accountname: "api.edit2" });
  const edit = (json: object) => form(admin, "/v1/user/editEntity.do", { userFormJson: JSON.stringify(json) });
  const changed = await edit({ id: one.result.id, version: 1, username: "改过名" });
  expect(changed.result).toEqual({ id: one.result.id, version: 2 });
  expect((await edit({ id: one.result.id, version: 1, username: "又改名" })).code).toBe(40009);
  expect((await edit({ id: one.result.id, version: 2, supplier_id: ids.supplierA })).code).toBe(40002);
  const block = (list: string[], more: Record<string, string> = {}) =>
    form(admin, "/v1/user/deleteEntity.do", { mark: "1", ids: list.join(","), block_reason: "长期不用", ...more });
  expect((await block([one.result.id], { block_reason: "" })).message).toBe("请填写原因（2-200字）");
  const all = await block([one.result.id, accounts.admin]);
  expect([all.status, all.code, all.message]).toEqual([403, 40302, "不能冻结或删除当前登录账号"]);
  const state = async (id: string) =>
    (await call(world, { token: admin, method: "GET", path: `/v2/sys/user/${id}` })).body.result;
  expect(Object(await state(one.result.id)).state).toBe("active");
  const some = await block([one.result.id, accounts.admin, two.result.id], { partial: "1" });
  expect(some.result).toMatchObject({
    done: 2,
    failed: [{ accountname: "admin", message: "不能冻结或删除当前登录账号" }],
  });
  const blocked = await form(admin, "/v1/user/reUpdatePassword.do", { userId: one.result.id });
  expect(blocked.code).toBe(40003);
  await form(admin, "/v1/user/deleteEntity.do", { mark: "0", ids: one.result.id });
  const reset = await form(admin, "/v1/user/reUpdatePassword.do", { userId: one.result.id });
  expect(reset.result.tempPassword).toMatch(/^\w{12}$/);
  expect((await form(admin, "/v1/user/reUpdatePassword.do", { userId: accounts.admin })).code).toBe(40302);
});

const TASK = "system-management/task";

test("删除、冻结都看账号现在的状态：已经删除的不再删除、不能冻结，已经冻结的不再冻结，还有任务的不删除", async () => {
  const gone = await add({ accountname: "api.gone1" });
  const held = await add({ accountname: "api.held1" });
  const values = { title: "整理样品", assignee_id: held.result.id };
  const task = await createRecord(await world.as("admin"), { screen: world.screen(TASK), values });
  const mark = (name: string, id: string, more: Record<string, string> = {}) =>
    form(admin, "/v1/user/deleteEntity.do", { mark: name, ids: id, block_reason: "长期不用", ...more });
  expect((await mark("2", gone.result.id)).result).toMatchObject({ done: 1 });
  for (const name of ["0", "1", "2"]) expect((await mark(name, gone.result.id)).code).toBe(40003);
  expect((await mark("1", held.result.id)).result).toMatchObject({ done: 1 });
  expect((await mark("1", held.result.id)).code).toBe(40003);
  const still = await mark("2", held.result.id);
  expect([still.code, still.message]).toEqual([40001, "该用户还有1条未完成任务，请先转交"]);
  await applyTransition(await world.as("admin"), { entity: world.entity(TASK), id: task.id, name: "cancel" });
  const both = await mark("2", `${held.result.id},${gone.result.id}`, { partial: "1" });
  expect(both.result).toMatchObject({ done: 1, failed: [{ accountname: "api.gone1" }] });
});

test("工厂、物料类型、采购组、角色：清单、整体替换、版本、本人可看", async () => {
  const { result } = await add({ accountname: "api.scope1" });
  const { id } = result;
  const post = (path: string, body: object) =>
    call(world, { token: admin, method: "POST", path, body: { userId: id, ...body } });
  const version = async () =>
    Object((await call(world, { token: admin, method: "GET", path: `/v2/userFactory/findList/${id}` })).body.result)
      .version;
  const put = await post("/v2/userFactory/addUserFactorys", {
    scope: "listed",
    factoryIds: [ids.factory1],
    version: await version(),
  });
  expect(put.body.result).toMatchObject({ added: 1, removed: 0, total: 1 });
  const listed = await call(world, { token: admin, method: "GET", path: `/v2/userFactory/findList/${id}` });
  expect(listed.body.result).toMatchObject({
    scope: "listed",
    list: [{ factoryId: ids.factory1, factoryCode: "F1", companyName: "测试食品有限公司" }],
  });
  const stale = await post("/v2/userFactory/addUserFactorys", { factoryIds: [], version: 1 });
  expect(stale.body.code).toBe(40009);
  const tree = Object((await post("/v2/userFactory/grantTree", {})).body).result;
  expect(tree).toMatchObject([
    { type: "company", halfChecked: true, children: [{ checked: true }, { checked: false }] },
  ]);
  const types = await post("/v2/userMaterialType/addUserMaterialTypes", {
    materialTypeIds: [ids.rawType],
    version: await version(),
  });
  expect(types.body.result).toMatchObject({ added: 1 });
  const kinds = await call(world, { token: admin, method: "GET", path: `/v2/userMaterialType/findList/${id}` });
  expect(kinds.body.result).toMatchObject({ list: [{ materialTypeId: ids.rawType }] });
  const groups = { purchaseGroupIds: [ids.group1, ids.group2], mainId: ids.group2, version: await version() };
  expect((await post("/v2/userPurchaseGroup/addUserPurchaseGroups", groups)).body.code).toBe(200);
  const mine = await call(world, { token: admin, method: "GET", path: `/v2/userPurchaseGroup/findList/${id}` });
  expect(Object(mine.body.result).list.map((row: { isMain: boolean }) => row.isMain)).toEqual([false, true]);
  const roles = await post("/v2/userRole/addUserRoles", {
    roles: [{ roleId: "buyer", validUntil: "2025-12-31" }],
    version: await version(),
  });
  expect(roles.body.result).toMatchObject({ added: 1, removed: 0, total: 1 });
  const own = await call(world, { token: clerk, method: "GET", path: `/v2/userRole/findList/${accounts.buyerA}` });
  expect(own.body.result).toMatchObject({ list: [{ roleCode: "buyer", validUntil: null }] });
  expect((await call(world, { token: clerk, method: "GET", path: `/v2/userRole/findList/${id}` })).status).toBe(403);
  expect(
    (await call(world, { token: supplier, method: "GET", path: `/v2/userRole/findList/${accounts.supplierA}` })).status,
  ).toBe(200);
  expect(
    (await call(world, { token: admin, method: "GET", path: `/v2/userRole/findList/${ids.company}` })).status,
  ).toBe(404);
});

test("选人、本人资料和采购组织树", async () => {
  const people = async (token: string, query = "") =>
    Object((await call(world, { token, method: "GET", path: `/v2/sys/users?size=100${query}` })).body.result)
      .records as { id: string }[];
  const forClerk = (await people(clerk)).map(({ id }) => id);
  expect(forClerk).toContain(accounts.planner);
  expect(forClerk).not.toContain(accounts.supplierA);
  expect((await people(supplier)).map(({ id }) => id).sort()).toEqual(
    [accounts.supplierA, accounts.supplierClerkA].sort(),
  );
  expect((await people(admin, "&roleCode=planner")).map(({ id }) => id)).toEqual([accounts.planner]);
  const me = await call(world, { token: clerk, method: "GET", path: `/v2/sys/user/${accounts.buyerA}` });
  expect(me.body.result).toMatchObject({
    accountname: "buyerA",
    roles: [{ code: "buyer" }],
    scopes: { userFactory: { count: 1 } },
  });
  expect((await call(world, { token: clerk, method: "GET", path: `/v2/sys/user/${accounts.buyerB}` })).status).toBe(
    403,
  );
  expect(
    (await call(world, { token: supplier, method: "GET", path: `/v2/sys/user/${accounts.supplierB}` })).status,
  ).toBe(404);
  const tree = await call(world, {
    token: clerk,
    method: "GET",
    path: "/v1/purchase_org/getOrgTreeListByAjax.do?deep=1",
  });
  expect(tree.body.result).toMatchObject([
    { text: "采购中心", leaf: false, children: [{ code: "G01", leaf: true }, { code: "G02" }] },
  ]);
  expect(
    (await call(world, { token: clerk, method: "GET", path: "/v1/purchase_org/getOrgTreeListByAjax.do?node=nope" }))
      .status,
  ).toBe(404);
  const groups = await call(world, { token: clerk, method: "GET", path: "/v1/supplier/purchaseGroupList" });
  expect(Object(groups.body.result).map(({ code }: { code: string }) => code)).toEqual(["G01", "G02"]);
  expect((await call(world, { token: supplier, method: "GET", path: "/v1/supplier/purchaseGroupList" })).status).toBe(
    403,
  );
});

test("被拒绝的调用：代码、话和追踪号到达调用者，日志里是同一个号", async () => {
  const { app, lines } = fakeHost({ rest: (request, bindings) => world.services.rest.fetch(request, bindings) });
  const headers = { Authorization: clerk, "Content-Type": "application/x-www-form-urlencoded" };
  const refused = await app.request("/v1/user/findByPage.do", { method: "POST", body: "page=1", headers });
  const traceId = refused.headers.get("X-Request-Id");
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { success: false, code: 40301, message: expect.stringContaining("权限"), result: null, traceId },
  ]);
  expect(lines).toEqual([expect.objectContaining({ msg: "request", status: 403, requestId: traceId })]);
});

test("账号绑定：查、清除，号不对是已变化，没有绑定是状态不对", async () => {
  const binding = world.engine.newId();
  await sql`insert into app_user_chat_bindings (id, root_id, line_no, app, open_id, nickname, bound_at)
    values (${binding}, ${accounts.planner}, 10, 'wechat', 'open-abcdef123456', '小计', now())`.execute(
    world.engine.database.connection(),
  );
  await sql`update app_user set is_binding = true where id = ${accounts.planner}`.execute(
    world.engine.database.connection(),
  );
  const info = await call(world, {
    token: admin,
    method: "GET",
    path: "/v1/user/getWxUserInfo.do?openId=open-abcdef123456",
  });
  expect(info.body.result).toMatchObject({
    openIdMasked: "***********123456",
    wxUserId: binding,
    accountname: "planner",
  });
  expect(
    (await call(world, { token: clerk, method: "GET", path: "/v1/user/getWxUserInfo.do?openId=open-abcdef123456" }))
      .status,
  ).toBe(403);
  const clear = (wxUserId: string) => form(admin, "/v1/user/clearOpenId.do", { id: accounts.planner, wxUserId });
  expect(await clear(ids.company)).toMatchObject({ code: 40009, message: "绑定信息已变化，请刷新后重试" });
  expect(await clear(binding)).toMatchObject({ code: 200, message: "解绑成功" });
  expect((await clear(binding)).code).toBe(40003);
});

test("导出：选定的标题和字段，长度不等或不认识的字段被拒绝", async () => {
  await createRecord(await world.as("admin"), {
    screen: world.screen("system-management/user"),
    values: { accountname: "api.export", username: "导出者", phone: "13800138000" },
  });
  const get = async (query: string) => {
    const request = new Request(`http://portal.test/v1/user/exportUserExcel?${query}`, {
      headers: { Authorization: admin },
    });
    return world.services.rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
  };
  const file = await get("excel_titles=账号,名字&excel_fileds=accountname,username&accountname=api.export");
  expect(file.status).toBe(200);
  expect(decodeURIComponent(file.headers.get("Content-Disposition") ?? "")).toContain("用户列表_202503101000.xlsx");
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(500);
  for (const wrong of [
    "excel_titles=账号&excel_fileds=accountname,username",
    "excel_titles=密码&excel_fileds=password_hash",
  ]) {
    expect(((await (await get(wrong)).json()) as Envelope).code).toBe(40002);
  }
});

test("同级的人的邮箱不能改，说在字段上", async () => {
  const { id } = (await newcomerWith(world, "system_admin")).actor;
  const { database } = world.engine;
  await sql`update app_user set email = 'a@corp.example', username = '同级' where id = ${id}`.execute(
    database.connection(),
  );
  const json = { id, version: 1, email: "mine@corp.example", phone: "13800138000" };
  const refused = await form(admin, "/v1/user/editEntity.do", { userFormJson: JSON.stringify(json) });
  expect([refused.code, refused.result.errors]).toEqual([
    40001,
    { email: "该用户的级别不低于您，邮箱只能由本人在个人中心修改" },
  ]);
});
