import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { exportRecords } from "~/engine/output/export.server";
import { trailEntryModel } from "~/modules/system-management/audit-log/trail-entry.page.server";
import { make, minimal, personWith } from "../../../support/conformance";
import { refusal, released } from "../../../support/orders";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const TRAIL = "system-management/audit-log";
const USER = "system-management/user";
const screen = world.screen(TRAIL);
const COLUMNS = ["at", "user_id", "entity", "record_number", "action", "label", "+record", "+changes"];
const ALL = { filters: {}, toggles: [], sort: [], page: 1, size: 50, columns: COLUMNS };

const rowsOf = async (filters: Record<string, string[]>, who = world.system()) =>
  (await listRecords(who, screen, { ...ALL, filters })).rows;

describe("操作日志的筛选", () => {
  test("按人员、单据类型、单号开头、动作、时间，恰好是那几条", async () => {
    const order = await released(world);
    const number = order.number ?? "";
    const own = await rowsOf({ record_number: [number.toLowerCase()] });
    expect(own.map(({ values }) => values.label)).toContain("下达");
    expect(own.every(({ values }) => values["+record"] === number)).toBe(true);
    const start = await rowsOf({ record_number: [number.slice(0, 4)] });
    expect(start.length).toBeGreaterThanOrEqual(own.length);
    expect(await rowsOf({ record_number: [number.slice(2)] })).toEqual([]);
    const releases = await rowsOf({ action: ["release"], entity: ["purchase-orders/purchase-order"] });
    expect(new Set(releases.map(({ values }) => values.action))).toEqual(new Set(["release"]));
    expect(await rowsOf({ action: ["release"], entity: ["master-data/company"] })).toEqual([]);
    const admin = await world.as("admin");
    await createRecord(admin, {
      screen: world.screen("master-data/company"),
      values: minimal(world, "master-data/company"),
    });
    const mine = await rowsOf({ user_id: [world.accounts.admin] });
    expect(mine.map(({ values }) => values.user_id)).toEqual(mine.map(() => world.accounts.admin));
    expect(mine.length).toBeGreaterThan(0);
    expect(await rowsOf({ at: ["2001-01-01", "2001-01-02"] })).toEqual([]);
  });

  test("最新的在前，页码到计数为止，不为了最后一页去数全表", async () => {
    const { rows } = await listRecords(world.system(), screen, ALL);
    const times = rows.map(({ values }) => String(values.at));
    expect(times).toEqual([...times].sort().reverse());
    const far = await listRecords(world.system(), screen, { ...ALL, page: 1_000_000, size: 10 });
    expect(far.page).toBeLessThanOrEqual(1000);
  });
});

describe("操作日志里的内容", () => {
  test("改了什么：原值和新值；个人信息遮住", async () => {
    const admin = await world.as("admin");
    const user = await make(world, USER, {}, { phone: "13812345678" });
    const users = world.screen(USER);
    await updateRecordBy(admin, {
      screen: users,
      id: user.id,
      version: 1,
      values: { phone: "13887654321", username: "新名字" },
    });
    const [row] = await rowsOf({ entity: [USER], action: ["update"] });
    const model = await trailEntryModel(admin, screen, row?.id ?? "", new URLSearchParams());
    const cells = model.table?.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? [];
    expect(cells).toContainEqual(["手机号", "138****5678", "138****4321"]);
    expect(cells.some(([label, , to]) => label === "姓名" && to === "新名字")).toBe(true);
    expect(JSON.stringify(row)).not.toContain("13887654321");
  });

  test("能打开单据的人有链接，不能的没有", async () => {
    const order = await released(world);
    const [row] = await rowsOf({ record_number: [order.number ?? ""] });
    const factOf = async (who: Awaited<ReturnType<typeof world.as>>) =>
      (await trailEntryModel(who, screen, row?.id ?? "", new URLSearchParams())).facts.find(
        ({ label }) => label === "单据",
      );
    const auditor = await personWith(world, "log_auditor");
    expect(await factOf(await world.as("admin"))).toMatchObject({
      text: order.number,
      href: expect.stringContaining(order.id),
    });
    expect(await factOf(auditor)).toEqual({ label: "单据", text: order.number });
  });

  test("导出带全部变更", async () => {
    const admin = await world.as("admin");
    const request = {
      format: "csv" as const,
      list: { ...ALL, filters: { entity: [USER] } },
      columns: [],
      lines: null,
      strict: false,
    };
    const file = await exportRecords(admin, screen, request);
    const csv = await new Response(file.body).text();
    expect(csv).toContain("变更内容");
    expect(csv).toContain("138****4321");
    expect(csv).not.toContain("13887654321");
  });
});

describe("谁能看操作日志", () => {
  test("系统管理员和审计员能看，其他人不能；谁都不能改", async () => {
    for (const role of ["system_admin", "log_auditor"]) {
      const person = await personWith(world, role);
      expect((await listRecords(person, screen, ALL)).rows.length).toBeGreaterThan(0);
    }
    for (const role of ["buyer", "user_admin", "leader"])
      await refusal(listRecords(await personWith(world, role), screen, ALL), "forbidden");
    const token = await signIn(world, "admin");
    const [row] = await rowsOf({});
    expect(
      (
        await call(world, {
          token,
          method: "PUT",
          path: `${callsPath({ key: TRAIL })}/${row?.id}`,
          body: { version: 1 },
        })
      ).status,
    ).not.toBe(200);
    expect(
      (await call(world, { token, method: "DELETE", path: `${callsPath({ key: TRAIL })}/${row?.id}` })).status,
    ).not.toBe(200);
    expect(
      (await call(world, { token, method: "POST", path: callsPath({ key: TRAIL }), body: { label: "x" } })).status,
    ).toBe(403);
  });

  test("供应商一行也看不到：程序拒绝，数据库也拒绝", async () => {
    await refusal(listRecords(await world.as("supplierA"), screen, ALL), "forbidden");
    const token = await signIn(world, "supplierA");
    expect(
      (await call(world, { token, method: "POST", path: `${callsPath({ key: TRAIL })}/page`, body: {} })).status,
    ).toBe(403);
    const identity = { role: "supplier" as const, userId: world.accounts.supplierA, supplierId: world.ids.supplierA };
    const peek = database.transaction(identity, async () =>
      sql`select id from audit_entry`.execute(database.connection()),
    );
    await expect(peek).rejects.toMatchObject({ code: "denied" });
  });

  test("视图和表都不能改、不能删", async () => {
    for (const statement of [
      sql`update audit_entry set label = 'x'`,
      sql`delete from audit_entry`,
      sql`update audit_log set label = 'x'`,
      sql`delete from audit_log`,
    ]) {
      const work = database.transaction({ role: "staff", userId: world.accounts.admin }, async () =>
        statement.execute(database.connection()),
      );
      await expect(work).rejects.toThrow();
    }
  });
});
