import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { setActions } from "~/engine/menus/entry-actions.server";
import { previewPerson, previewRole } from "~/engine/menus/preview.server";
import { moveEntry, RESOURCE, resourceTree } from "~/engine/menus/resource-tree.server";
import { readHistory } from "~/engine/operations/audit.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { switchRecord } from "~/engine/operations/switch.server";
import { seedAccess } from "~/engine/session/bootstrap.server";
import { directoryTarget } from "~/engine/session/menu.server";
import { submitTree, treeModel } from "~/modules/system-management/resource/index.page.server";
import { previewModel } from "~/modules/system-management/resource/preview.page.server";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(RESOURCE);
const admin = () => world.as("admin");
const connection = () => world.engine.database.connection();

async function rowOf(name: string): Promise<{ id: string; version: number; sort_no: number; enabled: boolean }> {
  const { rows } = await sql<{ id: string; version: number; sort_no: number; enabled: boolean }>`
    select id, version, sort_no, enabled from resource where name = ${name}`.execute(connection());
  const [row] = rows;
  if (!row) throw new Error(`no entry ${name}`);
  return row;
}
const idOf = async (name: string) => (await rowOf(name)).id;

let made = 0;
async function add(values: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const all = {
    title: `新菜单${made}`,
    name: `made-${made}`,
    type: "menu",
    parent_id: await idOf("dir-master-data"),
    path: "/master-data/company",
    ...values,
  };
  return (await createRecord(await admin(), { screen, values: all })).id;
}

const complaints = async (work: Promise<unknown>): Promise<string[]> => {
  try {
    await work;
  } catch (error) {
    return (Object(error).complaints as { message: string }[]).map(({ message }) => message);
  }
  return [];
};
const change = async (id: string, values: Record<string, unknown>) => {
  const { rows } = await sql<{ version: number }>`select version from resource where id = ${id}`.execute(connection());
  return updateRecordBy(await admin(), { screen, id, version: rows[0]?.version ?? 0, values });
};
const give = (role: string, name: string) =>
  sql`insert into role_permission values (${role}, ${name}, 'query') on conflict do nothing`.execute(connection());
const take = (role: string, name: string) =>
  sql`delete from role_permission where role_code = ${role} and permission_id = ${name}`.execute(connection());

/** Names in the menus of a person, as its next page would have them. */
async function seen(token: string): Promise<string[]> {
  const { body } = await call(world, { token, method: "GET", path: "/v2/user/topTab" });
  const tops = body.result as { id: string }[];
  const names: string[] = [];
  for (const { id } of tops) {
    const nav = await call(world, { token, method: "GET", path: `/v2/user/nav?parentId=${id}` });
    names.push(...(nav.body.result as { name: string }[]).map(({ name }) => name));
  }
  return names;
}

