import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type AnyLine, complain, lineField } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, SaveWork, StoredWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { sharesBehind } from "./divided-lines.server";
import { leadTimes } from "./lead-time.server";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

/* What an order says of itself that was made of planned or divided demand: where it comes from, its terms, and that it is urgent. */

const ORDER = "purchase-orders/purchase-order";
const COMMIT = "purchase-orders/demand-commit";
const TERMS = ["currency", "payment_term", "purchase_org_id", "purchase_group_id"] as const;

const head = z.object({
  supplier_id: z.string(),
  factory_id: z.string(),
  company_id: z.string(),
  order_date: z.string(),
});
type Head = z.infer<typeof head>;

function plannedLines(record: PurchaseOrderRecord): PurchaseOrderRecord["items"] {
  return linesOf(record, "items").filter(
    ({ demand_line, share_line }) => typeof demand_line === "string" || typeof share_line === "string",
  );
}

/** What whoever turns the demand into an order may not see stays empty, which is complained about once the order is whole. */
function materialsIn(lines: readonly AnyLine[]): string[] {
  return lines.flatMap(({ material_id }) => (typeof material_id === "string" ? [material_id] : []));
}

/** Who buys the first of these materials that has a group; for suppliers nothing was ordered of yet. */
async function groupOf(context: Context, lines: readonly AnyLine[]) {
  const ids = materialsIn(lines);
  const materials = await unscopedRows(
    context,
    "master-data/material",
    ["id", "purchase_group_id"],
    [where.oneOf("id", ids), where.set("purchase_group_id")],
  );
  const groups = await unscopedRows(
    context,
    "user-administration/purchase-group",
    ["id", "purchase_org_id"],
    [
      where.oneOf(
        "id",
        materials.flatMap(({ purchase_group_id }) => purchase_group_id ?? []),
      ),
      where.eq("enabled", true),
    ],
  );
  const byMaterial = new Map(materials.map(({ id, purchase_group_id }) => [id, purchase_group_id]));
  return ids.flatMap((id) => groups.find((group) => group.id === byMaterial.get(id)) ?? [])[0] ?? null;
}

/** The terms of the last order to the supplier, of this factory before others, or else what the records of supplier and material say. */
async function termsOf(context: Context, { supplier_id, factory_id, company_id }: Head, lines: readonly AnyLine[]) {
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "factory_id", "order_date", ...TERMS],
    [
      where.eq("supplier_id", supplier_id),
      where.eq("company_id", company_id),
      where.set("released_at"),
      where.not(where.eq("state", "cancelled")),
    ],
  );
  const [last] = orders.sort(
    (a, b) =>
      Number(b.factory_id === factory_id) - Number(a.factory_id === factory_id) ||
      (`${a.order_date} ${a.id}` < `${b.order_date} ${b.id}` ? 1 : -1),
  );
  const [supplier] = await ask(context, "supplier-management/supplier", "care", [supplier_id]);
  const group = last ? null : await groupOf(context, lines);
  return {
    buyer_id: supplier?.buyerId ?? null,
    currency: last?.currency ?? supplier?.currency ?? null,
    payment_term: last?.payment_term ?? supplier?.paymentTerm ?? null,
    purchase_org_id: last?.purchase_org_id ?? group?.purchase_org_id ?? null,
    purchase_group_id: last?.purchase_group_id ?? group?.id ?? null,
  };
}

/** The plan behind these lines, as people call it, or the allocation that divided it. */
async function originOf(context: Context, lines: readonly AnyLine[]) {
  const shares = lines.flatMap(({ share_line }) => (typeof share_line === "string" ? [share_line] : []));
  if (shares.length > 0) return { source_type: "allocation", source_no: (await sharesBehind(context, shares)).number };
  return { source_type: "demand_plan", source_no: await planNumber(context, lines) };
}

