import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { DrawnWork, EntityServer, Finding, SaveWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { refuseBlocks } from "~/engine/operations/lasting.server";
import { linesOf, openRecord, putLines } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";
import { monthSpan } from "../collective/collective.rules";
import { pooledFindings } from "../collective/pooled-goods.server";
import { divideAward } from "./allocation-award.server";
import { holdDivision } from "./allocation-detail.query.server";
import { addsUp, DIVIDING, isOver, someOrdered } from "./allocation-detail.rules";
import { orderable, propose, sourceEnded, taken } from "./allocation-published.server";
import { allocationColumns, allocationSections } from "./allocation-sections.server";
import { planOf, planRefOf, unitsOf, wantedKey } from "./allocation-source.server";
import { type Divided, deviationLimit, divided, lockFindings, proposals, yearRates } from "./allocation-split.server";

type AllocationDetailRecord = RecordFor<"purchase-management/allocation-detail">;

const KEY = "purchase-management/allocation-detail";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const isQuantity = (value: string | null): value is string => value !== null && /^\d+(\.\d+)?$/.test(value);

/** What the record says its source wants of the material in the month; undefined where no plan is named. */
async function wantedBy(context: Context, record: AllocationDetailRecord) {
  const ref = planRefOf(record);
  if (!ref) return undefined;
  const plan = await planOf(context, ref);
  const key = wantedKey({ materialId: String(record.material_id), period: String(record.period) });
  const wanted = plan?.wanted.find((one) => wantedKey(one) === key);
  return { plan, wanted: plan?.factoryId === record.factory_id ? (wanted ?? null) : null };
}

/** Number, quantity and day follow from the plan where they are left empty. */
async function fillDemand({ context, record, set }: SaveWork<AllocationDetailRecord>): Promise<void> {
  const { material_id, factory_id, period } = record;
  const found = await wantedBy(context, record);
  const isBundled = record.source_type === "collective";
  if (found && !isBundled) set({ source_no: found.plan?.number ?? null });
  // One source at a time: what was chosen before another kind was is none of it.
  if (record.source_type !== "demand_plan" && !isBundled) set({ demand_plan_id: null });
  if (record.source_type !== "purchase_plan" && !isBundled) set({ purchase_plan_id: null });
  if (text(record.demand_qty) === null && found?.wanted) set({ demand_qty: found.wanted.quantity });
  if (text(record.wanted_on) === null && typeof period === "string" && /^20\d\d-\d\d$/.test(period))
    set({ wanted_on: [found?.wanted?.day ?? `${period}-01`, dayOf(context.now)].sort().at(-1) ?? null });
  if (typeof factory_id === "string") {
    const own = [where.eq("id", factory_id)];
    const [factory] = await unscopedRows(context, "master-data/factory", ["company_id"], own);
    set({ company_id: factory?.company_id ?? null });
  }
  if (typeof material_id === "string")
    set({ demand_uom: (await unitsOf(context, [material_id])).get(material_id) ?? null });
}

const demand = z.object({
  material_id: z.string(),
  factory_id: z.string(),
  wanted_on: z.string().regex(/^20\d\d-\d\d-\d\d$/),
  demand_qty: z.string().regex(/^\d+(\.\d+)?$/),
});

const FACTS = ["material_id", "factory_id", "period"] as const;

/** Whether another demand is to be divided than the rows were proposed for. */
function isOther(record: AllocationDetailRecord, before: AllocationDetailRecord): boolean {
  const [now, then] = [text(record.demand_qty), text(before.demand_qty)];
  return (
    FACTS.some((name) => record[name] !== before[name]) ||
    (isQuantity(now) && isQuantity(then) && !decimal(now).eq(decimal(then)))
  );
}

/** A new demand, or another one than before, gets its rows from the shares in force; what was typed for it stays. */
async function fillShares({ context, record, before }: SaveWork<AllocationDetailRecord>): Promise<void> {
  const asked = demand.safeParse(record);
  const rows = linesOf(record, "shares");
  const stored = new Map((before ? linesOf(before, "shares") : []).map((line) => [line.id, line]));
  if (asked.success && (rows.length === 0 || (before !== null && isOther(record, before)))) {
    const [found] = await proposals(context, [asked.data]);
    if (found) {
      const idOf = new Map(rows.map(({ id, supplier_id }) => [supplier_id, id]));
      putLines(
        record,
        "shares",
        found.map((one, at) => ({
          ...{ id: idOf.get(one.supplier_id) ?? context.services.newId(), line_no: (at + 1) * LINE_STEP },
          ...{ ...one, alloc_qty: one.suggest_qty, adjust_reason: null },
        })),
      );
    }
  }
  for (const line of linesOf(record, "shares")) {
    line.uom = text(record.demand_uom);
    // Who was added by hand was proposed nothing.
    if (!stored.has(line.id) && line.suggest_qty === undefined) line.suggest_qty = null;
  }
  await fillYear(context, record);
}

/** What came this fiscal year stands beside the rows, and whether the split is far from what was agreed on. */
async function fillYear(context: Context, record: AllocationDetailRecord): Promise<void> {
  const uom = text(record.demand_uom);
  const lines = linesOf(record, "shares");
  const known = lines.filter((line) => typeof line.supplier_id === "string");
  if (uom === null || typeof record.material_id !== "string" || typeof record.factory_id !== "string") return;
  const { material_id, factory_id } = record;
  const suppliers = [...new Set(known.map(({ supplier_id }) => String(supplier_id)))];
  const rates = await yearRates(context, { material_id, factory_id }, { suppliers, uom });
  for (const line of known) line.actual_rate = rates.get(String(line.supplier_id)) ?? null;
}

const figures = z.object({
  demand_qty: z.string().regex(/^\d+(\.\d+)?$/),
  shares: z.array(
    z.object({
      line_no: z.number().catch(0),
      supplier_id: z.string(),
      quota_rate: z
        .string()
        .nullish()
        .transform((value) => value ?? null),
      suggest_qty: z
        .string()
        .nullish()
        .transform((value) => value ?? null),
      alloc_qty: z.string().regex(/^\d+(\.\d+)?$/),
      ordered_qty: z
        .string()
        .nullish()
        .transform((value) => value ?? null),
      actual_rate: z
        .string()
        .nullish()
        .transform((value) => value ?? null),
      adjust_reason: z
        .string()
        .nullish()
        .transform((value) => value ?? null),
    }),
  ),
});

async function noteDeviation({ context, record, set }: SaveWork<AllocationDetailRecord>): Promise<void> {
  const known = figures.safeParse(record);
  if (known.success) set({ deviates: isOver(known.data, await deviationLimit(context)) });
}

/** A demand is divided once: the second of two that begin at the same moment waits here and finds the first. */
async function onceComplaints(context: Context, record: AllocationDetailRecord): Promise<Complaint[]> {
  const { factory_id, material_id, period, source_type, source_no } = record;
  await holdDivision(context.services.database.connection(), String(factory_id), String(material_id));
  const ref = planRefOf(record);
  const others = await unscopedRows(
    context,
    KEY,
    ["number"],
    [
      where.eq("factory_id", String(factory_id)),
      where.eq("material_id", String(material_id)),
      where.eq("period", String(period)),
      where.oneOf("state", DIVIDING),
      where.not(where.eq("id", record.id)),
      ref
        ? where.eq(ref.kind === "demand_plan" ? "demand_plan_id" : "purchase_plan_id", ref.id)
        : where.all(where.eq("source_type", String(source_type)), where.eq("source_no", String(source_no))),
    ],
  );
  const [other] = others;
  return other ? [complain("period", `这笔需求已有分配明细${other.number ?? ""}，请先作废它`)] : [];
}

async function demandComplaints({ context, record, before }: SaveWork<AllocationDetailRecord>): Promise<Complaint[]> {
  const found = await wantedBy(context, record);
  const field = planRefOf(record)?.kind === "demand_plan" ? "demand_plan_id" : "purchase_plan_id";
  if (found && !found.plan) return [complain(field, "该计划已不在执行中，请重新选择")];
  if (found && !found.wanted)
    return [complain("period", `${found.plan?.number ?? "计划"}没有该工厂、物料在该月待分配的需求`)];
  const asked = text(record.demand_qty);
  if (found?.wanted && asked !== null && decimal(asked).gt(decimal(found.wanted.quantity)))
    return [complain("demand_qty", `不能大于计划在该月的数量${formatDecimal(found.wanted.quantity)}`)];
  const rows = figures.safeParse(record);
  // What nobody may take of a proposal is left over until somebody is found for it.
  const isTyped = before !== null || linesOf(record, "shares").some(({ suggest_qty }) => !suggest_qty);
  const sums = isTyped && rows.success && rows.data.shares.length > 0 ? addsUp(rows.data) : null;
  return [...(sums ? [sums] : []), ...(await onceComplaints(context, record))];
}

/** What is proposed for somebody without a share. */
const NOTHING = { quota_rate: null, quota_rating: null, suggest_qty: null, split_note: null } as const;

/** The rows as the shares in force propose them now. */
async function recalculate(
  context: Context,
  { record, set, setLine, append, drop }: Work<AllocationDetailRecord>,
): Promise<void> {
  const own = divided.parse(record);
  const [found] = await proposals(context, [own]);
  if (!found) throw new AppError("invalid", { message: "该物料在该工厂没有生效的货源比例，请先维护" });
  const uom = own.demand_uom ?? "";
  const suppliers = found.map(({ supplier_id }) => supplier_id);
  const rates = await yearRates(context, own, { suppliers, uom });
  const rows = found.map((one) => ({ ...one, actual_rate: rates.get(one.supplier_id) ?? null }));
  for (const one of rows) {
    const values = { ...one, alloc_qty: one.suggest_qty, uom, adjust_reason: null };
    const known = own.shares.find(({ supplier_id }) => supplier_id === one.supplier_id);
    if (known) setLine("shares", known.id, values);
    else append("shares", values);
  }
  for (const { id, supplier_id } of own.shares) {
    if (suppliers.includes(supplier_id)) continue;
    // Orders that were cancelled may still point at a row that was locked once.
    if (record.locked_at === null) drop("shares", id);
    else setLine("shares", id, { ...NOTHING, alloc_qty: "0", adjust_reason: null });
  }
  const shares = rows.map((one, at) => ({
    ...one,
    ...{ line_no: at, alloc_qty: one.suggest_qty, ordered_qty: null, adjust_reason: null },
  }));
  set({ deviates: isOver({ demand_qty: own.demand_qty, shares }, await deviationLimit(context)) });
}

/** The source still stands, each supplier may deliver, and what is far from the shares is said. */
async function findingsAtLock(context: Context, record: AllocationDetailRecord): Promise<Finding[]> {
  const own = divided.parse(record);
  return [
    ...(await sourceFindings(context, own)),
    ...(await pooledShares(context, own)),
    ...(await lockFindings(context, own)),
  ];
}

/** What was awarded, also by a pool, comes of an inquiry that was told; what a plan wants may be in a pool. */
async function pooledShares(context: Context, own: Divided): Promise<Finding[]> {
  if (own.source_type === "award" || own.source_type === "collective") return [];
  const { material_id, factory_id, period, purchase_plan_id } = own;
  const lines =
    purchase_plan_id === null
      ? []
      : await unscopedLines(context, {
          entityKey: "purchase-management/purchase-plan-apply",
          lines: "items",
          columns: ["id"],
          where: [
            where.eq("root_id", purchase_plan_id),
            where.eq("material_id", material_id),
            where.eq("month", period),
          ],
        });
  const planLines = lines.map(({ id }) => id);
  const goods = { place: null, planLines, materialId: material_id, factoryId: factory_id, ...monthSpan(period) };
  return pooledFindings(context, [goods]);
}

async function sourceFindings(context: Context, own: Divided): Promise<Finding[]> {
  const ref = planRefOf(own);
  if (!ref) return [];
  const wanted = (await planOf(context, ref))?.wanted.find(
    (one) => wantedKey(one) === wantedKey({ materialId: own.material_id, period: own.period }),
  );
  if (wanted && decimal(own.demand_qty).lte(decimal(wanted.quantity))) return [];
  const text = wanted
    ? `计划在该月待分配的数量已减为${formatDecimal(wanted.quantity)}，请修改需求数量`
    : "计划已不在执行中，或该月已没有待分配的需求，请作废";
  return [{ check: "source", level: "block", text }];
}

/** Whether it counts as ordered follows from its figures. */
async function followOrders({ context, rootId }: DrawnWork): Promise<void> {
  // What suppliers do to orders neither takes them nor gives them back.
  if (context.actor.supplierId) return;
  const entity = context.services.registry.entity(KEY);
  const { record } = await openRecord(consequenceOf(context), { entity, id: rootId, wanted: { labels: false } });
  const isOrdered = someOrdered(divided.parse(record));
  if (record.state === (isOrdered ? "locked" : "used"))
    await applyTransition(consequenceOf(context), { entity, id: rootId, name: "follow" });
}

export const allocationDetailServer: EntityServer<typeof KEY> = {
  async prepare(work) {
    await fillDemand(work);
    await fillShares(work);
    await noteDeviation(work);
  },
  beforeSave: demandComplaints,
  sections: allocationSections,
  extra: (context, _screen, ids) => allocationColumns(context, ids),
  drawn: followOrders,
  judgedOnce: { follow: "Orders made of it have asked the gate and the plan themselves" },
  publishes: { divide_award: divideAward, propose, orderable, taken, source_ended: sourceEnded },
  transitions: {
    recalculate: { effect: recalculate },
    lock: {
      check: findingsAtLock,
      // Of two who divide the same goods the second is judged by what the first left.
      async effect(context, { record }) {
        const own = divided.parse(record);
        await holdDivision(context.services.database.connection(), own.factory_id, own.material_id);
        refuseBlocks(await sourceFindings(context, own));
      },
    },
  },
};
