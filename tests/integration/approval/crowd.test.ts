import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "~/engine/errors";
import { applyTransition } from "~/engine/operations/transition.server";
import { addAccount } from "~/engine/session/account.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { publishFlow, roleId } from "../../support/flows";
import { ORDER, order, stored, transition } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database, newId, clock } = world.engine;

/** Decisions that are tried; `scripts/bench-approvals.ts` is the full crowd. */
const TRIED = 60;
const PEOPLE = 10;
/** Colleagues that decide about one document at the same time. */
const RIVALS = 4;

const people: string[] = [];
const documents: string[] = [];

beforeAll(async () => {
  await publishFlow(world, {
    document: ORDER,
    steps: [{ decider: "role", role_id: await roleId(world, "purchase_manager") }],
  });
  for (let made = 0; made < PEOPLE; made += 1) {
    const id = newId();
    people.push(id);
    await database.transaction({ role: "owner" }, () =>
      addAccount(world.engine, {
        id,
        account: `crowd-${made}`,
        name: `审批人${made}`,
        userType: "internal",
        supplierId: null,
        email: null,
        phone: null,
        passwordHash: null,
        mustChangePassword: false,
        roles: ["purchase_manager"],
        scopes: { factory: "all", purchase_group: "all", material_type: "all" },
        at: clock().toISOString(),
      }),
    );
  }
  const buyer = await world.as("buyerA");
  for (let made = 0; made < Math.ceil(TRIED / RIVALS); made += 1) {
    const { id } = await order(world, buyer);
    await transition(world, { context: buyer, id, name: "submit" });
    documents.push(id);
  }
});

/** One colleague after the other of those who have the document, half of them against it. */
async function decideAs(person: number, position: number, name: string): Promise<boolean> {
  const actor = await loadActor(world.engine, people[person % PEOPLE] ?? "");
  const id = documents[position] ?? "";
  const context = actingAs(world.engine, actor, clock(), "rest");
  try {
    await applyTransition(context, { entity: world.entity(ORDER), id, name, reason: "同时决定", version: 2 });
    return true;
  } catch (error) {
    // Whoever comes second is told that it is not asked any more, or that the document has gone on.
    if (error instanceof AppError && ["wrong_state", "stale_record"].includes(error.error)) return false;
    throw error;
  }
}

test("许多人同时审批，每张单据只有一个决定，不会处于两种状态", async () => {
  const tries = documents.flatMap((_id, position) =>
    Array.from({ length: RIVALS }, (_none, rival) => ({ person: position * RIVALS + rival, position, rival })),
  );
  // Each person works through its own pile; all of them at once.
  const piles = Array.from({ length: PEOPLE }, (_none, person) =>
    tries.filter((one) => one.person % PEOPLE === person),
  );
  const won = new Map<number, string[]>();
  await Promise.all(
    piles.map(async (pile) => {
      for (const { person, position, rival } of pile) {
        const name = rival % 2 === 0 ? "approve" : "reject";
        if (await decideAs(person, position, name)) won.set(position, [...(won.get(position) ?? []), name]);
      }
    }),
  );
  const connection = database.connection();
  for (const [position, id] of documents.entries()) {
    expect(won.get(position), id).toHaveLength(1);
    const isApproved = won.get(position)?.[0] === "approve";
    expect((await stored(world, id)).state).toBe(isApproved ? "approved" : "draft");
    const { rows: cases } = await sql<{ state: string; acted: number; open: number }>`
      select c.state, count(*) filter (where a.acted_by is not null)::int as acted, count(*) filter (where a.state = 'open')::int as open
      from approval_case c join approval_asked a on a.case_id = c.id where c.record_id = ${id} group by c.id`.execute(
      connection,
    );
    expect(cases).toEqual([{ state: isApproved ? "approved" : "rejected", acted: 1, open: 0 }]);
    const { rows: noted } = await sql<{ action: string }>`select action from audit_log
      where record_id = ${id} and action in ('approve', 'reject')`.execute(connection);
    expect(noted).toHaveLength(1);
  }
});
