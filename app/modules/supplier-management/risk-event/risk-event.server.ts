import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { closeTasks, openTask } from "~/engine/tasks/tasks.server";
import { dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { FREEZE } from "../proposed-freeze.server";
import { AUDIT, begunBy, freezeFor, impactOf, openProposal, proposeAudit } from "./risk-consequences.server";
import { riskEvent } from "./risk-event.entity";
import { overdueDays, RISK_CATEGORIES, riskScore, scoreSince, WEIGHING } from "./risk-event.rules";
import { riskFigures } from "./risk-figures.server";
import { saveLevel } from "./risk-levels.server";
import { openMeasures } from "./risk-measures.server";
import { noticeRisk } from "./risk-notice.server";
import { copyToRelated } from "./risk-related.server";

type RiskEventRecord = RecordFor<"supplier-management/risk-event">;

const SUPPLIER = "supplier-management/supplier";

const events = z.array(
  z.object({ category: z.string(), coefficient: z.number(), state: z.string(), closed_on: z.string().nullable() }),
);

const lateLines = z.array(
  z.object({ root_id: z.string(), due_date: z.string().nullable(), done_date: z.string().nullable() }),
);

async function supplierName(context: Context, id: unknown): Promise<string> {
  const [row] = await ask(context, SUPPLIER, "names", [String(id)]);
  return row?.name ?? "";
}

async function notifyOwner(context: Context, record: RiskEventRecord, owner: string): Promise<void> {
  await notify(context, {
    scenario: "risk.new",
    values: {
      number: String(record.number),
      title: String(record.title),
      supplier: await supplierName(context, record.supplier_id),
    },
    to: [owner],
    record: { entity: riskEvent.key, id: record.id, number: record.number },
  });
}

/** Events of the supplier that count for its score, this one included. */
async function scored(context: Context, record: RiskEventRecord, since: string): Promise<z.infer<typeof events>> {
  const rows = await unscopedRows(
    context,
    riskEvent.key,
    ["category", "coefficient", "state", "closed_on"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.any(
        where.oneOf("state", WEIGHING),
        where.all(where.eq("state", "closed"), where.atLeast("closed_on", since)),
      ),
    ],
  );
  return events.parse(rows);
}

const planned = z.array(
  z.object({ id: z.string(), measure: z.string(), due_date: z.string().nullable(), done_date: z.string().nullable() }),
);

/** Measures of a running event that are late, above all else on its page. */
function lateMeasures(record: RiskEventRecord, today: string): RecordTable[] {
  if (!WEIGHING.some((state) => state === record.state)) return [];
  const measures = planned.parse(linesOf(record, "measures"));
  const days = overdueDays({ measures }, today);
  if (days === null) return [];
  const late = measures.filter(
    ({ due_date, done_date }) => done_date === null && due_date !== null && due_date < today,
  );
  const title = `风险应对措施已逾期${days}天`;
  return [
    {
      kind: "table",
      first: true,
      title,
      table: {
        caption: title,
        columns: columnsOf(["应对措施", "计划完成", "逾期"]),
        rows: late.map(({ id, measure, due_date }) => ({
          id,
          cells: [
            { text: measure },
            { text: due_date ?? "" },
            { text: `${daysBetween(due_date ?? today, today)}天`, tone: "refused" as const },
          ],
        })),
      },
    },
  ];
}

export const riskEventServer: EntityServer<"supplier-management/risk-event"> = {
  figures: riskFigures,
  publishes: { notice: noticeRisk },
  async extra(context, _screen, ids) {
    const today = dayOf(context.now);
    const rows = await unscopedLines(context, {
      entityKey: riskEvent.key,
      lines: "measures",
      columns: ["root_id", "due_date", "done_date"],
      where: [where.oneOf("root_id", ids), where.past("due_date"), where.empty("done_date")],
    });
    const lines = lateLines.parse(rows);
    return new Map(
      ids.map((id) => {
        const days = overdueDays({ measures: lines.filter(({ root_id }) => root_id === id) }, today);
        return [id, { overdue: days === null ? null : `逾期${days}天` }];
      }),
    );
  },
  async stored({ context, record, before }) {
    const owner = record.owner_id;
    if (owner && owner !== before?.owner_id && owner !== context.actor.id) await notifyOwner(context, record, owner);
  },
  deadlines: { measures: openMeasures },
  async afterTransition({ context, transition, record }) {
    if (transition === "confirm" || transition === "close")
      await saveLevel(context, String(record.supplier_id), record.number);
    if (transition === "confirm") await copyToRelated(context, record);
    if (transition === "confirm" && record.level === "high") {
      await openTask(context, {
        title: "高风险事件：请决定是否发起冻结或专项审核",
        entity: riskEvent.key,
        recordId: record.id,
        role: "purchase_manager",
        priority: "high",
        while: WEIGHING,
      });
    }
    if (transition === "propose_freeze" || transition === "propose_audit")
      await closeTasks(context, { entity: riskEvent.key, recordId: record.id });
  },
  transitions: {
    propose_freeze: {
      check: async (context, { number }) => openProposal(context, FREEZE, number),
      effect: freezeFor,
    },
    propose_audit: {
      check: async (context, { number }) => openProposal(context, AUDIT, number),
      effect: proposeAudit,
    },
  },
  async sections(context, record): Promise<(RecordTable | RecordChart)[]> {
    const today = dayOf(context.now);
    const late = [
      ...lateMeasures(record, today),
      ...(await impactOf(context, record)),
      ...(await begunBy(context, record)),
    ];
    const halfLife = await limitFor(context, "risk.halfLifeDays");
    const since = scoreSince(today, halfLife);
    const all = await scored(context, record, since);
    if (all.length === 0) return late;
    const categories = Object.entries<string>(RISK_CATEGORIES)
      .map(([key, label]) => ({ label, count: all.filter(({ category }) => category === key).length }))
      .filter(({ count }) => count > 0);
    return [
      ...late,
      {
        kind: "chart",
        title: `该供应商的风险构成（安全分${riskScore(all, today, halfLife)}，满分100）`,
        chart: {
          kind: "bar",
          caption: `未关闭和${since}以后关闭的风险事件`,
          axis: "类别",
          unit: "件",
          labels: categories.map(({ label }) => label),
          series: [{ label: "事件数", values: categories.map(({ count }) => String(count)) }],
        },
      },
    ];
  },
};
