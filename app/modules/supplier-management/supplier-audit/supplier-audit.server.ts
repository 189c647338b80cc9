import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type AnyLine, type AnyRecord, type Complaint, complain, type Work } from "~/engine/entity";
import type { EntityServer, Finding, RecordChart } from "~/engine/entity/server-hooks";
import { announce } from "~/engine/notify/announce.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCountsBy, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimalOrZero, sum } from "~/shared/decimal";
import { supplierAudit } from "./supplier-audit.entity";
import {
  addMonths,
  CONCLUSIONS,
  type Conclusion,
  cycleMonths,
  pointsOf,
  ROUNDS_IN_A_ROW,
} from "./supplier-audit.rules";

const KEY = supplierAudit.key;
const TEMPLATE = "supplier-management/scoring-template";
const SUPPLIER = "supplier-management/supplier";
const ACTION = "supplier-audit/corrective-action";
const ADMISSION = "supplier-management/admission";
const OPEN_ACTIONS = ["draft", "issued", "contained", "returned", "submitted", "verifying"];
const DONE = ["correcting", "closed"];
const NOTICE = ["planned", "notified"];

const lines = z.object({ pass_line: z.string().nullable(), conditional_line: z.string().nullable() });
const dimension = z.object({ code: z.string(), name: z.string() });
const item = z.object({
  dim_code: z.string(),
  item: z.string(),
  requirement: z.string().nullable(),
  max_score: z.string(),
  is_veto: z.boolean(),
  na_allowed: z.boolean(),
  line_no: z.number(),
});

/** The sheet of this moment: what the template becomes later does not change the audit. */
async function freezeSheet(context: Context, { record, set, append }: Work): Promise<void> {
  const id = String(record.template_id);
  const [head] = await unscopedRows(context, TEMPLATE, ["pass_line", "conditional_line"], [where.eq("id", id)]);
  set(lines.parse(head));
  const own = [where.eq("root_id", id)];
  const names = new Map(
    (await unscopedLines(context, TEMPLATE, "dims", ["code", "name"], own)).map((row) => {
      const { code, name } = dimension.parse(row);
      return [code, name];
    }),
  );
  const rows = await unscopedLines(context, TEMPLATE, "items", Object.keys(item.shape), own);
  for (const { dim_code, item: content, line_no: _place, ...kept } of rows
    .map((row) => item.parse(row))
    .sort((a, b) => a.line_no - b.line_no))
    append("items", { section: names.get(dim_code) ?? dim_code, content, ...kept });
}

/** Who leads an audit stands outside the business with the supplier. */
async function leaderOutside(context: Context, record: AnyRecord): Promise<string | null> {
  const own = where.eq("id", String(record.supplier_id));
  const [supplier] = await unscopedRows(context, SUPPLIER, ["buyer_id"], [own]);
  return supplier?.buyer_id === record.leader_id ? "审核组长不能为该供应商归口采购员" : null;
}

/** Nobody leads at the same supplier for ever. */
async function leaderRotates(context: Context, record: AnyRecord): Promise<string | null> {
  const past = await unscopedRows(
    context,
    KEY,
    ["leader_id", "plan_date"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.oneOf("state", DONE),
      where.not(where.eq("id", record.id)),
    ],
  );
  const last = past.sort((a, b) => (String(a.plan_date) < String(b.plan_date) ? 1 : -1)).slice(0, ROUNDS_IN_A_ROW);
  return last.length === ROUNDS_IN_A_ROW && last.every(({ leader_id }) => leader_id === record.leader_id)
    ? `同一审核员已连续审核该供应商${ROUNDS_IN_A_ROW}次，请更换`
    : null;
}

/** One corrective action per finding that has to be answered, issued at once. */
async function begetActions(context: Context, { record, setLine }: Work): Promise<void> {
  const screen = context.services.registry.mainScreen(ACTION);
  const system = consequenceOf(context);
  const items = linesOf(record, "items");
  for (const [index, row] of linesOf(record, "findings").entries()) {
    if (row.severity === "observation") continue;
    const about = items[Number(row.item_no) - 1];
    const saved = await createRecord(system, {
      screen: { ...screen, initial: { ...screen.initial, audit_id: record.id } },
      values: {
        supplier_id: record.supplier_id,
        source_type: "audit",
        source_no: record.number,
        title: `审核不符合项${index + 1}${about ? `：${String(about.content)}` : ""}`.slice(0, 100),
        problem: row.description,
        severity: row.severity,
        method: row.severity === "critical" ? "d8" : "capa",
        owner_id: record.leader_id,
        report_due: row.due_date ?? "",
        verify_mode: "photo",
      },
    });
    await applyTransition(system, { entity: context.services.registry.entity(ACTION), id: saved.id, name: "issue" });
    setLine("findings", row.id, { corrective_action_id: saved.id });
  }
}

