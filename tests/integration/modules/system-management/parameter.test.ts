import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { asking, jobAsker } from "~/data/asking.server";
import { keptDays } from "~/data/migrations/20261125-081500-reminded-by-deadlines.server";
import { setParameter } from "~/data/parameters.server";
import { type Context, type SessionFacts, systemContext } from "~/engine/context.server";
import { readHistory } from "~/engine/operations/audit.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction, reading } from "~/engine/operations/transaction.server";
import { exportRecords } from "~/engine/output/export.server";
import { intParameter, knownLimit, seedParameters, textParameter } from "~/engine/parameters.server";
import { listModel } from "~/engine/screen/list-model.server";
import { signIn } from "~/engine/session/session.server";
import { signInByTicket } from "~/engine/session/single-sign-on.server";
import { restoreDefault, restoreModel } from "~/modules/system-management/parameter/$id.restore.page.server";
import { PASSWORD } from "../../../support/company";
import { allRecords, personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen("system-management/parameter");

async function rowOf(key: string) {
  const record = (await allRecords(world, screen.entity)).find((one) => one.key === key);
  if (!record) throw new Error(`no parameter ${key}`);
  return record;
}

async function set(context: Context, key: string, value: string) {
  const { id, version } = await rowOf(key);
  return updateRecordBy(context, { screen, id, version, values: { value } });
}

test("改了参数，下一次读取就是新值；重新启动不改回去", async () => {
  const key = "security.login.lockMin";
  expect(await intParameter(world.engine, key)).toBe(15);
  await set(await personWith(world, "system_admin"), key, "45");
  expect(await intParameter(world.engine, key)).toBe(45);
  await seedParameters(world.engine);
  expect(await intParameter(world.engine, key)).toBe(45);
  expect((await rowOf(key)).default_value).toBe("15");
});

test("一个事务只问一次参数，自己改了才再问；没提交的改动不留给别人", async () => {
  const key = "security.login.lockMin";
  const { database } = world.engine;
  const before = await intParameter(world.engine, key);
  const asker = jobAsker("test");
  const seen: number[] = [];
  const undone = database.transaction({ role: "owner" }, () =>
    asking(asker, async () => {
      for (const _ of [1, 2, 3]) seen.push(await intParameter(world.engine, key));
      expect(asker.queries).toBe(1);
      await setParameter(database.connection(), key, String(before + 1));
      seen.push(await intParameter(world.engine, key));
      throw new Error("undone");
    }),
  );
  await expect(undone).rejects.toThrow("undone");
  expect(seen).toEqual([before, before, before, before + 1]);
  expect(await intParameter(world.engine, key)).toBe(before);
});

test("别的进程改了参数，没有会话的调用接着就按新值判断；只读的一个请求只问一次，有会话的不再问", async () => {
  const key = "suggestion.reopenDays";
  // A process of its own remembers for itself.
  const services = { ...world.engine };
  const context = systemContext(services, "测试");
  const known = async () => knownLimit(services, key);
  const before = await reading(context, known);
  const change = (to: number) =>
    sql`with changed as (update parameter set value = ${String(to)} where key = ${key} returning key)
      update permission_version set version = version + 1`.execute(services.database.connection());
  await change(before + 1);
  expect(await known()).toBe(before);
  expect(await reading(context, known)).toBe(before + 1);
  await change(before + 2);
  expect(await inTransaction(context, known)).toBe(before + 2);
  const asker = jobAsker("test");
  await asking(asker, async () => {
    await reading(context, known);
    await reading(context, known);
    expect(asker.queries).toBe(1);
    await reading({ ...context, session: { ...({} as SessionFacts), permissionVersion: 0 } }, known);
    expect(asker.queries).toBe(1);
  });
  await change(before);
  expect(await intParameter(world.engine, key)).toBe(before);
});

test("超出范围的值不收，原值照旧", async () => {
  const key = "security.login.maxFail";
  const refused = await refusal(set(await personWith(world, "system_admin"), key, "1"), "invalid");
  expect(refused).toMatchObject({ complaints: [{ field: "value", message: "参数值必须是3到20之间的整数" }] });
  expect(await intParameter(world.engine, key)).toBe(5);
});

test("分档的参数保持先后：在参数旁说出另一个现在是多少，改了另一个就可以", async () => {
  const admin = await personWith(world, "system_admin");
  const complaints = (message: string) => ({ complaints: [{ field: "value", message }] });
  expect(await refusal(set(admin, "risk.midFrom", "15"), "invalid")).toMatchObject(
    complaints("须小于「高风险的最低风险系数」，现为15"),
  );
  expect(await refusal(set(admin, "audit.passLine", "70"), "invalid")).toMatchObject(
    complaints("须大于「质量审核整改后通过的最低得分」，现为70"),
  );
  await set(admin, "risk.highFrom", "20");
  await set(admin, "risk.midFrom", "15");
  expect(await intParameter(world.engine, "risk.midFrom")).toBe(15);
});

test("审计员只能看；参数的键和默认值谁也改不了", async () => {
  await refusal(set(await personWith(world, "log_auditor"), "ui.copyright", "别的"), "forbidden");
  const { id, version } = await rowOf("ui.copyright");
  const values = { key: "ui.other", value: "新的" };
  const admin = await personWith(world, "system_admin");
  await refusal(updateRecordBy(admin, { screen, id, version, values }), "malformed");
  expect(await textParameter(world.engine, "ui.copyright")).toBe("供应商平台");
});

test("失败次数的上限来自参数", async () => {
  await set(await personWith(world, "system_admin"), "security.login.maxFail", "3");
  const attempt = () =>
    refusedSignIn(signIn(world.engine, { account: "planner", password: "x", ip: "10.0.0.8", device: "" }));
  expect([await attempt(), await attempt(), await attempt()]).toEqual(["wrong_password", "wrong_password", "locked"]);
});

async function refusedSignIn(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "ok",
    (error) => Object(error).error,
  );
}

