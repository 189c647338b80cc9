import { sql } from "kysely";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { startChild } from "../../support/child-process";
import { START } from "../../support/clock";
import { copyBase } from "../../support/database";
import { publishFlow } from "../../support/flows";
import { SECRET } from "../../support/integration-server";
import { howMany } from "../../support/length";
import { startOaProgram } from "../../support/oa-program";
import { ORDER, order } from "../../support/orders";
import { openWorld, type World } from "../../support/world";

/** Deaths, spread evenly over all statements. */
const POINTS = howMany({ usual: 1, full: 20 });
/** Longer than a call that was being sent stays with the process that died over it. */
const LIFE_MINUTES = 2;

let life = 0;
const oa = await startOaProgram({
  secret: SECRET,
  clock: () => START.getTime() + life * LIFE_MINUTES * 60_000,
});
afterAll(() => oa.close());

/** All that an order's approval has left behind, without ids and moments. */
async function traces({ engine }: World, id: string): Promise<unknown> {
  const connection = engine.database.connection();
  const one = await sql`select state, version from purchase_order where id = ${id}`.execute(connection);
  const cases = await sql`select state from approval_case where record_id = ${id}`.execute(connection);
  const steps =
    await sql`select s.seq, s.state, (select array_agg(a.state || ':' || coalesce(a.note, '')) from approval_asked a
    where a.step_id = s.id) as answers from approval_step s join approval_case c on c.id = s.case_id
    where c.record_id = ${id} order by s.seq`.execute(connection);
  const audit =
    await sql`select action, count(*)::int as entries from audit_log where record_id = ${id} group by 1 order by 1`;
  const calls =
    await sql`select interface_code, direction, state from interface_log where document_id = ${id} order by 1`;
  const notification = await sql`select scenario, user_id, count(*)::int as news from inbox where record_id = ${id}
    group by 1, 2 order by 1, 2`;
  const more = [
    await audit.execute(connection),
    await calls.execute(connection),
    await notification.execute(connection),
  ];
  return [one, cases, steps, ...more].map(({ rows }) => rows);
}

test(
  "提交到最后决定之间的几个点上强杀平台再启动：不丢一步，不重复一步",
  async () => {
    const { company, facts } = inject("bases");
    const copy = await copyBase(company);
    onTestFinished(copy.remove);
    const before = await openWorld({ copy: { ...copy, remove: async () => undefined } });
    before.engine.integration = { systems: new Set(["oa"]) };
    await publishFlow(before, {
      document: ORDER,
      steps: [
        { decider: "person", person_id: before.accounts.manager },
        { decider: "outside", system_name: "OA" },
      ],
    });
    const orders: string[] = [];
    const buyer = await before.as("buyerA");
    for (let made = 0; made <= POINTS; made += 1) orders.push((await order(before, buyer)).id);
    await before.close();

    const office = JSON.stringify({ address: oa.address, origin: oa.origin, secret: SECRET });
    const said: string[] = [];
    /** A process that finishes what the one before left and dies over an order of its own; answers its last line. */
    async function live(own: string, earlier: readonly string[], statements: number): Promise<string> {
      life += 1;
      const minutes = String(life * LIFE_MINUTES);
      const args = [JSON.stringify(facts), office, minutes, JSON.stringify(earlier), own, String(statements)];
      const child = startChild("tests/support/approval-child.ts", args, { ...copy.place, NODE_ENV: "test" });
      const lines: string[] = [];
      for (let line = await child.nextLine(); line !== undefined; line = await child.nextLine()) {
        lines.push(line);
        if (line.startsWith("statements")) break;
      }
      await child.kill("SIGKILL");
      said.push(...lines.filter((line) => !line.startsWith("statements")));
      return lines.at(-1) ?? "";
    }

    const [undisturbed = "", ...killed] = orders;
    const whole = Number((await live(undisturbed, [], 0)).split(" ")[1]);
    expect(whole).toBeGreaterThan(2 * POINTS);
    for (const [index, id] of killed.entries()) {
      const at = Math.round((whole * (index + 1)) / (POINTS + 1));
      expect(await live(id, killed.slice(Math.max(0, index - 1), index), at)).not.toContain("statements");
    }
    await live(undisturbed, killed.slice(-1), 0);

    // Asked again after a death, a step answers what it answered before.
    const answers = new Map<string, Set<string>>();
    for (const line of said) {
      const [id, step, answer = ""] = line.split(" ");
      const key = `${id} ${step}`;
      answers.set(key, (answers.get(key) ?? new Set()).add(answer));
    }
    expect([...answers.values()].filter(({ size }) => size !== 1)).toEqual([]);
    expect(answers.size).toBe(3 * orders.length);

    const after = await openWorld({ copy: { ...copy, remove: async () => undefined } });
    onTestFinished(() => after.close());
    const expected = await traces(after, undisturbed);
    expect(expected).toMatchObject([[{ state: "approved" }], [{ state: "approved" }], [{}, {}], {}, [{}, {}], {}]);
    for (const id of killed) expect(await traces(after, id), id).toEqual(expected);
    expect([...oa.todos.values()].map(({ state }) => state)).toEqual(orders.map(() => "approve"));
    expect(oa.refused).toEqual([]);
  },
  howMany({ usual: 300_000, full: 900_000 }),
);
