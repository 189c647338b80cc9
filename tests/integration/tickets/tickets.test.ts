import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { endTickets, issueTicket, openTicket, type TicketRequest } from "~/engine/tickets/tickets.server";
import { runHourlyPurge } from "../../support/every-job";
import { refusal } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const HOUR_MS = 3_600_000;
const ENTITY = "purchase-orders/purchase-order";
const TEXT = "链接已失效，请从审批单或通知邮件重新打开";
const BROWSER = { device: "Firefox" };

let buyer: Context;
beforeAll(async () => {
  buyer = await world.as("buyerA");
});

/** A ticket as an operation of a document would make it: in the transaction of a member of staff. */
async function issued(request: Partial<TicketRequest> = {}) {
  const recordId = request.recordId ?? world.engine.newId();
  const expiresAt = new Date(world.clock.now().getTime() + HOUR_MS).toISOString();
  const context = await world.as("buyerA");
  const made = await inTransaction(context, () =>
    issueTicket(context, { purpose: "payment-view", entity: ENTITY, recordId, expiresAt, ...request }),
  );
  return { ...made, recordId };
}

/** Somebody without a sign-in, at an address of their own. */
function visitor(ip = "198.51.100.1"): Context {
  return { ...world.anonymous(), ip };
}

async function refused(secret: string | null, purpose: TicketRequest["purpose"] = "payment-view", ip?: string) {
  const { message } = await refusal(openTicket(visitor(ip), secret, purpose, BROWSER), "link_gone");
  return message;
}

async function visits(id: string): Promise<{ ip: string; device: string }[]> {
  const { rows } = await sql<{ ip: string; device: string }>`
    select ip, device from ticket_visit where ticket_id = ${id} order by at, id`.execute(
    world.engine.database.connection(),
  );
  return rows;
}

describe("凭链接打开", () => {
  test("打开的是那一张单据；每次访问都留下记录，预取不留", async () => {
    const { id, secret, recordId } = await issued({ supplierId: world.ids.supplierA, oaNumber: "OA-1" });
    const opened = await openTicket(visitor("203.0.113.7"), secret, "payment-view", BROWSER);
    expect(opened).toMatchObject({ id, entity: ENTITY, recordId, supplierId: world.ids.supplierA, oaNumber: "OA-1" });
    expect(Object.keys(opened)).not.toContain("hash");
    await openTicket(visitor("203.0.113.8"), secret, "payment-view", { ...BROWSER, looking: false });
    await openTicket(visitor("203.0.113.9"), secret, "payment-view", BROWSER);
    expect(await visits(id)).toEqual([
      { ip: "203.0.113.7", device: "Firefox" },
      { ip: "203.0.113.9", device: "Firefox" },
    ]);
  });

  test("256 位随机数，数据库里只有它的摘要", async () => {
    const { id, secret } = await issued();
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect((await issued()).secret).not.toBe(secret);
    const { rows } = await sql<{
      text: string;
    }>`select to_jsonb(ticket)::text as text from ticket where id = ${id}`.execute(world.engine.database.connection());
    expect(rows[0]?.text).not.toContain(secret);
    expect(rows[0]?.text).toMatch(/"hash": "[0-9a-f]{64}"/);
  });

  test("无论什么原因打不开，都是同一句话", async () => {
    const soon = new Date(world.clock.now().getTime() + 1000).toISOString();
    const [over, ended, other] = [await issued({ expiresAt: soon }), await issued(), await issued()];
    await endTickets(buyer, { id: ended.id }, "审批已结束");
    world.clock.advance(1000);
    for (const secret of [null, "", "x", "A".repeat(43), over.secret, ended.secret, `${other.secret} `])
      expect(await refused(secret)).toEqual(TEXT);
    expect(await refused(other.secret, "refund-view")).toEqual(TEXT);
    expect((await openTicket(visitor(), other.secret, "payment-view", BROWSER)).id).toBe(other.id);
  });

  test("一次性的链接只开一次，同时打开也只有一个成功", async () => {
    const { secret } = await issued({ singleUse: true, purpose: "single-login" });
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => openTicket(visitor(), secret, "single-login", BROWSER)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await refused(secret, "single-login")).toEqual(TEXT);
  });

  test("撤销一张单据的全部链接，只撤销那张单据、那个用途的", async () => {
    const recordId = world.engine.newId();
    const [one, two, elsewhere] = [await issued({ recordId }), await issued({ recordId }), await issued()];
    const reply = await issued({ recordId, purpose: "quality-reply" });
    const context = await world.as("buyerA");
    const count = await inTransaction(context, () =>
      endTickets(context, { entity: ENTITY, recordId, purpose: "payment-view" }, "已付款"),
    );
    expect(count).toBe(2);
    for (const { secret } of [one, two]) expect(await refused(secret)).toEqual(TEXT);
    await openTicket(visitor(), elsewhere.secret, "payment-view", BROWSER);
    await openTicket(visitor(), reply.secret, "quality-reply", BROWSER);
  });
});

describe("猜链接", () => {
  test("同一地址猜错二十次之后，一小时内连正确的也不再核对；别的地址不受影响", async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 2 * HOUR_MS).toISOString();
    const { id, secret } = await issued({ expiresAt });
    for (let at = 0; at < 20; at += 1) await refused(at.toString().padStart(43, "A"), "payment-view", "192.0.2.1");
    expect(await refused(secret, "payment-view", "192.0.2.1")).toEqual(TEXT);
    expect(await visits(id)).toEqual([]);
    await openTicket(visitor("192.0.2.2"), secret, "payment-view", BROWSER);
    world.clock.advance(59 * 60_000);
    expect(await refused(secret, "payment-view", "192.0.2.1")).toEqual(TEXT);
    world.clock.advance(60_000);
    expect((await openTicket(visitor("192.0.2.1"), secret, "payment-view", BROWSER)).id).toBe(id);
  });

  test("没有带链接参数的访问不算猜测", async () => {
    const { id, secret } = await issued();
    for (let at = 0; at < 30; at += 1) await refused(null, "payment-view", "192.0.2.3");
    expect((await openTicket(visitor("192.0.2.3"), secret, "payment-view", BROWSER)).id).toBe(id);
  });
});

test("供应商角色既读不到也写不进链接，员工读不到摘要", async () => {
  const { database } = world.engine;
  const as = (account: "supplierA" | "buyerA", statement: ReturnType<typeof sql>) =>
    database.transaction(
      account === "buyerA"
        ? { role: "staff", userId: world.accounts.buyerA }
        : { role: "supplier", userId: world.accounts.supplierA, supplierId: world.ids.supplierA },
      () => statement.execute(database.connection()),
    );
  await expect(as("supplierA", sql`select id from ticket`)).rejects.toThrow();
  await expect(as("supplierA", sql`select id from ticket_visit`)).rejects.toThrow();
  await expect(as("buyerA", sql`select hash from ticket`)).rejects.toThrow();
  await expect(as("buyerA", sql`update ticket set expires_at = now()`)).rejects.toThrow();
  await as("buyerA", sql`select id, purpose from ticket`);
});

test("过期一年以后连同访问记录一起清理", async () => {
  const { id, secret } = await issued();
  await openTicket(visitor(), secret, "payment-view", BROWSER);
  world.clock.advance(366 * 24 * HOUR_MS);
  await runHourlyPurge(world.engine);
  expect(await visits(id)).toEqual([]);
});

test("已经到期的链接不发出去", async () => {
  await expect(issued({ expiresAt: world.clock.now().toISOString() })).rejects.toThrow("must end after it begins");
});
