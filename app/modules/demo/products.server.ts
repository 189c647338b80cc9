import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoSupplier } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { announce, type Delivery, receive } from "./deliveries.server";
import type { DemoWriter } from "./demo-writer.server";

const ORDER = "purchase-orders/purchase-order";
const VIEW = "purchase-orders/product-order";

type Step = TransitionOf<typeof ORDER>;

/** What the supplier said of its production, so many days after the order. */
interface Report {
  after: number;
  stage: "material" | "scheduled" | "producing" | "packed" | "tested" | "ready";
  /** Days after the order. */
  plan?: number;
  done?: number;
  /** Share of the line. */
  share?: string;
  batch?: string;
}

interface Story {
  /** So many days ago it was written, and so many days later it is required. */
  days: number;
  due: number;
  label: string;
  market: string;
  /** Worth of it in yuan. */
  worth?: number;
  /** What the buyer did after writing it; without a confirmed label it goes no further than its submission. */
  settled: boolean;
  submitted: boolean;
  confirmed?: true;
  reports?: readonly Report[];
  /** Share of the packaging that was needed. */
  used?: string;
  /** Everything came, so many days after the order. */
  arrives?: number;
  end?: { name: Step; reason: string };
}

const PER_UNIT = "0.1";

const OUT = { settled: true, submitted: true } as const;
const RUNNING = { ...OUT, confirmed: true } as const;

const STORIES: readonly Story[] = [
  // Made, tested and received: nothing is left to do. First, since not all goods have a standard to be tested by.
  {
    ...RUNNING,
    days: 130,
    due: 48,
    label: "JG-2025-08",
    market: "华中",
    reports: [
      { after: 5, stage: "material", done: 5 },
      { after: 9, stage: "scheduled", done: 9 },
      { after: 30, stage: "packed", done: 30, share: "1", batch: "CP-D01" },
      { after: 36, stage: "ready", done: 36, share: "1", batch: "CP-D01" },
    ],
    arrives: 46,
  },
  { days: 1, due: 40, label: "CX-2026-05", market: "电商专供", settled: false, submitted: false },
  { days: 2, due: 35, label: "CX-2026-04", market: "华东", settled: false, submitted: true },
  { days: 2, due: 38, label: "CX-2026-03", market: "全国", worth: 520_000, settled: true, submitted: true },
  { ...OUT, days: 1, due: 30, label: "JG-2026-02", market: "华南" },
  {
    ...RUNNING,
    days: 24,
    due: 34,
    label: "JG-2026-01",
    market: "华东",
    reports: [
      { after: 3, stage: "material", plan: 4 },
      { after: 4, stage: "material", done: 4 },
      { after: 5, stage: "scheduled", plan: 8 },
      { after: 9, stage: "scheduled", done: 9 },
      { after: 9, stage: "producing", plan: 14 },
      { after: 9, stage: "packed", plan: 28 },
      { after: 16, stage: "producing", done: 16 },
      { after: 23, stage: "packed", done: 23, share: "0.45", batch: "CP-A01" },
    ],
    used: "0.44",
  },
  {
    ...RUNNING,
    days: 20,
    due: 25,
    label: "JG-2025-12",
    market: "华北",
    reports: [
      { after: 5, stage: "material", done: 7 },
      { after: 10, stage: "scheduled", done: 10 },
      { after: 12, stage: "packed", plan: 24 },
      { after: 18, stage: "packed", plan: 31 },
    ],
  },
  // Scheduled, and then nothing was heard.
  {
    ...RUNNING,
    days: 18,
    due: 30,
    label: "JG-2025-11",
    market: "西南",
    reports: [{ after: 8, stage: "scheduled", plan: 12 }],
  },
  {
    ...RUNNING,
    days: 45,
    due: 47,
    label: "JG-2025-10",
    market: "电商专供",
    reports: [
      { after: 6, stage: "scheduled", done: 6 },
      { after: 30, stage: "packed", done: 30, share: "1", batch: "CP-B01" },
      { after: 33, stage: "tested", done: 33, share: "1", batch: "CP-B01" },
      { after: 35, stage: "ready", done: 35, share: "1", batch: "CP-B01" },
    ],
    used: "1.07",
  },
  {
    ...RUNNING,
    days: 15,
    due: 40,
    label: "JG-2025-09",
    market: "华中",
    reports: [{ after: 6, stage: "material", plan: 18 }],
    end: { name: "hold", reason: "版面文字待监管部门答复，暂停生产" },
  },
  {
    ...RUNNING,
    days: 90,
    due: 30,
    label: "JG-2025-06",
    market: "华东",
    reports: [
      { after: 6, stage: "scheduled", done: 6 },
      { after: 25, stage: "packed", done: 25, share: "0.6", batch: "CP-C01" },
    ],
    end: { name: "close", reason: "产品下架，余量不再生产" },
  },
  { ...OUT, days: 60, due: 30, label: "JG-2025-07", market: "华南", end: { name: "cancel", reason: "促销取消" } },
];

