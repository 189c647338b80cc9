import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Envelope } from "~/api/envelope.server";
import { openSession } from "~/engine/session/session.server";
import { action as logout } from "~/routes/_shell.account.logout";
import { type AccountName, PASSWORD } from "../../../support/company";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";
import { answer, args, browser } from "../../session/guard-support";

const world = await openWorld();
afterAll(() => world.close());

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** A call of the older kind: a form. */
async function form(token: string, path: string, fields: Record<string, string>) {
  const request = new Request(new URL(path, "http://portal.test"), {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { Authorization: token, ...FORM },
  });
  const response = await world.services.rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
  const body = (await response.json()) as Envelope;
  return {
    outcome: [response.status, body.code],
    result: body.result,
    errors: Object(body.result).errors,
    token: response.headers.get("authorization"),
  };
}

test("用户信息：权限带动作，供应商的三个字段只有供应商有", async () => {
  const info = async (account: AccountName) =>
    Object(
      (await call(world, { token: await signIn(world, account), method: "GET", path: "/v2/user/info" })).body.result,
    );
  const staff = await info("buyerA");
  expect(staff).toMatchObject({
    id: world.accounts.buyerA,
    accountName: "buyerA",
    role: "buyer",
    avatar: null,
    supplierId: null,
    supplierCode: null,
    supplierName: null,
  });
  expect(staff.userName).not.toBe("");
  const orders = staff.permissions.find((one: { permissionId: string }) => one.permissionId === "purchase-order");
  const actions = orders.actionEntitySet.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(["add", "edit", "query", "get"]));
  const supplier = await info("supplierA");
  expect(supplier).toMatchObject({ supplierId: world.ids.supplierA, role: "supplier_admin" });
  expect([typeof supplier.supplierCode, typeof supplier.supplierName]).toEqual(["string", "string"]);
  const own = supplier.permissions.find((one: { permissionId: string }) => one.permissionId === "purchase-order");
  expect(own.actionEntitySet.map(({ action }: { action: string }) => action)).not.toContain("add");
});

describe("个人资料", () => {
  const profile = async (account: AccountName, name?: string) => {
    const query = name === undefined ? "" : `?accountName=${name}`;
    const { body } = await call(world, {
      token: await signIn(world, account),
      method: "GET",
      path: `/v2/user/profile${query}`,
    });
    return Object(body.result) as Record<string, unknown>;
  };

  test("按账号读出，字段齐全，账号只读", async () => {
    const { version: _version, readonlyFields, ...fields } = await profile("qa", "qa");
    expect(readonlyFields).toContain("accountName");
    expect(Object.keys(fields).sort()).toEqual(
      [
        "id",
        "accountName",
        "userName",
        "sex",
        "email",
        "cardId",
        "birthday",
        "educationalHistory",
        "professional",
        "position",
        "phone",
        "startFromDate",
        "description",
      ].sort(),
    );
    expect(fields).toMatchObject({ id: world.accounts.qa, accountName: "qa" });
  });

  test("保存时字段小写、日期 YYYY-MM-DD、账号为空，答复 success", async () => {
    const token = await signIn(world, "qa");
    const sent = {
      accountname: "",
      username: "质检甲",
      sex: "1",
      email: "qa@example.com",
      cardid: "11010119900101123X",
      birthday: "1990-01-01",
      educationalhistory: "",
      professional: "食品",
      position: "质检",
      phone: "13800138000",
      startfromdate: "2020-07-01",
      description: "备注",
    };
    const saved = await form(token, "/v1/user/updateUserInfo", sent);
    expect([saved.outcome, saved.result]).toEqual([[200, 200], "success"]);
    expect(await profile("qa")).toMatchObject({
      accountName: "qa",
      userName: "质检甲",
      sex: "1",
      birthday: "1990-01-01",
      startFromDate: "2020-07-01",
      cardId: "11010119900101123X",
    });
    const wrong = await form(token, "/v1/user/updateUserInfo", { ...sent, birthday: "1990/1月", sex: "2" });
    expect([wrong.outcome, Object.keys(wrong.errors).sort()]).toEqual([
      [400, 40001],
      ["birthday", "sex"],
    ]);
  });

  test.each<[string, boolean]>([
    ["11010119900101123X", true],
    ["11010119900101123x", true],
    ["abcdefghijklmnopqr", true],
    ["", true],
    ["1101011990010112", false],
    ["110101199001011234X", false],
    ["11010119900101-23X", false],
    ["11010119900101１23X", false],
  ])("身份证号「%s」：%s", async (cardid, good) => {
    const saved = await form(await signIn(world, "planner"), "/v1/user/updateUserInfo", { cardid });
    expect(saved.errors?.cardid).toBe(good ? undefined : "请输入正确的身份证号");
  });
});

