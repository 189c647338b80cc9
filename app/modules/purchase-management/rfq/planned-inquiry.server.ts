import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type AnyLine, type Complaint, complain, lineField } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, OwnSection, SaveWork } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { addDays, addMonths, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { formatDecimal } from "~/shared/decimal";
import { DIVIDING } from "../allocation-detail/allocation-detail.rules";
import { monthSpan, type SourcedGoods } from "../collective/collective.rules";
import { pooledFindings } from "../collective/pooled-goods.server";
import { hoursFrom } from "./rfq.rules";

type RfqRecord = RecordFor<"purchase-management/rfq">;

/* What an inquiry says of itself that was made of a purchase plan or of planned demand (decision 0174). */

const RFQ = "purchase-management/rfq";
const PLAN = "purchase-management/purchase-plan-apply";
const DEMAND = "purchase-orders/demand-plan";
const POOL = "purchase-management/collective";
const ALLOCATION = "purchase-management/allocation-detail";
/** The usual terms, where nobody of the company has asked yet. */
const USUAL_TERM = "d30";
const MOST_SUPPLIERS = 40;
const HOURS_A_DAY = 24;
const RUNNING = ["draft", "in_approval", "published", "closed", "opened", "priced"] as const;

const reference = z.string();

function linesWith(record: RfqRecord, column: "plan_line" | "demand_line" | "pool_line"): RfqRecord["items"] {
  return linesOf(record, "items").filter((line) => typeof line[column] === "string");
}

const idsIn = (lines: readonly AnyLine[], column: string): string[] => [
  ...new Set(lines.flatMap((line) => reference.safeParse(line[column]).data ?? [])),
];

/** Lines of plans behind the lines of an inquiry, with their plans. */
async function planned(context: Context, record: RfqRecord) {
  const ids = idsIn(linesWith(record, "plan_line"), "plan_line");
  if (ids.length === 0) return [];
  const lines = await unscopedLines(context, {
    entityKey: PLAN,
    lines: "items",
    columns: ["id", "root_id", "month", "qty", "stopped_at", "line_status"],
    where: [where.oneOf("id", ids)],
  });
  const plans = await unscopedRows(
    context,
    PLAN,
    ["id", "number", "title"],
    [where.oneOf("id", [...new Set(lines.map(({ root_id }) => root_id))])],
  );
  return lines.flatMap((line) => {
    const plan = plans.find(({ id }) => id === line.root_id);
    return plan ? [{ ...line, plan }] : [];
  });
}

/** The group that buys the first of these materials and that the buyer works for, or else the buyer's own. */
async function groupOf(context: Context, lines: readonly AnyLine[]): Promise<string | null> {
  const { scopes, groups = [] } = context.actor;
  const mine = scopes.purchase_group;
  const materials = await unscopedRows(
    context,
    "master-data/material",
    ["id", "purchase_group_id"],
    [where.oneOf("id", idsIn(lines, "material_id")), where.set("purchase_group_id")],
  );
  const wanted = [
    ...materials.flatMap(({ purchase_group_id }) => purchase_group_id ?? []),
    ...groups,
    ...(mine === "all" ? [] : mine),
  ].filter((id) => mine === "all" || mine.includes(id));
  if (wanted.length === 0) return null;
  const enabled = await unscopedRows(
    context,
    "user-administration/purchase-group",
    ["id"],
    [where.oneOf("id", wanted), where.eq("enabled", true)],
  );
  return wanted.find((id) => enabled.some((group) => group.id === id)) ?? null;
}

async function termOf(context: Context, companyId: string | null): Promise<string> {
  if (companyId === null) return USUAL_TERM;
  const rows = await unscopedRows(
    context,
    RFQ,
    ["payment_term", "created_at"],
    [where.eq("company_id", companyId), where.set("published_at")],
  );
  const [last] = rows.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  return last?.payment_term ?? USUAL_TERM;
}

/** Suppliers that hold a source of one of these materials at one of these factories. */
async function sourcesOf(context: Context, lines: readonly AnyLine[]): Promise<string[]> {
  const sources = await unscopedRows(
    context,
    "base-data/source-data",
    ["supplier_id", "material_id", "factory_id"],
    [
      where.oneOf("material_id", idsIn(lines, "material_id")),
      where.oneOf("factory_id", idsIn(lines, "factory_id")),
      where.oneOf("state", ["trial", "active"]),
    ],
  );
  const ids = [...new Set(sources.map(({ supplier_id }) => supplier_id))];
  if (ids.length === 0) return [];
  const standing = await ask(context, "supplier-management/supplier", "listed", { ids, dealing: true });
  return standing
    .sort((a, b) => ((a.code ?? "") < (b.code ?? "") ? -1 : 1))
    .slice(0, MOST_SUPPLIERS)
    .map(({ id }) => id);
}

async function companyOf(context: Context, lines: readonly AnyLine[]): Promise<string | null> {
  const [first] = idsIn(lines, "factory_id");
  const [factory] = await unscopedRows(context, "master-data/factory", ["company_id"], [where.eq("id", first ?? "")]);
  return factory?.company_id ?? null;
}

async function demandNumber(context: Context, lines: readonly AnyLine[]): Promise<string> {
  const [line] = await unscopedLines(context, {
    entityKey: DEMAND,
    lines: "items",
    columns: ["root_id"],
    where: [where.oneOf("id", idsIn(lines, "demand_line"))],
  });
  const [plan] = await unscopedRows(context, DEMAND, ["number"], [where.eq("id", line?.root_id ?? "")]);
  return plan?.number ?? "";
}

/** An inquiry made of a pool is a bundle, and its prices hold as long as the pool is to be supplied. */
async function fillFromPool(context: Context, record: RfqRecord, lines: RfqRecord["items"]): Promise<void> {
  const [demand] = await unscopedLines(context, {
    entityKey: POOL,
    lines: "demands",
    columns: ["root_id"],
    where: [where.oneOf("id", idsIn(lines, "pool_line"))],
  });
  const [pool] = await unscopedRows(
    context,
    POOL,
    ["title", "period_from", "period_to"],
    [where.eq("id", demand?.root_id ?? "")],
  );
  if (!pool) return;
  const today = dayOf(context.now);
  record.mode = "collective";
  record.title ??= pool.title;
  const notPast = (day: string) => [day, today].sort().at(-1) ?? day;
  record.price_valid_from ??= notPast(pool.period_from);
  record.price_valid_to ??= notPast(pool.period_to);
  for (const line of lines)
    if (typeof line.required_date === "string" && line.required_date < today) line.required_date = today;
}

/** What a plan does not say of an inquiry: who is asked, until when, on which terms. The buyer changes it before publishing. */
export async function fillPlannedInquiry({ context, record, before }: SaveWork<RfqRecord>): Promise<void> {
  const fromPlan = linesWith(record, "plan_line");
  const fromDemand = linesWith(record, "demand_line");
  const fromPool = linesWith(record, "pool_line");
  const lines = [...fromPlan, ...fromDemand, ...fromPool];
  if (before !== null || lines.length === 0) return;
  if (fromPool.length > 0) await fillFromPool(context, record, fromPool);
  const today = dayOf(context.now);
  const plans = await planned(context, record);
  const months = plans.map(({ month }) => month).sort();
  for (const line of fromPlan) {
    const day = `${plans.find(({ id }) => id === line.plan_line)?.month ?? today.slice(0, 7)}-01`;
    line.required_date ??= day < today ? today : day;
  }
  for (const line of fromDemand)
    if (typeof line.required_date === "string" && line.required_date < today) line.required_date = today;
  record.company_id ??= await companyOf(context, lines);
  const companyId = reference.safeParse(record.company_id).data ?? null;
  record.purchase_group_id ??= await groupOf(context, lines);
  record.payment_term ??= await termOf(context, companyId);
  const numbers = [...new Set(plans.map(({ plan }) => plan.number ?? ""))];
  record.title ??=
    fromDemand.length > 0
      ? `需求计划${await demandNumber(context, fromDemand)}转寻源`
      : numbers.length === 1
        ? `${plans[0]?.plan.title ?? ""}询价`.slice(0, 100)
        : `采购计划${numbers[0] ?? ""}等${numbers.length}张询价`;
  await fillDays(context, record, { today, months });
  if (linesOf(record, "suppliers").length === 0)
    record.suppliers = (await sourcesOf(context, lines)).map((supplier_id, at) => ({
      ...{ id: context.services.newId(), line_no: (at + 1) * 10, supplier_id },
      ...{ contact: null, invite_status: "pending", decline_reason: null, last_round: 1 },
    }));
}

/** Prices are to hold for the months of the plan, and there is time to quote from now on. */
async function fillDays(
  context: Context,
  record: RfqRecord,
  { today, months }: { today: string; months: readonly string[] },
): Promise<void> {
  const { services, now } = context;
  const first = months[0] === undefined ? today : `${months[0]}-01`;
  record.price_valid_from ??= first < today ? today : first;
  const days = await intParameter(services, "rfq.draftValidDays");
  const end = months.at(-1);
  const lastDay = end === undefined ? addDays(today, days) : addDays(addMonths(`${end}-01`, 1), -1);
  const from = record.price_valid_from;
  record.price_valid_to ??= [from, lastDay].sort().at(-1) ?? from;
  // To the minute, as people type it.
  const start = new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString();
  record.start_at ??= start;
  record.deadline ??= hoursFrom(start, (await intParameter(services, "rfq.draftDays")) * HOURS_A_DAY);
}

/** Of planned demand only what has no price is asked for, and once at a time. */
export async function demandComplaints({ context, record, before }: SaveWork<RfqRecord>): Promise<Complaint[]> {
  const known = new Set(before ? idsIn(linesWith(before, "demand_line"), "demand_line") : []);
  const added = linesWith(record, "demand_line").filter(({ demand_line }) => !known.has(String(demand_line)));
  if (added.length === 0) return [];
  const [priced, asked, codes] = [
    await pricedOf(context, record, added),
    await askedElsewhere(context, record, added),
    await codesOf(context, added),
  ];
  const items = linesOf(record, "items");
  return added.flatMap((line) => {
    const place = lineField("items", items.indexOf(line) + 1, "demand_line");
    const code = codes.get(String(line.material_id)) ?? "";
    const key = goods(line);
    if (priced.has(key)) return [complain(place, `物料【${code}】已有有效价格，请直接转采购订单`)];
    const other = asked.get(key);
    return other === undefined ? [] : [complain(place, `物料【${code}】已在询价单${other}中寻源`)];
  });
}

const goods = ({ material_id, factory_id }: Readonly<Record<string, unknown>>) =>
  `${String(material_id)} ${String(factory_id)}`;

async function codesOf(context: Context, lines: readonly AnyLine[]): Promise<Map<string, string>> {
  const own = [where.oneOf("id", idsIn(lines, "material_id"))];
  const rows = await unscopedRows(context, "master-data/material", ["id", "code"], own);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Goods that have a price today, of the factory or of the whole company. */
async function pricedOf(context: Context, record: RfqRecord, lines: readonly AnyLine[]): Promise<Set<string>> {
  const today = dayOf(context.now);
  const rows = await unscopedRows(
    context,
    "base-data/price-data",
    ["material_id", "factory_id"],
    [
      where.oneOf("material_id", idsIn(lines, "material_id")),
      where.eq("company_id", String(record.company_id)),
      where.empty("closed_on"),
      where.atMost("valid_from", today),
      where.atLeast("valid_to", today),
    ],
  );
  const holds = (line: AnyLine) =>
    rows.some(
      ({ material_id, factory_id }) =>
        material_id === line.material_id && (factory_id === null || factory_id === line.factory_id),
    );
  return new Set(lines.filter(holds).map(goods));
}

/** Goods of planned demand that another inquiry asks for already: a plan that took the place of another begins anew. */
async function askedElsewhere(context: Context, record: RfqRecord, lines: readonly AnyLine[]) {
  const others = await unscopedLines(context, {
    entityKey: RFQ,
    lines: "items",
    columns: ["root_id", "material_id", "factory_id"],
    where: [
      where.oneOf("material_id", idsIn(lines, "material_id")),
      where.oneOf("factory_id", idsIn(lines, "factory_id")),
      where.set("demand_line"),
      where.not(where.eq("root_id", record.id)),
    ],
  });
  if (others.length === 0) return new Map<string, string>();
  const running = await unscopedRows(
    context,
    RFQ,
    ["id", "number"],
    [where.oneOf("id", [...new Set(others.map(({ root_id }) => root_id))]), where.oneOf("state", RUNNING)],
  );
  return new Map(
    others.flatMap((line): [string, string][] => {
      const rfq = running.find(({ id }) => id === line.root_id);
      return rfq ? [[goods(line), rfq.number ?? ""]] : [];
    }),
  );
}

/** Which of these lines of demand an allocation divides by now, and its number. */
async function dividedSince(context: Context, lines: readonly AnyLine[]): Promise<Map<string, string>> {
  const weeks = await unscopedLines(context, {
    entityKey: DEMAND,
    lines: "items",
    columns: ["id", "root_id", "material_id", "month"],
    where: [where.oneOf("id", idsIn(lines, "demand_line"))],
  });
  const standing = await unscopedRows(
    context,
    ALLOCATION,
    ["number", "demand_plan_id", "material_id", "period"],
    [where.oneOf("demand_plan_id", [...new Set(weeks.map(({ root_id }) => root_id))]), where.oneOf("state", DIVIDING)],
  );
  return new Map(
    weeks.flatMap(({ id, root_id, material_id, month }): [string, string][] => {
      const own = standing.find(
        (one) => one.demand_plan_id === root_id && one.material_id === material_id && one.period === month,
      );
      return own ? [[id, own.number ?? ""]] : [];
    }),
  );
}

/** What was stopped since the draft was written is not asked for any more. */
export async function plannedInquiryFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  const stopped = new Set(
    (await planned(context, record)).flatMap(({ id, stopped_at }) => (stopped_at === null ? [] : [id])),
  );
  const items = linesOf(record, "items");
  const findings = items.flatMap(({ plan_line }, at): Finding[] =>
    typeof plan_line === "string" && stopped.has(plan_line)
      ? [{ check: "plan", level: "block", text: `第${at + 1}行的采购计划行已终止，请删除该行` }]
      : [],
  );
  const fromDemand = linesWith(record, "demand_line");
  if (fromDemand.length === 0) return findings;
  const priced = await pricedOf(context, record, fromDemand);
  const divided = await dividedSince(context, fromDemand);
  return [
    ...findings,
    ...fromDemand.flatMap((line): Finding[] => {
      const number = divided.get(String(line.demand_line));
      const place = `第${items.indexOf(line) + 1}行`;
      return number === undefined
        ? []
        : [{ check: "divided", level: "block", text: `${place}该月的需求已由分配明细${number}分配，请删除该行` }];
    }),
    ...fromDemand.flatMap((line): Finding[] =>
      priced.has(goods(line))
        ? [{ check: "priced", level: "note", text: `第${items.indexOf(line) + 1}行的物料现在已有有效价格` }]
        : [],
    ),
  ];
}

/** What a pool holds or counts on is asked for beside it only knowingly; what was made of the pool itself is not beside it. */
export async function pooledInquiryFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  const plans = await planned(context, record);
  const today = dayOf(context.now);
  const goods = linesOf(record, "items").flatMap(
    ({ material_id, factory_id, plan_line, pool_line, required_date }, at): SourcedGoods[] => {
      if (typeof pool_line === "string" || typeof material_id !== "string" || typeof factory_id !== "string") return [];
      const month = plans.find(({ id }) => id === plan_line)?.month;
      const day = typeof required_date === "string" ? required_date : today;
      const time = month === undefined ? { from: day, to: day } : monthSpan(month);
      const planLines = typeof plan_line === "string" ? [plan_line] : [];
      return [{ place: at + 1, planLines, materialId: material_id, factoryId: factory_id, ...time }];
    },
  );
  return pooledFindings(context, goods);
}

