import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { Finding } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { notify } from "~/engine/notify/notify.server";
import { awardDivided } from "~/engine/operations/allocations.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { chinaTime, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, decimalOrZero, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { type BundleOffer, bundles, cheapestFirst, equalShares, splitFaults, unequalShares } from "./collective.rules";
import { rfqLines } from "./rfq.fields";
import { comparablePrice, HOUR_MS, isUntaxed, lowestOf, type Offer, shareOf } from "./rfq.rules";
import { KEY, moveQuotes, offersOf, QUOTE, quotesOf, type RfqFacts, rfqFacts } from "./rfq-quotes.server";

type RfqRecord = RecordFor<"purchase-management/rfq">;

/* What an inquiry does beside others when it bundles the demand of several factories (decision 0184). */

export const PART = "purchase-management/collective-factory";
const ALLOCATION = "purchase-management/allocation-detail";
const PLAN = "purchase-management/purchase-plan-apply";
const DEMAND = "purchase-orders/demand-plan";
const POOL = "purchase-management/collective";

/** Each factory gets the document of its part, so that its planners see what is theirs. */
export async function joinFactories(context: Context, rfq: RfqFacts): Promise<void> {
  if (rfq.mode !== "collective") return;
  const system = consequenceOf(context);
  const screen = context.services.registry.mainScreen(PART);
  const pooled = await pooledOf(context, rfq);
  const origins = await originsOf(context, rfq, pooled);
  for (const factoryId of new Set(rfq.items.map(({ factory_id }) => factory_id))) {
    const own = rfq.items.filter(({ factory_id }) => factory_id === factoryId);
    const planners = own.map(({ id }) => origins.get(id)?.createdBy ?? pooled.get(id)?.confirmedBy ?? null);
    const planner = planners.find((id) => id !== null) ?? null;
    await createRecord(system, {
      screen,
      values: {
        ...{ rfq_id: rfq.id, rfq_no: rfq.number, title: rfq.title, factory_id: factoryId },
        ...{ company_id: rfq.company_id, buyer_id: rfq.buyer_id, planner_id: planner, deadline: rfq.deadline },
        items: own.map(({ line_no, material_id, qty, uom, required_date, last_price }) => ({
          ...{ rfq_line: line_no, material_id, qty, uom, required_date, last_price },
        })),
      },
    });
  }
}

/** The plan behind a line of the inquiry. */
interface Origin {
  plan: { kind: "purchase_plan" | "demand_plan"; id: string };
  period: string;
  createdBy: string | null;
}

interface Pooled {
  /** The line of a plan the pool took it from. */
  planLine: string | null;
  /** Who confirmed the demand of the factory. */
  confirmedBy: string | null;
}

/** What a pool says of the lines that were made of it, by id of the line. */
async function pooledOf(context: Context, rfq: RfqFacts): Promise<Map<string, Pooled>> {
  const ids = rfq.items.flatMap(({ pool_line }) => pool_line ?? []);
  if (ids.length === 0) return new Map();
  const demands = await unscopedLines(context, {
    entityKey: POOL,
    lines: "demands",
    columns: ["id", "root_id", "plan_line", "factory_id"],
    where: [where.oneOf("id", ids)],
  });
  const factories = await unscopedLines(context, {
    entityKey: POOL,
    lines: "factories",
    columns: ["root_id", "factory_id", "confirmed_by"],
    where: [where.oneOf("root_id", [...new Set(demands.map(({ root_id }) => root_id))])],
  });
  return new Map(
    rfq.items.flatMap(({ id, pool_line }): [string, Pooled][] => {
      const demand = demands.find((one) => one.id === pool_line);
      if (!demand) return [];
      const factory = factories.find(
        ({ root_id, factory_id }) => root_id === demand.root_id && factory_id === demand.factory_id,
      );
      return [[id, { planLine: demand.plan_line, confirmedBy: factory?.confirmed_by ?? null }]];
    }),
  );
}