describe("修改密码", () => {
  const change = (token: string, fields: Record<string, string>) =>
    form(
      token,
      "/v1/user/editPassword",
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`UserFormMap.${name}`, value])),
    );

  test("UserFormMap.id 只能是自己的；改好后新令牌在 authorization 里，旧的不再有效", async () => {
    const token = await signIn(world, "finance");
    const wanted = { newpassword: "Finest@2026", confirmpassword: "Finest@2026" };
    expect((await change(token, { id: world.accounts.qa, ...wanted })).outcome).toEqual([403, 40302]);
    const refused = await change(token, { id: world.accounts.finance, newpassword: "", confirmpassword: "" });
    expect([refused.outcome, refused.errors]).toEqual([
      [400, 40001],
      { newpassword: "新密码不能为空", confirmpassword: "确认密码不能为空" },
    ]);
    const done = await change(token, { id: world.accounts.finance, ...wanted });
    expect([done.outcome, done.result]).toEqual([[200, 200], "success"]);
    expect((await call(world, { token, method: "GET", path: "/v2/user/info" })).status).toBe(401);
    expect((await call(world, { token: done.token ?? "", method: "GET", path: "/v2/user/info" })).status).toBe(200);
    await signIn(world, "finance", wanted.newpassword);
    await expect(signIn(world, "finance", PASSWORD)).rejects.toThrow("账户或密码错误");
  });

  test.each<[string, boolean]>([
    ["Abcdef12", true],
    ["Abcdef1@$!%*?&", true],
    ["Abcde12", false],
    ["abcdefg1", false],
    ["ABCDEFG1", false],
    ["Abcdefgh", false],
    ["Abcdef1#", false],
    ["Abcdef1 ", false],
    ["Abcdef1密", false],
  ])("密码「%s」合乎规则：%s", async (password, good) => {
    // The confirmation differs on purpose: nothing is stored.
    const { errors } = await change(await signIn(world, "warehouse"), { newpassword: password, confirmpassword: "x" });
    expect(errors.newpassword).toBe(
      good ? "新密码与确认密码不一致" : "您的密码复杂度太低（密码中必须包含大小写字母、数字,最少8位),请及时改密码！",
    );
  });
});

test("退出失败：同一页说明原因，会话仍在；接口给出追踪号", async () => {
  const connection = world.engine.database.connection();
  const { token, csrf } = await browser(world, "buyerB");
  await sql`alter table session add constraint never_ended check (ended_at is null) not valid`.execute(connection);
  const send = () =>
    logout(
      args("/account/logout", token, {
        method: "POST",
        headers: FORM,
        body: new URLSearchParams({ _csrf: csrf, from: "/qiaqia/home" }).toString(),
        params: {},
      }),
    );
  try {
    const refused = await send();
    expect(refused).toMatchObject({
      init: { status: 500 },
      data: { done: false, model: { question: "真的要注销登录吗 ?" } },
    });
    expect(Object(refused).data.model.problem).toMatch(/^系统繁忙，请稍后再试（追踪号.*）$/);
    const called = await call(world, { token, method: "POST", path: "/v2/user/logout" });
    expect([called.status, called.body.code]).toEqual([500, 50001]);
    expect(await openSession(world.engine, token, { requestId: "r", ip: "", channel: "page" })).not.toBeNull();
  } finally {
    await sql`alter table session drop constraint never_ended`.execute(connection);
  }
  expect(await answer(send())).toMatchObject({ status: 303, to: "/user/login" });
});
