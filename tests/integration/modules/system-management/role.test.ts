import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { readHistory } from "~/engine/operations/audit.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { openGrants, planGrants, ROLE, saveGrants } from "~/engine/session/role-grants.server";
import { openSession } from "~/engine/session/session.server";
import {
  copyRole,
  membersModel,
  rightsModel,
  submitRights,
} from "~/modules/system-management/role/role-rights.page.server";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ROLE);
const admin = () => world.as("admin");

async function idOf(context: Context, code: string): Promise<string> {
  const token = await signIn(world, "admin");
  const { body } = await call(world, {
    token,
    method: "POST",
    path: "/v2/sys/role/page",
    body: { code, page: { current: 1, size: 200 } },
  });
  const rows: { id: string; code: string }[] = Object(body.result).records;
  const found = rows.find((row) => row.code === code);
  if (!found) throw new Error(`no role ${code} for ${context.actor.account}`);
  return found.id;
}

let made = 0;
async function newRole(values: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const all = {
    code: `made_${made}`,
    name: `新角色${made}`,
    audience: "internal",
    rank: "30",
    enabled: "1",
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

const version = async (id: string) => Number((await openGrants(await admin(), id)).role.version);

describe("角色本身", () => {
  test("编码唯一且只用小写字母、数字、下划线，保存后不变", async () => {
    const add = async (code: string) => complaints(newRole({ code }));
    expect(await add("buyer")).toEqual(["角色编码已存在"]);
    for (const code of ["Buyer", "采购", "a-b", "1a"])
      expect(await add(code)).toEqual(["编码仅小写字母、数字、下划线，以字母开头"]);
    const id = await newRole();
    const change = updateRecordBy(await admin(), { screen, id, version: 1, values: { code: "other_code" } });
    expect(await complaints(change)).toEqual(["角色编码保存后不能修改"]);
  });

  test("内置角色不能删除、改编码，系统管理员不能停用", async () => {
    const context = await admin();
    const buyer = await idOf(context, "buyer");
    await expect(removeRecord(context, { screen, id: buyer })).rejects.toMatchObject({ message: "内置角色不允许删除" });
    const top = await idOf(context, "system_admin");
    const stop = updateRecordBy(context, { screen, id: top, version: 1, values: { enabled: false } });
    expect(await complaints(stop)).toEqual(["系统管理员角色不能停用，也不能改变级别"]);
    const audience = updateRecordBy(context, { screen, id: buyer, version: 1, values: { audience: "supplier" } });
    expect(await complaints(audience)).toEqual(["该角色已分配给2名用户，不能改变适用对象"]);
  });

  test("没有用户的自建角色可以删除，权限随之消失", async () => {
    const id = await newRole();
    await saveGrants(await admin(), { id, version: 1, ticked: ["company.query"] });
    await removeRecord(await admin(), { screen, id });
    await expect(openGrants(await admin(), id)).rejects.toMatchObject({ error: "not_found" });
  });

  test("停用角色后，持有人的下一次请求就没有它的权限", async () => {
    const token = await signIn(world, "expert");
    const rights = async () =>
      (await openSession(world.engine, token, { requestId: "x", ip: "", channel: "rest" }))?.context.actor.roles;
    expect(await rights()).toEqual(["expert"]);
    const id = await idOf(await admin(), "expert");
    await updateRecordBy(await admin(), { screen, id, version: 1, values: { enabled: false } });
    expect(await rights()).toEqual([]);
    await updateRecordBy(await admin(), { screen, id, version: 2, values: { enabled: true } });
    expect(await rights()).toEqual(["expert"]);
  });
});

describe("权限矩阵", () => {
  test("带上菜单的查询，说出差异和影响人数，保存后留下记录", async () => {
    const id = await newRole();
    const plan = await planGrants(await admin(), id, ["company.edit", "purchase-order-release.edit"]);
    expect([plan.added.toSorted(), plan.implied.toSorted(), plan.removed, plan.members, plan.complaints]).toEqual([
      ["company.edit", "company.query", "purchase-order-release.edit", "purchase-order.query"],
      ["company.query", "purchase-order.query"],
      [],
      0,
      [],
    ]);
    await saveGrants(await admin(), { id, version: 1, ticked: ["company.edit", "purchase-order-release.edit"] });
    const { held } = await openGrants(await admin(), id);
    expect([...held].toSorted()).toEqual(plan.added.toSorted());
    await saveGrants(await admin(), { id, version: 2, ticked: ["company.query"] });
    const [last] = await readHistory(await admin(), { entity: screen.entity, recordId: id, limit: 5 });
    expect(last).toMatchObject({ label: "权限配置" });
    expect(JSON.stringify(last)).toContain("查询、编辑");
    expect(await version(id)).toBe(3);
    // Nothing changed: nothing is written.
    await saveGrants(await admin(), { id, version: 3, ticked: ["company.query"] });
    expect(await version(id)).toBe(3);
  });

  test("别人先保存了就不覆盖；同一份表单提交两次只算一次", async () => {
    const id = await newRole();
    await saveGrants(await admin(), { id, version: 1, ticked: ["company.query"], requestId: "once-1" });
    await saveGrants(await admin(), { id, version: 1, ticked: ["company.query"], requestId: "once-1" });
    const late = saveGrants(await admin(), { id, version: 1, ticked: ["factory.query"] });
    await expect(late).rejects.toMatchObject({ error: "stale_record" });
    expect(await version(id)).toBe(2);
  });

  test("至少一项；没有的权限不接受；供应商角色不含内部菜单", async () => {
    const id = await newRole();
    expect(await complaints(saveGrants(await admin(), { id, version: 1, ticked: [] }))).toEqual(["请至少勾选一项权限"]);
    for (const name of [
      "nothing.query",
      "company.fly",
      "company",
      ".query",
      "dir-master-data.query",
      "purchase-order-release.query",
    ])
      await expect(planGrants(await admin(), id, [name])).rejects.toMatchObject({ error: "malformed" });
    const supplier = await newRole({ audience: "supplier", rank: "5" });
    const wrong = saveGrants(await admin(), {
      id: supplier,
      version: 1,
      ticked: ["purchase-order.query", "role.query", "purchase-group.query"],
    });
    expect((await complaints(wrong)).toSorted()).toEqual(
      ["供应商角色不能包含“角色管理”", "供应商角色不能包含“采购组”"].toSorted(),
    );
    await saveGrants(await admin(), { id: supplier, version: 1, ticked: ["purchase-order.query"] });
  });

  test("系统管理员不会把自己关在门外", async () => {
    const id = await idOf(await admin(), "system_admin");
    const { held, role } = await openGrants(await admin(), id);
    const ticked = [...held].filter((name) => name !== "role.edit" && !name.endsWith("parameter.query"));
    const known = (await planGrants(await admin(), id, ["role.query"])).rights;
    const names = new Set(known.flatMap((right) => right.actions.map((action) => `${right.name}.${action}`)));
    const save = saveGrants(await admin(), {
      id,
      version: Number(role.version),
      ticked: ticked.filter((name) => names.has(name)),
    });
    expect(await complaints(save)).toEqual(["系统管理员必须保留角色管理的查询、查看和编辑"]);
  });

  test("没有权限的人看不到也改不了；有编辑权的人不能授出自己没有的，也不能动更高的级别", async () => {
    const id = await newRole();
    for (const account of ["buyerA", "supplierA"] as const) {
      await expect(openGrants(await world.as(account), id)).rejects.toMatchObject({ error: "forbidden" });
      await expect(planGrants(await world.as(account), id, [])).rejects.toMatchObject({ error: "forbidden" });
      await expect(membersModel(await world.as(account), id, 1)).rejects.toMatchObject({ error: "forbidden" });
    }
    // The manager is given the keeping of roles, as an administrator might.
    const manager = await idOf(await admin(), "purchase_manager");
    const { held, role, rights } = await openGrants(await admin(), manager);
    const names = new Set(rights.flatMap((right) => right.actions.map((action) => `${right.name}.${action}`)));
    const ticked = [...held, "role.query", "role.get", "role.edit"].filter((name) => names.has(name));
    await saveGrants(await admin(), { id: manager, version: Number(role.version), ticked });
    const own = await world.as("manager");
    expect((await planGrants(own, id, ["parameter.edit"])).complaints).toEqual(
      expect.arrayContaining(["不能授出自己没有的权限：参数管理 · 编辑"]),
    );
    expect((await planGrants(own, id, ["purchase-order.query"])).complaints).toEqual([]);
    const top = await idOf(await admin(), "system_admin");
    expect((await planGrants(own, top, ["role.query", "role.get", "role.edit"])).complaints).toContain(
      "不能修改高于自己级别的角色",
    );
    const raise = updateRecordBy(own, { screen, id, version: 1, values: { rank: "90" } });
    expect(await complaints(raise)).toEqual(["不能设置高于自己级别的角色"]);
  });

  test("矩阵和核对页：整行、返回修改、拒绝时保留勾选", async () => {
    const id = await newRole();
    const context = await admin();
    const post = (intent: string, grants: string[], at = "1") => {
      const form = new FormData();
      form.set("_intent", intent);
      form.set("_version", at);
      for (const one of grants) form.append("grant", one);
      return submitRights(context, id, form);
    };
    const ticks = (outcome: Awaited<ReturnType<typeof post>>) =>
      "model" in outcome && outcome.model.kind === "matrix"
        ? outcome.model.groups.flatMap(({ rows }) =>
            rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell?.on ? [cell.name] : []))),
          )
        : null;
    expect(ticks(await post("row warehouse", []))).toHaveLength(9);
    expect(ticks(await post("row warehouse", ticks(await post("row warehouse", [])) ?? []))).toEqual([]);
    expect(ticks(await post("back", ["company.query"]))).toEqual(["company.query"]);
    expect(await post("check", [])).toMatchObject({
      status: 400,
      model: { kind: "matrix", problems: ["请至少勾选一项权限"] },
    });
    const check = await post("check", ["company.edit"]);
    expect(check).toMatchObject({
      status: 200,
      model: {
        kind: "confirm",
        added: [
          {
            title: "主数据 / 公司",
            actions: "查询、编辑",
            note: "查询为自动带上",
          },
        ],
      },
    });
    expect(await post("save", ["company.edit"])).toMatchObject({ saved: { version: 2 } });
    const stale = await post("save", ["factory.query"]);
    expect(stale).toMatchObject({ status: 400, model: { kind: "matrix", version: "2" } });
    expect(ticks(stale)).toEqual(["factory.query"]);
    const model = await rightsModel(context, id);
    // Only sub-permissions that belong to no screen stand outside the menus.
    const others = model.groups.find(({ title }) => title === "其他权限")?.rows ?? [];
    expect(others.map(({ name }) => name).toSorted()).toEqual(["account-colleagues", "test-home"]);
  });

  test("复制带上权限，不带用户；编码重复时不留下半个角色", async () => {
    const context = await admin();
    const buyer = await idOf(context, "buyer");
    const { held } = await openGrants(context, buyer);
    const { id } = await copyRole(context, buyer, { code: "buyer_copy", name: "采购员（副本）" });
    const copy = await openGrants(context, id);
    expect([...held].filter((name) => !copy.held.has(name))).toEqual([]);
    expect([copy.members, copy.role.built_in, copy.role.rank]).toEqual([0, false, 40]);
    expect(await complaints(copyRole(context, buyer, { code: "buyer_copy", name: "再来" }))).toEqual([
      "角色编码已存在",
    ]);
    expect((await membersModel(context, buyer, 99)).table.rows.map(({ cells }) => cells[0]?.text)).toEqual([
      "buyerA",
      "buyerB",
    ]);
  });

  test("权限的改变从持有人的下一次请求起生效", async () => {
    const token = await signIn(world, "qa");
    const ask = () => call(world, { token, method: "POST", path: "/v2/master-data/company/page", body: {} });
    const id = await idOf(await admin(), "qa");
    const { held, role, rights } = await openGrants(await admin(), id);
    const names = new Set(rights.flatMap((right) => right.actions.map((action) => `${right.name}.${action}`)));
    const rest = [...held].filter((name) => names.has(name) && !name.startsWith("company."));
    await saveGrants(await admin(), { id, version: Number(role.version), ticked: [...rest, "company.query"] });
    expect((await ask()).status).toBe(200);
    await saveGrants(await admin(), { id, version: Number(role.version) + 1, ticked: rest });
    expect(await ask()).toMatchObject({ status: 403, body: { code: 40301 } });
  });

  test("REST：读取、预览、保存", async () => {
    const id = await newRole();
    const token = await signIn(world, "admin");
    const path = `/v2/sys/role/${id}/permissions`;
    expect((await call(world, { token, method: "GET", path })).body.result).toMatchObject({
      version: 1,
      members: 0,
      grants: [],
    });
    const preview = await call(world, {
      token,
      method: "POST",
      path: `${path}/preview`,
      body: { grants: ["company.edit"] },
    });
    expect(preview.body.result).toMatchObject({ implied: ["company.query"], removed: [] });
    expect(
      (await call(world, { token, method: "PUT", path, body: { version: 1, grants: ["company.edit"] } })).body,
    ).toMatchObject({
      success: true,
      result: { version: 2 },
    });
    expect(
      (await call(world, { token, method: "PUT", path, body: { version: 1, grants: ["company.edit"] } })).body.code,
    ).toBe(40009);
    expect((await call(world, { token, method: "PUT", path, body: { version: 2, grants: "all" } })).body.code).toBe(
      40002,
    );
    expect((await call(world, { token: await signIn(world, "supplierA"), method: "GET", path })).status).toBe(403);
  });
});
