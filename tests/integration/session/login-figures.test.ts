import { afterAll, expect, test } from "vitest";
import { listRecords } from "~/engine/operations/list.server";
import { listModel } from "~/engine/screen/list-model.server";
import { loginFiguresModel } from "~/modules/system-management/login-log/figures.page.server";
import { personWith, sessionOf } from "../../support/conformance";
import { refusal } from "../../support/orders";
import { enter, outcome, rowsOf, setParameter, solved } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const HOUR = 3_600_000;
const log = world.screen("system-management/login-log");
const sessions = world.screen("system-management/online-session");
const EVERYTHING = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
const wrong = async (account: string, ip: string) =>
  outcome(enter(world, { account, ip, password: "Wrong@1", ...(await solved(world)) }));

test("同一地址失败达到上限，管理员收到一次安全消息，链接到该地址的失败记录", async () => {
  await setParameter(world, "security.login.addressFail", "5");
  await setParameter(world, "security.login.perMinute", "1000");
  for (const account of ["qa", "nobody-1", "nobody-2", "planner", "nobody-3", "nobody-4"])
    await wrong(account, "192.0.2.44");
  const notification = (await rowsOf(world, "inbox", "at")).filter(
    ({ scenario }) => scenario === "security.address-stopped",
  );
  expect(notification.map((row) => [row.user_id, row.title, row.path])).toEqual([
    [
      world.accounts.admin,
      "地址 192.0.2.44 连续登录失败5次",
      "/system-management/login-log?ip=192.0.2.44&failed_only=1",
    ],
  ]);
});

test("登录统计：按天、按小时，失败最多的账号和地址在前；没有权限的人打不开", async () => {
  await enter(world, { account: "buyerA", ip: "192.0.2.50" });
  await wrong("buyerA", "192.0.2.51");
  await wrong("buyerA", "192.0.2.52");
  const model = await loginFiguresModel(await world.as("admin"));
  const [days, hours] = model.charts;
  expect(days?.labels).toHaveLength(30);
  expect(days?.labels.at(-1)).toBe("03-10");
  expect(days?.series.map(({ values }) => values.at(-1))).toEqual(["1", "7"]);
  expect(hours?.series[1]?.values.map(Number).reduce((sum, one) => sum + one, 0)).toBe(7);
  const cells = model.rankings.map(({ table }) => table.rows.map((row) => row.cells.map(({ text }) => text)));
  expect(cells[0]?.map((row) => row.slice(0, 3))).toContainEqual(["buyerA", "2", "2"]);
  expect(cells[1]?.[0]?.slice(0, 2)).toEqual(["192.0.2.44", "5"]);
  expect(model.rankings[1]?.table.rows[0]?.cells[0]?.href).toBe(
    "/system-management/login-log?ip=192.0.2.44&failed_only=1",
  );
  await refusal(loginFiguresModel(await world.as("buyerA")), "forbidden");
});

test("被锁定的账号在日志的行上可以解锁，没有启用权的审计员看不到", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await wrong("expert", "192.0.2.60");
  const actions = async (role: string) => {
    const model = await listModel(await personWith(world, role), log, new URLSearchParams("account=expert"));
    return model.table.rows.flatMap((row) => row.actions ?? []);
  };
  const links = await actions("system_admin");
  expect(links.length).toBeGreaterThan(0);
  expect(new Set(links.map(({ label, href }) => `${label} ${href}`))).toEqual(
    new Set([`解锁账号 /system-management/users/${world.accounts.expert}/unlock`]),
  );
  expect(await actions("log_auditor")).toEqual([]);
});

test("超过闲置时长的会话不再显示为在线，结束时间是闲置到期的那一刻", async () => {
  const { token } = await enter(world, { account: "manager" });
  const id = await sessionOf(world, token);
  const began = world.clock.now().getTime();
  const stateOf = async () => {
    const { rows } = await listRecords(await world.as("admin"), sessions, EVERYTHING);
    return rows.find((row) => row.id === id)?.values;
  };
  world.clock.advance(3 * HOUR);
  expect(await stateOf()).toMatchObject({ state: "live" });
  await setParameter(world, "security.session.idleHours", "2");
  expect(await stateOf()).toMatchObject({
    state: "ended",
    end_reason: "expired",
    ended_at: new Date(began + 2 * HOUR).toISOString(),
  });
});
