import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, Published, SaveWork } from "~/engine/entity/server-hooks";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { scopesIn } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { capacityDue, capacityShort, gapsAhead } from "./fiscal-due.server";
import { COMMITMENT, fiscalFigures, fiscalSetting, suppliedOf } from "./fiscal-figures.server";
import { capacityLines, fiscalSections } from "./fiscal-sections.server";
import { holdCommitments } from "./fiscal-supply.query.server";
import { fiscalPeriod, monthsOf, nextYear, overQty, yearLater } from "./fiscal-supply.rules";

type FiscalSupplyRecord = RecordFor<"purchase-management/fiscal-supply">;

const KEY = "purchase-management/fiscal-supply";
const SHARES = "base-data/source-percentage";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Without a season the period is that of the fiscal year. */
async function fillPeriod({ context, record, set }: SaveWork<FiscalSupplyRecord>): Promise<void> {
  const year = text(record.fiscal_year);
  if (year === null || !/^\d{4}$/.test(year) || text(record.season) !== null) return;
  const { from, to } = fiscalPeriod(year, await fiscalSetting(context, "fiscal.startMonth"));
  set({ valid_from: from, valid_to: to });
}

const known = z.object({
  supplier_id: z.string(),
  material_id: z.string(),
  factory_id: z.string().nullable(),
  valid_from: z.string(),
  valid_to: z.string(),
  uom: z.string(),
});

/** What the shares of the material guarantee the supplier inside the period, in the unit of the material; null where they tell nothing. */
async function guaranteed(context: Context, record: FiscalSupplyRecord): Promise<string | null> {
  const parsed = known.safeParse(record);
  if (!parsed.success) return null;
  const { supplier_id, material_id, factory_id, valid_from, valid_to, uom } = parsed.data;
  const [material] = await unscopedRows(context, "master-data/material", ["uom"], [where.eq("id", material_id)]);
  if (material?.uom !== uom) return null;
  const rows = await unscopedRows(
    context,
    SHARES,
    ["id"],
    [
      where.eq("material_id", material_id),
      factory_id === null ? where.empty("factory_id") : where.eq("factory_id", factory_id),
      where.eq("state", "active"),
      // A guarantee counts as a whole: of a time that reaches beyond nobody knows which part falls into this one.
      where.atLeast("valid_from", valid_from),
      where.atMost("valid_to", valid_to),
    ],
  );
  if (rows.length === 0) return null;
  const shares = await unscopedLines(context, {
    entityKey: SHARES,
    lines: "shares",
    columns: ["guaranteed_qty"],
    where: [
      where.oneOf(
        "root_id",
        rows.map(({ id }) => id),
      ),
      where.eq("supplier_id", supplier_id),
      where.set("guaranteed_qty"),
    ],
  });
  return shares.length === 0 ? null : roundQuantity(sum(shares.map(({ guaranteed_qty }) => guaranteed_qty)));
}

const same = (one: string | null, other: string | null) =>
  one !== null && other !== null && decimal(one).eq(decimal(other));

/** What was left empty is taken over; where a quantity comes from stays with it until somebody types another one. */
async function fillCommitment({ context, record, before, set }: SaveWork<FiscalSupplyRecord>): Promise<void> {
  const typed = text(record.commit_qty);
  if (typed === null) {
    const found = await guaranteed(context, record);
    return found === null ? undefined : set({ commit_qty: found, commit_source: "shares" });
  }
  if (!/^\d+(\.\d+)?$/.test(typed)) return;
  // A copy says so itself, before anything of it is stored.
  if (before ? same(typed, text(before.commit_qty)) : record.commit_source === "copied") return;
  set({ commit_source: "manual" });
}

/** A row per month of the period; what was said of a month stays. */
function planMonths({ context, record, before }: SaveWork<FiscalSupplyRecord>): void {
  const [from, to] = [text(record.valid_from), text(record.valid_to)];
  if (from === null || to === null) return;
  const stored = new Map(
    capacityLines.parse(before ? linesOf(before, "months") : []).map((line) => [line.month, line]),
  );
  putLines(
    record,
    "months",
    monthsOf({ from, to }).map(({ month, end }, at) => ({
      id: stored.get(month)?.id ?? context.services.newId(),
      line_no: (at + 1) * LINE_STEP,
      ...{ month, month_end: end, capacity_qty: stored.get(month)?.capacity_qty ?? null },
    })),
  );
}

/** The same supplier, material and factory once per year and season; the second of two written at once waits and finds the first. */
async function onceComplaints({ context, record }: SaveWork<FiscalSupplyRecord>): Promise<Complaint[]> {
  const { supplier_id: supplierId, material_id: materialId } = known.parse(record);
  const entity = context.services.registry.entity(KEY);
  // It would be the sum of factories its writer does not see, and be gone from the list with the save.
  if (record.factory_id === null && context.actor.kind !== "system" && scopesIn(context, entity).factory !== "all")
    return [complain("factory_id", "您只能维护所负责工厂的供货约定，请选择工厂")];
  await holdCommitments(context.services.database.connection(), supplierId, materialId);
  const { factory_id, season } = record;
  const others = await unscopedRows(
    context,
    KEY,
    ["number"],
    [
      where.eq("supplier_id", supplierId),
      where.eq("material_id", materialId),
      where.eq("fiscal_year", String(record.fiscal_year)),
      typeof season === "string" && season !== "" ? where.eq("season", season) : where.empty("season"),
      typeof factory_id === "string" ? where.eq("factory_id", factory_id) : where.empty("factory_id"),
      where.not(where.eq("state", "cancelled")),
      where.not(where.eq("id", record.id)),
    ],
  );
  return others.length === 0
    ? []
    : [complain("fiscal_year", `该供应商物料的财年供货已存在（${others[0]?.number ?? ""}）`)];
}

