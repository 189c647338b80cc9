import { sql } from "kysely";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { type Database, StorageError } from "~/data/database.server";
import type { Context } from "~/engine/context.server";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { openSession, signIn as signInOperation } from "~/engine/session/session.server";
import { startChild } from "../../support/child-process";
import { copyBase } from "../../support/database";
import { howMany } from "../../support/length";
import { ORDER, order, orderValues, refusal, seen, stored, submitted, transition } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld, type World } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

interface StoredOrder {
  id: string;
  lines: number;
  /** Taxed amounts of the head and of its lines. */
  head: string;
  sum: string;
  entries: number;
}

/** Every order with what belongs to it, in the order in which they were made. */
async function allOrders({ engine }: World): Promise<StoredOrder[]> {
  const { rows } = await sql<StoredOrder>`
    select o.id, o.amount::text as head, count(i.id)::int as lines, coalesce(sum(i.amount), 0)::text as sum,
      (select count(*)::int from audit_log a where a.record_id = o.id) as entries
    from purchase_order o left join purchase_order_items i on i.root_id = o.id group by o.id order by o.id`.execute(
    engine.database.connection(),
  );
  return rows;
}

test("保存两百张订单的途中强杀进程：答复过的一张不少，每张都有全部明细和历史", async () => {
  const bases = inject("bases");
  const copy = await copyBase(bases.company);
  const child = startChild("tests/support/order-child.ts", [JSON.stringify(bases.facts), "200"], copy.place);
  const acknowledged: string[] = [];
  const enough = howMany({ usual: 15, full: 60 });
  while (acknowledged.length < enough) acknowledged.push((await child.nextLine()) ?? "the child has ended");
  acknowledged.push(...(await child.kill("SIGKILL")));

  const after = await openWorld({ copy });
  onTestFinished(() => after.close());
  const orders = await allOrders(after);
  const ids = orders.map(({ id }) => id);
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
  // Four were on their way at most: committed, killed before the child could say so.
  expect(orders.length - acknowledged.length).toBeLessThanOrEqual(4);
  for (const { id, ...facts } of orders) {
    expect(facts, id).toEqual({ lines: 3, head: "4881.63", sum: "4881.63", entries: 1 });
  }
  const next = await order(after, await after.as("buyerA"));
  const { rows } = await sql<{
    count: number;
  }>`select count(distinct number)::int as count from purchase_order`.execute(after.engine.database.connection());
  expect(rows[0]?.count).toBe(orders.length + 1);
  expect(next.version).toBe(1);
});

/** Ends the database under the running transaction: the thread of the embedded engine, the connection to a server. */
async function breakDatabase({ engine }: World): Promise<void> {
  // PGlite cannot start programs and breaks on the attempt, which stands for any crash of the engine.
  const fault =
    engine.database.engine === "embedded"
      ? sql`copy (select 1) to program 'true'`
      : sql`select pg_terminate_backend(pg_backend_pid())`;
  // The role of the person may do neither.
  await sql`reset role`.execute(engine.database.connection());
  await fault.execute(engine.database.connection());
}

/** The person, in an installation whose order hooks break the database in the middle of the change. */
function withBrokenHook(context: Context, hooks: EntityServer): Context {
  const { registry } = context.services;
  const server = (key: string) => (key === ORDER ? { ...registry.server(key), ...hooks } : registry.server(key));
  return { ...context, services: { ...context.services, registry: { ...registry, server } } };
}