/** Plans behind the lines, by id of the line, also of those that came by a pool. */
async function originsOf(
  context: Context,
  rfq: RfqFacts,
  pooled: ReadonlyMap<string, Pooled>,
): Promise<Map<string, Origin>> {
  const found = new Map<string, Origin>();
  const planLineOf = ({ id, plan_line }: RfqFacts["items"][number]) => plan_line ?? pooled.get(id)?.planLine ?? null;
  const planLines = rfq.items.flatMap((item) => planLineOf(item) ?? []);
  const demandLines = rfq.items.flatMap(({ demand_line }) => demand_line ?? []);
  const planned = await unscopedLines(context, {
    entityKey: PLAN,
    lines: "items",
    columns: ["id", "root_id", "month"],
    where: [where.oneOf("id", planLines)],
  });
  const demanded = await unscopedLines(context, {
    entityKey: DEMAND,
    lines: "items",
    columns: ["id", "root_id", "week_start"],
    where: [where.oneOf("id", demandLines)],
  });
  const ids = (rows: readonly { root_id: string }[]) => [...new Set(rows.map(({ root_id }) => root_id))];
  const makers = new Map(
    [
      ...(await unscopedRows(context, PLAN, ["id", "created_by"], [where.oneOf("id", ids(planned))])),
      ...(await unscopedRows(context, DEMAND, ["id", "created_by"], [where.oneOf("id", ids(demanded))])),
    ].map(({ id, created_by }) => [id, created_by]),
  );
  for (const item of rfq.items) {
    const { id, demand_line } = item;
    const line = planned.find((one) => one.id === planLineOf(item));
    const week = demanded.find((one) => one.id === demand_line);
    const source = line
      ? { kind: "purchase_plan" as const, id: line.root_id, period: line.month }
      : week
        ? { kind: "demand_plan" as const, id: week.root_id, period: week.week_start.slice(0, 7) }
        : null;
    if (source)
      found.set(id, {
        plan: { kind: source.kind, id: source.id },
        period: source.period,
        createdBy: makers.get(source.id) ?? null,
      });
  }
  return found;
}

/** Who still quotes is told that less is asked for. */
export async function tellFactoryLeft(context: Context, { record, input }: Work<RfqRecord>): Promise<void> {
  if (record.state !== "published") return;
  const rfq = rfqFacts.parse(record);
  const id = String(input.factory_id);
  const names = await labelsOf(context, context.services.registry.entity("master-data/factory"), [id]);
  const lines = rfq.items.filter(({ factory_id }) => factory_id === id).map(({ line_no }) => line_no);
  const quotes = await quotesOf(context, { id: rfq.id, round: rfq.round_no }, []);
  const ids = quotes.filter(({ state }) => ["draft", "withdrawn", "submitted"].includes(state)).map((one) => one.id);
  const answer = `${names.get(id) ?? "一个工厂"}退出本次集采，询价行${lines.join("、")}不再采购；您已提交的报价可以在截止前撤回修改。`;
  await moveQuotes(context, ids, { name: "hear_answer", input: { question: "参与工厂变更", answer } });
}

/** Parts of an inquiry that came to nothing end with it. */
export async function endFactories(context: Context, record: RfqRecord, reason: string): Promise<void> {
  if (record.mode !== "collective") return;
  for (const { id } of await partsOf(context, record.id, ["joined", "leaving"]))
    await applyTransition(consequenceOf(context), {
      ...{ entity: context.services.registry.entity(PART), id, name: "end", reason },
    });
}

function partsOf(context: Context, rfqId: string, states: readonly ("joined" | "leaving")[]) {
  return unscopedRows(
    context,
    PART,
    ["id", "factory_id", "state"],
    [where.eq("rfq_id", rfqId), where.oneOf("state", states)],
  );
}

/** Awards of a bundle are the same in each factory; nobody decides while a factory waits to hear whether it may leave. */
export async function collectiveFaults(context: Context, rfq: RfqFacts, notBought: ReadonlySet<string>) {
  if (rfq.mode !== "collective") return [];
  const items = rfq.items.map((item) => ({ ...item, not_bought: item.not_bought || notBought.has(item.id) }));
  const leaving = await partsOf(context, rfq.id, ["leaving"]);
  return [...(leaving.length > 0 ? ["有工厂申请退出，请采购经理先处理"] : []), ...unequalShares(items, rfq.awards)];
}

/** What is typed for one factory of a bundle holds for the others, and each award says which factory it is about. */
export function completeBundle(context: Context, record: RfqRecord): void {
  const awards = linesOf(record, "awards");
  const items = linesOf(record, "items");
  if (record.mode === "collective" && awards.length > 0) {
    const asked = items.flatMap(({ line_no, material_id, not_bought, withdrawn }) =>
      material_id ? [{ line_no, material_id, not_bought: not_bought === true, withdrawn: withdrawn === true }] : [],
    );
    const complete = awards.flatMap(({ item_no, supplier_id, share, not_lowest_reason }) =>
      typeof item_no === "number" && supplier_id && typeof share === "string"
        ? [{ item_no, supplier_id, share, not_lowest_reason: not_lowest_reason ?? null }]
        : [],
    );
    const more = equalShares(asked, complete).map((row, at) => ({
      ...{ id: context.services.newId(), line_no: (awards.length + at + 1) * LINE_STEP, ...row },
    }));
    putLines(record, "awards", [...awards, ...more]);
  }
  for (const row of linesOf(record, "awards")) {
    const item = items.find(({ line_no }) => line_no === row.item_no);
    row.material_id = item?.material_id ?? null;
    row.factory_id = item?.factory_id ?? null;
    row.split_qty ??= null;
  }
}

