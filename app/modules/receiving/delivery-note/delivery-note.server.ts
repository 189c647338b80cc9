import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { findingsSchema } from "~/engine/entity/finding-schema.server";
import type { EntityServer, Finding, Published } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { nextInSeries } from "~/engine/numbering/numbers.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { labelsOfNote } from "~/engine/output/delivery-labels.server";
import { addDays, dayOf, daysBetween } from "~/shared/calendar";
import { COA_WHEN, type CoaWhen } from "~/shared/coa";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundPercent } from "~/shared/decimal";
import { batchCountFindings, olderLyingFindings, olderThanLastFindings } from "./batch-findings.server";
import { bookingFindings, rebook, settleBookings, takeSlot, writeLostSlot } from "./booking.server";
import { allReceived, daysLate, LABELLED, nothingReceived } from "./delivery-note.rules";
import { askFindings, dropReleases, earlyFindings, releaseFindings, releaseLines } from "./early-delivery.server";
import { coaStatuses, noteSections } from "./note-facts.server";

type DeliveryNoteRecord = RecordFor<"receiving/delivery-note">;

const ORDER = "purchase-orders/purchase-order";

const noteFacts = z.object({
  id: z.string(),
  state: z.string(),
  supplier_id: z.string(),
  factory_id: z.string(),
  eta: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      line_no: z.number(),
      order_line: z.string(),
      material_id: z.string(),
      qty: z.string(),
      received_qty: z.string(),
      batch_no: z.string().nullable(),
      produce_date: z.string().nullable(),
      expire_date: z.string().nullable(),
      early_from: z.string().nullable(),
    }),
  ),
});
type Note = z.infer<typeof noteFacts>;
type NoteItem = Note["items"][number];

/** Up to when a standard wants the certificate of a batch, and what does not happen without it. */
const MOMENTS: Readonly<Record<"ship" | "take_in", { due: readonly CoaWhen[]; end: string }>> = {
  ship: { due: ["before_ship"], end: "不能发货" },
  take_in: { due: ["before_ship", "delivery"], end: "不能收货" },
};

const rule = z.object({
  earlyDays: z.number().nullable(),
  shelfRatio: z.string().nullable(),
  lateDays: z.number().nullable(),
  maxBatches: z.number().nullable(),
  fifoBatch: z.boolean().nullable(),
  coaRequired: z.boolean().nullable(),
  mode: z.enum(["block", "warn"]).nullable(),
});
const rules = z.record(z.string(), rule);
type Rules = z.infer<typeof rules>;

function rulesFor(
  context: Context,
  note: Pick<Note, "supplier_id" | "factory_id"> & { items: readonly Pick<NoteItem, "material_id">[] },
): Promise<Rules> {
  return ask(context, {
    entityKey: "base-data/receive-control",
    name: "rules",
    input: {
      supplierId: note.supplier_id,
      factoryId: note.factory_id,
      materialIds: [...new Set(note.items.map(({ material_id }) => material_id))],
    },
    answer: rules,
  });
}

/** An order whose goods may come now; one that is on hold or ended since the note was written is named. */
const OPEN_ORDERS = ["released", "negotiating", "confirmed"];

/** The lines of the orders behind a note, with their documents. */
async function orderLines(context: Context, note: { items: readonly Pick<NoteItem, "order_line">[] }) {
  const ids = [...new Set(note.items.map(({ order_line }) => order_line))];
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "root_id", "confirm_date"],
    where: [where.oneOf("id", ids)],
  });
  const roots = [...new Set(lines.map(({ root_id }) => root_id))];
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "number", "state", "order_type", "min_shelf_rate"],
    [where.oneOf("id", roots)],
  );
  return new Map(
    lines.flatMap((line) => {
      const order = orders.find(({ id }) => id === line.root_id);
      return order ? [[line.id, { confirmDate: line.confirm_date, order }] as const] : [];
    }),
  );
}

type OrderLines = Awaited<ReturnType<typeof orderLines>>;

/** Orders that take no goods at this moment. */
function orderFindings(known: OrderLines, end: string): Finding[] {
  const closed = [...known.values()].filter(({ order }) => !OPEN_ORDERS.includes(order.state ?? ""));
  return [...new Set(closed.map(({ order }) => order.number ?? ""))].map((number) => ({
    check: "order",
    level: "block",
    text: `订单【${number}】未确认或已暂停，${end}`,
  }));
}

const ended = z.array(z.object({ line: z.string() }));

