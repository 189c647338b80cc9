// A program of somebody else: it knows the address, an administrator and the written contract, nothing of this product's code.
//   node tests/e2e/support/rest-only.mjs http://127.0.0.1:3000 admin PASSWORD
import assert from "node:assert/strict";

const [origin, account, password] = process.argv.slice(2);
const mark = Date.now().toString(36);

async function ask(token, method, path, { json, form, headers = {} } = {}) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(token ? { Authorization: token } : {}),
      ...(json ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    body: json ? JSON.stringify(json) : form ? new URLSearchParams(form) : undefined,
  });
  const text = await response.text();
  const body = response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : { message: text };
  return { status: response.status, renewed: response.headers.get("authorization"), ...body };
}

async function done(...call) {
  const answer = await ask(...call);
  assert.equal(answer.success, true, `${call[1]} ${call[2]}: ${answer.status} ${answer.code} ${answer.message}`);
  return answer.result;
}

const signIn = (username, secret) =>
  ask("", "POST", "/v1/login", { form: { username, password: secret, language: "" } });
const step = (text) => console.log(`· ${text}`);

const signedIn = await signIn(account, password);
assert.equal(signedIn.code, 200, signedIn.message);
const admin = signedIn.result.token;
assert.equal(signedIn.renewed, admin, "the authorization header carries the token");
step(`signed in as ${account}`);

const document = await ask(admin, "GET", "/v2/openapi.json");
assert.equal(document.openapi, "3.1.0");
const lists = Object.entries(document.paths).filter(([path, calls]) => path.endsWith("/page") && calls.post);
step(`the contract names ${Object.keys(document.paths).length} addresses`);

const code = `rest_${mark}`;
const role = await done(admin, "POST", "/v2/sys/role", {
  json: { code, name: `接口角色${mark}`, audience: "internal", rank: 10, requestId: `role-${mark}` },
});
const granted = ["material.get", "material.query", "purchase-order.get", "purchase-order.query"];
const open = await done(admin, "GET", `/v2/sys/role/${role.id}/permissions`);
await done(admin, "PUT", `/v2/sys/role/${role.id}/permissions`, { json: { version: open.version, grants: granted } });
step(`made the role ${code} with ${granted.join(", ")}`);

const orders = await done(admin, "POST", "/v2/purchase-orders/purchase-order/page", { json: { page: { size: 200 } } });
const orderAt = (id) => `/v2/purchase-orders/purchase-order/${id}`;
const { factory_id: factory, purchase_group_id: group } = await done(admin, "GET", orderAt(orders.records[0].id));
const user = `rest.${mark}`;
const made = await done(admin, "POST", "/v1/user/addEntity.do", {
  form: {
    userFormJson: JSON.stringify({
      accountname: user,
      username: "接口用户",
      phone: "13800138000",
      role_ids: [code],
      purchase_group_id: group,
    }),
  },
});
const { version } = await done(admin, "GET", `/v2/userFactory/findList/${made.id}`);
await done(admin, "POST", "/v2/userFactory/addUserFactorys", {
  json: { userId: made.id, scope: "listed", factoryIds: [factory], version },
});
const groups = await done(admin, "GET", `/v2/userPurchaseGroup/findList/${made.id}`);
assert.deepEqual(
  groups.list.map(({ purchaseGroupId, isMain }) => [purchaseGroupId, isMain]),
  [[group, true]],
);
step(`made the account ${user} with one factory and one purchase group`);

const first = await signIn(user, made.tempPassword);
assert.equal(first.code, 200, first.message);
assert.equal(first.result.mustChangePassword, true);
const early = await ask(first.result.token, "POST", "/v2/master-data/material/page", { json: {} });
assert.deepEqual([early.status, early.code], [403, 40303], "nothing before the password is changed");
const newPassword = `Rest9xK@${mark}`;
const changed = await ask(first.result.token, "POST", "/v1/user/editPassword", {
  form: {
    "UserFormMap.id": made.id,
    "UserFormMap.newpassword": newPassword,
    "UserFormMap.confirmpassword": newPassword,
    "UserFormMap.oldpassword": made.tempPassword,
  },
});
assert.equal(changed.result, "success", changed.message);
const own = changed.renewed;
assert.ok(own && own !== first.result.token, "the answer carries another token");
assert.equal((await ask(first.result.token, "GET", "/v2/user/info")).status, 401, "the old token is over");
assert.equal((await signIn(user, made.tempPassword)).code, 40102, "the one-time password is over");
step("signed in with the one-time password and changed it");

const info = await done(own, "GET", "/v2/user/info");
const held = info.permissions.flatMap(({ permissionId, actionEntitySet }) =>
  actionEntitySet.map(({ action }) => `${permissionId}.${action}`),
);
assert.deepEqual(held.sort(), granted);
for (const [path] of lists) {
  const { status, code: told } = await ask(own, "POST", path, { json: {} });
  const may = ["/v2/purchase-orders/purchase-order/page", "/v2/master-data/material/page"].includes(path);
  assert.deepEqual([status, told], may ? [200, 200] : [403, 40301], path);
}
for (const [method, path, how] of [
  ["POST", "/v2/sys/role", { json: {} }],
  ["POST", "/v2/purchase-orders/purchase-order", { json: {} }],
  ["DELETE", `/v2/purchase-orders/purchase-order/${orders.records[0].id}`, { json: {} }],
  ["GET", "/v2/purchase-orders/purchase-order/export?format=csv"],
  ["POST", "/v2/userRole/addUserRoles", { json: { userId: made.id, roleIds: ["system_admin"], version: 1 } }],
  ["PUT", `/v2/sys/role/${role.id}/permissions`, { json: { version: 1, grants: [] } }],
  ["POST", "/v1/user/findByPage.do", { form: {} }],
  ["POST", "/v1/user/reUpdatePassword.do", { form: { userId: made.id } }],
]) {
  const refused = await ask(own, method, path, how);
  assert.deepEqual([refused.status, refused.code], [403, 40301], `${method} ${path}`);
}
const seen = await done(own, "POST", "/v2/purchase-orders/purchase-order/page", { json: { page: { size: 200 } } });
assert.ok(seen.total > 0 && seen.total < orders.total, `${seen.total} of ${orders.total} orders`);
const visible = new Set(seen.records.map(({ id }) => id));
assert.ok(visible.has(orders.records[0].id), "an order of the own factory and group is there");
for (const { id } of seen.records.slice(0, 20)) {
  const row = await done(own, "GET", orderAt(id));
  assert.deepEqual([row.factory_id, row.purchase_group_id], [factory, group]);
}
const foreign = orders.records.find(({ id }) => !visible.has(id));
const hidden = await ask(own, "GET", orderAt(foreign.id));
assert.deepEqual([hidden.status, hidden.code], [404, 40401]);
step(`may do exactly what was granted, on ${seen.total} of ${orders.total} orders`);

await done(admin, "POST", "/v1/user/deleteEntity.do", {
  form: { mark: "1", ids: made.id, block_reason: "接口演练结束" },
});
const after = await ask(own, "GET", "/v2/user/info");
assert.deepEqual([after.status, after.code], [401, 40105]);
const older = await ask(own, "POST", "/v1/user/findByPage.do", { form: {} });
assert.deepEqual([older.status, older.message], [500, "TOKEN认证失败"]);
const again = await signIn(user, newPassword);
assert.deepEqual([again.status, again.code, again.result.isLogin], [401, 40104, true]);
step("blocked, and out at once");
