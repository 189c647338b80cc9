import { z } from "zod";
import { type Context, consequenceOf, systemContext } from "~/engine/context.server";
import { complain } from "~/engine/entity";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, OwnSection } from "~/engine/entity/server-hooks";
import { nextRuns, type Schedule, scheduleComplaint } from "~/engine/jobs/schedule.server";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { rowFilter, screenFor } from "~/engine/operations/scope.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { withDescendants } from "~/engine/operations/tree.server";
import { unscopedCount, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { recordPath } from "~/engine/screen/address";
import { isStorageAway } from "~/engine/storage-away.server";
import { addDays, chinaTime, dayOf, momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimalOrZero, formatDecimal, roundQuantity, sum } from "~/shared/decimal";
import { overdueChart } from "./overdue-chart.server";
import { undeliveredMail } from "./undelivered-mail.entity";
import { dueText, escalates, reminds, runsOn } from "./undelivered-mail.rules";

type UndeliveredMailRecord = RecordFor<"master-data/undelivered-mail">;

const { key } = undeliveredMail;
const ORDER = "purchase-orders/purchase-order";
const MATERIAL = "master-data/material";
const TYPE = "master-data/material-type";
const SUPPLIER = "supplier-management/supplier";
const LOG = "master-data/undelivered-mail-log";
const USER = "system-management/user";
/** Orders that a supplier has in hand. */
const IN_HAND = ["released", "negotiating", "confirmed"];
/** Lines that a message tells one by one; the rest is counted. */
const NOTIFIED = 50;
/** Lines of the preview. */
const SHOWN = 100;

const planSchema = z.object({
  id: z.string(),
  title: z.string(),
  factory_id: z.string().nullable(),
  material_type_id: z.string().nullable(),
  before_days: z.number().nullable(),
  after_days: z.number().nullable(),
  escalate_days: z.number().nullable(),
  extra_to: z.string().nullable(),
  escalate_to: z.string().nullable(),
  schedule: z.string(),
  last_run_on: z.string().nullable(),
});
type Plan = z.infer<typeof planSchema> & { suppliers: readonly string[] };

interface OpenLine {
  id: string;
  orderId: string;
  number: string;
  supplierId: string;
  lineNo: number;
  materialId: string;
  /** What has not been received of it. */
  missing: string;
  due: string;
  /** The day that was confirmed first: what was put off later is late all the same. */
  promised: string;
}

function planOf(record: UndeliveredMailRecord): Plan {
  const suppliers = linesOf(record, "suppliers").map(({ supplier_id }) => String(supplier_id));
  return { ...planSchema.parse(record), suppliers };
}

/** A kind of material with what stands below it. */
async function materialsOf(context: Context, typeId: string): Promise<Set<string>> {
  const types = await withDescendants(context, TYPE, [typeId]);
  const rows = await unscopedRows(context, MATERIAL, ["id"], [where.oneOf("material_type_id", types)]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Lines of orders in hand that the plan is about and that are not done, due up to the last day it looks at: the day the supplier
 * confirmed, else the day that was asked for.
 * @param seen narrows the orders to those a person sees
 */
async function openLines(
  context: Context,
  plan: Plan,
  seen: readonly ConditionOn<typeof ORDER>[] = [],
): Promise<OpenLine[]> {
  const today = dayOf(context.now);
  const last = addDays(today, plan.before_days ?? 0);
  const undone = where.all(
    where.oneOf("line_status", ["open", "partial"]),
    where.any(
      where.all(where.empty("confirm_date"), where.atMost("required_date", last)),
      where.atMost("confirm_date", last),
    ),
  );
  const inHand = where.all(
    where.oneOf("state", IN_HAND),
    ...(plan.factory_id === null ? [] : [where.eq("factory_id", plan.factory_id)]),
    ...(plan.suppliers.length === 0 ? [] : [where.oneOf("supplier_id", plan.suppliers)]),
  );
  // Each side says in words what the other must be: there may be more of them than a statement takes ids.
  const ofOrder = where.someRow({ table: "purchase_order", column: "id", equals: "root_id", inner: inHand });
  const columns = [
    "id",
    "root_id",
    "line_no",
    "material_id",
    "qty",
    "accepted_qty",
    "exchanged_qty",
    "open_qty",
    "required_date",
    "confirm_date",
    "first_confirm_date",
  ] as const;
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns,
    where: [undone, ofOrder],
  });
  if (lines.length === 0) return [];
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "number", "supplier_id"],
    [inHand, where.someLine("purchase_order_items", undone), ...seen],
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  const materials = plan.material_type_id === null ? null : await materialsOf(context, plan.material_type_id);
  return lines
    .flatMap((line): OpenLine[] => {
      const order = byId.get(line.root_id);
      const materialId = line.material_id;
      if (!order || (materials && !materials.has(materialId))) return [];
      const due = line.confirm_date ?? line.required_date;
      const missing = sum([line.qty, line.exchanged_qty]).minus(decimalOrZero(line.accepted_qty));
      // What is on its way in time needs no reminder.
      if (missing.lte(0) || (due >= today && !decimalOrZero(line.open_qty).gt(0))) return [];
      return [
        {
          id: line.id,
          orderId: order.id,
          number: String(order.number),
          supplierId: order.supplier_id,
          lineNo: Number(line.line_no),
          materialId,
          missing: roundQuantity(missing),
          due,
          promised: line.first_confirm_date ?? due,
        },
      ];
    })
    .sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.number < b.number ? -1 : a.lineNo - b.lineNo));
}