/** Lines on which a proposal of the supplier waits for its answer; the others of the order may come. */
async function proposalFindings(context: Context, note: Note, known: OrderLines): Promise<Finding[]> {
  const negotiated = [...known.values()].filter(({ order }) => order.state === "negotiating");
  const open = new Set<string>();
  for (const id of new Set(negotiated.map(({ order }) => order.id))) {
    const changes = await unscopedLines(context, {
      entityKey: ORDER,
      lines: "changes",
      columns: ["content"],
      where: [where.eq("root_id", id), where.eq("result", "pending")],
    });
    for (const { content } of changes) for (const { line } of ended.catch([]).parse(content)) open.add(line);
  }
  return note.items.flatMap(({ line_no, order_line }): Finding[] =>
    open.has(order_line)
      ? [{ check: "order", level: "block", text: `第${line_no / 10}行的订单行有变更正在协商，答复后才能送货` }]
      : [],
  );
}

function levelOf(found: z.infer<typeof rule> | undefined): "block" | "warn" {
  return found?.mode === "warn" ? "warn" : "block";
}

/** Goods that come after the last day the factory counts as in time: that is written down, and stops nobody. */
function lateFindings(note: Note, found: Rules, known: OrderLines): Finding[] {
  const arrives = note.eta ? dayOf(new Date(note.eta)) : null;
  return note.items.flatMap((line): Finding[] => {
    const late = found[line.material_id]?.lateDays ?? null;
    const due = known.get(line.order_line)?.confirmDate ?? null;
    if (late === null || arrives === null || typeof due !== "string") return [];
    const last = addDays(due, late);
    const text = `第${line.line_no / 10}行交期${due}，最晚应于${last}送货，本次按延误记录`;
    return arrives > last ? [{ check: "late", level: "note", text }] : [];
  });
}

/** How much of its shelf life a batch still has on a day, in percent; null where it says no end. */
export function shelfLeft(
  line: Pick<Note["items"][number], "produce_date" | "expire_date">,
  day: string,
): string | null {
  const { produce_date, expire_date } = line;
  if (!produce_date || !expire_date || expire_date <= produce_date) return null;
  const whole = daysBetween(produce_date, expire_date);
  return roundPercent(decimal(daysBetween(day, expire_date)).times(100).div(whole));
}

/** Goods made for us: what was agreed of them in their order is asked of them. */
function productOf(known: OrderLines, { order_line }: Pick<NoteItem, "order_line">) {
  const order = known.get(order_line)?.order;
  return order?.order_type === "outsource" ? order : null;
}

/** The share of its shelf life a batch has to have left: the stricter of the receiving rule and of what its order says. */
function leastLeft(rule: string | null, agreed: string | null): string | null {
  if (rule === null || agreed === null) return rule ?? agreed;
  return decimal(agreed).gt(decimal(rule)) ? agreed : rule;
}

/** Batches whose rest of shelf life is too short when they come. */
function shelfFindings(note: Note, found: Rules, known: OrderLines): Finding[] {
  const arrives = note.eta ? dayOf(new Date(note.eta)) : null;
  return note.items.flatMap((line): Finding[] => {
    const agreed = productOf(known, line)?.min_shelf_rate ?? null;
    const least = leastLeft(found[line.material_id]?.shelfRatio ?? null, agreed);
    if (least === null || arrives === null) return [];
    const left = shelfLeft(line, arrives);
    const level = levelOf(found[line.material_id]);
    if (left === null) return [{ check: "shelf_life", level, text: `批号【${line.batch_no ?? ""}】请填写到期日` }];
    const text = `批号【${line.batch_no ?? ""}】到货时剩余保质期${formatDecimal(left)}%，低于要求${formatDecimal(least)}%`;
    return decimal(left).lt(decimal(least)) ? [{ check: "shelf_life", level, text }] : [];
  });
}

const certificates = z.array(
  z.object({ state: z.string(), result: z.string().nullable(), number: z.string() }).nullable(),
);

const whenAsked = z.record(
  z.string(),
  z.object({ requiredAt: z.custom<CoaWhen>((when) => typeof when === "string" && Object.hasOwn(COA_WHEN, when)) }),
);

/** What is sent or taken in, as far as certificates are about it. */
interface Goods {
  supplierId: string;
  /** The day from which the standard counts. */
  day: string;
  /** `inspected`: nobody sends it without an outgoing inspection, whatever rules and standards say. */
  lines: readonly { material_id: string; batch_no: string | null; inspected?: boolean }[];
}

/**
 * Batches that come without the certificate of analysis that is asked of them, or with one that was refused. One is asked where the receiving
 * rule says so and a standard of the material is in force: without a standard nobody could say what it has to hold.
 */