async function planNumber(context: Context, lines: readonly AnyLine[]): Promise<string | null> {
  const ids = lines.map(({ demand_line }) => String(demand_line));
  const [line] = await unscopedLines(context, {
    entityKey: COMMIT,
    lines: "items",
    columns: ["root_id"],
    where: [where.oneOf("id", ids)],
  });
  const [commit] = await unscopedRows(context, COMMIT, ["plan_id"], [where.eq("id", line?.root_id ?? "")]);
  if (!commit) return null;
  const own = [where.eq("id", commit.plan_id)];
  const [plan] = await unscopedRows(context, "purchase-orders/demand-plan", ["number"], own);
  return plan?.number ?? null;
}

/**
 * Of planned demand nothing is ordered without a price: whoever turns it into an order types none.
 * @throws AppError("invalid") naming materials whose lines the price book left empty
 */
export async function refuseUnpriced({ context, record, before }: SaveWork<PurchaseOrderRecord>): Promise<void> {
  if (context.actor.supplierId || (before && before.state !== "draft")) return;
  const items = linesOf(record, "items");
  const without = plannedLines(record).filter((line) => !line.price && typeof line.material_id === "string");
  if (without.length === 0) return;
  const codes = await unscopedRows(
    context,
    "master-data/material",
    ["id", "code"],
    [
      where.oneOf(
        "id",
        without.map(({ material_id }) => String(material_id)),
      ),
    ],
  );
  const complaints = without.map((line) => {
    const code = codes.find(({ id }) => id === line.material_id)?.code ?? "";
    const place = lineField("items", items.indexOf(line) + 1, "price");
    return complain(place, `物料【${code}】没有有效的价格，请先定价再转订单`);
  });
  throw new AppError("invalid", { message: complaints[0]?.message ?? "", complaints });
}

/** Lines that come later than they are wanted, by the lead times. */
async function lateLines(context: Context, record: PurchaseOrderRecord, order: Head) {
  const lines = plannedLines(record);
  const found = await leadTimes(context, order, materialsIn(lines));
  return lines.flatMap((line) => {
    const lead = found[String(line.material_id)];
    return lead && String(line.required_date) < addDays(order.order_date, lead.days) ? [lead] : [];
  });
}

/** What was left empty of an order of planned demand follows from the last order and the plan. */
export async function fillPlanned({ context, record, before, set }: SaveWork<PurchaseOrderRecord>): Promise<void> {
  const lines = plannedLines(record);
  const order = head.safeParse(record);
  if (lines.length === 0 || !order.success || context.actor.supplierId) return;
  if (before === null) {
    const { buyer_id, ...terms } = await termsOf(context, order.data, lines);
    for (const name of TERMS) if (!record[name]) set({ [name]: terms[name] });
    if (!record.order_type) set({ order_type: "standard" });
    // Whoever plans is not the one who buys.
    if (buyer_id) set({ buyer_id });
    set(await originOf(context, lines));
    // The week has begun: it is wanted at once.
    for (const line of lines)
      if (typeof line.required_date === "string" && line.required_date < order.data.order_date)
        line.required_date = order.data.order_date;
  }
  if (before === null && (await lateLines(context, record, order.data)).length > 0) set({ urgent: true });
}

/** A buyer hears of a draft that somebody else made of planned demand: it waits for being submitted. */
export async function tellBuyer({ context, record, before }: StoredWork<PurchaseOrderRecord>): Promise<void> {
  const { buyer_id: buyer, number, source_no: plan } = record;
  const scenario = record.source_type === "allocation" ? "allocation.ordered" : "demand.ordered";
  if (before !== null || (record.source_type !== "demand_plan" && scenario === "demand.ordered")) return;
  if (typeof buyer !== "string" || buyer === context.actor.id) return;
  await notify(context, {
    scenario,
    to: [buyer],
    values: { number: number ?? "", plan: typeof plan === "string" ? plan : "" },
    record: { entity: ORDER, id: record.id },
  });
}

/** What is wanted sooner than it can come is said, since it makes the order urgent. */
export async function plannedFindings(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  if (record.urgent !== true || plannedLines(record).length === 0) return [];
  const late = await lateLines(context, record, head.parse(record));
  const texts = late.map(({ code, days }) => `物料【${code}】已不足采购周期${days}天，将按加急订单处理`);
  return [...new Set(texts)].map((text) => ({ check: "planned", level: "note", text }));
}