/** Which plans the lines come from, and which of them were stopped meanwhile. */
export async function planSources(context: Context, record: RfqRecord): Promise<OwnSection[]> {
  const found = await planned(context, record);
  if (found.length === 0) return [];
  const screen = screenFor(context, PLAN, "get");
  const items = linesWith(record, "plan_line");
  const headings = ["询价行", "采购计划", "需求月份", "计划数量", "询价数量", "计划行"];
  return [
    {
      kind: "table",
      title: "计划来源",
      table: {
        caption: "由采购计划转来的行",
        columns: columnsOf(headings, ["询价行", "计划数量", "询价数量"]),
        rows: items.flatMap((line) => {
          const source = found.find(({ id }) => id === line.plan_line);
          if (!source) return [];
          const { plan, month, qty, stopped_at } = source;
          return [
            {
              id: line.id,
              cells: [
                { text: String(line.line_no) },
                {
                  text: `${plan.number ?? ""} ${plan.title}`,
                  ...(screen ? { href: recordPath(screen, plan.id) } : {}),
                },
                { text: month },
                { text: formatDecimal(qty) },
                { text: formatDecimal(String(line.qty)) },
                stopped_at === null ? { text: "计划中" } : { text: "已终止", tone: "warning" as const },
              ],
            },
          ];
        }),
      },
    },
  ];
}