async function coaFindings(
  context: Context,
  { supplierId, day, lines }: Goods,
  { found, at }: { found: Rules; at: keyof typeof MOMENTS },
): Promise<Finding[]> {
  const asked = lines.filter(
    (line) => (line.inspected || found[line.material_id]?.coaRequired === true) && line.batch_no !== null,
  );
  if (asked.length === 0) return [];
  const answers = await ask(context, {
    entityKey: "receiving/inbound-coa",
    name: "of_batches",
    input: {
      supplierId,
      lines: asked.map(({ material_id, batch_no }) => ({ materialId: material_id, batchNo: batch_no })),
    },
    answer: certificates,
  });
  const standards = await ask(context, {
    entityKey: "base-data/coa-standard",
    name: "in_force",
    input: { supplierId, materialIds: [...new Set(asked.map(({ material_id }) => material_id))], day },
    answer: whenAsked,
  });
  const { due, end } = MOMENTS[at];
  return asked.flatMap((line, index): Finding[] => {
    const coa = answers[index] ?? null;
    const when = standards[line.material_id]?.requiredAt;
    if (coa === null || !["submitted", "approved", "refused"].includes(coa.state)) {
      if (line.inspected)
        return [{ check: "coa", level: "block", text: `批号【${line.batch_no ?? ""}】无出厂检验记录` }];
      const text = `批号【${line.batch_no ?? ""}】未上传COA，${end}`;
      return when && due.includes(when) ? [{ check: "coa", level: levelOf(found[line.material_id]), text }] : [];
    }
    const isBad = coa.state === "refused" || (coa.state === "submitted" && coa.result === "fail");
    return isBad ? [{ check: "coa", level: "block", text: `批号【${line.batch_no ?? ""}】COA不合格，${end}` }] : [];
  });
}

/** Goods made for us are followed by their batch. */
function batchFindings(note: Note, known: OrderLines): Finding[] {
  return note.items.flatMap((line): Finding[] =>
    line.batch_no === null && productOf(known, line) !== null
      ? [{ check: "coa", level: "block", text: `第${line.line_no / 10}行请填写批号，成品凭批号核对出厂检验记录` }]
      : [],
  );
}

/** What speaks against sending these goods now. */
async function submitFindings(context: Context, record: DeliveryNoteRecord): Promise<Finding[]> {
  const note = noteFacts.parse(record);
  const known = await orderLines(context, note);
  const found = await rulesFor(context, note);
  const load = { supplierId: note.supplier_id, factoryId: note.factory_id, items: note.items, rules: found };
  const all = [
    ...(await ask(context, {
      entityKey: "base-data/provision-receipt",
      name: "overdue",
      input: { supplierId: note.supplier_id },
      answer: findingsSchema,
    })),
    ...orderFindings(known, "不能送货"),
    ...(await proposalFindings(context, note, known)),
    ...earlyFindings({ ...note, rules: found, promised: known }),
    ...lateFindings(note, found, known),
    ...shelfFindings(note, found, known),
    ...batchFindings(note, known),
    ...batchCountFindings(load),
    ...(await olderThanLastFindings(context, load)),
    ...(await olderLyingFindings(context, load)),
    ...(await coaFindings(
      context,
      {
        supplierId: note.supplier_id,
        day: note.eta ? dayOf(new Date(note.eta)) : dayOf(context.now),
        lines: note.items.map((line) => ({ ...line, inspected: productOf(known, line) !== null })),
      },
      { found, at: "ship" },
    )),
    ...(await bookingFindings(context, record)),
  ];
  return [...new Map(all.map((one) => [one.text, one])).values()];
}

/** The lines of a note with the days the factory takes them on. */
async function daysOf(context: Context, record: DeliveryNoteRecord) {
  const note = noteFacts.parse(record);
  const promised = await orderLines(context, note);
  return { ...note, promised, rules: await rulesFor(context, note) };
}

/** What speaks against taking the goods in: orders that were held or ended while they were on their way. */
async function arrivalFindings(context: Context, record: DeliveryNoteRecord): Promise<Finding[]> {
  return orderFindings(await orderLines(context, noteFacts.parse(record)), MOMENTS.take_in.end);
}

const takenIn = z.object({
  supplierId: z.string(),
  factoryId: z.string(),
  lines: z.array(
    z.object({
      order_line: z.string(),
      material_id: z.string(),
      batch_no: z.string().nullable(),
    }),
  ),
});

/**
 * What speaks against counting these goods as received, published as `receiving/delivery-note.take_in`: orders that take nothing now, and
 * batches whose certificate is missing when they come or was refused since they left. Asked for goods without a note as well.
 */