describe("数据库在请求途中消失", () => {
  const screen = world.screen(ORDER);

  test("新建：报系统暂时不可用，什么也没有留下，之后照常", async () => {
    const buyer = await world.as("buyerA");
    const before = await allOrders(world);
    const afterSave = async () => {
      await breakDatabase(world);
      return [];
    };
    const input = { screen, values: orderValues(world), requestId: "broken-1" };
    const refused = await refusal(createRecord(withBrokenHook(buyer, { afterSave }), input), "unavailable");
    expect(refused.message).toBe("系统暂时不可用，请稍后重试");
    expect(await allOrders(world)).toEqual(before);
    // The same form sent again is a first one: its id was rolled back with everything else.
    const saved = await createRecord(buyer, input);
    expect((await allOrders(world)).map(({ id }) => id)).toContain(saved.id);
    expect(await createRecord(buyer, input)).toEqual(saved);
  });

  test("下达：要么整个完成，要么停在原处", async () => {
    const { id, version } = await submitted(world);
    const buyer = await world.as("buyerA");
    const release = {
      async effect() {
        await breakDatabase(world);
      },
    };
    const broken = withBrokenHook(buyer, { transitions: { release } });
    const entity = world.entity(ORDER);
    await refusal(applyTransition(broken, { entity, id, name: "release", version }), "unavailable");
    expect(await stored(world, id)).toMatchObject({ state: "approved", version, released_at: null });
    await transition(world, { context: buyer, id, name: "release", more: { version } });
    expect(await seen(world, await world.as("supplierA"), id)).toMatchObject({ state: "released" });
  });

  test("同时进行的其他请求，要么完成，要么说不可用，没有半张订单", async () => {
    const buyer = await world.as("buyerA");
    const afterSave = async () => {
      await breakDatabase(world);
      return [];
    };
    const work = [
      createRecord(withBrokenHook(buyer, { afterSave }), { screen, values: orderValues(world) }),
      ...Array.from({ length: 6 }, () => order(world, buyer)),
    ];
    const [broken, ...others] = await Promise.allSettled(work);
    expect(broken).toMatchObject({ status: "rejected", reason: { error: "unavailable" } });
    for (const other of others) {
      if (other.status === "rejected") expect(other.reason).toMatchObject({ error: "unavailable" });
    }
    const orders = await allOrders(world);
    const done = others.flatMap((other) => (other.status === "fulfilled" ? [other.value.id] : []));
    expect(orders.map(({ id }) => id)).toEqual(expect.arrayContaining(done));
    expect(orders.filter(({ lines, head, sum }) => lines !== 3 || head !== sum)).toEqual([]);
  });
});

test("许多请求进行时数据库消失：每个得到完成或50301，之后不用重启，确认过的都在", async () => {
  const token = await signIn(world, "buyerA");
  const buyer = await world.as("buyerA");
  const afterSave = async () => {
    await breakDatabase(world);
    return [];
  };
  const save = () => call(world, { token, method: "POST", path: `/v2/${ORDER}`, body: orderValues(world) });
  const read = () => call(world, { token, method: "POST", path: `/v2/${ORDER}/page`, body: {} });
  const asked = [save(), read(), save(), read(), save()];
  const broken = createRecord(withBrokenHook(buyer, { afterSave }), {
    screen: world.screen(ORDER),
    values: orderValues(world),
  });
  asked.push(...[save(), read(), save(), read(), save()]);
  await refusal(broken, "unavailable");
  const answers = await Promise.all(asked);
  for (const { status, body, headers } of answers) {
    if (status === 200) continue;
    expect([status, body.code, body.message, body.result]).toEqual([503, 50301, "系统暂时不可用，请稍后重试", null]);
    expect(headers.get("Retry-After")).toBe("5");
  }
  const after = await save();
  expect(after.status).toBe(200);
  const saved = [...answers, after].flatMap(({ status, body }) =>
    status === 200 ? (Object(body.result).id ?? []) : [],
  );
  expect((await allOrders(world)).map(({ id }) => id)).toEqual(expect.arrayContaining(saved));
});

test("数据库关着的时候，REST和登录都说暂时不可用，健康检查也照实说", async () => {
  const closed = await openWorld();
  const token = await signIn(closed, "buyerA");
  await closed.services.close();
  onTestFinished(() => closed.close());
  const answer = await call(closed, { token, method: "POST", path: `/v2/${ORDER}/page`, body: {} });
  expect([answer.status, answer.body.code, answer.body.message, answer.headers.get("Retry-After")]).toEqual([
    503,
    50301,
    "系统暂时不可用，请稍后重试",
    "5",
  ]);
  await expect(signIn(closed, "buyerA")).rejects.toThrow("buyerA could not sign in: 系统暂时不可用，请稍后重试");
  expect(await closed.services.health()).toMatchObject({ status: "unavailable" });
});

test("数据目录被别的进程接管之后，会话、登录和REST都说暂时不可用", async () => {
  const services = { ...world.engine, database: takenOver(world.engine.database) };
  const facts = { requestId: "r", ip: "", channel: "page" as const };
  const token = await signIn(world, "buyerA");
  await refusal(openSession(services, token, facts), "unavailable");
  await refusal(signInOperation(services, { account: "buyerA", password: "x", ip: "", device: "" }), "unavailable");
});

/** The database after the loss of its folder. */
function takenOver(database: Database): Database {
  const lost = () => {
    throw new StorageError("locked", "数据目录已被另一个进程接管");
  };
  return { ...database, connection: lost, transaction: lost, inTransaction: () => false };
}