/** What a supplier makes: the terms of its newest order. */
interface Pattern {
  supplier: DemoSupplier;
  head: Readonly<Record<string, unknown>>;
  line: { material_id: string; uom: string; price: string; tax_rate: string };
  /** Whether there is a standard its goods are tested by. */
  tested: boolean;
}

/** How many of a supplier's orders serve as patterns. */
const PATTERNS = 3;

async function patterns(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<Pattern[]> {
  const context = writer.context(writer.now);
  const orders = await unscopedRows(
    context,
    ORDER,
    [
      "id",
      "supplier_id",
      "company_id",
      "factory_id",
      "purchase_org_id",
      "purchase_group_id",
      "payment_term",
      "order_date",
    ],
    [where.oneOf("state", ["confirmed", "completed"])],
  );
  const latest = orders.toSorted((a, b) => (a.order_date < b.order_date ? 1 : -1));
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id", "line_no", "material_id", "uom", "price", "tax_rate"],
    where: [
      where.oneOf(
        "root_id",
        latest.map(({ id }) => id),
      ),
    ],
  });
  const standards = await unscopedRows(
    context,
    "base-data/coa-standard",
    ["material_id"],
    [where.eq("state", "active")],
  );
  const withStandard = new Set(standards.map(({ material_id }) => material_id));
  const patternOf = (supplier: DemoSupplier, order: (typeof orders)[number] | undefined): Pattern[] => {
    const own = lines.filter(({ root_id }) => root_id === order?.id).sort((a, b) => a.line_no - b.line_no);
    const tested = own.find((one) => withStandard.has(one.material_id));
    const line = tested ?? own[0];
    if (!order || !line) return [];
    const { id: _id, order_date: _day, ...head } = order;
    const { material_id, uom, price, tax_rate } = line;
    return [{ supplier, head, line: { material_id, uom, price, tax_rate }, tested: tested !== undefined }];
  };
  // One of each supplier first: what speaks against it need not speak against an older one.
  return Array.from({ length: PATTERNS }, (_, at) => at).flatMap((at) =>
    suppliers.flatMap((supplier) =>
      patternOf(supplier, latest.filter(({ supplier_id }) => supplier_id === supplier.id)[at]),
    ),
  );
}

/** Packaging of ours that may be handed out. */
interface Carton {
  id: string;
  uom: string | null;
  material_type_id: string;
}

async function packaging(writer: DemoWriter): Promise<Carton[]> {
  const context = writer.context(writer.now);
  const types = await unscopedRows(context, "master-data/material-type", ["id"], [where.eq("category", "packaging")]);
  const rows = await unscopedRows(
    context,
    "master-data/material",
    ["id", "code", "uom", "material_type_id"],
    [
      where.oneOf(
        "material_type_id",
        types.map(({ id }) => id),
      ),
      where.eq("material_status", "active"),
    ],
  );
  return rows.toSorted((one, other) => (one.code < other.code ? -1 : 1));
}