test("恢复默认：页面说出现在的值和默认值，恢复后留在历史里；改过安全参数，管理员都收到消息", async () => {
  const admin = await world.as("admin");
  const key = "security.session.idleHours";
  await set(admin, key, "8");
  const { id } = await rowOf(key);
  const links = async () => {
    const { table } = await listModel(admin, screen, new URLSearchParams(`key=${key}`));
    return table.rows.flatMap((row) => row.actions ?? []);
  };
  expect(await links()).toMatchObject([{ label: "恢复默认", href: `/system-management/parameter/${id}/restore` }]);
  const model = await restoreModel(admin, id);
  expect(model.facts).toEqual([
    { label: "现在的值", text: "8 小时" },
    { label: "默认值", text: "0 小时" },
  ]);
  await restoreDefault(admin, { id, version: Number(model.version) });
  expect(await intParameter(world.engine, key)).toBe(0);
  expect(await links()).toEqual([]);
  await refusal(restoreDefault(admin, { id, version: Number(model.version) }), "stale_record");
  const [entry] = await readHistory(admin, { entity: screen.entity, recordId: id });
  expect(entry).toMatchObject({ changes: [{ path: "value", fromText: "8", toText: "0" }] });
  const notification = (await rowsOf(world, "inbox", "at")).filter(
    (row) => row.scenario === "security.parameter-changed" && row.user_id === world.accounts.admin,
  );
  expect(notification.map(({ body }) => body).slice(-2)).toEqual([
    "管理员把它从0改为8，从现在起生效。",
    "管理员把它从8改为0，从现在起生效。",
  ]);
  await refusal(restoreModel(await personWith(world, "log_auditor"), id), "forbidden");
});

test("导出留下审计：谁、哪个列表、多少行、什么条件；超过上限不导出", async () => {
  const admin = await world.as("admin");
  const users = world.screen("system-management/user");
  const list = { filters: { username: ["采购"] }, toggles: [], sort: [], page: 1, size: 10 };
  const request = { format: "csv" as const, list, columns: [], lines: null, strict: true };
  const file = await exportRecords(admin, users, request);
  await new Response(file.body).arrayBuffer();
  const [entry] = (await rowsOf(world, "audit_log", "at")).filter(({ action }) => action === "export");
  expect(entry).toMatchObject({
    user_name: "管理员",
    entity: "system-management/user",
    label: "导出用户管理",
    suppliers: [],
  });
  const rows = Object(entry?.staff_changes).map(
    ({ label, toText }: { label: string; toText: string }) => `${label} ${toText}`,
  );
  expect(rows).toEqual([expect.stringMatching(/^行数 [1-9]/), "格式 csv", "条件 姓名：采购"]);
  await expect(exportRecords(admin, users, request, 1)).rejects.toMatchObject({ error: "wrong_state" });
});

test("升级前改过表单提前几天提醒的，升级后照旧，写成提醒日", async () => {
  const connection = world.engine.database.connection();
  const key = "deadline.form-answer.due.soon.days";
  for (const [before, after] of [
    ["5", "前5"],
    ["0", "当天"],
  ] as const) {
    await sql`update parameter set key = 'notify.formDueDays', value_type = 'int', value = ${before}, allowed = '0到30',
      unit = '天', default_value = '2' where key = ${key}`.execute(connection);
    await sql.raw(keptDays).execute(connection);
    await seedParameters(world.engine);
    expect(await rowOf(key)).toMatchObject({ value: after, default_value: "前2", value_type: "days", unit: null });
  }
});

test("禁止登录的地址：写错的在字段旁说明，不能把自己关在外面，名单里的地址用对的密码也不能登录", async () => {
  const key = "security.ip.blacklist";
  const admin = await personWith(world, "system_admin");
  const own = { ...admin, ip: "203.0.113.9" };
  const complaint = async (value: string) => (await refusal(set(own, key, value), "invalid")).complaints[0];
  expect(await complaint("198.51.100.0/40")).toMatchObject({
    field: "value",
    message: expect.stringContaining("「198.51.100.0/40」不是IP地址或网段"),
  });
  expect((await complaint("203.0.113.0/24"))?.message).toBe(
    "「203.0.113.0/24」包含您现在的地址 203.0.113.9，保存后您不能再登录",
  );
  await set(own, key, "198.51.100.0/24、2001:db8::/32");
  const from = (ip: string) => signIn(world.engine, { account: "buyerA", password: PASSWORD, ip, device: "" });
  expect((await refusal(from("198.51.100.77"), "forbidden")).message).toBe("您所在的网络地址不允许登录，请联系管理员");
  await refusal(signInByTicket(world.engine, "x", { ip: "2001:db8::9", device: "" }), "forbidden");
  const refused = (await rowsOf(world, "login_log", "id")).filter((row) => row.reason === "address");
  expect(refused).toMatchObject([{ ip: "198.51.100.77", result: "fail" }]);
  await from("203.0.113.9");
  await set(own, key, "");
  await from("198.51.100.77");
});
