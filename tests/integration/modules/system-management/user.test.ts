import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { assignRoles, assignScope } from "~/engine/assign/assign.server";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { readHistory } from "~/engine/operations/audit.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyToMany, applyTransition, prepareTransition } from "~/engine/operations/transition.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import { loadActor } from "~/engine/session/actor.server";
import { signIn } from "~/engine/session/session.server";
import { accountsFor, planPerson } from "~/engine/user-sync/plan.server";
import { PASSWORD } from "../../../support/company";
import { newcomerWith, personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { call, signIn as restSignIn } from "../../../support/rest";
import { rowsOf, setParameter, solved } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const KEY = "system-management/user";
const entity = world.entity(KEY);
const screen = world.screen(KEY);
const DAY_MS = 24 * 60 * 60_000;

let serial = 0;
async function addUser(context: Context, more: Record<string, unknown> = {}) {
  serial += 1;
  const values = { accountname: `person.${serial}`, username: `人员${serial}`, phone: "13800138000", ...more };
  const saved = await createRecord(context, { screen, values });
  return { ...saved, account: String(values.accountname), password: saved.reveals?.[0]?.value ?? "" };
}

const attempt = async (account: string, password: string) =>
  signIn(world.engine, { account, password, ip: "10.0.0.1", device: "", ...(await solved(world)) });

const transition = (context: Context, id: string, name: string, more: object = {}) =>
  applyTransition(context, { entity, id, name, reason: "测试原因", ...more });

const stateOf = async (id: string) => (await openRecord(world.system(), { entity, id })).record.state;

test("新账号得到一次性密码：能登录、必须修改，72小时后失效，库里没有明文", async () => {
  const admin = await world.as("admin");
  const made = await addUser(admin);
  expect(made.password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9]{12}$/);
  expect((await attempt(made.account, made.password)).mustChangePassword).toBe(true);
  const later = await addUser(admin);
  world.clock.advance(3 * DAY_MS + 1);
  await refusal(attempt(later.account, later.password), "wrong_password");
  world.clock.advance(-3 * DAY_MS - 1);
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(answer::text, ''), '') || (select string_agg(changes::text, '') from audit_log) as text
    from request_repeat`.execute(database.connection());
  expect(rows[0]?.text).not.toContain(made.password);
});

/** Scenarios of what an owner was told since the test began, by inbox and by mail. */
async function told(id: string) {
  const of = async (table: "inbox" | "mail_outbox") =>
    (await rowsOf(world, table, table === "inbox" ? "at" : "created_at")).filter((row) => row.user_id === id);
  const [site, mail] = [await of("inbox"), await of("mail_outbox")];
  return { site, mail, codes: site.map((row) => row.scenario), mailed: mail.map((row) => row.scenario) };
}

test("本人得知自己的账号开通、锁定、授权变动和到期、解绑、冻结、删除；邮件除开通外只到验证过的邮箱", async () => {
  const admin = await world.as("admin");
  const made = await addUser(admin, { email: "told@corp.example" });
  const opened = await told(made.id);
  expect(opened.mailed).toContain("account.created");
  const letter = opened.mail.find((row) => row.scenario === "account.created");
  expect(letter?.body).toContain(made.account);
  expect(JSON.stringify(opened)).not.toContain(made.password);
  const grant = (until: string | null, ...codes: string[]) =>
    assignRoles(admin, { userId: made.id, roles: codes.map((code) => ({ code, from: null, until })) });
  await grant(null, "planner");
  expect((await told(made.id)).mailed).not.toContain("account.rights-changed");
  await sql`update app_user set mail_proved_at = now() where id = ${made.id}`.execute(database.connection());
  await grant("2025-03-14", "buyer");
  const changed = (await told(made.id)).mail.find((row) => row.scenario === "account.rights-changed");
  expect(changed?.body).toContain("新增：采购员（至2025-03-14）；移除：计划员");
  await assignScope(admin, { userId: made.id, tab: "factory", mode: "listed", ids: [world.ids.factory1] });
  expect((await told(made.id)).site.at(-1)?.title).toBe("您的工厂范围有变化");
  for (let at = 0; at < 5; at += 1) await attempt(made.account, `wrong${at}`).catch(() => null);
  await transition(admin, made.id, "unlock");
  const ending = async () =>
    (await rowsOf(world, "inbox", "at")).filter((row) => row.scenario === "account.grant-ending");
  await workDeadlines(world.system(), { remindNow: true });
  const before = await ending();
  world.clock.advance(DAY_MS);
  await workDeadlines(world.system(), { remindNow: true });
  await workDeadlines(world.system(), { remindNow: true });
  world.clock.advance(-DAY_MS);
  const reminded = (await ending()).slice(before.length);
  expect([before.length, reminded.map((row) => row.user_id).sort()]).toEqual([
    0,
    [made.id, world.accounts.admin].sort(),
  ]);
  await sql`insert into app_user_chat_bindings (id, root_id, line_no, app, open_id, bound_at)
    values (gen_random_uuid(), ${made.id}, 1, 'wechat', 'open-told', now())`.execute(database.connection());
  await sql`update app_user set is_binding = true where id = ${made.id}`.execute(database.connection());
  await transition(admin, made.id, "clear_binding");
  await transition(admin, made.id, "block", { reason: "长期休假" });
  await transition(admin, made.id, "retire", { reason: "已经离职" });
  const all = await told(made.id);
  const mine = ["account.locked", "account.binding-cleared", "account.blocked", "account.deleted"];
  expect([...new Set(all.codes)]).toEqual(expect.arrayContaining(mine));
  expect([...new Set(all.mailed)]).toEqual(expect.arrayContaining([...mine, "account.grant-ending"]));
  expect(all.mail.find((row) => row.scenario === "account.deleted")?.body).toContain("已经离职");
});

test("账号名、姓名、手机号和供应商的规则各说一句话", async () => {
  const admin = await world.as("admin");
  const complaint = async (more: Record<string, unknown>) => {
    const { complaints } = await refusal(addUser(admin, more), "invalid");
    return complaints[0]?.message;
  };
  expect(await complaint({ accountname: "" })).toBe("用户账号不能为空");
  expect(await complaint({ accountname: "a b" })).toBe("用户账号只能包含字母、数字、点、下划线和短横线，长度4-32位");
  expect(await complaint({ username: "" })).toBe("姓名不能为空");
  expect(await complaint({ phone: "12345" })).toBe("请输入正确的手机号");
  expect(await complaint({ email: "x@" })).toBe("请输入正确的Email");
  expect(await complaint({ user_type: "supplier" })).toBe("请选择所属供应商");
  const first = await addUser(admin, { accountname: "Same.Name" });
  expect(first.account).toBe("Same.Name");
  const again = await refusal(addUser(admin, { accountname: "same.name" }), "duplicate");
  expect(again.message).toBe("用户账号已存在");
  await transition(admin, first.id, "retire");
  expect((await refusal(addUser(admin, { accountname: "SAME.NAME" }), "duplicate")).message).toBe("用户账号已存在");
});

test("冻结、删除、恢复：登录立即结束，原因留下，角色不恢复", async () => {
  const admin = await world.as("admin");
  const made = await addUser(admin);
  await world.engine.database.transaction({ role: "owner" }, async () => {
    await sql`insert into user_role (user_id, role_code) values (${made.id}, 'buyer')`.execute(database.connection());
  });
  await attempt(made.account, made.password);
  const open = () =>
    sql<{ n: number }>`select count(*)::int as n from session where user_id = ${made.id} and ended_at is null`.execute(
      database.connection(),
    );
  expect((await open()).rows[0]?.n).toBe(1);
  expect((await refusal(transition(admin, made.id, "block", { reason: "短" }), "invalid")).complaints[0]?.message).toBe(
    "请填写原因（2-200字）",
  );
  await transition(admin, made.id, "block", { reason: "离职交接" });
  expect((await open()).rows[0]?.n).toBe(0);
  expect((await refusal(attempt(made.account, made.password), "blocked")).message).toContain("离职交接");
  await transition(admin, made.id, "unblock");
  await attempt(made.account, made.password);
  await transition(admin, made.id, "retire");
  await refusal(attempt(made.account, made.password), "wrong_password");
  expect((await loadActor(world.engine, made.id)).roles).toEqual([]);
  const userAdmin = await personWith(world, "user_admin");
  await refusal(transition(userAdmin, made.id, "restore"), "forbidden");
  await transition(admin, made.id, "restore");
  expect(await stateOf(made.id)).toBe("blocked");
  expect((await loadActor(world.engine, made.id)).roles).toEqual([]);
  const gone = await addUser(admin);
  await transition(admin, gone.id, "retire");
  world.clock.advance(31 * DAY_MS);
  const late = await refusal(transition(await world.as("admin"), gone.id, "restore"), "wrong_state");
  expect(late.message).toBe("删除已超过30天，不能恢复");
  await setParameter(world, "account.restoreDays", "31");
  await transition(await world.as("admin"), gone.id, "restore");
  await setParameter(world, "account.restoreDays", "30");
  world.clock.advance(-31 * DAY_MS);
});

test("冻结超过90天再解除的，须先修改密码", async () => {
  const made = await addUser(await world.as("admin"));
  await sql`update user_secret set must_change = false where user_id = ${made.id}`.execute(database.connection());
  await transition(await world.as("admin"), made.id, "block");
  world.clock.advance(91 * DAY_MS);
  await transition(await world.as("admin"), made.id, "unblock");
  world.clock.advance(-91 * DAY_MS);
  expect((await attempt(made.account, made.password)).mustChangePassword).toBe(true);
});

test("不能冻结自己，不能动级别更高的人，按钮也不出现", async () => {
  const admin = await world.as("admin");
  const self = world.accounts.admin;
  expect((await refusal(transition(admin, self, "block"), "own_rule")).message).toBe("不能冻结或删除当前登录账号");
  const userAdmin = await personWith(world, "user_admin");
  for (const name of ["block", "retire", "reset_password"]) {
    expect((await refusal(transition(userAdmin, self, name), "own_rule")).message).toBe("无权操作该用户");
  }
  const { record } = await openRecord(userAdmin, { entity, id: self });
  expect(availableTransitions(userAdmin, entity, record)).toEqual([]);
  const request = { screen, id: self, version: record.version, values: { username: "改名" } };
  expect((await refusal(updateRecordBy(userAdmin, request), "own_rule")).message).toBe("无权操作该用户");
});

test("至少留一名可用的系统管理员", async () => {
  const other = await personWith(world, "system_admin");
  const admin = world.accounts.admin;
  await transition(other, admin, "block");
  const second = await world.system();
  const refused = await refusal(transition(second, other.actor.id ?? "", "block"), "own_rule");
  expect(refused.message).toBe("系统至少需要保留一名可用的系统管理员");
  await transition(second, admin, "unblock");
});

test("供应商管理员只看到自己公司的账号，能冻结同事，看不到工号", async () => {
  const own = await world.as("supplierA");
  const request = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
  const { rows } = await listRecords(own, screen, request);
  expect(rows.map(({ id }) => id).sort()).toEqual([world.accounts.supplierA, world.accounts.supplierClerkA].sort());
  await refusal(transition(own, world.accounts.supplierB, "block"), "not_found");
  await refusal(transition(own, world.accounts.buyerA, "block"), "not_found");
  await refusal(transition(await world.as("supplierClerkA"), world.accounts.supplierA, "block"), "forbidden");
  const clerk = (await attempt("supplierClerkA", PASSWORD)).token;
  await transition(own, world.accounts.supplierClerkA, "block");
  const { status } = await call(world, { token: clerk, method: "GET", path: "/v2/user/info" });
  expect(status).toBe(401);
  await transition(await world.as("admin"), world.accounts.supplierClerkA, "unblock");
  const { record } = await openRecord(own, { entity, id: world.accounts.supplierClerkA });
  expect("work_no" in record).toBe(false);
});

test("供应商停止合作、全部冻结后，它的账号不能新增也不能启用", async () => {
  const admin = await world.as("admin");
  const made = await addUser(admin, { user_type: "supplier", supplier_id: world.ids.supplierB });
  await transition(admin, made.id, "block");
  await sql`update supplier set stage = 'blacklisted' where id = ${world.ids.supplierB}`.execute(database.connection());
  const text = "该供应商已冻结，不能新增或启用账号";
  const fresh = await refusal(addUser(admin, { user_type: "supplier", supplier_id: world.ids.supplierB }), "invalid");
  expect(fresh.complaints[0]?.message).toBe(text);
  expect((await refusal(transition(admin, made.id, "unblock"), "invalid")).message).toBe(text);
  const stands = (stage: string, freeze: string) =>
    sql`update supplier set stage = ${stage}, freeze_status = ${freeze} where id = ${world.ids.supplierB}`.execute(
      database.connection(),
    );
  await stands("qualified", "full");
  expect((await refusal(transition(admin, made.id, "unblock"), "invalid")).message).toBe(text);
  await stands("qualified", "partial");
  await transition(admin, made.id, "unblock");
  await stands("qualified", "none");
  await sql`update supplier set stage = 'qualified' where id = ${world.ids.supplierB}`.execute(database.connection());
});

test("还有任务等着本人的：删除被拒，冻结有提醒也能马上做；转交、有代理或别人能审批后可以删除", async () => {
  const admin = await world.as("admin");
  const [first, second] = [await addUser(admin), await addUser(admin)];
  const give = (assignee: string, source: string) =>
    sql`
    insert into task (id, state, title, assignee_id, priority, source, document_entity, document_id, created_at, updated_at)
    values (${world.engine.newId()}, 'open', '核对到货', ${assignee}, 'normal', ${source}, 'purchase-orders/purchase-order',
      ${world.engine.newId()}, now(), now())`.execute(database.connection());
  await give(first.id, "manual");
  await give(first.id, "approval");
  const text = "该用户还有2条未完成任务，请先转交";
  const page = await prepareTransition(admin, { entity, id: first.id, name: "retire" });
  expect(page.findings).toMatchObject([
    { check: "work", level: "block", text, cure: { label: "查看任务并转交" } },
    { check: "questions", cure: { label: "设置审批代理" } },
  ]);
  const userAdmin = await personWith(world, "user_admin");
  const narrow = await prepareTransition(userAdmin, { entity, id: first.id, name: "retire" });
  expect(narrow.findings.map(({ cure }) => cure)).toEqual([undefined, undefined, undefined]);
  expect((await refusal(transition(admin, first.id, "retire"), "invalid")).message).toBe(text);
  const token = await restSignIn(world, "admin");
  const old = new Request("http://portal.test/v1/user/deleteEntity.do", {
    method: "POST",
    body: new URLSearchParams({ mark: "2", ids: `${second.id},${first.id}`, block_reason: "组织调整" }).toString(),
    headers: { Authorization: token, "Content-Type": "application/x-www-form-urlencoded" },
  });
  const answer = await world.services.rest.fetch(old, { requestId: world.engine.newId(), ip: "127.0.0.1" });
  expect([Object(await answer.json()).message, await stateOf(second.id)]).toEqual([text, "active"]);
  const request = { entity, name: "retire", items: [{ id: first.id }], reason: "组织调整" };
  expect((await applyToMany(admin, request)).failed.map(({ message }) => message)).toEqual([text]);
  // Blocking says so and is done.
  const { warnings } = await transition(admin, first.id, "block", { reason: "账号被盗用" });
  expect([warnings?.[0], await stateOf(first.id)]).toEqual([text, "blocked"]);
  await sql`update task set assignee_id = ${second.id} where assignee_id = ${first.id} and source = 'manual'`.execute(
    database.connection(),
  );
  await sql`insert into approval_deputy (id, number, owner_id, deputy_id, from_day, to_day, enabled, version, created_at, updated_at)
    values (${world.engine.newId()}, 'DL-T', ${first.id}, ${world.accounts.manager}, '2025-03-01', '2025-03-31', true, 1, now(), now())`.execute(
    database.connection(),
  );
  await transition(admin, first.id, "retire");
  expect(await stateOf(first.id)).toBe("deleted");
});

test("输错五次密码，账号显示为已锁定；解锁后马上能登录；时间过了自己恢复", async () => {
  const admin = await world.as("admin");
  const made = await addUser(admin);
  for (let at = 0; at < 5; at += 1) await attempt(made.account, `wrong${at}`).catch(() => null);
  expect(await stateOf(made.id)).toBe("locked");
  await transition(admin, made.id, "unlock");
  await attempt(made.account, made.password);
  for (let at = 0; at < 5; at += 1) await attempt(made.account, `wrong${at}`).catch(() => null);
  world.clock.advance(32 * 60_000);
  await attempt(made.account, made.password);
  expect(await stateOf(made.id)).toBe("active");
});

test("首次登录后账号名和类型不再能改；改了别的，历史里有差异", async () => {
  const admin = await world.as("admin");
  const made = await addUser(admin);
  const renamed = await updateRecordBy(admin, {
    screen,
    id: made.id,
    version: 1,
    values: { accountname: "renamed.1" },
  });
  await attempt("renamed.1", made.password);
  const change = (values: Record<string, string>) =>
    updateRecordBy(admin, { screen, id: made.id, version: renamed.version, values });
  expect((await refusal(change({ accountname: "renamed.2" }), "invalid")).complaints[0]?.message).toBe(
    "用户账号在首次登录后不能修改",
  );
  await change({ phone: "13900139000" });
  const [entry] = await readHistory(admin, { entity, recordId: made.id });
  expect(entry?.changes).toMatchObject([{ path: "phone", from: "13800138000", to: "13900139000" }]);
  await refusal(change({ phone: "13700137000" }), "stale_record");
});

test("列表里的手机号遮住中间，打开记录才是全的", async () => {
  const admin = await restSignIn(world, "admin");
  const made = await addUser(await world.as("admin"));
  const list = await call(world, {
    token: admin,
    method: "POST",
    path: "/v2/sys/user/page",
    body: { accountname: made.account },
  });
  expect(Object(list.body.result).records[0].phone).toBe("138****8000");
  const one = await call(world, { token: admin, method: "GET", path: `/v2/sys/user/${made.id}` });
  expect(Object(one.body.result).phone).toBe("13800138000");
});

test("过了有效期的账号由系统冻结", async () => {
  const made = await addUser(await world.as("admin"), { valid_until: "2025-03-09" });
  const fine = await addUser(await world.as("admin"), { valid_until: "2025-03-10" });
  expect((await workDeadlines(world.system())).failed).toEqual([]);
  expect([await stateOf(made.id), await stateOf(fine.id)]).toEqual(["blocked", "active"]);
});

test("有审批岗位和级别不低于自己的人，邮箱只有本人能改；还没有的由系统管理员填写，别的人照常", async () => {
  const change = async (by: Context, role: string, from: string | null, email: string) => {
    const { id } = (await newcomerWith(world, role)).actor;
    await sql`update app_user set email = ${from} where id = ${id}`.execute(database.connection());
    const { version } = (await openRecord(world.system(), { entity, id: String(id) })).record;
    return updateRecordBy(by, { screen, id: String(id), version, values: { email, phone: "13800138000" } });
  };
  const complaint = async (by: Context, role: string, from: string | null) =>
    (await refusal(change(by, role, from, "mine@corp.example"), "invalid")).complaints;
  const [userAdmin, admin] = [await personWith(world, "user_admin"), await world.as("admin")];
  const says = (message: string) => [{ field: "email", message }];
  const own = "邮箱只能由本人在个人中心修改";
  const begun = "邮箱由本人在个人中心填写，或由系统管理员填写";
  expect(await complaint(userAdmin, "leader", "a@corp.example")).toEqual(says(`该用户有审批岗位，${own}`));
  expect(await complaint(userAdmin, "leader", null)).toEqual(says(`该用户有审批岗位，${begun}`));
  expect(await complaint(userAdmin, "user_admin", "a@corp.example")).toEqual(says(`该用户的级别不低于您，${own}`));
  expect(await complaint(userAdmin, "user_admin", null)).toEqual(says(`该用户的级别不低于您，${begun}`));
  expect(await complaint(admin, "system_admin", "a@corp.example")).toEqual(says(`该用户的级别不低于您，${own}`));
  await change(admin, "system_admin", null, "mine@corp.example");
  await change(admin, "leader", null, "leader@corp.example");
  await change(userAdmin, "planner", "planner@corp.example", "new@corp.example");
});

test("同级的人的邮箱，人员导入也改不了", async () => {
  const { id } = (await newcomerWith(world, "system_admin")).actor;
  await sql`update app_user set email = 'a@corp.example', phone = '13800138000', username = '同级', work_no = 'W900' where id = ${id}`.execute(
    database.connection(),
  );
  const admin = await world.as("admin");
  const body = { work_no: "W900", email: "mine@corp.example" };
  const planned = await planPerson(admin, body, await accountsFor(admin, [{ rowNo: 1, body }]));
  expect(planned).toMatchObject({ error: "该用户的级别不低于您，邮箱只能由本人在个人中心修改" });
});

test("有效期都过了，最后一名系统管理员也不冻结，任务的日志说出是谁、为什么", async () => {
  await sql`update app_user set valid_until = '2025-03-09' where user_type = 'internal'`.execute(
    world.engine.database.connection(),
  );
  const { failed } = await workDeadlines(world.system());
  expect(failed).toEqual([
    expect.stringMatching(/^用户.+：账号有效期已到，没有处理成功：系统至少需要保留一名可用的系统管理员$/),
  ]);
  const { rows } = await sql<{ username: string }>`select username from app_user
    where user_type = 'internal' and state = 'active'`.execute(world.engine.database.connection());
  expect(rows).toHaveLength(1);
  expect(failed[0]).toContain(rows[0]?.username);
});
