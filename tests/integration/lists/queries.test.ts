import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openList as readList } from "~/engine/screen/list-model.server";
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
    return asked.mock.calls.map(([statement]) => String(statement));
  } finally {
    asked.mockRestore();
  }
}

test.each<[AccountName, string]>([
  ["buyerA", ""],
  ["buyerA", "state=approved&sort=-amount&sort=order_date&size=100"],
  ["supplierA", ""],
])("%s打开订单列表「%s」：连同会话和菜单最多12条语句", async (account, query) => {
  const statements = await statementsOf(account, query);
  expect(statements.length).toBeLessThanOrEqual(12);
});