/** Writes and leads orders of goods that are made for the company. */
class Products {
  private readonly entity;

  constructor(
    private readonly writer: DemoWriter,
    private readonly cartons: readonly Carton[],
  ) {
    this.entity = writer.screen(ORDER).entity;
  }

  /** Buyers hand out what they buy themselves. */
  private cartonsOf({ buyer }: DemoSupplier): readonly Carton[] {
    const { material_type: types } = buyer.actor.scopes;
    return this.cartons.filter((one) => types === "all" || types.includes(one.material_type_id));
  }

  /** Whether a story can be told by a pattern: what arrives is tested, and what was used of the packaging was handed out. */
  fits(story: Story, { supplier, tested }: Pattern): boolean {
    return (tested || story.arrives === undefined) && (!story.used || this.cartonsOf(supplier).length > 0);
  }

  private day(story: Story, after: number): string {
    return this.writer.daysAgo(Math.max(0, story.days - after));
  }

  private move(
    story: Story,
    id: string,
    step: { after: number; hour: number; name: Step } & object,
    more: object = {},
  ) {
    const context = this.writer.context(this.writer.moment(this.day(story, step.after), step.hour));
    return applyTransition(context, { entity: this.entity, id, name: step.name, reason: "按计划执行", ...more });
  }

  /** @throws AppError where something speaks against such an order, which stays as far as it came */
  async tell(story: Story, { supplier, head, line }: Pattern, position: number): Promise<void> {
    const { writer } = this;
    const qty = decimal(story.worth ?? 42_000)
      .div(decimal(line.price))
      .round(0)
      .plus(1)
      .toFixed();
    const cartons = this.cartonsOf(supplier);
    const carton = cartons[position % cartons.length];
    const written = writer.context(writer.moment(writer.daysAgo(story.days), 9), supplier.buyer.actor);
    const screen = writer.services.registry.screen(VIEW);
    if (!screen) throw new Error("no screen of goods made for us");
    const { id } = await createRecord(written, {
      screen,
      values: {
        ...head,
        order_date: writer.daysAgo(story.days),
        market: story.market,
        label_version: story.label,
        standard_no: "GB/T 20977",
        min_shelf_rate: "66.7",
        items: [{ ...line, qty, required_date: writer.daysAgo(story.days - story.due) }],
        // Ten of it go into a carton; what gets lost is the parameter's.
        supplied: carton ? [{ material_id: carton.id, uom: carton.uom, unit_use: PER_UNIT }] : [],
      },
    });
    if (story.submitted) await this.move(story, id, { after: 0, hour: 10, name: "submit" });
    if (!story.settled) return;
    await this.move(story, id, { after: 1, hour: 9, name: "confirm_label" });
    if (story.worth === undefined) await this.move(story, id, { after: 1, hour: 10, name: "release" });
    if (story.confirmed) {
      const at = writer.context(writer.moment(this.day(story, 2), 9), supplier.actor);
      await applyTransition(at, { entity: this.entity, id, name: "confirm" });
    }
    for (const report of story.reports ?? []) await this.report(story, id, { report, supplier, qty });
    if (story.used) await this.use(story, id, { supplier, qty, share: story.used });
    if (story.arrives !== undefined) await this.deliver(story, id, { supplier, factory: String(head.factory_id), qty });
    if (story.end)
      await this.move(story, id, { after: 40, hour: 15, name: story.end.name }, { reason: story.end.reason });
  }