const takeIn: Published = async (context, input): Promise<Finding[]> => {
  const { supplierId, factoryId, lines } = takenIn.parse(input);
  const found = await rulesFor(context, { supplier_id: supplierId, factory_id: factoryId, items: lines });
  const goods = { supplierId, day: dayOf(context.now), lines };
  return [
    ...orderFindings(await orderLines(context, { items: lines }), MOMENTS.take_in.end),
    ...(await coaFindings(context, goods, { found, at: "take_in" })),
  ];
};

/** What its buyer is told of: by how many days it comes after what was promised. */
async function markDelay(context: Context, { record, input, set }: Work<DeliveryNoteRecord>): Promise<void> {
  const { items, eta } = noteFacts.parse({ ...record, ...("eta" in input ? { eta: input.eta } : {}) });
  const known = await orderLines(context, { items });
  set({
    delay_days: daysLate(
      eta,
      [...known.values()].map(({ confirmDate }) => confirmDate),
    ),
  });
}

/** Who is on the way already comes no earlier than it could have been sent for. */
async function refuseEarlier(context: Context, { record, input }: Work<DeliveryNoteRecord>): Promise<void> {
  if (!("eta" in input)) return;
  const found = earlyFindings(await daysOf(context, { ...record, eta: input.eta as DeliveryNoteRecord["eta"] }));
  const complaints = found.flatMap(({ level, text }) => (level === "block" ? [{ field: "eta", message: text }] : []));
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
}

/** Lorries at the gate of a factory are counted from one each day, in the order in which they came. */
async function giveQueueNumber(context: Context, { record, set }: Work<DeliveryNoteRecord>): Promise<void> {
  const day = dayOf(context.now);
  const queue_no = await nextInSeries(context, "receiving/delivery-note", `queue ${record.factory_id} ${day}`);
  set({ queue_day: day, queue_no });
}

/** The order of each line, by which notes are looked for. */
async function nameOrders(context: Context, record: DeliveryNoteRecord): Promise<void> {
  const items = linesOf(record, "items");
  const ids = [...new Set(items.flatMap(({ order_line }) => (typeof order_line === "string" ? [order_line] : [])))];
  const lines =
    ids.length === 0
      ? []
      : await unscopedLines(context, {
          entityKey: ORDER,
          lines: "items",
          columns: ["id", "root_id"],
          where: [where.oneOf("id", ids)],
        });
  const orders = new Map(lines.map(({ id, root_id }) => [id, root_id]));
  for (const line of items) line.order_id = orders.get(String(line.order_line)) ?? null;
}

export const deliveryNoteServer: EntityServer<"receiving/delivery-note"> = {
  async prepare({ context, record, before }) {
    dropReleases(record, before);
    await nameOrders(context, record);
  },
  transitions: {
    submit: {
      check: submitFindings,
      async effect(context, work) {
        await takeSlot(context, work);
        await markDelay(context, work);
      },
    },
    ask_early: { check: async (context, record) => askFindings(await daysOf(context, record)) },
    release_early: {
      check: async (context, record) => releaseFindings(await daysOf(context, record)),
      effect: async (context, work) => releaseLines(await daysOf(context, work.record), work),
    },
    edit_trip: {
      async effect(context, work) {
        await refuseEarlier(context, work);
        await rebook(context, work);
        await markDelay(context, work);
      },
    },
    check_in: { effect: giveQueueNumber },
    lose_slot: { effect: writeLostSlot },
    withdraw_slot: { effect: writeLostSlot },
    start: { check: arrivalFindings },
  },
  afterTransition: settleBookings,
  rowPapers: { labels: labelsOfNote },
  pages: async (_context, record) =>
    LABELLED.includes(noteFacts.parse(record).state)
      ? [{ label: "打印标签", path: "labels", tone: "plain", reload: true }]
      : [],
  sections: (context, record) =>
    noteSections(context, noteFacts.extend({ slot_id: z.string().nullable() }).parse(record)),
  extra: (context, _screen, ids) => coaStatuses(context, ids),
  publishes: { take_in: takeIn },
  // Receipts move the note: all came, or what came was taken back.
  async drawn({ context, rootId }) {
    const { record } = await openRecord(context, {
      entity: context.services.registry.entity("receiving/delivery-note"),
      id: rootId,
      wanted: { labels: false },
    });
    const note = noteFacts.parse(record);
    // A supplier's own steps draw nothing on its note.
    const system = consequenceOf(context);
    const move = (name: "finish_received" | "receive_again") =>
      applyTransition(system, {
        entity: context.services.registry.entity("receiving/delivery-note"),
        id: rootId,
        name,
      });
    if (["arrived", "receiving"].includes(note.state) && !nothingReceived(note) && allReceived(note))
      await move("finish_received");
    if (note.state === "received" && !allReceived(note)) await move("receive_again");
  },
};