/** Lines that were told of today already, by whichever plan. */
async function notifiedToday(context: Context): Promise<Set<string>> {
  const since = where.atLeast("sent_at", momentOf(dayOf(context.now)));
  const rows = await unscopedRows(context, LOG, ["line_ids"], [since]);
  return new Set(rows.flatMap(({ line_ids }) => (typeof line_ids === "string" ? line_ids.split(",") : [])));
}

async function supplierNames(context: Context, ids: readonly string[]) {
  const rows = await ask(context, SUPPLIER, "names", ids);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How people call the materials of lines, and in what they are counted. */
async function materialsOfLines(context: Context, lines: readonly { materialId: string }[]) {
  const ids = [...new Set(lines.map(({ materialId }) => materialId))];
  const columns = ["id", "code", "name", "uom"] as const;
  const rows = ids.length === 0 ? [] : await unscopedRows(context, MATERIAL, columns, [where.oneOf("id", ids)]);
  const { uom } = context.services.registry.entity(MATERIAL).fields;
  const unitOf = (code: unknown) => (uom && typeof code === "string" ? choiceLabel(uom.options, code) : "");
  const texts = new Map(rows.map((row) => [row.id, { name: `${row.code} ${row.name}`, unit: unitOf(row.uom) }]));
  return (id: string) => texts.get(id) ?? { name: "", unit: "" };
}

/** The day a supplier promised last for each line it was reminded of, by line. */
async function promises(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const days = await limitFor(context, "undelivered.promiseDays");
  const since = where.atLeast("sent_at", momentOf(addDays(dayOf(context.now), -days)));
  const rows = await unscopedRows(
    context,
    LOG,
    ["line_ids", "reply_date", "replied_at"],
    [where.eq("state", "answered"), since],
  );
  const wanted = new Set(ids);
  const sorted = rows.toSorted((one, other) => (String(one.replied_at) < String(other.replied_at) ? -1 : 1));
  return new Map(
    sorted.flatMap(({ line_ids, reply_date }) =>
      (line_ids ?? "")
        .split(",")
        .filter((id) => wanted.has(id))
        .map((id): [string, string] => [id, String(reply_date)]),
    ),
  );
}

/** The lines a run reminds of now. */
async function linesToNotify(
  context: Context,
  plan: Plan,
  byHand: boolean,
  seen: readonly ConditionOn<typeof ORDER>[] = [],
) {
  const today = dayOf(context.now);
  const madeUp = await limitFor(context, "undelivered.madeUpDays");
  const asked = { today, since: plan.last_run_on, byHand, madeUp };
  const lines = (await openLines(context, plan, seen)).filter(({ due }) => reminds(plan, due, asked));
  if (byHand || lines.length === 0) return lines;
  const notified = await notifiedToday(context);
  return lines.filter(({ id }) => !notified.has(id));
}

/** One message per supplier with its lines, a copy to whoever is named, and a row of the log. @returns how many lines */
async function notifyNow(context: Context, plan: Plan, byHand: boolean): Promise<number> {
  const lines = await linesToNotify(context, plan, byHand);
  const suppliers = await supplierNames(context, [...new Set(lines.map(({ supplierId }) => supplierId))]);
  const materialOf = await materialsOfLines(context, lines);
  const today = dayOf(context.now);
  for (const [supplierId, supplier] of suppliers) {
    const own = lines.filter((line) => line.supplierId === supplierId);
    const overdue = own.filter(({ due }) => due < today);
    const said = own.slice(0, NOTIFIED).map(({ number, lineNo, materialId, missing, due }) => {
      const { name, unit } = materialOf(materialId);
      return `${number} 行${lineNo} ${name} ${formatDecimal(missing)}${unit}，交期${due}（${dueText(due, today)}）`;
    });
    if (own.length > NOTIFIED) said.push(`另有${own.length - NOTIFIED}行，请在采购订单中查看`);
    const values = {
      supplier,
      count: String(own.length),
      overdue: String(overdue.length),
      lines: said.join("\n"),
    };
    const noted = await note(context, plan, { supplierId, supplier, own, overdue: overdue.length, said, byHand });
    await notify(context, {
      scenario: "order.undelivered",
      values,
      toSuppliers: [supplierId],
      readers: [supplierId],
      ...(plan.extra_to ? { to: [plan.extra_to] } : {}),
      record: { entity: LOG, id: noted },
    });
    const late = own.filter(({ promised }) => escalates(plan, promised, today));
    if (late.length > 0 && plan.escalate_to)
      await notify(context, {
        scenario: "order.undelivered-escalated",
        values: { supplier, count: String(late.length), days: String(plan.escalate_days) },
        to: [plan.escalate_to],
        path: "/purchase-orders/purchase-order?overdue_only=1",
      });
  }
  return lines.length;
}

interface Notified {
  supplierId: string;
  supplier: string;
  own: readonly OpenLine[];
  overdue: number;
  said: readonly string[];
  byHand: boolean;
}

/** The row of the log about one message, which the supplier answers. @returns its id */
async function note(context: Context, plan: Plan, notified: Notified): Promise<string> {
  const accounts = [where.eq("supplier_id", notified.supplierId), where.eq("state", "active")];
  const people = await unscopedCount(context, USER, accounts);
  const addressed = await unscopedRows(context, USER, ["email"], [...accounts, where.set("email")]);
  const mails = addressed.length;
  const screen = context.services.registry.mainScreen(LOG);
  const result = people === 0 ? "failed" : mails === 0 ? "site" : "sent";
  const problem = {
    failed: `供应商${notified.supplier}没有可登录的账号`,
    site: `供应商${notified.supplier}未维护邮箱`,
    sent: null,
  };
  const initial = {
    ...screen.initial,
    line_ids: notified.own.map(({ id }) => id).join(","),
    to_email: addressed.map(({ email }) => String(email)).join("、") || null,
    latest_due:
      notified.own
        .map(({ due }) => due)
        .sort()
        .at(-1) ?? null,
  };
  const { id } = await createRecord(consequenceOf(context), {
    screen: { ...screen, initial },
    values: {
      plan_id: plan.id,
      supplier_id: notified.supplierId,
      sent_at: chinaTime(context.now),
      by_hand: notified.byHand ? "1" : "0",
      line_count: String(notified.own.length),
      overdue_count: String(notified.overdue),
      mail_result: result,
      error: problem[result],
      content: notified.said.join("\n"),
    },
  });
  return id;
}

async function somethingToSend(context: Context, record: UndeliveredMailRecord): Promise<Finding[]> {
  const lines = await linesToNotify(context, planOf(record), true);
  if (lines.length === 0) return [{ check: "lines", level: "block", text: "没有符合方案的未交订单行，不需要发送" }];
  const suppliers = new Set(lines.map(({ supplierId }) => supplierId)).size;
  return [{ check: "lines", level: "note", text: `将提醒${suppliers}家供应商，共${lines.length}行订单` }];
}

export const undeliveredMailServer: EntityServer<"master-data/undelivered-mail"> = {
  async beforeSave({ context, record, set }) {
    if (record.schedule !== "cron") {
      set({ schedule_conf: null });
      return [];
    }
    const complaint = scheduleComplaint(expressionOf(record.schedule_conf), context.now);
    return complaint ? [complain("schedule_conf", complaint)] : [];
  },
  /** How many overdue lines there were, and what would be sent now, as far as the reader sees the orders. */
  async sections(context, record): Promise<OwnSection[]> {
    const screen = screenFor(context, ORDER, "get");
    const trend = screenFor(context, LOG, "query") ? await overdueChart(context, record.id) : [];
    if (!screen) return trend;
    const today = dayOf(context.now);
    const lines = await linesToNotify(
      context,
      planOf(record),
      true,
      rowFilter(context, context.services.registry.entity(ORDER)),
    );
    const suppliers = await supplierNames(context, [...new Set(lines.map(({ supplierId }) => supplierId))]);
    const materialOf = await materialsOfLines(context, lines);
    const columns = ["供应商", "订单", "行", "物料", "未交数量", "交期", "情况", "供应商答复"];
    const promised = await promises(
      context,
      lines.map(({ id }) => id),
    );
    return [
      ...trend,
      {
        kind: "table",
        title:
          lines.length > SHOWN
            ? `预览：现在发送的订单行（前${SHOWN}行，共${lines.length}行）`
            : "预览：现在发送的订单行",
        table: {
          caption: "现在发送的订单行",
          columns: columns.map((label, at) => ({
            key: String(at),
            label,
            align: label === "未交数量" ? "end" : "start",
          })),
          rows: lines.slice(0, SHOWN).map((line) => ({
            id: line.id,
            cells: [
              { text: suppliers.get(line.supplierId) ?? "" },
              { text: line.number, href: recordPath(screen, line.orderId) },
              { text: String(line.lineNo) },
              { text: materialOf(line.materialId).name },
              { text: `${formatDecimal(line.missing)}${materialOf(line.materialId).unit}` },
              { text: line.due },
              { text: dueText(line.due, today), ...(line.due < today ? { tone: "refused" as const } : {}) },
              { text: promised.get(line.id) ?? "" },
            ],
          })),
        },
      },
    ];
  },
  transitions: {
    send: {
      check: somethingToSend,
      async effect(context, work) {
        const count = await notifyNow(context, planOf(work.record), true);
        work.set({ last_count: count });
      },
    },
  },
};

const expressionOf = (conf: unknown): Schedule => ({
  type: "cron",
  conf: typeof conf === "string" ? conf : null,
  zone: "Asia/Shanghai",
});

/** What a round of the plans came to: how many sent something, how many lines they told of, and which could not be carried out. */
export interface UndeliveredRound {
  plans: number;
  lines: number;
  /** Titles of plans that failed; the log of the process says why. They are tried again with the next round of the day. */
  failed: string[];
}

type PlanTimes = Readonly<Record<string, unknown>>;

/** Whether a plan with days is run today, once. */
function isOfToday({ schedule, last_run_on }: PlanTimes, now: Date): boolean {
  const today = dayOf(now);
  return runsOn(String(schedule), today) && (last_run_on === null || String(last_run_on) < today);
}

/** Whether a time of its expression has come since the plan was looked at last. */
function isOfNow({ schedule, schedule_conf, last_looked_at, created_at }: PlanTimes, now: Date): boolean {
  if (schedule !== "cron") return false;
  const since = new Date(String(last_looked_at ?? created_at));
  const [next] = nextRuns(expressionOf(schedule_conf), since, 1);
  return next !== undefined && next <= now;
}

/** Runs the plans with an expression whose time has come; see `sendUndelivered`. */
export function sendUndeliveredByTime(services: Context["services"]): Promise<UndeliveredRound> {
  return sendPlans(services, isOfNow);
}

/**
 * Runs the plans whose day it is, each once a day and by itself: what is wrong with one keeps no other from being carried out.
 * @throws StorageError when storage is out of reach, which no plan would survive
 */
export function sendUndelivered(services: Context["services"]): Promise<UndeliveredRound> {
  return sendPlans(services, isOfToday);
}

async function sendPlans(
  services: Context["services"],
  isDue: (plan: PlanTimes, now: Date) => boolean,
): Promise<UndeliveredRound> {
  const context = systemContext(services, "未交货提醒");
  const columns = ["id", "title", "schedule", "schedule_conf", "last_run_on", "last_looked_at", "created_at"] as const;
  const rows = await unscopedRows(context, key, columns, [where.eq("state", "active")]);
  const round: UndeliveredRound = { plans: 0, lines: 0, failed: [] };
  for (const { id, title, ...times } of rows) {
    if (!isDue(times, context.now)) continue;
    try {
      const count = await runPlan(context, id);
      if (count > 0) round.plans += 1;
      round.lines += count;
    } catch (error) {
      if (isStorageAway(error)) throw error;
      services.log.error({ err: error, plan: id }, "a plan of reminders failed");
      round.failed.push(title);
    }
  }
  return round;
}

/** @returns how many lines were told of */
async function runPlan(context: Context, id: string): Promise<number> {
  return inTransaction(context, async () => {
    const { record } = await openRecord(context, { entity: undeliveredMail, id });
    const count = await notifyNow(context, planOf(record), false);
    await applyTransition(context, { entity: undeliveredMail, id, name: "note_run", input: { count } });
    return count;
  });
}
