// Measures the way of goods, on the embedded database or on the server of DATABASE_URL (an empty database):
//   npx tsx scripts/bench-goods.ts receipt [lines] [receipts]    a receipt is posted, all at once
//   npx tsx scripts/bench-goods.ts way [seconds] [suppliers] [warehouses]
// The second is a closed loop without pause: suppliers confirm orders and send what was ordered by two lorries each, warehouses receive and
// post. One posting in five is sent twice at the same moment, as by a client that got no answer. Ends with 1 when anything failed, was
// posted twice, or when what is drawn differs from the sum of its documents.
import { sql } from "kysely";
import { type Context, type EngineServices, systemContext } from "~/engine/context.server";
import { seedDictionaries } from "~/engine/dictionaries.server";
import { checkDraws } from "~/engine/draws/check-up.server";
import { inventedCreditCode } from "~/engine/entity/seed";
import { seedScenarios } from "~/engine/notify/notification-rules.server";
import { seedNumberRules } from "~/engine/numbering/numbers.server";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { seedParameters } from "~/engine/parameters.server";
import { addAccount } from "~/engine/session/account.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { seedAccess } from "~/engine/session/bootstrap.server";
import { START } from "../tests/support/clock";
import { type Company, makeCompany } from "../tests/support/company";
import { ORDER, orderValues } from "../tests/support/order-values";
import { inPlace, quantile } from "./bench-place";

const NOTE = "receiving/delivery-note";
const RECEIPT = "receiving/goods-receipt";
const SUPPLIER = "supplier-management/supplier";
const EVERYTHING = { factory: "all", purchase_group: "all", material_type: "all" } as const;
/** Goods of one order, and the two lorries that bring them. */
const ORDERED = "100";
const LORRIES = ["60", "40"];
/** Lorries that stand before the gate before suppliers send no more. */
const MOST_WAITING = 50;
const SENT_TWICE = 5;

const [what = "receipt", ...numbers] = process.argv.slice(2);
const given = (at: number, otherwise: number) => Number(numbers[at] ?? otherwise);

/** Steps of the way, as the people make them who do. */
class Goods {
  readonly times: number[] = [];

  constructor(
    readonly engine: EngineServices,
    readonly company: Company,
  ) {}

  async person(account: string): Promise<Context> {
    return actingAs(this.engine, await loadActor(this.engine, account), START, "rest");
  }

  /** A write that counts once it is acknowledged. */
  async timed<T>(write: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const done = await write();
    this.times.push(performance.now() - started);
    return done;
  }

  async record<K extends string>(key: K, id: string) {
    const entity = this.engine.registry.entity(key);
    return (await openRecord(systemContext(this.engine, "测量"), { entity, id })).record;
  }

  create(context: Context, key: string, values: Record<string, unknown>) {
    return this.timed(() => createRecord(context, { screen: this.engine.registry.mainScreen(key), values }));
  }

  async move(
    context: Context,
    { key, ...more }: { key: string; id: string; name: string } & Partial<Omit<TransitionInput, "entity">>,
  ) {
    const { version } = await this.record(key, more.id);
    return this.timed(() => applyTransition(context, { entity: this.engine.registry.entity(key), version, ...more }));
  }

  /** An order that its supplier has confirmed. */
  async confirmed(buyer: Context, seller: Context, lines: number): Promise<string> {
    const item = { material_id: this.company.ids.corn, qty: ORDERED, price: "3.5", required_date: "2025-03-12" };
    const items = Array.from({ length: lines }, () => item);
    const { id } = await this.create(
      buyer,
      ORDER,
      orderValues(this.company, { items, supplier_id: seller.actor.supplierId }),
    );
    await this.move(buyer, { key: ORDER, id, name: "submit", reason: "测量" });
    await this.move(buyer, { key: ORDER, id, name: "release", reason: "测量" });
    await this.move(seller, { key: ORDER, id, name: "confirm" });
    return id;
  }

  /** A lorry on its way with so much of each line of an order. */
  async sent(seller: Context, orderId: string, qty: string): Promise<string> {
    const lines = linesOf(await this.record(ORDER, orderId), "items");
    const { id } = await this.create(seller, NOTE, {
      factory_id: this.company.ids.factory1,
      ship_date: "2025-03-09",
      eta: "2025-03-11 09:00",
      vehicle_no: "皖A12345",
      driver: "王师傅",
      driver_phone: "13800000000",
      items: lines.map((line, at) => ({
        order_line: line.id,
        qty,
        batch_no: `P${at + 1}`,
        produce_date: "2025-03-01",
        expire_date: "2026-03-01",
      })),
    });
    await this.move(seller, { key: NOTE, id, name: "submit" });
    return id;
  }

