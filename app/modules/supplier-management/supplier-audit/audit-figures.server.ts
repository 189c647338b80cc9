import type { Context } from "~/engine/context.server";
import type { Value } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import type { RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedCountsBy, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { supplierAudit } from "./supplier-audit.entity";
import { CONCLUSIONS, type Conclusion, pointsBySection } from "./supplier-audit.rules";

type SupplierAuditRecord = RecordFor<"supplier-management/supplier-audit">;

const { key, fields } = supplierAudit;
const ACTION = "supplier-audit/corrective-action";
/** States of corrective actions that are still to be answered or verified. */
export const OPEN_ACTIONS = ["draft", "issued", "contained", "returned", "submitted", "verifying"];
/** Audits with an approved report. */
export const DONE = ["correcting", "closed"];
/** Audits that are still to take place. */
export const NOTICE = ["planned", "notified"];
/** Earlier audits that are shown beside the present one. */
const MOST_EARLIER = 5;

/** Audits of the same site, or of the same supplier where none is named. */
export function placeOf(record: SupplierAuditRecord) {
  return typeof record.site_id === "string"
    ? where.eq("site_id", record.site_id)
    : where.eq("supplier_id", String(record.supplier_id));
}

const conclusionOf = (value: unknown) => CONCLUSIONS[value as Conclusion] ?? "";
const byDay = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  String(a.plan_date) < String(b.plan_date) ? 1 : -1;

/** Columns of the lists that are worked out: what is open after an audit, and what is known of the supplier before the next. */
export async function auditColumns(
  context: Context,
  screen: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, Value>>>> {
  if (screen === "quality-audit") {
    const [open] = await unscopedCountsBy(context, ACTION, "audit_id", [
      [where.oneOf("audit_id", ids), where.oneOf("state", OPEN_ACTIONS)],
    ]);
    return new Map(ids.map((id) => [id, { finding_open: open?.get(id) ?? 0 }]));
  }
  const rows = await unscopedRows(context, key, ["id", "supplier_id", "plan_date", "state"], [where.oneOf("id", ids)]);
  const suppliers = [...new Set(rows.map(({ supplier_id }) => supplier_id))];
  const past = await unscopedRows(
    context,
    key,
    ["id", "supplier_id", "plan_date", "score", "conclusion"],
    [where.oneOf("supplier_id", suppliers), where.oneOf("state", DONE)],
  );
  const [open] = await unscopedCountsBy(context, ACTION, "supplier_id", [
    [where.oneOf("supplier_id", suppliers), where.eq("source_type", "audit"), where.oneOf("state", OPEN_ACTIONS)],
  ]);
  const today = dayOf(context.now);
  return new Map(
    rows.map(({ id, supplier_id, plan_date, state }) => {
      const [last] = past.filter((one) => one.supplier_id === supplier_id && one.id !== id).sort(byDay);
      const late = NOTICE.includes(state) ? daysBetween(plan_date, today) : 0;
      return [
        id,
        {
          overdue_days: late > 0 ? late : null,
          last_audit: last ? `${last.plan_date} ${last.score ?? ""}分 ${conclusionOf(last.conclusion)}` : "从未审核",
          open_findings: open?.get(supplier_id) ?? 0,
        },
      ];
    }),
  );
}

/** Approved audits of the same place before this one, the newest first. */
async function earlier(context: Context, record: SupplierAuditRecord) {
  const rows = await unscopedRows(
    context,
    key,
    ["id", "number", "audit_type", "plan_date", "score", "conclusion"],
    [
      placeOf(record),
      where.oneOf("state", DONE),
      where.not(where.eq("id", record.id)),
      where.atMost("plan_date", String(record.plan_date)),
    ],
  );
  return rows.sort(byDay).slice(0, MOST_EARLIER);
}

/** How the chapters did, this time and the last, and what the audits before said. */
export async function auditSections(
  context: Context,
  record: SupplierAuditRecord,
): Promise<(RecordTable | RecordChart)[]> {
  const past = await earlier(context, record);
  return [...(await chapters(context, record, past[0])), ...history(context, past)];
}

async function chapters(
  context: Context,
  record: SupplierAuditRecord,
  before: Readonly<Record<string, unknown>> | undefined,
): Promise<RecordChart[]> {
  const now = pointsBySection(linesOf(record, "items"));
  if (now.size < 2) return [];
  const columns = ["section", "result", "max_score", "score", "line_no"] as const;
  const rows = before
    ? await unscopedLines(context, {
        entityKey: key,
        lines: "items",
        columns,
        where: [where.eq("root_id", String(before.id))],
      })
    : [];
  const then = pointsBySection(rows);
  const labels = [...now.keys()];
  const of = (points: ReadonlyMap<string, string>) => labels.map((name) => points.get(name) ?? "0");
  const series = [
    { label: "本次", values: of(now) },
    ...(before ? [{ label: `上次（${String(before.plan_date)}）`, values: of(then) }] : []),
  ];
  return [
    {
      kind: "chart",
      title: "章节得分",
      chart: { kind: "radar", caption: "各章节得分率", axis: "章节", unit: "%", labels, series },
    },
  ];
}

function history(context: Context, past: readonly Readonly<Record<string, unknown>>[]): RecordTable[] {
  const screen = screenFor(context, key, "get");
  if (past.length === 0 || !screen) return [];
  const { audit_type: type, conclusion } = fields;
  return [
    {
      kind: "table",
      title: "历次审核",
      table: {
        caption: "此前的审核",
        columns: columnsOf(["单号", "审核类型", "计划日期", "得分", "结论"], ["得分"]),
        rows: past.map((row) => ({
          id: String(row.id),
          cells: [
            { text: String(row.number), href: recordPath(screen, String(row.id)) },
            { text: kindOf(type).show(String(row.audit_type), type.options) },
            { text: String(row.plan_date) },
            { text: String(row.score ?? "") },
            { text: conclusionOf(row.conclusion), ...toneOf(row.conclusion, conclusion.options.tones) },
          ],
        })),
      },
    },
  ];
}

function toneOf<T>(value: unknown, tones: Readonly<Record<string, T>> | undefined): { tone?: T } {
  const tone = tones?.[String(value)];
  return tone === undefined ? {} : { tone };
}
