import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, Published } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { namesOf } from "~/shared/names";
import {
  COMPARED_COLUMNS,
  type ComparedCycle,
  comparedCycle,
  comparison,
  confirmedDays,
  cycleLimits,
} from "./confirmed-days.server";
import { deliverCycle } from "./deliver-cycle.entity";
import { betterTotal, leadTimeFor, p80 } from "./deliver-cycle.rules";

type DeliverCycleRecord = RecordFor<"master-data/deliver-cycle">;

const { key } = deliverCycle;
const MATERIAL = "master-data/material";
const TYPE = "master-data/material-type";
const SCOPE = ["material_id", "material_type_id", "supplier_id", "factory_id"] as const;

/** Two cycles of the same scope at the same time would say two things. */
async function scopeFree(context: Context, record: DeliverCycleRecord): Promise<Complaint[]> {
  if (record.enabled !== true) return [];
  const same = SCOPE.map((name) => {
    const value = record[name];
    return typeof value === "string" ? where.eq(name, value) : where.empty(name);
  });
  const rows = await unscopedRows(
    context,
    key,
    ["valid_from", "valid_to"],
    [...same, where.eq("enabled", true), where.not(where.eq("id", record.id))],
  );
  const meets = rows.some(
    ({ valid_from: from, valid_to: to }) =>
      (to === null || String(record.valid_from) <= to) && (record.valid_to === null || from <= record.valid_to),
  );
  const field = typeof record.material_id === "string" ? "material_id" : "material_type_id";
  return meets ? [complain(field, "相同范围的交货周期已存在")] : [];
}

const question = z.object({
  supplierId: z.string(),
  factoryId: z.string().nullable(),
  orderDate: z.string(),
  materialIds: z.array(z.string()),
});
const line = question.omit({ materialIds: true }).extend({ materialId: z.string() });
const text = z.string().nullable();
const stored = z.object({
  id: z.string(),
  material_id: text,
  material_type_id: text,
  supplier_id: text,
  factory_id: text,
  total_days: z.number(),
  season_from: text,
  season_to: text,
  season_extra: z.number().nullable(),
  valid_from: z.string(),
  valid_to: text,
});

/** What is asked about one material of an order. */
interface Asked {
  supplierId: string;
  factoryId: string | null;
  orderDate: string;
  materialId: string;
}

/** The cycle that counts for each question, in three statements whatever their number; null where none speaks of it. */
async function leadsOf(context: Context, asked: readonly Asked[]): Promise<({ days: number; code: string } | null)[]> {
  const ids = [...new Set(asked.map(({ materialId }) => materialId))];
  if (ids.length === 0) return [];
  const materials = await unscopedRows(context, MATERIAL, ["id", "code", "material_type_id"], [where.oneOf("id", ids)]);
  const ownTypes = [...new Set(materials.map(({ material_type_id }) => material_type_id))];
  const types = await unscopedRows(context, TYPE, ["id", "parent_id"], [where.oneOf("id", ownTypes)]);
  const above = new Map(types.map(({ id, parent_id }) => [id, parent_id]));
  const all = [...new Set([...ownTypes, ...[...above.values()].flatMap((id) => id ?? [])])];
  const suppliers = [...new Set(asked.map(({ supplierId }) => supplierId))];
  const rows = await unscopedRows(context, key, namesOf(stored.shape), [
    where.eq("enabled", true),
    where.any(where.oneOf("material_id", ids), where.oneOf("material_type_id", all)),
    where.any(where.empty("supplier_id"), where.oneOf("supplier_id", suppliers)),
  ]);
  const cycles = rows.map((row) => stored.parse(row));
  const known = new Map(materials.map((row) => [row.id, row]));
  return asked.map((one) => {
    const material = known.get(one.materialId);
    if (!material) return null;
    const own = material.material_type_id;
    const lead = leadTimeFor(cycles, { ...one, types: [own, above.get(own) ?? ""].filter(Boolean) });
    return lead && { days: lead.days, code: material.code };
  });
}

/**
 * Lead times of materials for an order, published as `master-data/deliver-cycle.days`: by material id how many days the cycle that
 * counts takes, without those of which none speaks.
 */
const days: Published = async (context, input) => {
  const { materialIds, ...order } = question.parse(input);
  const ids = [...new Set(materialIds)];
  const leads = await leadsOf(
    context,
    ids.map((materialId) => ({ ...order, materialId })),
  );
  return Object.fromEntries(ids.flatMap((id, at) => (leads[at] ? [[id, leads[at]]] : [])));
};

/**
 * The same about lines of many orders, published as `master-data/deliver-cycle.each`: an answer per question, in their order, days or null.
 */
const each: Published = async (context, input) => {
  const leads = await leadsOf(context, z.array(line).parse(input));
  return leads.map((lead) => lead?.days ?? null);
};

/** What suppliers confirmed of one cycle. */
async function confirmedOf(context: Context, record: DeliverCycleRecord): Promise<readonly number[]> {
  const cycle = comparedCycle(record);
  return (await confirmedDays(context, [cycle])).get(cycle.id) ?? [];
}

/** The total the cycle should have by what suppliers confirmed, and why it is not changed otherwise. */
async function adoptable(context: Context, record: DeliverCycleRecord): Promise<Finding[]> {
  const { window, least, tolerated } = await cycleLimits(context);
  const actual = p80(await confirmedOf(context, record), least);
  const better = betterTotal(Number(record.total_days), actual, tolerated);
  if (better !== null) return [{ check: "cycle", level: "note", text: `周期偏短，建议调整为${better}天` }];
  const why =
    actual === null ? `近${window}天确认交期的订单行不足，无法建议` : `与确认周期相差不到${tolerated}%，无需调整`;
  return [{ check: "cycle", level: "block", text: why }];
}

/** Cycles that are too short by what suppliers confirmed, as `周期偏短` says. */
async function shortCycles(context: Context, conditions: readonly ConditionOn<typeof key>[]): Promise<ComparedCycle[]> {
  const cycles = (await unscopedRows(context, key, COMPARED_COLUMNS, conditions)).map(comparedCycle);
  const found = await confirmedDays(context, cycles);
  const { least, tolerated } = await cycleLimits(context);
  return cycles.filter(
    ({ id, total_days }) => betterTotal(total_days, p80(found.get(id) ?? [], least), tolerated) !== null,
  );
}

export const deliverCycleServer: EntityServer<"master-data/deliver-cycle"> = {
  beforeSave: ({ context, record }) => scopeFree(context, record),
  publishes: { days, each },
  async sections(context, record) {
    return comparison(comparedCycle(record), await confirmedOf(context, record), await cycleLimits(context));
  },
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(context, key, COMPARED_COLUMNS, [where.oneOf("id", ids)]);
    const found = await confirmedDays(context, rows.map(comparedCycle));
    const { least } = await cycleLimits(context);
    return new Map(ids.map((id) => [id, { actual_p80: p80(found.get(id) ?? [], least) }]));
  },
  async chosen(context, _toggle, rows) {
    return (await shortCycles(context, [rows as ConditionOn<typeof key>])).map(({ id }) => id);
  },
  transitions: {
    adopt: {
      check: adoptable,
      async effect(context, { record, set }) {
        const { least } = await cycleLimits(context);
        const better = p80(await confirmedOf(context, record), least);
        if (better === null) return;
        set({ prepare_days: better - Number(record.transit_days) - Number(record.inspect_days) });
      },
    },
  },
};