  /** All a lorry brought, counted and judged. */
  async judged(warehouse: Context, qa: Context, noteId: string): Promise<string> {
    const screen = this.engine.registry.mainScreen(RECEIPT);
    await this.move(warehouse, { key: NOTE, id: noteId, name: "check_in" });
    const rows = linesOf(await this.record(NOTE, noteId), "items").map((line) => ({
      line: line.id,
      quantity: String(line.open_qty),
    }));
    const { made } = await this.timed(() => convert(warehouse, { screen, name: "from_notes", rows }));
    const id = made[0]?.id ?? "";
    const draft = await this.record(RECEIPT, id);
    const { version } = draft;
    const items = linesOf(draft, "items").map(
      ({ id: line, note_line, order_line, material_id, batch_no, produce_date, expire_date, notice_qty }) => ({
        ...{ id: line, note_line, order_line, material_id, batch_no, produce_date, expire_date, notice_qty },
        count_qty: notice_qty,
      }),
    );
    const values = { warehouse_id: this.company.ids.warehouse1, items };
    await this.timed(() => updateRecordBy(warehouse, { screen, id, version, values }));
    await this.move(warehouse, { key: RECEIPT, id, name: "count" });
    const lineInput = Object.fromEntries(
      items.map(({ id: line, count_qty }) => [line, { qa_result: "pass", accept_qty: String(count_qty) }]),
    );
    await this.move(qa, { key: RECEIPT, id, name: "judge", lineInput });
    return id;
  }
}

/** What a warehouse waits for that posts a large receipt; each with an order and a note of its own. */
async function measureReceipt(goods: Goods, lines: number, receipts: number): Promise<void> {
  const { accounts } = goods.company;
  const [buyer, seller, warehouse, qa] = await Promise.all(
    [accounts.buyerA, accounts.supplierA, accounts.warehouse, accounts.qa].map((account) => goods.person(account)),
  );
  if (!buyer || !seller || !warehouse || !qa) return;
  const times: number[] = [];
  // What other programs on the machine take does not count here, as far as they leave the caches alone.
  const worked: number[] = [];
  for (let made = 0; made < receipts; made += 1) {
    const order = await goods.confirmed(buyer, seller, lines);
    const id = await goods.judged(warehouse, qa, await goods.sent(seller, order, ORDERED));
    const { version } = await goods.record(RECEIPT, id);
    if (process.env.SLOW_QUERY_MS) console.warn(`receipt ${made + 1} is posted`);
    const started = performance.now();
    const before = process.cpuUsage();
    await applyTransition(warehouse, {
      entity: goods.engine.registry.entity(RECEIPT),
      id,
      name: "post",
      version,
      requestId: goods.engine.newId(),
    });
    times.push(performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    worked.push((user + system) / 1000);
  }
  const { rows } = await sql<{ posted: number }>`select count(*)::int as posted from io_data`.execute(
    goods.engine.database.connection(),
  );
  console.log(
    `posting a receipt of ${lines} lines, ${receipts} times: first ${quantile(times.slice(0, 1), 0)} ms, fastest ${quantile(times, 0)} ms, ` +
      `p50 ${quantile(times, 0.5)} ms, slowest ${quantile(times, 0.999)} ms; of the processor p50 ${quantile(worked, 0.5)} ms; ${rows[0]?.posted ?? 0} rows in the journal`,
  );
  if (rows[0]?.posted !== lines * receipts) process.exitCode = 1;
}

/** What came of the loop. */
interface Outcome {
  confirmed: number;
  posted: number;
  twice: number;
  failures: string[];
}

async function measureWay(
  goods: Goods,
  { seconds, suppliers, warehouses }: { seconds: number; suppliers: number; warehouses: number },
): Promise<void> {
  const sellers = await newSuppliers(goods, suppliers);
  const gates = await newWarehouses(goods, warehouses);
  const [buyer, qa] = await Promise.all(
    [goods.company.accounts.buyerA, goods.company.accounts.qa].map((account) => goods.person(account)),
  );
  if (!buyer || !qa) return;
  goods.times.length = 0;
  const outcome: Outcome = { confirmed: 0, posted: 0, twice: 0, failures: [] };
  const waiting: string[] = [];
  const began = performance.now();
  const isOver = () => performance.now() - began > seconds * 1000;
  const noting = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      outcome.failures.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
  };
  const sending = sellers.map(async (seller) => {
    while (!isOver())
      await noting(async () => {
        const order = await goods.confirmed(buyer, seller, 1);
        outcome.confirmed += 1;
        if (waiting.length >= MOST_WAITING) return;
        for (const qty of LORRIES) waiting.push(await goods.sent(seller, order, qty));
      });
  });
  const receiving = gates.map(async (gate) => {
    while (!isOver()) {
      const note = waiting.shift();
      if (note === undefined) await new Promise((resolve) => setImmediate(resolve));
      else await noting(() => receive(goods, { gate, qa, note }, outcome));
    }
  });
  await Promise.all([...sending, ...receiving]);
  const took = (performance.now() - began) / 1000;
  const { times } = goods;
  console.log(
    `${suppliers} suppliers, ${warehouses} warehouses, ${took.toFixed(1)} s: ${times.length} writes acknowledged ` +
      `(${(times.length / took).toFixed(0)} a second), p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms, slowest ${quantile(times, 0.9999)} ms`,
  );
  console.log(
    `${outcome.confirmed} orders confirmed, ${outcome.posted} receipts posted, ${outcome.twice} of them sent twice, ${outcome.failures.length} failures`,
  );
  for (const failure of new Set(outcome.failures)) console.log(`  ${failure}`);
  const faults = await leftOver(goods, outcome);
  const said = Object.entries(faults).map(([fault, count]) => `${fault} ${count}`);
  console.log(said.join(", "));
  if (outcome.failures.length > 0 || Object.values(faults).some((count) => count !== 0)) process.exitCode = 1;
}