/** When the supplier is to be seen again follows from its risk and its grade. */
async function nextAudit(context: Context, { record, set, today }: Work): Promise<void> {
  const names = ["risk_level", "grade"].filter((name) => name in context.services.registry.entity(SUPPLIER).fields);
  const [row] =
    names.length === 0
      ? []
      : await unscopedRows(context, SUPPLIER, names, [where.eq("id", String(record.supplier_id))]);
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  set({ next_audit_date: addMonths(today, cycleMonths(text(row?.risk_level), text(row?.grade))) });
}

/** Rows of the sheet come from the template alone; what is not scored by hand follows from the judgement. */
function completeSheet(record: AnyRecord, before: AnyRecord | null): Complaint[] {
  const stored = before ? linesOf(before, "items") : [];
  const rows = linesOf(record, "items");
  if (rows.map(({ id }) => id).join() !== stored.map(({ id }) => id).join())
    return [complain("items", "评分表由模板生成，不能增加、删除或移动条目")];
  const known = new Map(stored.map((row) => [row.id, row]));
  for (const row of rows) {
    const old = known.get(row.id);
    // A score that came from the old judgement follows the new one.
    const follows = row.score === null || (old?.score === row.score && old?.result !== row.result);
    if (follows) row.score = pointsOf(typeof row.result === "string" ? row.result : null, String(row.max_score));
  }
  return [];
}

/** Part of the points reached in each chapter, of 100. */
function bySection(rows: readonly AnyLine[]): Map<string, string> {
  const sections = new Map<string, AnyLine[]>();
  for (const row of rows) {
    if (row.result === null || row.result === "na") continue;
    const name = String(row.section);
    sections.set(name, [...(sections.get(name) ?? []), row]);
  }
  return new Map(
    [...sections].map(([name, own]) => {
      const most = sum(own.map(({ max_score }) => String(max_score)));
      const reached = own.reduce((total, { score }) => total.plus(decimalOrZero(score as string | null)), sum([]));
      return [name, most.eq(0) ? "0" : reached.times(100).div(most).toFixed(1)];
    }),
  );
}

/** The audit before this one at the same supplier. */
async function lastBefore(context: Context, record: AnyRecord) {
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "plan_date"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.oneOf("state", DONE),
      where.not(where.eq("id", record.id)),
      where.atMost("plan_date", String(record.plan_date)),
    ],
  );
  return rows.sort((a, b) => (String(a.plan_date) < String(b.plan_date) ? 1 : -1))[0];
}

/** The admission that waits for this audit takes over its result; one that was called off frees the step again. */
async function tellAdmission(context: Context, record: AnyRecord): Promise<void> {
  const waiting = await unscopedRows(
    context,
    ADMISSION,
    ["id"],
    [where.eq("audit_id", record.id), where.eq("state", "verifying")],
  );
  const isOff = record.state === "cancelled";
  const input = isOff ? {} : { audit: record.id, result: record.conclusion, score: record.score };
  const entity = context.services.registry.entity(ADMISSION);
  for (const { id } of waiting)
    await applyTransition(consequenceOf(context), { entity, id: String(id), name: "note_audit", input });
}

function about(record: AnyRecord) {
  const number = String(record.number);
  return { values: { number, day: String(record.plan_date) }, record: { entity: KEY, id: record.id, number } };
}

function blocked(text: string | null): Finding[] {
  return text === null ? [] : [{ check: "leader", level: "block", text }];
}

