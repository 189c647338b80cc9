import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { checkDraws } from "~/engine/draws/check-up.server";
import { startChild } from "../../../support/child-process";
import { copyBase } from "../../../support/database";
import { howMany } from "../../../support/length";
import { confirmed, items, stored } from "../../../support/orders";
import { arrivedNote, received, withFreeNotes } from "../../../support/receipts";
import { openWorld, type World } from "../../../support/world";

/** Deaths, spread evenly over all statements of a posting. */
const POINTS = howMany({ usual: 1, full: 20 });

/** All that a posted receipt has left behind, without ids and moments. */
async function traces({ engine }: World, id: string): Promise<unknown> {
  const connection = engine.database.connection();
  const found = [
    await sql`select state, version from goods_receipt where id = ${id}`.execute(connection),
    await sql`select io_type, qty::text, amount::text from io_data where receipt_id = ${id} order by qty`.execute(
      connection,
    ),
    await sql`select action, count(*)::int as entries from audit_log where record_id = ${id} group by 1 order by 1`.execute(
      connection,
    ),
    await sql`select interface_code, state, count(*)::int as calls from interface_log where document_id = ${id}
      group by 1, 2 order by 1`.execute(connection),
  ];
  return found.map(({ rows }) => rows);
}

test(
  "过账途中的几个点上强杀平台：要么全有要么全无，重试后恰好一次，数量对得上",
  async () => {
    const { company, facts } = inject("bases");
    const copy = await copyBase(company);
    onTestFinished(copy.remove);
    const kept = { ...copy, remove: async () => undefined };
    const before = await openWorld({ copy: kept, registry: withFreeNotes() });
    const made: { orderId: string; id: string }[] = [];
    for (let at = 0; at <= POINTS; at += 1) {
      const { id: orderId } = await confirmed(before);
      made.push({ orderId, id: await received(before, await arrivedNote(before, orderId, ["400"]), ["400"]) });
    }
    await before.close();

    /** A process that posts a receipt and dies with that statement; answers what it said. */
    async function live(id: string, statements: number): Promise<string[]> {
      const args = [JSON.stringify(facts), id, String(statements)];
      const child = startChild("tests/support/posting-child.ts", args, { ...copy.place, NODE_ENV: "test" });
      const lines: string[] = [];
      for (let line = await child.nextLine(); line !== undefined; line = await child.nextLine()) {
        lines.push(line);
        if (line.startsWith("statements")) break;
      }
      await child.kill("SIGKILL");
      return lines;
    }

    const [undisturbed, ...killed] = made;
    const [, said = ""] = await live(undisturbed?.id ?? "", 0);
    const whole = Number(said.split(" ")[1]);
    expect(whole).toBeGreaterThan(POINTS);
    const half: string[] = [];
    for (const [index, { id }] of killed.entries()) {
      expect(await live(id, Math.round((whole * (index + 1)) / (POINTS + 1)))).not.toContain(said);
      half.push(id);
    }

    const between = await openWorld({ copy: kept });
    const expected = await traces(between, undisturbed?.id ?? "");
    expect(expected).toMatchObject([
      [{ state: "posted" }],
      [{ io_type: "in", qty: "400.000" }],
      {},
      [{ interface_code: "goods_received", calls: 1 }],
    ]);
    for (const id of half) {
      const found = await traces(between, id);
      const nothing = [[{ state: "judged" }], [], {}, []];
      if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found, id).toMatchObject(nothing);
    }
    await between.close();

    for (const id of half) expect(await live(id, 0)).toContain(`posted ${versionOf(expected)}`);
    const after = await openWorld({ copy: kept });
    onTestFinished(() => after.close());
    for (const { id, orderId } of made) {
      expect(await traces(after, id), id).toEqual(expected);
      expect(items(await stored(after, orderId))[0]).toMatchObject({ accepted_qty: "400.000", noticed_qty: "0.000" });
    }
    expect(await checkDraws(after.system(), new AbortController().signal)).toMatchObject({ differences: 0 });
  },
  howMany({ usual: 300_000, full: 900_000 }),
);

function versionOf(found: unknown): unknown {
  return Object(Object(found)[0])[0].version;
}
