import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { make } from "../../support/conformance";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const LOG = "system-management/interface-log";
const world = await openWorld();
afterAll(() => world.close());

test("接口返回这个人在任何一个页面上能看到的：OA日志和SAP日志在同一个调用里，只看得到其中一个的只有那些", async () => {
  const made = new Map<string, string>();
  for (const system of ["oa", "sap"]) {
    const { id } = await make(world, LOG);
    await sql`update interface_log set system = ${system} where id = ${id}`.execute(world.engine.database.connection());
    made.set(system, id);
  }
  const listed = async (who: "admin" | "buyerA") => {
    const token = await signIn(world, who);
    const body = { page: { current: 1, size: 200 } };
    const answer = await call(world, { token, method: "POST", path: "/v2/sys/interface-log/page", body });
    const rows: unknown[] = Object(answer.body.result).records;
    const ids = new Set(rows.map((row) => String(Object(row).id)));
    return [...made].flatMap(([system, id]) => (ids.has(id) ? [system] : []));
  };
  expect(await listed("admin")).toEqual(["oa", "sap"]);
  expect(await listed("buyerA")).not.toContain("oa");
});
