import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Finding } from "~/engine/entity/server-hooks";
import { boughtSchema, suppliedSchema } from "~/engine/operations/bought.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { sharesFound, splitAnswers } from "~/engine/operations/quota-split.server";
import { limitFor } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { decimal, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { fiscalSetting } from "../fiscal-supply/fiscal-figures.server";
import { fiscalYearOf, rateOf, splitDeviation } from "./allocation-detail.rules";
import { splitDay } from "./allocation-source.server";

const SHARES = "base-data/source-percentage";
const ORDER = "purchase-orders/purchase-order";
const SUPPLIER = "supplier-management/supplier";
const MOST_NOTE = 300;

/** What is divided. */
export interface Demand {
  material_id: string;
  factory_id: string;
  wanted_on: string;
  demand_qty: string;
}

/** What the shares in force propose for one supplier. */
export interface Proposal {
  supplier_id: string;
  quota_rate: string;
  quota_rating: string | null;
  suggest_qty: string;
  split_note: string | null;
}

/** What the shares in force propose for each of these demands, in their order; null where none are in force. */
export async function proposals(context: Context, demands: readonly Demand[]): Promise<(Proposal[] | null)[]> {
  if (demands.length === 0) return [];
  const lines = demands.map(({ material_id, factory_id, wanted_on, demand_qty }) => ({
    ...{ materialId: material_id, factoryId: factory_id, quantity: demand_qty, day: splitDay(context, wanted_on) },
  }));
  const answers = await ask(context, { entityKey: SHARES, name: "allocate", input: lines, answer: splitAnswers });
  const { shares } = await ask(context, {
    entityKey: SHARES,
    name: "sharesAt",
    input: { lines: lines.map(({ quantity: _quantity, ...line }) => line), places: [] },
    answer: sharesFound,
  });
  return answers.map((answer, at) => {
    if (!answer.shares) return null;
    return answer.parts.map(({ supplierId, quantity, percent, rating, reasons }) => ({
      supplier_id: supplierId,
      quota_rate: shares[at]?.find((one) => one.supplierId === supplierId)?.percent ?? percent,
      quota_rating: rating === null ? null : roundQuantity(decimal(rating)),
      suggest_qty: quantity,
      split_note: reasons.length === 0 ? null : reasons.join("；").slice(0, MOST_NOTE),
    }));
  });
}

/** What part of a material that came to a factory this fiscal year came from each of these suppliers, in percent. */
export async function yearRates(
  context: Context,
  { material_id, factory_id }: Pick<Demand, "material_id" | "factory_id">,
  { suppliers, uom }: { suppliers: readonly string[]; uom: string },
): Promise<Map<string, string>> {
  if (suppliers.length === 0) return new Map();
  const start = await fiscalSetting(context, "fiscal.startMonth");
  const asked = { materialIds: [material_id], ...fiscalYearOf(dayOf(context.now), start) };
  const bought = await ask(context, {
    ...{ entityKey: ORDER, name: "bought", answer: boughtSchema },
    input: { ...asked, factoryIds: [factory_id] },
  });
  const whole = sum(bought.filter((row) => row.uom === uom).map(({ received }) => received)).toFixed();
  const supplied = await ask(context, {
    ...{ entityKey: ORDER, name: "supplied", answer: suppliedSchema },
    input: { ...asked, supplierIds: [...suppliers] },
  });
  return new Map(
    suppliers.flatMap((id): [string, string][] => {
      const own = supplied.filter((row) => row.supplierId === id && row.factoryId === factory_id && row.uom === uom);
      const rate = rateOf(sum(own.map(({ received }) => received)).toFixed(), whole);
      return rate === null ? [] : [[id, rate]];
    }),
  );
}

/** How many points a split may be away from what was agreed on. */
export function deviationLimit(context: Context): Promise<number> {
  return limitFor(context, "quota.deviationPoints");
}

/** An allocation as its findings look at it. */
export const divided = z.object({
  id: z.string(),
  number: z.string().nullable(),
  source_type: z.string(),
  demand_plan_id: z.string().nullable(),
  purchase_plan_id: z.string().nullable(),
  material_id: z.string(),
  factory_id: z.string(),
  company_id: z.string().nullable(),
  period: z.string(),
  demand_qty: z.string(),
  demand_uom: z.string().nullable(),
  wanted_on: z.string(),
  shares: z.array(
    z.object({
      id: z.string(),
      line_no: z.number(),
      supplier_id: z.string(),
      quota_rate: z.string().nullable(),
      suggest_qty: z.string().nullable(),
      alloc_qty: z.string(),
      ordered_qty: z.string().nullable(),
      actual_rate: z.string().nullable(),
      adjust_reason: z.string().nullable(),
    }),
  ),
});
export type Divided = z.infer<typeof divided>;

/** Suppliers with a part of these that may not deliver there now: no source, a pause, or the gate. */
export async function stoppedOf(
  context: Context,
  parts: readonly { supplierId: string; materialId: string; factoryId: string; day: string }[],
): Promise<boolean[]> {
  if (parts.length === 0) return [];
  const { mayDeliver } = await ask(context, {
    entityKey: SHARES,
    name: "sharesAt",
    input: { lines: [], places: parts },
    answer: sharesFound,
  });
  return mayDeliver.map((may) => !may);
}

/** What stands in the way of giving each supplier its part, and what is away from the agreed shares. */
export async function lockFindings(context: Context, allocation: Divided): Promise<Finding[]> {
  const { shares, material_id, factory_id, wanted_on } = allocation;
  const names = await labelsOf(
    context,
    context.services.registry.entity(SUPPLIER),
    shares.map(({ supplier_id }) => supplier_id),
  );
  const nameOf = (id: string) => names.get(id) ?? "";
  const given = shares.filter(({ alloc_qty }) => decimal(alloc_qty).gt(0));
  const stopped = await stoppedOf(
    context,
    given.map(({ supplier_id }) => ({
      ...{ supplierId: supplier_id, materialId: material_id, factoryId: factory_id, day: splitDay(context, wanted_on) },
    })),
  );
  const blocks = given.flatMap(({ supplier_id }, at): Finding[] => {
    const text = `供应商【${nameOf(supplier_id)}】已冻结或没有有效货源，不能分配`;
    return stopped[at] ? [{ check: "gate", level: "block", text }] : [];
  });
  return [...blocks, ...(await deviationFindings(context, allocation, nameOf))];
}

async function deviationFindings(
  context: Context,
  allocation: Divided,
  nameOf: (id: string) => string,
): Promise<Finding[]> {
  const limit = await deviationLimit(context);
  const year = allocation.shares.flatMap(({ supplier_id, quota_rate, actual_rate }): Finding[] => {
    if (quota_rate === null || actual_rate === null) return [];
    if (!decimal(actual_rate).minus(decimal(quota_rate)).abs().gt(limit)) return [];
    const rates = `年度实际占比${formatDecimal(actual_rate)}%，偏离约定配额${formatDecimal(quota_rate)}%`;
    return [{ check: "year", level: "warn", text: `供应商【${nameOf(supplier_id)}】${rates}超过${limit}个百分点` }];
  });
  const split = splitDeviation(allocation);
  if (split === null || !decimal(split).gt(limit)) return year;
  const text = `本次分配偏离约定配额${formatDecimal(split)}个百分点，超过${limit}个百分点，将告知采购经理`;
  return [...year, { check: "split", level: "warn", text }];
}