  private async report(
    story: Story,
    id: string,
    { report, supplier, qty }: { report: Report; supplier: DemoSupplier; qty: string },
  ): Promise<void> {
    const { after, stage, plan, done, share, batch } = report;
    const said = {
      stage,
      ...(plan === undefined ? {} : { plan_date: this.writer.daysAgo(story.days - plan) }),
      ...(done === undefined ? {} : { actual_date: this.day(story, Math.min(done, after)) }),
      ...(share ? { finished_qty: decimal(qty).times(decimal(share)).round(0).toFixed() } : {}),
      ...(batch ? { batch_no: batch } : {}),
    };
    const context = this.writer.context(this.writer.moment(this.day(story, after), 16), supplier.actor);
    await applyTransition(context, {
      entity: this.entity,
      id,
      name: "report_progress",
      lineInput: { [await this.first(id, "items")]: said },
    });
  }

  private async use(
    story: Story,
    id: string,
    { supplier, qty, share }: { supplier: DemoSupplier; qty: string; share: string },
  ): Promise<void> {
    const row = await this.first(id, "supplied");
    // As the order has it, with the loss of the parameter left out: shares are told of what goes into the goods.
    const part = (of: string) => decimal(qty).times(decimal(PER_UNIT)).times(decimal(of)).round(0).toFixed();
    await this.move(
      story,
      id,
      { after: 4, hour: 11, name: "send_packaging" },
      { lineInput: { [row]: { sent_qty: part("1.1") } } },
    );
    const context = this.writer.context(this.writer.moment(this.day(story, 36), 17), supplier.actor);
    const lineInput = { [row]: { used_qty: part(share) } };
    await applyTransition(context, { entity: this.entity, id, name: "report_usage", lineInput });
  }

  /** The goods come with what the supplier has tested of them, and complete the order. */
  private async deliver(
    story: Story,
    order: string,
    { supplier, factory, qty }: { supplier: DemoSupplier; factory: string; qty: string },
  ): Promise<void> {
    const { writer } = this;
    const { record } = await openRecord(writer.context(writer.now), { entity: this.entity, id: order });
    const batch = story.reports?.findLast((report) => report.batch)?.batch ?? "CP-1";
    const lines = linesOf(record, "items").map((line) => ({
      id: line.id,
      material: String(line.material_id),
      qty,
      batch,
    }));
    const arrival = this.day(story, story.arrives ?? 0);
    const delivery: Delivery = {
      ...{ order, supplier, factory, arrival, lines },
      ...{ fate: "posted", clock: "10:30", books: false, settled: true },
    };
    const at = [where.eq("factory_id", factory)];
    const [warehouse] = await unscopedRows(writer.context(writer.now), "master-data/warehouse", ["id"], at);
    if (!warehouse) throw new Error("the demo has no warehouse for goods made for us");
    const noteId = await announce(writer, { delivery, slots: [], random: writer.random(20_261_128) });
    await receive(writer, { delivery, noteId, warehouse: warehouse.id });
  }

  private async first(id: string, table: string): Promise<string> {
    const { record } = await openRecord(this.writer.context(this.writer.now), { entity: this.entity, id });
    return linesOf(record, table)[0]?.id ?? "";
  }
}

/** Orders of goods made for the company, from the first line written to what was closed; as far as it goes each of another supplier. */
export async function loadProducts(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<void> {
  const products = new Products(writer, await packaging(writer));
  const among = await patterns(writer, suppliers);
  for (const [position, story] of STORIES.entries()) await first(products, story, { among, position });
}

/** Tells a story of the first supplier that fits and against which nothing speaks; one that nobody can tell is a fault. */
async function first(
  products: Products,
  story: Story,
  { among, position }: { among: Pattern[]; position: number },
): Promise<void> {
  let last: unknown = new Error("no supplier is left for a story of goods made for us");
  for (const pattern of among.filter((one) => products.fits(story, one))) {
    among.splice(among.indexOf(pattern), 1);
    try {
      return await products.tell(story, pattern, position);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      last = error;
    }
  }
  const said = last instanceof AppError ? last.complaints.map(({ field, message }) => `${field}: ${message}`) : [];
  throw new Error(`nobody makes ${story.label} of the demo, the last one for: ${said.join("; ") || String(last)}`, {
    cause: last,
  });
}