const copied = z.object({
  fiscal_year: z.string(),
  season: z.string().nullable(),
  ...{ supplier_id: z.string(), material_id: z.string(), factory_id: z.string().nullable() },
  ...{ valid_from: z.string(), valid_to: z.string(), commit_qty: z.string(), uom: z.string() },
  number: z.string().nullable(),
});

/** A draft of the next year with what was agreed on for this one. */
async function copyToNext(context: Context, { record }: Work<FiscalSupplyRecord>): Promise<void> {
  const { valid_from, valid_to, number, fiscal_year, ...terms } = copied.parse(record);
  const { from, to } = yearLater({ from: valid_from, to: valid_to });
  const screen = context.services.registry.mainScreen(KEY);
  await createRecord(consequenceOf(context), {
    // Where it comes from nobody types.
    screen: { ...screen, initial: { ...screen.initial, commit_source: "copied" } },
    values: {
      ...terms,
      fiscal_year: nextYear(fiscal_year),
      ...{ valid_from: from, valid_to: to },
      reason: `按${fiscal_year}财年${number ?? ""}复制`,
    },
  });
}

const judgedOrder = z.object({
  orderId: z.string(),
  supplierId: z.string(),
  factoryId: z.string(),
  items: z.array(
    z.object({ material_id: z.string(), qty: z.string(), uom: z.string().nullable(), required_date: z.string() }),
  ),
});

/**
 * Sentences about what an order would take beyond commitments that run, published as `purchase-management/fiscal-supply.over`. What other
 * orders took counts before, wherever they stand.
 */
const over: Published = async (context, input) => {
  const { orderId, supplierId, factoryId, items } = judgedOrder.parse(input);
  if (items.length === 0) return [];
  const agreed = await unscopedRows(context, KEY, COMMITMENT, [
    where.eq("state", "active"),
    where.eq("supplier_id", supplierId),
    where.oneOf("material_id", [...new Set(items.map(({ material_id }) => material_id))]),
    where.any(where.empty("factory_id"), where.eq("factory_id", factoryId)),
  ]);
  const asked = agreed.flatMap((one) => {
    const own = items.filter(
      ({ material_id, uom, required_date }) =>
        material_id === one.material_id &&
        uom === one.uom &&
        required_date >= one.valid_from &&
        required_date <= one.valid_to,
    );
    return own.length === 0 ? [] : [{ one, qty: sum(own.map(({ qty }) => qty)) }];
  });
  if (asked.length === 0) return [];
  const supplied = await suppliedOf(
    context,
    asked.map(({ one }) => one),
    orderId,
  );
  const overPercent = await fiscalSetting(context, "fiscal.overPercent");
  const beyond = asked.flatMap(({ one, qty }) => {
    const before = sum((supplied.get(one.id) ?? []).map(({ ordered }) => ordered));
    const excess = overQty(before.plus(qty).toFixed(), one.commit_qty, overPercent);
    return excess === null ? [] : [{ materialId: one.material_id, excess }];
  });
  if (beyond.length === 0) return [];
  const materials = await unscopedRows(
    context,
    "master-data/material",
    ["id", "code"],
    [
      where.oneOf(
        "id",
        beyond.map(({ materialId }) => materialId),
      ),
    ],
  );
  return beyond.map(({ materialId, excess }) => {
    const code = materials.find(({ id }) => id === materialId)?.code ?? "";
    return `物料【${code}】超出财年约定供货量${formatDecimal(excess)}`;
  });
};

/** Commitments among these that are behind. */
async function behindOf(context: Context, rows: Parameters<NonNullable<EntityServer["chosen"]>>[2]): Promise<string[]> {
  const all = await unscopedRows(context, KEY, COMMITMENT, [rows as ConditionOn<typeof KEY>]);
  return [...(await fiscalFigures(context, all))].flatMap(([id, { pace }]) => (pace === "behind" ? [id] : []));
}

export const fiscalSupplyServer: EntityServer<typeof KEY> = {
  async prepare(work) {
    await fillPeriod(work);
    await fillCommitment(work);
    planMonths(work);
  },
  beforeSave: onceComplaints,
  sections: fiscalSections,
  deadlines: { capacity: capacityDue, shortage: capacityShort, gap: gapsAhead },
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(context, KEY, COMMITMENT, [
      where.oneOf("id", ids),
      where.oneOf("state", ["active", "ended"]),
    ]);
    return new Map(
      [...(await fiscalFigures(context, rows))].map(([id, one]) => [
        id,
        {
          ...{ ordered_qty: one.ordered, received_qty: one.received, returned_qty: one.returned },
          ...{ exec_rate: one.exec, time_rate: one.time, pace: one.pace, forecast_gap: one.gap },
        },
      ]),
    );
  },
  chosen: (context, _toggle, rows) => behindOf(context, rows),
  publishes: { over },
  transitions: { copy_next: { effect: copyToNext } },
};