export const supplierAuditServer: EntityServer = {
  async prepare({ record, before }) {
    if (record.state === "in_progress") completeSheet(record, before);
  },
  async beforeSave({ context, record, before }): Promise<Complaint[]> {
    if (record.state === "in_progress") return completeSheet(record, before);
    const text = await leaderOutside(context, record);
    return text === null ? [] : [complain("leader_id", text)];
  },
  async moved({ context, move, record }) {
    const suppliers = [String(record.supplier_id)];
    if (move === "approve" || move === "cancel") await tellAdmission(context, record);
    if (move === "notify" || move === "reschedule")
      await announce(context, { scenario: "audit.notified", ...about(record), toSuppliers: suppliers });
    if (move === "confirm_date" || move === "propose_date") {
      const { values, ...rest } = about(record);
      const answer =
        move === "confirm_date" ? "确认按期接受审核" : `建议改到${String(record.proposed_date)}，请决定是否改期`;
      await announce(context, {
        scenario: "audit.answered",
        ...rest,
        values: { ...values, answer },
        to: [String(record.leader_id)],
      });
    }
    if (move === "submit")
      await announce(context, { scenario: "audit.report", ...about(record), toRoles: ["qa_manager"] });
    if (move === "approve") {
      const { values, ...rest } = about(record);
      const conclusion = CONCLUSIONS[record.conclusion as Conclusion] ?? "";
      await announce(context, {
        scenario: "audit.concluded",
        ...rest,
        values: { ...values, conclusion },
        toSuppliers: suppliers,
      });
    }
  },
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(
      context,
      KEY,
      ["id", "supplier_id", "plan_date", "state"],
      [where.oneOf("id", ids)],
    );
    const suppliers = [...new Set(rows.map(({ supplier_id }) => String(supplier_id)))];
    const past = await unscopedRows(
      context,
      KEY,
      ["id", "supplier_id", "plan_date", "score", "conclusion"],
      [where.oneOf("supplier_id", suppliers), where.oneOf("state", DONE)],
    );
    const [open] = await unscopedCountsBy(context, ACTION, "supplier_id", [
      [where.oneOf("supplier_id", suppliers), where.eq("source_type", "audit"), where.oneOf("state", OPEN_ACTIONS)],
    ]);
    const today = dayOf(context.now);
    return new Map(
      rows.map(({ id, supplier_id, plan_date, state }) => {
        const last = past
          .filter((one) => one.supplier_id === supplier_id && one.id !== id)
          .sort((a, b) => (String(a.plan_date) < String(b.plan_date) ? 1 : -1))[0];
        const late = NOTICE.includes(String(state)) ? daysBetween(String(plan_date), today) : 0;
        const conclusion = last ? (CONCLUSIONS[last.conclusion as Conclusion] ?? "") : "";
        return [
          String(id),
          {
            overdue_days: late > 0 ? late : null,
            last_audit: last ? `${String(last.plan_date)} ${String(last.score ?? "")}分 ${conclusion}` : "从未审核",
            open_findings: open?.get(String(supplier_id)) ?? 0,
          },
        ];
      }),
    );
  },
  async sections(context, record): Promise<RecordChart[]> {
    const now = bySection(linesOf(record, "items"));
    if (now.size < 2) return [];
    const before = await lastBefore(context, record);
    const rows = before
      ? await unscopedLines(
          context,
          KEY,
          "items",
          ["section", "result", "max_score", "score"],
          [where.eq("root_id", String(before.id))],
        )
      : [];
    const then = bySection(rows as unknown as AnyLine[]);
    const labels = [...now.keys()];
    const series = [{ label: "本次", values: labels.map((name) => now.get(name) ?? "0") }];
    if (before)
      series.push({
        label: `上次（${String(before.plan_date)}）`,
        values: labels.map((name) => then.get(name) ?? "0"),
      });
    return [
      {
        kind: "chart",
        title: "章节得分",
        chart: { kind: "bar", caption: "各章节得分率", axis: "章节", unit: "%", labels, series },
      },
    ];
  },
  transitions: {
    start: {
      async check(context, record) {
        const [template] = await unscopedRows(
          context,
          TEMPLATE,
          ["state"],
          [where.eq("id", String(record.template_id))],
        );
        const retired = template?.state === "published" ? null : "审核模板已停用，请先改选已发布的模板";
        return [
          ...blocked(await leaderOutside(context, record)),
          ...blocked(await leaderRotates(context, record)),
          ...blocked(retired),
        ];
      },
      effect: freezeSheet,
    },
    approve: {
      async effect(context, work) {
        await begetActions(context, work);
        await nextAudit(context, work);
      },
    },
    close: {
      async check(context, record) {
        const [open] = await unscopedCountsBy(context, ACTION, "audit_id", [
          [where.eq("audit_id", record.id), where.oneOf("state", OPEN_ACTIONS)],
        ]);
        const count = open?.get(record.id) ?? 0;
        return count === 0
          ? []
          : [{ check: "actions", level: "block", text: `还有${count}张整改单没有关闭，审核不能关闭` }];
      },
    },
  },
};
