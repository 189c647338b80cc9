import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { openTogether } from "~/engine/sealing/joint-opening.server";
import { where } from "~/shared/condition";
import { startChild } from "../../support/child-process";
import { copyBase, SEALING_KEY } from "../../support/database";
import { howMany } from "../../support/length";
import { type Opener, openerWith } from "../../support/openers";
import { move } from "../../support/receipts";
import { openWorld, type World } from "../../support/world";
import { HOUR, QUOTE, RFQ, tablesWith } from "./sealed-quotes";

/** Deaths, spread evenly over all statements of an opening. */
const POINTS = howMany({ usual: 1, full: 12 });
/** Prices that stand nowhere else, of two suppliers. */
const secretsOf = (at: number) => [`7918.${2731 + at}`, `6207.${4391 + at}`] as const;

interface Openers {
  first: Opener;
  second: Opener;
  supervisor: Opener;
}

async function quoted(world: World, rfq: string, by: "supplierA" | "supplierB", price: string): Promise<void> {
  const own = [where.eq("rfq_id", rfq), where.eq("supplier_id", world.ids[by])] as const;
  const [row] = await unscopedRows(world.system(), QUOTE, ["id"], own);
  const id = String(row?.id);
  const { record } = await readRecord(await world.as(by), world.screen(QUOTE), id);
  await updateRecordBy(await world.as(by), {
    ...{ screen: world.screen(QUOTE), id, version: record.version },
    values: {
      ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000", credit_days: "60" },
      items: [{ id: linesOf(record, "items")[0]?.id, price, duty_rate: "5" }],
    },
  });
  await move(world, by, { key: QUOTE, id, name: "submit", reason: "确认" });
}

/** A sealed inquiry both have quoted, nobody can quote for any more, and the first opener has given a share of. */
async function nearlyOpen(world: World, { first, second, supervisor }: Openers, at: number): Promise<string> {
  const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(RFQ),
    values: {
      ...{ title: `密封询价${at}`, company_id: world.ids.company, purchase_group_id: world.ids.group1 },
      ...{ payment_term: "d30", price_valid_from: "2025-04-01", price_valid_to: "2025-12-31" },
      ...{ start_at: inHours(-1), deadline: inHours(48), min_suppliers: "2" },
      ...{ sealing: "sealed", opener_1: first.id, opener_2: second.id, opener_supervisor: supervisor.id },
      items: [{ material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs" }],
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
    },
  });
  await move(world, "buyerA", { key: RFQ, id, name: "submit" });
  const [one, other] = secretsOf(at);
  await quoted(world, id, "supplierA", one);
  await quoted(world, id, "supplierB", other);
  await move(world, "buyerA", { key: RFQ, id, name: "close" });
  const input = { screen: world.screen(RFQ), id, secret: first.secret, reason: "按时开启" };
  expect(await openTogether(await first.visit(), input)).toMatchObject({ opened: false });
  return id;
}

/** What an opening leaves behind, without ids and moments. */
async function traces({ engine }: World, id: string): Promise<unknown> {
  const connection = engine.database.connection();
  const found = [
    await sql`select state, opened_at is not null as opened from rfq where id = ${id}`.execute(connection),
    await sql`select q.state, q.rank, q.credit_days, i.price is not null as priced, q.opened_at is not null as opened
      from supplier_quote q join supplier_quote_items i on i.root_id = q.id where q.rfq_id = ${id} order by q.rank`.execute(
      connection,
    ),
    await sql`select action, count(*)::int as entries from audit_log
      where record_id in (select id from supplier_quote where rfq_id = ${id}) and action = 'open' group by 1`.execute(
      connection,
    ),
  ];
  return found.map(({ rows }) => rows);
}

test(
  "开启途中的几个点上强杀平台：要么全开要么全封，封着的哪张表里也读不到，重试后恰好开启一次",
  async () => {
    const { company } = inject("bases");
    const copy = await copyBase(company);
    onTestFinished(copy.remove);
    const kept = { ...copy, remove: async () => undefined };
    const before = await openWorld({ copy: kept, shippedFlows: true });
    const openers = {
      first: await openerWith(before, "buyer"),
      second: await openerWith(before, "purchase_manager"),
      supervisor: await openerWith(before, "supervisor"),
    };
    const made: string[] = [];
    for (let at = 0; at <= POINTS; at += 1) made.push(await nearlyOpen(before, openers, at));
    const moment = before.clock.now().toISOString();
    const account = (await openers.second.visit()).actor.account;
    await before.close();

    /** A process in which the second opener opens, and that dies with that statement; answers what it said. */
    async function live(id: string, statements: number): Promise<string[]> {
      const args = [account, openers.second.secret.text, id, moment, String(statements)];
      const settings = { ...copy.place, NODE_ENV: "test", SEALING_KEY };
      const child = startChild("tests/support/opening-child.ts", args, settings);
      const lines: string[] = [];
      for (let line = await child.nextLine(); line !== undefined; line = await child.nextLine()) {
        lines.push(line);
        if (line.startsWith("statements")) break;
      }
      await child.kill("SIGKILL");
      return lines;
    }

    const [undisturbed = "", ...killed] = made;
    const [said, count = ""] = await live(undisturbed, 0);
    expect(said).toBe("opened");
    const whole = Number(count.split(" ")[1]);
    expect(whole).toBeGreaterThan(POINTS);
    for (const [index, id] of killed.entries())
      expect(await live(id, Math.round((whole * (index + 1)) / (POINTS + 1)))).toEqual([]);

    const between = await openWorld({ copy: kept, shippedFlows: true });
    const expected = await traces(between, undisturbed);
    expect(expected).toMatchObject([
      [{ state: "opened", opened: true }],
      [
        { state: "opened", rank: 1, credit_days: 60, priced: true },
        { state: "opened", rank: 2, credit_days: 60, priced: true },
      ],
      [{ action: "open", entries: 2 }],
    ]);
    let sealed = 0;
    for (const [index, id] of killed.entries()) {
      const found = await traces(between, id);
      if (JSON.stringify(found) === JSON.stringify(expected)) continue;
      sealed += 1;
      const shut = { state: "submitted", rank: null, credit_days: null, priced: false, opened: false };
      expect(found, id).toEqual([[{ state: "closed", opened: false }], [shut, shut], []]);
      expect(await tablesWith(between, ...secretsOf(index + 1))).toEqual([]);
    }
    expect(sealed).toBeGreaterThan(0);
    await between.close();

    for (const id of killed) {
      const [again] = await live(id, 0);
      expect(["opened", "refused wrong_state"]).toContain(again);
    }
    const after = await openWorld({ copy: kept, shippedFlows: true });
    onTestFinished(() => after.close());
    for (const id of made) expect(await traces(after, id), id).toEqual(expected);
  },
  howMany({ usual: 300_000, full: 900_000 }),
);
