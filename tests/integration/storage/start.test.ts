import { sql } from "kysely";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { signIn } from "~/engine/session/session.server";
import { readEnv } from "~/env.server";
import { createFirstAdministrator } from "~/modules/first-administrator.server";
import { type Services, startServices } from "~/start.server";
import { copyBase, type Place, silentLog } from "../../support/database";

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
  const tables = ["app_user", "resource", "role", "role_exclusive", "role_permission", "schema_migration"];
  const before = await Promise.all(tables.map((table) => count(first, table)));
  await first.close();

  const second = await start(place);
  expect(said).toHaveLength(1);
  expect(await Promise.all(tables.map((table) => count(second, table)))).toEqual(before);
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