describe("新建和修改", () => {
  test("标识唯一、只用小写字母数字连字符，保存后不变", async () => {
    expect(await complaints(add({ name: "company" }))).toEqual(["权限标识已存在"]);
    for (const name of ["Company", "公司", "a_b", "-a", "a-", "0"])
      expect(await complaints(add({ name }))).toEqual(["标识仅小写字母、数字，以连字符分隔，例如 market-news"]);
    expect(await complaints(change(await add(), { name: "other" }))).toEqual(["权限标识保存后不能修改"]);
  });

  test("地址：菜单只到本系统有的页面，外链只到 http 和 https", async () => {
    for (const path of ["/master-data/gone", "/nowhere"])
      expect(await complaints(add({ path }))).toEqual([`页面“${path}”不存在（MODULE_NOT_FOUND）`]);
    for (const path of [
      "company",
      "//evil.example/x",
      "https://else.example",
      "/\\evil.example",
      "javascript:alert(1)",
    ])
      expect(await complaints(add({ path }))).toEqual(["路由地址须以“/”开头，例如 /purchase-orders/purchase-order"]);
    for (const path of ["javascript:alert(1)", "ftp://else.example", "/master-data/company", "https://a@b.example"])
      expect(await complaints(add({ type: "link", path }))).toEqual([
        "外链地址格式不正确，须以 http:// 或 https:// 开头",
      ]);
    expect(await complaints(add({ type: "dir", path: "", redirect: "https://else.example" }))).toEqual([
      "默认跳转须是本系统的页面，以“/”开头",
    ]);
    await add({ path: "/master-data/company?enabled=1" });
    await add({ type: "link", path: "https://else.example/deep?x=1" });
    await add({ path: "/qiaqia/home" });
  });

  test("位置：不成圈、不悬空、不太深，外链和子权限没有下级，顶部菜单没有上级", async () => {
    const dir = await add({ type: "dir", path: "" });
    const below = await add({ type: "dir", path: "", parent_id: dir });
    const wrong = "上级菜单选择有误：不能是自己或自己的下级";
    expect(await complaints(change(dir, { parent_id: dir }))).toEqual([wrong]);
    expect(await complaints(change(dir, { parent_id: below }))).toEqual([wrong]);
    expect(await complaints(add({ parent_id: "" }))).toEqual(["请选择上级"]);
    expect(await complaints(add({ type: "top", path: "" }))).toEqual(["顶部菜单没有上级，请清空上级"]);
    const link = await add({ type: "link", path: "https://else.example" });
    expect((await complaints(add({ parent_id: link }))).length).toBeGreaterThan(0);
    expect(await complaints(change(dir, { type: "link", path: "https://else.example" }))).toEqual([
      "有下级的菜单不能改为外链或子权限",
    ]);
    let deep = below;
    for (let level = 4; level < 11; level += 1) deep = await add({ type: "dir", path: "", parent_id: deep });
    expect(await complaints(add({ type: "menu", parent_id: deep }))).toEqual([]);
    const last = await add({ type: "dir", path: "", parent_id: deep });
    expect(await complaints(add({ parent_id: last }))).toEqual(["菜单最多12级，请选择更靠上的上级"]);
  });

  test("两个人同时互相移到对方之下，只有一个成功", async () => {
    const [one, other] = [await add({ type: "dir", path: "" }), await add({ type: "dir", path: "" })];
    const outcomes = await Promise.allSettled([change(one, { parent_id: other }), change(other, { parent_id: one })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("内置菜单的类型和地址不变，名称和位置可以改；下次启动不改回去", async () => {
    const company = await idOf("company");
    expect(await complaints(change(company, { path: "/master-data/factory" }))).toEqual([
      "系统内置的菜单不能修改路由地址",
    ]);
    await change(company, { title: "公司主体", icon: "公", show: false });
    await seedAccess(world.engine);
    const { rows } = await sql<{ title: string }>`select title from resource where id = ${company}`.execute(
      connection(),
    );
    expect(rows[0]?.title).toBe("公司主体");
    const { tops } = (await previewRole(await admin(), "master_data")).menus;
    const entry = tops.flatMap(({ entries }) => entries).find(({ name }) => name === "company");
    expect(entry?.meta).toMatchObject({ title: "公司主体", icon: "公", show: false });
    await change(company, { title: "公司", show: true });
  });
});

describe("目录里的分组", () => {
  const groupOf = async (name: string) => {
    const { rows } = await sql<{
      above: string;
    }>`select p.name as above from resource r join resource p on p.id = r.parent_id
      where r.name = ${name}`.execute(connection());
    return rows[0]?.above;
  };

  test("系统管理的菜单按用途分组，分组的地址带到其中第一个页面", async () => {
    const token = await signIn(world, "admin");
    const nav = await call(world, { token, method: "GET", path: "/v2/user/nav?parentId=top-system" });
    const entries = nav.body.result as { id: string; parentId: string; path: string; meta: { title: string } }[];
    const at = (id: string) => entries.find((one) => one.id === id);
    expect(at("login-log")?.parentId).toBe("dir-system-management-logs");
    expect(at("dir-system-management-logs")).toMatchObject({
      parentId: "dir-system-management",
      path: "/system-management/logs",
      meta: { title: "日志" },
    });
    expect(await directoryTarget(await admin(), "/system-management/logs")).toBe("/system-management/login-log");
    // Somebody who may open nothing in a folder does not see it.
    const { tops } = (await previewRole(await admin(), "user_admin")).menus;
    const names = tops.flatMap((top) => top.entries.map((one) => one.name));
    expect(names).toContain("dir-system-management-accounts");
    expect(names).not.toContain("dir-system-management-settings");
  });

  test("旧的菜单树在启动时归入新分组；管理员移动过的留在原处，归入之后的移动也不再改动", async () => {
    await sql`update resource r set parent_id = p.id from resource p
      where p.name = 'dir-system-management'
        and r.parent_id = (select id from resource where name = 'dir-system-management-logs')`.execute(connection());
    await sql`delete from resource where name = 'dir-system-management-logs'`.execute(connection());
    const { rows } = await sql<{ id: string }>`select id from resource where name = 'audit-log'`.execute(connection());
    await change(rows[0]?.id ?? "", { parent_id: await idOf("dir-master-data") });
    await seedAccess(world.engine);
    expect([await groupOf("login-log"), await groupOf("audit-log")]).toEqual([
      "dir-system-management-logs",
      "dir-master-data",
    ]);
    await change(await idOf("login-log"), { parent_id: await idOf("dir-system-management") });
    await seedAccess(world.engine);
    expect(await groupOf("login-log")).toBe("dir-system-management");
    await change(await idOf("login-log"), { parent_id: await idOf("dir-system-management-logs") });
    await change(await idOf("audit-log"), { parent_id: await idOf("dir-system-management-logs") });
  });
});

describe("从下一次请求起", () => {
  test("新菜单要有角色授权、也要有页面的权限才出现，地址随即可用", async () => {
    const token = await signIn(world, "warehouse");
    const id = await add({ name: "stock-company" });
    expect(await seen(token)).not.toContain("stock-company");
    await give("warehouse", "stock-company");
    expect(await seen(token)).toContain("stock-company");
    await take("warehouse", "company");
    expect(await seen(token)).not.toContain("stock-company");
    await give("warehouse", "company");
    await switchRecord(await admin(), { screen, id, on: false });
    expect(await seen(token)).not.toContain("stock-company");
    await switchRecord(await admin(), { screen, id, on: true });
    expect(await seen(token)).toContain("stock-company");
  });

  test("停用上级即停用全部下级：页面的接口也不再回答，恢复后照旧", async () => {
    const token = await signIn(world, "buyerA");
    const ask = async () =>
      (await call(world, { token, method: "POST", path: "/v2/master-data/company/page", body: {} })).status;
    expect(await ask()).toBe(200);
    const id = await idOf("dir-master-data");
    await switchRecord(await admin(), { screen, id, on: false });
    expect([await ask(), (await seen(token)).includes("company")]).toEqual([404, false]);
    await switchRecord(await admin(), { screen, id, on: true });
    expect([await ask(), (await seen(token)).includes("company")]).toEqual([200, true]);
  });

  test("去掉的操作对所有角色失效，放回后恢复；查询和管理员需要的去不掉", async () => {
    const token = await signIn(world, "admin");
    const id = await idOf("supplier-class");
    const { body } = await call(world, {
      token,
      method: "POST",
      path: "/v2/master-data/supplier-class/page",
      body: {},
    });
    expect(body.success).toBe(true);
    const tried = async () =>
      (await call(world, { token, method: "POST", path: "/v2/master-data/supplier-class", body: {} })).status;
    expect(await tried()).toBe(400);
    const set = async (actions: string[] | null) =>
      setActions(await admin(), { id, version: (await rowOf("supplier-class")).version, actions });
    await set(["query", "get", "edit"]);
    expect(await tried()).toBe(403);
    expect(await complaints(set(["get"]))).toEqual(["查询不能去掉；不再使用的菜单请停用"]);
    await set(null);
    expect(await tried()).toBe(400);
    const role = await rowOf("role");
    const lock = setActions(await admin(), { id: role.id, version: role.version, actions: ["query", "get"] });
    expect(await complaints(lock)).toEqual(["编辑不能去掉：去掉后没有人能再恢复"]);
    await expect(set(["query", "fly"])).rejects.toMatchObject({ error: "malformed" });
  });

  test("管理员不会把自己关在门外", async () => {
    for (const name of ["resource", "role", "users", "dir-system-management", "top-system"]) {
      const stop = switchRecord(await admin(), { screen, id: await idOf(name), on: false });
      expect((await complaints(stop)).join()).toContain("停用后没有人能再恢复");
    }
    const stopped = await add({ type: "dir", path: "" });
    await switchRecord(await admin(), { screen, id: stopped, on: false });
    await expect(change(await idOf("role"), { parent_id: stopped })).rejects.toMatchObject({ error: "invalid" });
  });
});

describe("排序和删除", () => {
  const order = async (parent: string) =>
    (
      await sql<{ name: string }>`select r.name from resource r join resource p on p.id = r.parent_id
        where p.name = ${parent} and r.type <> 'perm' order by r.sort_no, r.name`.execute(connection())
    ).rows.map(({ name }) => name);

  test("上移下移只换相邻两个，到头为止；排序相同的也能分开", async () => {
    const parent = await add({ type: "dir", path: "", name: "sorted" });
    for (const name of ["s-one", "s-two", "s-three"]) await add({ name, parent_id: parent, sort_no: "5" });
    expect(await order("sorted")).toEqual(["s-one", "s-three", "s-two"]);
    await moveEntry(await admin(), { id: await idOf("s-two"), by: "up" });
    expect(await order("sorted")).toEqual(["s-one", "s-two", "s-three"]);
    await moveEntry(await admin(), { id: await idOf("s-one"), by: "down" });
    expect(await order("sorted")).toEqual(["s-two", "s-one", "s-three"]);
    const end = moveEntry(await admin(), { id: await idOf("s-three"), by: "down" });
    await expect(end).rejects.toMatchObject({ error: "wrong_state", message: "已经在最后面" });
    await moveEntry(await admin(), { id: await idOf("s-three"), by: { to: await idOf("s-two") } });
    expect(await order("sorted")).toEqual(["s-three", "s-two", "s-one"]);
    const form = new FormData();
    form.set("_intent", `place ${await idOf("s-three")} ${await idOf("s-one")}`);
    expect(await submitTree(await admin(), form)).toMatchObject({ notice: "已移动" });
    expect(await order("sorted")).toEqual(["s-two", "s-one", "s-three"]);
    const elsewhere = moveEntry(await admin(), { id: await idOf("s-three"), by: { to: await idOf("company") } });
    await expect(elsewhere).rejects.toMatchObject({ error: "wrong_state", message: "只能在同一个上级下移动" });
    const id = await idOf("s-one");
    const history = await readHistory(await admin(), { entity: screen.entity, recordId: id });
    expect(history[0]).toMatchObject({ label: "下移", changes: [{ toText: `移到“新菜单${made - 1}”之后` }] });
  });

  test("内置的、有下级的、有角色使用的都不能删除", async () => {
    const remove = async (id: string) => removeRecord(await admin(), { screen, id });
    await expect(remove(await idOf("company"))).rejects.toMatchObject({ message: "系统内置的菜单不能删除，请停用" });
    const dir = await add({ type: "dir", path: "" });
    const below = await add({ parent_id: dir, name: "to-go" });
    await expect(remove(dir)).rejects.toMatchObject({ message: "请先删除下级菜单（1个）" });
    await give("buyer", "to-go");
    await expect(remove(below)).rejects.toMatchObject({
      message: expect.stringContaining("已有1个角色使用（采购员）"),
    });
    await take("buyer", "to-go");
    await remove(below);
    await remove(dir);
    await expect(rowOf("to-go")).rejects.toThrow();
  });
});

describe("树和预览", () => {
  test("没有权限的人看不到树、预览，也动不了菜单", async () => {
    const id = await idOf("company");
    for (const account of ["buyerA", "supplierA"] as const) {
      const context = await world.as(account);
      for (const work of [
        () => resourceTree(context),
        () => treeModel(context, new URLSearchParams()),
        () => previewRole(context, "buyer"),
        () => previewModel(context, new URLSearchParams("role=buyer")),
        () => moveEntry(context, { id, by: "up" }),
        () => switchRecord(context, { screen, id, on: false }),
        () => setActions(context, { id, version: 1, actions: null }),
      ])
        await expect(work()).rejects.toMatchObject({ error: "forbidden" });
    }
  });

  test("错位的菜单列出原因，成圈的也能在树上找到", async () => {
    await sql`insert into resource (type, name, title, sort_no) values ('dir', 'ring-a', '圈甲', 1), ('dir', 'ring-b', '圈乙', 2)`.execute(
      connection(),
    );
    await sql`update resource r set parent_id = p.id from resource p
      where (r.name, p.name) in (('ring-a', 'ring-b'), ('ring-b', 'ring-a'))`.execute(connection());
    await sql`insert into resource (parent_id, type, name, title, path, sort_no)
      select id, 'menu', 'pageless', '旧页面', '/master-data/gone', 3 from resource where name = 'dir-master-data'`.execute(
      connection(),
    );
    const { faults, groups } = await treeModel(await admin(), new URLSearchParams());
    expect(faults.map(({ title, text }) => `${title} ${text}`)).toEqual(
      expect.arrayContaining(["圈甲 上级成了圈", "圈乙 上级成了圈", "旧页面 页面不存在（MODULE_NOT_FOUND）"]),
    );
    expect(groups.flatMap(({ rows }) => rows.map(({ title }) => title))).toEqual(
      expect.arrayContaining(["圈甲", "圈乙"]),
    );
    await change(await idOf("ring-a"), { parent_id: await idOf("dir-master-data") });
    expect((await treeModel(await admin(), new URLSearchParams())).faults.map(({ title }) => title)).not.toContain(
      "圈甲",
    );
    await sql`delete from resource where name in ('ring-b', 'pageless')`.execute(connection());
  });

  test("预览就是本人看到的菜单，供应商的也是；到期的授权不算", async () => {
    for (const account of ["buyerA", "supplierA", "admin"] as const) {
      const own = await seen(await signIn(world, account));
      const { menus } = await previewPerson(await admin(), world.accounts[account]);
      expect(menus.tops.flatMap(({ entries }) => entries.map(({ name }) => name))).toEqual(own);
    }
    // A right a supplier's role was given by mistake shows nothing.
    await give("supplier_admin", "role");
    const { menus } = await previewRole(await admin(), "supplier_admin");
    expect(menus.byName.has("role")).toBe(false);
    await take("supplier_admin", "role");
    await sql`update user_role set valid_until = '2020-01-01' where user_id = ${world.accounts.qa}`.execute(
      connection(),
    );
    await sql`update permission_version set version = version + 1`.execute(connection());
    expect((await previewPerson(await admin(), world.accounts.qa)).menus.tops).toEqual([]);
    await sql`update user_role set valid_until = null where user_id = ${world.accounts.qa}`.execute(connection());
    const model = await previewModel(await admin(), new URLSearchParams("person=buyerA"));
    expect(model.shown?.name).toContain("buyerA");
    expect((await previewModel(await admin(), new URLSearchParams("person=nobody-here"))).problem).toContain(
      "没有找到",
    );
  });

  test("停用前说出会一并停用什么，一次处理几项要么全成要么全不成", async () => {
    const post = async (intent: string, ...picked: string[]) => {
      const form = new FormData();
      form.set("_intent", intent);
      for (const id of picked) form.append("pick", id);
      return submitTree(await admin(), form);
    };
    const dir = await idOf("dir-contract-management");
    expect(await post(`disable ${dir}`)).toMatchObject({
      status: 200,
      model: { kind: "stop", ids: [dir], below: expect.arrayContaining(["合同"]) },
    });
    expect((await rowOf("dir-contract-management")).enabled).toBe(true);
    expect(await post("stop", dir, await idOf("role"))).toMatchObject({ status: 400, model: { kind: "tree" } });
    expect((await rowOf("dir-contract-management")).enabled).toBe(true);
    expect(await post("stop", dir)).toMatchObject({ notice: "已停用，从下一次请求起生效" });
    expect((await rowOf("dir-contract-management")).enabled).toBe(false);
    await post("enable", dir);
    expect(await post("stop")).toMatchObject({ status: 400, model: { problem: "请先勾选要处理的菜单" } });
    await expect(post("explode", dir)).rejects.toMatchObject({ error: "malformed" });
  });

  test("REST：树、预览、上移、停用、可用操作", async () => {
    const token = await signIn(world, "admin");
    const base = "/v2/sys/resource";
    const tree = await call(world, { token, method: "GET", path: `${base}/tree` });
    expect(tree.body.result).toMatchObject({
      tree: expect.arrayContaining([expect.objectContaining({ parentId: "0" })]),
    });
    const preview = await call(world, { token, method: "GET", path: `${base}/preview?role=buyer` });
    expect(preview.body.result).toMatchObject({ name: "采购员" });
    expect((await call(world, { token, method: "GET", path: `${base}/preview` })).body.code).toBe(40002);
    expect(
      (await call(world, { token, method: "GET", path: `${base}/preview?userId=${world.engine.newId()}` })).status,
    ).toBe(404);
    const id = await add({ name: "by-rest" });
    expect((await call(world, { token, method: "POST", path: `${base}/${id}/up`, body: {} })).body.success).toBe(true);
    const { version } = await rowOf("by-rest");
    expect(
      (await call(world, { token, method: "POST", path: `${base}/${id}/disable`, body: { version: version - 1 } })).body
        .code,
    ).toBe(40009);
    expect(
      (await call(world, { token, method: "POST", path: `${base}/${id}/disable`, body: { version, reason: "旧" } }))
        .body.success,
    ).toBe(true);
    expect((await rowOf("by-rest")).enabled).toBe(false);
    expect((await call(world, { token, method: "POST", path: `${base}/${id}/enable`, body: {} })).body.success).toBe(
      true,
    );
    const actions = (body: unknown) => call(world, { token, method: "PUT", path: `${base}/${id}/actions`, body });
    expect((await actions({ version: 1, actions: "all" })).body.code).toBe(40002);
    const other = await signIn(world, "buyerA");
    for (const [method, path] of [
      ["GET", `${base}/tree`],
      ["GET", `${base}/preview?role=buyer`],
      ["POST", `${base}/${id}/up`],
      ["POST", `${base}/${id}/disable`],
    ] as const)
      expect((await call(world, { token: other, method, path, body: method === "GET" ? undefined : {} })).status).toBe(
        403,
      );
    const role = await call(world, {
      token,
      method: "POST",
      path: "/v2/sys/role/page",
      body: { code: "system_admin" },
    });
    const top = Object(role.body.result).records[0].id;
    expect((await call(world, { token, method: "POST", path: `/v2/sys/role/${top}/disable`, body: {} })).status).toBe(
      400,
    );
  });
});

test("供应商账号即使被错误授权，也看不到他人的授权", async () => {
  const token = await signIn(world, "supplierA");
  await sql`insert into role_permission values ('supplier_admin', 'user-role', 'query'), ('supplier_admin', 'user-role', 'edit')`.execute(
    connection(),
  );
  expect(
    (await call(world, { token, method: "GET", path: `/v2/userRole/findList/${world.accounts.buyerA}` })).status,
  ).toBe(403);
  await take("supplier_admin", "user-role");
});
