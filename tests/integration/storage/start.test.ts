import { sql } from "kysely";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { signIn } from "~/engine/session/session.server";
import { readEnv } from "~/env.server";
import { createFirstAdministrator } from "~/modules/first-administrator.server";
import { SHIPPED_FLOWS, shipFlows } from "~/modules/shipped-flows.server";
import type { Services } from "~/services.server";
import { startServices } from "~/start.server";
import { copyBase, type Place, silentLog } from "../../support/database";
import { stored, submitted } from "../../support/orders";
import { openWorld } from "../../support/world";

async function start(place: Place): Promise<Services> {
  const services = await startServices(readEnv({ NODE_ENV: "test", LOG_LEVEL: "silent", ...place }), {
    log: silentLog,
  });
  onTestFinished(() => services.close());
  return services;
}

async function count({ engine }: Pick<Services, "engine">, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    engine.database.connection(),
  );
  return rows[0]?.count ?? 0;
}

/** Rules that come with the program, as they stand. */
async function shippedRules({ engine }: Pick<Services, "engine">): Promise<string[]> {
  const { rows } = await sql<{ rule: string }>`select code || ' ' || rule_kind as rule from audit_rule where enabled
    union all select code || ' ' || state from order_rule where code = 'SOURCE' order by 1`.execute(
    engine.database.connection(),
  );
  return rows.map(({ rule }) => rule);
}

test("第一次启动：一个管理员，密码只说一次，能登录但要先改密码；再次启动什么也不加", async () => {
  const { place, remove } = await copyBase(inject("bases").empty);
  const said: string[] = [];
  const console = vi.spyOn(globalThis.console, "log").mockImplementation((line: string) => void said.push(line));
  onTestFinished(() => console.mockRestore());
  const first = await start(place);
  expect(said).toHaveLength(1);
  const password = /一次性密码 (\S+)（/.exec(said[0] ?? "")?.[1] ?? "";
  expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{12,}$/);
  const input = { account: "admin", password, ip: "", device: "" };
  expect(await signIn(first.engine, input)).toMatchObject({ userName: "系统管理员", mustChangePassword: true });
  expect(await count(first, "app_user")).toBe(1);
  const { rows: pairs } = await sql<{ pair: string }>`select role_code || ' ' || other_code as pair
    from role_exclusive`.execute(first.engine.database.connection());
  expect(pairs.map(({ pair }) => pair)).toEqual(
    expect.arrayContaining(["log_auditor user_admin", "leader user_admin", "finance_lead purchase_manager"]),
  );
  expect(await first.health()).toMatchObject({ status: "ok", engine: first.engine.database.engine });
  // Nobody buys anything here yet: what is compulsory and who may deliver is in force from the first day.
  expect(await shippedRules(first)).toEqual([
    "SOURCE active",
    "SYS-CERTIFICATE certificate",
    "SYS-CONCLUSION conclusion",
    "SYS-CYCLE cycle",
    "SYS-DEADLINE deadline",
  ]);
  // Whoever takes them out of use again is not overruled by the next start.
  await sql`update order_rule set state = 'stopped', version = version + 1 where code = 'SOURCE'`.execute(
    first.engine.database.connection(),
  );
  const tables = [
    ...["app_user", "resource", "role", "role_exclusive", "role_permission", "schema_migration"],
    ...["approval_flow", "audit_rule"],
  ];
  const before = await Promise.all(tables.map((table) => count(first, table)));
  await first.close();

  const second = await start(place);
  expect(said).toHaveLength(1);
  expect(await Promise.all(tables.map((table) => count(second, table)))).toEqual(before);
  expect(await shippedRules(second)).toContain("SOURCE stopped");
  await second.close();
  await remove();
});

test("几个进程同时第一次启动，只有一个管理员，密码只说一次", async () => {
  const { place, remove } = await copyBase(inject("bases").empty);
  const said = vi.spyOn(globalThis.console, "log").mockImplementation(() => undefined);
  onTestFinished(() => said.mockRestore());
  const services = await start(place);
  await sql`delete from app_user`.execute(services.engine.database.connection());
  said.mockClear();
  await Promise.all([1, 2, 3].map(() => createFirstAdministrator(services.engine)));
  expect(said).toHaveBeenCalledTimes(1);
  expect(await count(services, "app_user")).toBe(1);
  const password = /一次性密码 (\S+)（/.exec(String(said.mock.calls[0]?.[0]))?.[1] ?? "";
  const input = { account: "admin", password, ip: "", device: "" };
  expect(await signIn(services.engine, input)).toMatchObject({ mustChangePassword: true });
  await services.close();
  await remove();
});

test("预置的审批流程：旧安装升级后也有；改过、停用的不动，自己已有流程的单据不加", async () => {
  const { place, remove } = await copyBase(inject("bases").company);
  const flows = async ({ engine }: Services) =>
    (
      await sql<{ code: string; state: string }>`select code, state from approval_flow
        where document = 'purchase-orders/rush-order' order by code`.execute(engine.database.connection())
    ).rows;
  // People are there, flows of rushes are not: so an installation stands when it is upgraded.
  const first = await start(place);
  expect(await flows(first)).toEqual([{ code: "RUSH-COST", state: "active" }]);
  const { rows } = await sql<{ role: string; remark: string }>`select r.code as role, f.remark from approval_flow f
    join approval_flow_steps s on s.root_id = f.id join role r on r.id = s.role_id
    where f.code = 'RUSH-COST'`.execute(first.engine.database.connection());
  expect(rows).toEqual([{ role: "purchase_manager", remark: expect.stringContaining("系统预置") }]);
  // Suppliers deliver here already: what would stop them is left to the people of the installation.
  expect(await shippedRules(first)).toEqual([
    // Whoever has rules of a kind keeps them.
    "SH1 cycle",
    "SOURCE stopped",
    "SYS-CONCLUSION conclusion",
    "SYS-DEADLINE deadline",
  ]);
  await sql`update approval_flow set state = 'stopped', code = 'OURS' where code = 'RUSH-COST'`.execute(
    first.engine.database.connection(),
  );
  await first.close();

  const second = await start(place);
  expect(await flows(second)).toEqual([{ code: "OURS", state: "stopped" }]);
  await second.close();
  await remove();
});

test("预置的流程：大额订单要第二个人批准，小额的不用", async () => {
  const world = await openWorld({ shippedFlows: true });
  onTestFinished(() => world.close());
  const stateOf = async (price: string) => {
    const items = [{ material_id: world.ids.box, qty: "1000", price, required_date: "2025-04-20" }];
    const { id } = await submitted(world, { items });
    return (await stored(world, id)).state;
  };
  expect(await stateOf("99")).toBe("approved");
  expect(await stateOf("150")).toBe("in_approval");
});

test("几个进程同时升级，预置的审批流程只有一条", async () => {
  const { place, remove } = await copyBase(inject("bases").company);
  const services = await start(place);
  const connection = services.engine.database.connection();
  await sql`delete from approval_flow_version`.execute(connection);
  await sql`delete from approval_flow`.execute(connection);
  const shipped = await Promise.all([1, 2, 3].map(() => shipFlows(services.engine)));
  expect(shipped.flat().sort()).toEqual(SHIPPED_FLOWS.toSorted());
  expect(await count(services, "approval_flow")).toBe(SHIPPED_FLOWS.length);
  await services.close();
  await remove();
});