async function bundleOffers(context: Context, offers: readonly Offer[]): Promise<BundleOffer[]> {
  const ids = [...new Set(offers.map(({ quoteId }) => quoteId))];
  const rows = await unscopedLines(context, {
    entityKey: QUOTE,
    lines: "items",
    columns: ["root_id", "rfq_line", "offer_qty"],
    where: [where.oneOf("root_id", ids)],
  });
  const untaxed = isUntaxed(offers);
  return [...new Set(offers.map(({ supplierId }) => supplierId))].map((supplierId) => ({
    supplierId,
    lines: new Map(
      offers
        .filter((one) => one.supplierId === supplierId && decimal(one.price).gt(0))
        .map((one) => [
          one.line,
          {
            price: comparablePrice(one, untaxed),
            offerQty:
              rows.find(({ root_id, rfq_line }) => root_id === one.quoteId && rfq_line === one.line)?.offer_qty ?? null,
          },
        ]),
    ),
  }));
}

/** The cheapest of each bundle as a whole, and the next ones where they offer less than is asked for. */
export async function fillCheapestBundles(
  context: Context,
  work: Work<RfqRecord>,
  offers: readonly Offer[],
): Promise<void> {
  const rfq = rfqFacts.parse(work.record);
  const offered = await bundleOffers(context, offers);
  for (const own of bundles(rfq.items)) {
    const chosen = cheapestFirst(own, offered);
    for (const { line_no, qty, material_id, factory_id } of own) {
      const lowest = lowestOf(offers, line_no).map(({ supplierId }) => supplierId);
      for (const { supplierId, share } of chosen)
        work.append("awards", {
          ...{ item_no: line_no, supplier_id: supplierId, share, material_id, factory_id },
          award_price: offers.find((one) => one.line === line_no && one.supplierId === supplierId)?.price ?? null,
          award_qty: shareOf(qty, share),
          not_lowest_reason: lowest.includes(supplierId) ? null : "按各工厂汇总从低到高，直到满足数量",
        });
    }
  }
}

/** Whether somebody is left to remind, and long enough after the last time. */
export async function remindFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  const hours = await intParameter(context.services, "rfq.remindEveryHours");
  const { reminded_at: last } = record;
  if (typeof last === "string" && Date.parse(last) + hours * HOUR_MS > context.now.getTime())
    return [{ check: "often", level: "block", text: `${hours}小时内已催报过，请稍后再催` }];
  const waiting = await unanswered(context, rfqFacts.parse(record));
  return waiting.length > 0 ? [] : [{ check: "none", level: "block", text: "受邀供应商都已报价或谢绝，不须催报" }];
}

async function unanswered(context: Context, rfq: RfqFacts) {
  const quotes = await quotesOf(context, { id: rfq.id, round: rfq.round_no }, ["number"]);
  return quotes.filter(({ state }) => state === "draft" || state === "withdrawn");
}

export async function remindSuppliers(context: Context, { record }: Work<RfqRecord>): Promise<void> {
  const rfq = rfqFacts.parse(record);
  for (const { id, number, supplier_id } of await unanswered(context, rfq))
    await notify(context, {
      scenario: "rfq.remind-supplier",
      toSuppliers: [supplier_id],
      values: {
        ...{ number: number ?? "", rfq: rfq.number ?? "", title: rfq.title },
        deadline: chinaTime(rfq.deadline),
      },
      record: { entity: QUOTE, id, number },
    });
}

