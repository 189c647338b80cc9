import { z } from "zod";
import { flowFor } from "~/engine/approval/flow.server";
import { type Context, consequenceOf } from "~/engine/context.server";
import { complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { DrawnWork, EntityServer, Finding, SaveWork, TransitionWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { dividePlan, endDivision } from "~/engine/operations/allocations.server";
import { lastPricesSchema } from "~/engine/operations/bought.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter, limitFor } from "~/engine/parameters.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, roundQuantity } from "~/shared/decimal";
import { boughtOf, orderedRates, planExecution, planFacts } from "./plan-execution.server";
import { chosenLines, lineStatus, unexplainedRises } from "./purchase-plan-apply.rules";

type PurchasePlanApplyRecord = RecordFor<"purchase-management/purchase-plan-apply">;

const KEY = "purchase-management/purchase-plan-apply";
const RFQ = "purchase-management/rfq";
const POOL = "purchase-management/collective";
const ORDER = "purchase-orders/purchase-order";
const BOOK = "base-data/price-data";
/** Budgets are made in the currency of the company. */
const CURRENCY = "CNY";
/** Doubles that are named one by one. */
const MOST_NAMED = 5;

const block = (check: string, text: string): Finding => ({ check, level: "block", text });

/** What the price book says of materials nobody has ordered yet: the newest price, and of equally new ones the lowest. */
async function bookPrices(context: Context, companyId: string, materialIds: readonly string[]) {
  const found = new Map<string, { price: string; validFrom: string }>();
  if (materialIds.length === 0) return found;
  const rows = await unscopedRows(
    context,
    BOOK,
    ["material_id", "price", "valid_from"],
    [
      where.oneOf("material_id", materialIds),
      where.eq("company_id", companyId),
      where.eq("currency", CURRENCY),
      where.empty("closed_on"),
      where.atMost("valid_from", dayOf(context.now)),
    ],
  );
  for (const { material_id, price, valid_from } of rows) {
    const known = found.get(material_id);
    const isBetter =
      !known ||
      valid_from > known.validFrom ||
      (valid_from === known.validFrom && decimal(price).lt(decimal(known.price)));
    if (isBetter) found.set(material_id, { price, validFrom: valid_from });
  }
  return found;
}

/** What was paid last is looked up as soon as company, factory and material are known. */
async function fillLastPrices({ context, record }: SaveWork<PurchasePlanApplyRecord>): Promise<void> {
  const { company_id: companyId, factory_id: factoryId } = record;
  const items = linesOf(record, "items");
  for (const line of items) if (line.line_status === null) line.line_status = "open";
  if (typeof companyId !== "string" || typeof factoryId !== "string") return;
  const materialIds = [...new Set(items.flatMap(({ material_id: id }) => (typeof id === "string" ? [id] : [])))];
  if (materialIds.length === 0) return;
  const paid = await ask(context, {
    entityKey: ORDER,
    name: "last_prices",
    input: { companyId, factoryId, currency: CURRENCY, materialIds },
    answer: lastPricesSchema,
  });
  const agreed = await bookPrices(
    context,
    companyId,
    materialIds.filter((id) => paid[id] === undefined),
  );
  for (const line of items) {
    const id = String(line.material_id);
    line.last_price = paid[id] ?? agreed.get(id)?.price ?? null;
  }
}

/** Rises of the budget that nobody has explained. */
async function riseFindings(context: Context, record: PurchasePlanApplyRecord): Promise<Finding[]> {
  const percent = await intParameter(context.services, "plan.priceWarnPercent");
  return unexplainedRises(planFacts.parse(record).items, percent).map(({ text }) => block("rise", text));
}

/** The same material for the same month of the factory in another plan that was approved. */
async function doubleFindings(context: Context, record: PurchasePlanApplyRecord): Promise<Finding[]> {
  const { id, factory_id, items } = planFacts.parse(record);
  const others = await unscopedRows(
    context,
    KEY,
    ["id", "number"],
    [where.eq("factory_id", factory_id), where.eq("state", "approved"), where.not(where.eq("id", id))],
  );
  if (others.length === 0) return [];
  const numbers = new Map(others.map((one) => [one.id, one.number]));
  const lines = await unscopedLines(context, {
    entityKey: KEY,
    lines: "items",
    columns: ["root_id", "material_id", "month"],
    where: [
      where.oneOf("root_id", [...numbers.keys()]),
      where.oneOf("material_id", [...new Set(items.map(({ material_id }) => material_id))]),
      where.empty("stopped_at"),
    ],
  });
  const same = items.flatMap(({ material_id, month }) => {
    const other = lines.find((line) => line.material_id === material_id && line.month === month);
    return other ? [other] : [];
  });
  if (same.length === 0) return [];
  const codes = await unscopedRows(
    context,
    "master-data/material",
    ["id", "code"],
    [
      where.oneOf(
        "id",
        same.map(({ material_id }) => material_id),
      ),
    ],
  );
  const texts = same.slice(0, MOST_NAMED).map(({ material_id, month, root_id }) => {
    const code = codes.find((one) => one.id === material_id)?.code ?? "";
    return `物料【${code}】${month}已有计划${numbers.get(root_id) ?? ""}，请确认是否重复`;
  });
  const more = same.length > MOST_NAMED ? [`另有${same.length - MOST_NAMED}行与已批准的计划重复`] : [];
  return [...texts, ...more].map((text): Finding => ({ check: "double", level: "warn", text }));
}

/** Where no flow asks anybody, somebody else than who wrote it lets it count. */
async function flowFindings(context: Context, record: PurchasePlanApplyRecord): Promise<Finding[]> {
  if (record.state === "in_approval") return [];
  if (await flowFor(context, context.services.registry.entity(KEY), record)) return [];
  const { id } = context.actor;
  const isAuthor = id !== null && (record.created_by === id || record.updated_by === id);
  return isAuthor
    ? [block("flow", "没有适用的采购计划审批流程，不能批准本人编制的计划，请由其他人提交")]
    : [{ check: "flow", level: "warn", text: "没有适用的采购计划审批流程，提交后计划直接批准" }];
}

async function submitFindings(context: Context, record: PurchasePlanApplyRecord): Promise<Finding[]> {
  return [
    ...(await riseFindings(context, record)),
    ...(await flowFindings(context, record)),
    ...(await doubleFindings(context, record)),
  ];
}

/** What has been ordered as a whole is not stopped any more: there is nothing left to release. */
async function refuseOrdered(context: Context, { record, lineInput }: Work<PurchasePlanApplyRecord>): Promise<void> {
  const plan = planFacts.parse(record);
  const chosen = chosenLines(plan.items, lineInput);
  const bought = await boughtOf(context, [plan]);
  const complaints = chosen.flatMap((line) =>
    decimal(bought(plan, line).ordered).gte(decimal(line.qty))
      ? [complain("items", `第${plan.items.indexOf(line) + 1}行已全部下单，不须终止`)]
      : [],
  );
  if (complaints.length > 0) throw new AppError("invalid", { message: complaints[0]?.message ?? "", complaints });
}

/** Statuses of lines are what inquiries made of them. */
async function followInquiries({ context, rootId }: DrawnWork): Promise<void> {
  const entity = context.services.registry.entity(KEY);
  const { record } = await openRecord(context, { entity, id: rootId, wanted: { labels: false } });
  const { state, items } = planFacts.parse(record);
  const isBehind = items.some((line) => lineStatus(line) !== line.line_status);
  if (isBehind && ["approved", "closed"].includes(state))
    await applyTransition(consequenceOf(context), { entity, id: rootId, name: "follow" });
}

const sourceRow = z.object({ supplier_id: z.string() });

/** Who buys these materials of the suppliers that hold their sources. */
async function buyersOf({ context, record }: TransitionWork<PurchasePlanApplyRecord>): Promise<string[]> {
  const { factory_id, items } = planFacts.parse(record);
  const sources = await unscopedRows(
    context,
    "base-data/source-data",
    ["supplier_id"],
    [
      where.oneOf("material_id", [...new Set(items.map(({ material_id }) => material_id))]),
      where.eq("factory_id", factory_id),
      where.oneOf("state", ["trial", "active"]),
    ],
  );
  const ids = [
    ...new Set(
      z
        .array(sourceRow)
        .parse(sources)
        .map(({ supplier_id }) => supplier_id),
    ),
  ];
  if (ids.length === 0) return [];
  const suppliers = await ask(context, "supplier-management/supplier", "care", ids);
  return [...new Set(suppliers.map(({ buyerId }) => buyerId))];
}

/** Who asks suppliers for lines that were just stopped, or collects them to do so. */
async function inquirersOf({ context, before, record }: TransitionWork<PurchasePlanApplyRecord>): Promise<string[]> {
  const were = new Set(
    planFacts.parse(before).items.flatMap(({ id, stopped_at }) => (stopped_at === null ? [] : [id])),
  );
  const stopped = planFacts
    .parse(record)
    .items.flatMap(({ id, stopped_at }) => (stopped_at === null || were.has(id) ? [] : [id]));
  if (stopped.length === 0) return [];
  const lines = await unscopedLines(context, {
    entityKey: RFQ,
    lines: "items",
    columns: ["root_id"],
    where: [where.oneOf("plan_line", stopped)],
  });
  const inquiries = await unscopedRows(
    context,
    RFQ,
    ["buyer_id"],
    [
      where.oneOf("id", [...new Set(lines.map(({ root_id }) => root_id))]),
      where.not(where.oneOf("state", ["done", "failed", "cancelled"])),
    ],
  );
  const pooled = await unscopedLines(context, {
    entityKey: POOL,
    lines: "demands",
    columns: ["root_id"],
    where: [where.oneOf("plan_line", stopped)],
  });
  const pools = await unscopedRows(
    context,
    POOL,
    ["buyer_id"],
    [
      where.oneOf("id", [...new Set(pooled.map(({ root_id }) => root_id))]),
      where.oneOf("state", ["collecting", "frozen", "sourcing"]),
    ],
  );
  return [...new Set([...inquiries, ...pools].map(({ buyer_id }) => buyer_id))];
}

export const purchasePlanApplyServer: EntityServer<"purchase-management/purchase-plan-apply"> = {
  prepare: fillLastPrices,
  sections: planExecution,
  extra: (context, _screen, ids) => orderedRates(context, ids),
  drawn: followInquiries,
  tolerances: {
    /** Lots and rounding make an inquiry a little larger than what was approved. */
    async to_source(context, lines) {
      const percent = await limitFor(context, "plan.overPercent");
      return new Map(
        lines.flatMap(({ line }): [string, string][] => {
          const { id, qty } = line;
          return typeof qty === "string" ? [[id, roundQuantity(decimal(qty).times(percent).div(100))]] : [];
        }),
      );
    },
  },
  audiences: { buyers: buyersOf, inquirers: inquirersOf },
  transitions: {
    submit: { check: submitFindings },
    stop_line: { effect: refuseOrdered },
    divide: { effect: (context, { record }) => dividePlan(context, { kind: "purchase_plan", id: record.id }) },
    close: { effect: (context, { record }) => endDivision(context, { kind: "purchase_plan", id: record.id }) },
  },
};
