import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { listModel, openList as readList } from "~/engine/screen/list-model.server";
import { menusOf } from "~/engine/session/menu.server";
import { recordVisit } from "~/engine/session/menu-marks.server";
import { activeIn, menuAt } from "~/engine/session/menu-tree";
import { openSession, signIn, takeNotices } from "~/engine/session/session.server";
import { type AccountName, PASSWORD } from "../../support/company";
import { ORDER, released, submitted } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
beforeAll(async () => {
  await submitted(world);
  await released(world);
});

const LIST = `/${ORDER}`;

/** What a page of the list asks the database for, from the session to the last row. */
async function openList(token: string, query: string): Promise<void> {
  const { engine } = world;
  const session = await openSession(engine, token, { requestId: engine.newId(), ip: "", channel: "page" });
  if (!session) throw new Error("the session is gone");
  const { context } = session;
  const menus = await menusOf(context);
  const menu = menuAt(menus, LIST, context.session?.currentTop ?? null);
  const place = menu && activeIn(menus, menu, LIST);
  if (place) await recordVisit(context, place);
  await takeNotices(context);
  await readList(context, world.screen(ORDER), new URLSearchParams(query));
}

async function statementsOf(account: AccountName, query: string): Promise<string[]> {
  const { token } = await signIn(world.engine, { account, password: PASSWORD, ip: "", device: "" });
  // Rights, menu and parsed statements are in memory after the first page.
  await openList(token, query);
  const asked = vi.spyOn(pg.Client.prototype, "query");
  try {
    await openList(token, query);
    return asked.mock.calls.map(([statement]: unknown[]) => textOf(statement));
  } finally {
    asked.mockRestore();
  }
}

/** A statement comes as its text, or with its values beside it. */
function textOf(statement: unknown): string {
  const { text } =
    typeof statement === "object" && statement !== null && "text" in statement ? statement : { text: statement };
  return String(text);
}

test.each<[AccountName, string]>([
  ["buyerA", ""],
  ["buyerA", "state=approved&sort=-amount&sort=order_date&size=100"],
  ["supplierA", ""],
])("%s打开订单列表「%s」：连同会话和菜单最多12条语句", async (account, query) => {
  const statements = await statementsOf(account, query);
  expect(statements.length).toBeLessThanOrEqual(12);
});

test("筛选可选的值不必每页重读；有人改了资料，下一页就是新的", async () => {
  const isChoices = (statement: string) => statement.includes("select list, id, label");
  expect((await statementsOf("buyerA", "")).filter(isChoices)).toEqual([]);

  const screen = world.screen("user-administration/purchase-group");
  const admin = await world.as("admin");
  const { record } = await readRecord(admin, screen, world.ids.group1);
  const offered = async () => {
    const { filters } = await listModel(await world.as("buyerA"), world.screen(ORDER), new URLSearchParams());
    return JSON.stringify(filters.find(({ name }) => name === "purchase_group_id"));
  };
  expect(await offered()).toContain("原料组");
  await updateRecordBy(admin, { screen, id: record.id, version: record.version, values: { name: "大宗原料组" } });
  expect(await offered()).toContain("大宗原料组");
});

test("供应商的筛选每次都在数据库的锁后面重读", async () => {
  const statements = await statementsOf("supplierA", "");
  expect(statements.filter((statement) => statement.includes("select list, id, label"))).toHaveLength(1);
});