/** Gives the approved result to the factories: allocations, and what each planner reads. */
export async function distribute(context: Context, work: Work<RfqRecord>): Promise<void> {
  const rfq = rfqFacts.parse(work.record);
  const given = new Map(
    [...work.lineInput].flatMap(([id, { split_qty: typed }]): [string, string][] =>
      typeof typed === "string" && typed !== "" ? [[id, typed]] : [],
    ),
  );
  const faults = splitFaults(rfq.items, rfq.awards, given);
  if (faults.length > 0)
    throw new AppError("invalid", {
      message: faults[0] ?? "",
      complaints: faults.map((message) => ({ field: "awards", message })),
    });
  const awards = rfq.awards.map((award) => ({ ...award, split_qty: given.get(award.id) ?? award.award_qty ?? "0" }));
  for (const { id, split_qty } of awards) work.setLine("awards", id, { split_qty });
  const notes = await divide(context, rfq, awards);
  const offers = await offersOf(context, rfq, "shown");
  for (const { id, factory_id } of await partsOf(context, rfq.id, ["joined"])) {
    const results = rfq.items
      .filter((item) => item.factory_id === factory_id)
      .flatMap((item) =>
        awards
          .filter(({ item_no, split_qty }) => item_no === item.line_no && decimal(split_qty).gt(0))
          .map(({ supplier_id, split_qty, award_price }) => ({
            ...{ rfq_line: item.line_no, material_id: item.material_id, supplier_id, qty: split_qty, uom: item.uom },
            ...{ price: award_price, last_price: item.last_price, alloc_note: notes.get(item.id) ?? null },
            freight: offers.find((one) => one.line === item.line_no && one.supplierId === supplier_id)?.freight ?? null,
          })),
      );
    await applyTransition(consequenceOf(context), {
      ...{ entity: context.services.registry.entity(PART), id, name: "receive" },
      input: { results: JSON.stringify(results) },
    });
  }
}

type Given = RfqFacts["awards"][number] & { split_qty: string };

/** Allocations by factory, material and month; what became of each line, by its id. */
async function divide(context: Context, rfq: RfqFacts, awards: readonly Given[]): Promise<Map<string, string>> {
  const origins = await originsOf(context, rfq, await pooledOf(context, rfq));
  const groups = new Map<string, { ids: string[]; uom: string; day: string; rows: Given[]; asked: Asked }>();
  for (const item of rfq.items.filter(({ not_bought, withdrawn }) => !not_bought && !withdrawn)) {
    const origin = origins.get(item.id) ?? null;
    const period = origin?.period ?? (item.required_date ?? rfq.price_valid_from).slice(0, 7);
    const key = [item.factory_id, item.material_id, item.uom, period, origin?.plan.id ?? ""].join(" ");
    const wanted = item.required_date ?? `${period}-01`;
    const rows = awards.filter(({ item_no }) => item_no === item.line_no);
    const known = groups.get(key);
    if (known) {
      known.ids.push(item.id);
      known.rows.push(...rows);
      if (wanted < known.day) known.day = wanted;
    } else
      groups.set(key, {
        ...{ ids: [item.id], uom: item.uom, day: wanted, rows },
        asked: { plan: origin?.plan ?? null, materialId: item.material_id, factoryId: item.factory_id, period },
      });
  }
  const all = [...groups.values()].filter(({ rows }) => rows.length > 0);
  const today = dayOf(context.now);
  const answers = await ask(context, {
    entityKey: ALLOCATION,
    name: "divide_award",
    input: all.map(({ asked, uom, day, rows }) => {
      const suppliers = [...new Set(rows.map(({ supplier_id }) => supplier_id))];
      const shares = suppliers.map((supplierId) => ({
        supplierId,
        quantity: roundQuantity(
          sum(rows.filter(({ supplier_id }) => supplier_id === supplierId).map((one) => decimalOrZero(one.split_qty))),
        ),
      }));
      return {
        ...{ ...asked, uom, sourceNo: rfq.number ?? "", day: [day, today].sort().at(-1) ?? today },
        shares: shares.filter(({ quantity }) => decimal(quantity).gt(0)),
      };
    }),
    answer: awardDivided,
  });
  return new Map(
    all.flatMap(({ ids }, at) =>
      ids.map((id): [string, string] => [id, answers[at]?.number ?? answers[at]?.why ?? ""]),
    ),
  );
}

interface Asked {
  plan: Origin["plan"] | null;
  materialId: string;
  factoryId: string;
  period: string;
}

/** Sums of what is asked for, in words, by id of the inquiry. */
export async function bundleQuantities(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const items = await unscopedLines(context, {
    entityKey: KEY,
    lines: "items",
    columns: ["root_id", "qty", "uom", "withdrawn"],
    where: [where.oneOf("root_id", ids)],
  });
  return new Map(
    ids.map((id) => {
      const own = items.filter(({ root_id, withdrawn }) => root_id === id && !withdrawn);
      const units = [...new Set(own.map(({ uom }) => uom))];
      const parts = units.map((uom) => {
        const whole = sum(own.filter((line) => line.uom === uom).map(({ qty }) => qty));
        return `${formatDecimal(roundQuantity(whole))} ${choiceLabel(rfqLines.items.fields.uom.options, uom)}`;
      });
      return [id, parts.join("；")];
    }),
  );
}