/** One lorry, from the gate to its posting. */
async function receive(
  goods: Goods,
  { gate, qa, note }: { gate: Context; qa: Context; note: string },
  outcome: Outcome,
): Promise<void> {
  const id = await goods.judged(gate, qa, note);
  const { version } = await goods.record(RECEIPT, id);
  const post = { entity: goods.engine.registry.entity(RECEIPT), id, name: "post" as const, version };
  const requestId = goods.engine.newId();
  const isTwice = outcome.posted % SENT_TWICE === 0;
  outcome.posted += 1;
  if (isTwice) outcome.twice += 1;
  await Promise.all(
    Array.from({ length: isTwice ? 2 : 1 }, () => goods.timed(() => applyTransition(gate, { ...post, requestId }))),
  );
}

async function newSuppliers(goods: Goods, count: number): Promise<Context[]> {
  const { engine, company } = goods;
  const system = systemContext(engine, "测量");
  const screen = engine.registry.mainScreen(SUPPLIER);
  const made: Context[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = await createRecord(system, {
      screen: { ...screen, initial: { ...screen.initial, stage: "qualified" } },
      values: {
        name: `测量供应商${at}`,
        uscc: inventedCreditCode(100 + at),
        supplier_type: "manufacturer",
        supplier_class_id: company.ids.supplierClass,
        region: "安徽省测试市",
        registered_address: "测试市供方路1号",
        taxpayer_type: "general",
        buyer_id: company.accounts.buyerA,
        contacts: [
          { name: "业务", duty: "business", phone: "13800010001", is_primary: true },
          { name: "质量", duty: "quality", phone: "13800010002" },
        ],
      },
    });
    made.push(await newPerson(goods, { account: `seller-${at}`, role: "supplier_admin", supplierId: id }));
  }
  return made;
}

async function newWarehouses(goods: Goods, count: number): Promise<Context[]> {
  const made: Context[] = [];
  for (let at = 0; at < count; at += 1)
    made.push(await newPerson(goods, { account: `gate-${at}`, role: "warehouse", supplierId: null }));
  return made;
}

async function newPerson(
  goods: Goods,
  { account, role, supplierId }: { account: string; role: string; supplierId: string | null },
): Promise<Context> {
  const { engine } = goods;
  const id = engine.newId();
  await engine.database.transaction({ role: "owner" }, () =>
    addAccount(engine, {
      ...{ id, account, name: account, userType: supplierId ? "supplier" : "internal", supplierId },
      ...{ email: null, phone: null, passwordHash: null, mustChangePassword: false },
      ...{ roles: [role], scopes: EVERYTHING, at: START.toISOString() },
    }),
  );
  return goods.person(id);
}

/** What the tables say afterwards; every figure must be 0. */
async function leftOver(goods: Goods, outcome: Outcome): Promise<Record<string, number>> {
  const { engine } = goods;
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) - ${outcome.posted}::int from goods_receipt where state = 'posted')::int as "receipts too many or too few",
      (select count(*) from (select 1 from io_data group by source_line having count(*) > 1) t)::int as "lines posted twice",
      (select count(*) from goods_receipt_items i join goods_receipt r on r.id = i.root_id and r.state = 'posted'
        where coalesce((select sum(j.qty) from io_data j where j.source_line = i.id::text), 0)
          <> coalesce(i.accept_qty, 0) + coalesce(i.concession_qty, 0))::int as "lines that differ from the journal",
      (select count(*) from purchase_order_items o where o.accepted_qty <> coalesce((select sum(j.qty) from io_data j
        join goods_receipt_items i on i.id::text = j.source_line where i.order_line = o.id), 0))::int as "order lines that differ from the journal",
      (select count(*) from purchase_order_items where accepted_qty + noticed_qty > qty)::int as "order lines over-drawn"`.execute(
    engine.database.connection(),
  );
  const { differences, named } = await checkDraws(systemContext(engine, "测量"), new AbortController().signal);
  for (const difference of named) console.log(`  ${difference}`);
  return { ...rows[0], "figures that differ from what was drawn": differences };
}

await inPlace("bench-goods", async (place) => {
  const engine: EngineServices = { ...place, clock: () => START };
  for (const seed of [seedAccess, seedParameters, seedDictionaries, seedScenarios, seedNumberRules]) await seed(engine);
  const goods = new Goods(engine, await makeCompany(engine));
  console.log(`${engine.database.engine} ${engine.database.version}`);
  if (what === "receipt") await measureReceipt(goods, given(0, 200), given(1, 10));
  else await measureWay(goods, { seconds: given(0, 60), suppliers: given(1, 50), warehouses: given(2, 10) });
});
