import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type AnyRecord, type Complaint, complain, lineField, type Value, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { recordsWithSameFiles } from "~/engine/files/alike.server";
import { knownBatches } from "~/engine/operations/known-batches.server";
import { ask } from "~/engine/operations/published.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { openTask } from "~/engine/tasks/tasks.server";
import { addDays, addWorkdays, dayOf, daysBetween, workdaysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { correctionFigures } from "./correction-figures.server";
import { blamesPeopleAlone } from "./correction-report.rules";
import { reportRounds } from "./correction-rounds.server";
import { correctiveAction } from "./corrective-action.entity";
import { ANSWERING, DEADLINES, type Deadline, OPEN, type Severity } from "./corrective-action.rules";

type CorrectiveActionRecord = RecordFor<"supplier-audit/corrective-action">;

const KEY = correctiveAction.key;
const AUDIT = "supplier-management/supplier-audit";
const RULE = "supplier-audit/audit-rule";
const HOUR_MS = 60 * 60_000;

const ruled = z.array(
  z.object({
    contain_hours: z.number().nullable(),
    report_days: z.number().nullable(),
    verify_lots: z.number().nullable(),
  }),
);

/** Times of a severity: the company's own rule in force, else those the program ships. */
async function deadlineOf(context: Context, severity: Severity): Promise<Deadline> {
  const shipped = DEADLINES[severity];
  const known = context.services.registry.registrations.some(({ entity }) => entity.key === RULE);
  if (!known) return shipped;
  const inForce = await unscopedRows(
    context,
    RULE,
    ["id", "valid_from"],
    [where.eq("rule_kind", "deadline"), where.eq("enabled", true), where.atMost("valid_from", dayOf(context.now))],
  );
  if (inForce.length === 0) return shipped;
  const since = new Map(inForce.map(({ id, valid_from }) => [id, valid_from]));
  const rows = await unscopedLines(context, {
    entityKey: RULE,
    lines: "deadlines",
    columns: ["root_id", "contain_hours", "report_days", "verify_lots"],
    where: [where.oneOf("root_id", [...since.keys()]), where.eq("severity", severity)],
  });
  // The rule that came into force last speaks.
  const sinceOf = ({ root_id }: Readonly<Record<string, unknown>>) => since.get(String(root_id)) ?? "";
  const own = ruled.parse([...rows].sort((a, b) => (sinceOf(a) < sinceOf(b) ? 1 : -1)))[0];
  return {
    contain_hours: own?.contain_hours ?? shipped.contain_hours,
    report_days: own?.report_days ?? shipped.report_days,
    verify_lots: own?.verify_lots ?? shipped.verify_lots,
  };
}

/** The last action about the same fault of the same material within the window; what recurs has to say why. */
async function earlier(context: Context, record: CorrectiveActionRecord, today: string): Promise<string | null> {
  if (!record.material_id || !record.defect) return null;
  const since = addDays(today, -(await limitFor(context, "correction.recurrenceDays")));
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "issued_at"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("material_id", record.material_id),
      where.eq("defect", record.defect),
      where.set("issued_at"),
      where.atLeast("issued_at", `${addDays(since, -1)}T16:00:00.000Z`),
      where.not(where.eq("id", record.id)),
      where.not(where.eq("state", "cancelled")),
    ],
  );
  const last = rows.sort((a, b) => (String(a.issued_at) < String(b.issued_at) ? 1 : -1))[0];
  return last ? last.id : null;
}

/** Days and proof are fixed when it goes out. */
async function fixDates(context: Context, { record, set, today }: Work<CorrectiveActionRecord>): Promise<void> {
  const severity = correctiveAction.fields.severity.options.choices?.[String(record.severity)]
    ? (String(record.severity) as Severity)
    : "minor";
  const deadline = await deadlineOf(context, severity);
  set({
    report_due: record.report_due ?? addWorkdays(today, deadline.report_days),
    containment_due:
      record.method === "d8" ? new Date(context.now.getTime() + deadline.contain_hours * HOUR_MS).toISOString() : null,
    verify_lots: record.verify_lots ?? (record.verify_mode === "lots" ? deadline.verify_lots : null),
    recurrence_of: await earlier(context, record, today),
  });
}

/** A returned report has so many working days. */
async function answerAnew(context: Context, { set, today }: Work<CorrectiveActionRecord>): Promise<void> {
  set({ report_due: addWorkdays(today, await limitFor(context, "correction.returnDays")) });
}

/** The audit an action came from is closed with its last action. */
async function closeAudit(context: Context, auditId: string): Promise<void> {
  const open = await unscopedCount(context, KEY, [where.eq("audit_id", auditId), where.oneOf("state", OPEN)]);
  if (open > 0) return;
  const [audit] = await unscopedRows(context, AUDIT, ["state"], [where.eq("id", auditId)]);
  if (audit?.state !== "correcting") return;
  const entity = context.services.registry.entity(AUDIT);
  await applyTransition(consequenceOf(context), { entity, id: auditId, name: "close" });
}

/** A report cannot be asked of whoever cannot read the question. */
async function hasAccount(context: Context, record: CorrectiveActionRecord): Promise<Finding[]> {
  const own = [where.eq("supplier_id", String(record.supplier_id)), where.eq("state", "active")];
  if ((await unscopedCount(context, "system-management/user", own)) > 0) return [];
  const text = "该供应商没有可登录的平台账号，收不到整改单；请先开通账号，或由质量工程师代填";
  return [{ check: "account", level: "warn", text }];
}

/** Columns of the lists that are worked out: how late, how long waited for us, how many lots came in clean. */
function countsOf(row: Readonly<Record<string, unknown>>, today: string): Readonly<Record<string, Value>> {
  const isAnswering = (ANSWERING as readonly string[]).includes(String(row.state));
  const due = typeof row.report_due === "string" ? row.report_due : null;
  const late = due === null ? 0 : daysBetween(due, today);
  const isVerified = row.state === "verifying" && row.verify_mode === "lots";
  return {
    waiting_days: row.submitted_at === null ? null : workdaysBetween(dayOf(new Date(String(row.submitted_at))), today),
    overdue_days: isAnswering && late > 0 ? late : null,
    days_left:
      !isAnswering || due === null ? null : late > 0 ? `逾期${late}天` : late === 0 ? "今天到期" : `剩${-late}天`,
    verify_progress: isVerified ? `${Number(row.clean_lots ?? 0)}/${Number(row.verify_lots ?? 0)}批` : null,
  };
}

const pictured = z.array(z.object({ id: z.string() })).nullish();
const shownAfter = z.object({
  after_photos: pictured,
  actions: z.array(z.object({ after_photos: pictured })),
});

/** Photographs of what was repaired, of the whole and of each measure, with the control they stand in. */
function afterPhotos(record: AnyRecord | null): { id: string; at: string }[] {
  if (record === null) return [];
  const { after_photos, actions } = shownAfter.parse(record);
  const at = (found: z.infer<typeof pictured>, place: string) => (found ?? []).map(({ id }) => ({ id, at: place }));
  return [
    ...at(after_photos, "after_photos"),
    ...actions.flatMap((action, index) => at(action.after_photos, lineField("actions", index + 1, "after_photos"))),
  ];
}

/** Photographs that were used before show nothing new: also those taken before the repair, of this or another action of the supplier. */
async function usedBefore(context: Context, record: AnyRecord, before: AnyRecord | null): Promise<Complaint[]> {
  const kept = new Set(afterPhotos(before).map(({ id }) => id));
  const added = afterPhotos(record).filter(({ id }) => !kept.has(id));
  for (const place of new Set(added.map(({ at }) => at))) {
    const ids = added.flatMap(({ id, at }) => (at === place ? [id] : []));
    const others = await recordsWithSameFiles(context, ids);
    // Of another supplier nothing is told, not even that there is something.
    const own = [where.oneOf("id", others), where.eq("supplier_id", String(record.supplier_id))];
    const [found] = others.length === 0 ? [] : await unscopedRows(context, KEY, ["number"], own);
    if (found) return [complain(place, `该照片已在【${String(found.number)}】中使用，请重新拍摄`)];
  }
  return [];
}

/** The batch a fault was found in is one that is known of this supplier; what stands there from before is left alone. */
async function unknownBatch(
  context: Context,
  record: CorrectiveActionRecord,
  before: CorrectiveActionRecord | null,
): Promise<Complaint[]> {
  const { supplier_id, material_id, batch_no } = record;
  if (typeof supplier_id !== "string" || !batch_no) return [];
  const isSame = (["supplier_id", "material_id", "batch_no"] as const).every((name) => before?.[name] === record[name]);
  if (isSame) return [];
  const fault = await ask(context, {
    entityKey: "receiving/inbound-coa",
    name: "batch_fault",
    input: { supplierId: supplier_id, materialId: material_id ?? null, batchNo: batch_no },
    answer: z.string().nullable(),
  });
  return fault === null ? [] : [complain("batch_no", fault)];
}

/** Puts before the quality manager that a letter may be due; who sends one, and whether, is decided by people. */
async function proposeLetter(context: Context, id: string, title: string): Promise<void> {
  await openTask(context, {
    title,
    entity: KEY,
    recordId: id,
    role: "qa_manager",
    priority: "high",
    while: [...ANSWERING, "submitted", "verifying"],
  });
}

export const correctiveActionServer: EntityServer<"supplier-audit/corrective-action"> = {
  figures: correctionFigures,
  sections: async (_context, record) => reportRounds(record),
  beforeSave: async ({ context, record, before }) => [
    ...(await usedBefore(context, record, before)),
    ...(await unknownBatch(context, record, before)),
  ],
  suggests: {
    batch_no: knownBatches,
  },
  async afterSave(_context, record) {
    return blamesPeopleAlone(typeof record.root_cause === "string" ? record.root_cause : null)
      ? [{ check: "cause", level: "note", text: "根本原因不应仅归结为人员疏忽，请继续追问" }]
      : [];
  },
  async extra(context, _screen, ids) {
    const columns = ["id", "state", "submitted_at", "report_due", "verify_mode", "verify_lots", "clean_lots"] as const;
    const rows = await unscopedRows(context, KEY, columns, [where.oneOf("id", ids)]);
    const today = dayOf(context.now);
    return new Map(rows.map((row) => [row.id, countsOf(row, today)]));
  },
  async afterTransition({ context, transition, record }) {
    if (transition === "issue") await noticeRepeated(context, record);
    if (transition === "fail_verify") await proposeLetter(context, record.id, "整改验证不通过，评估是否发出质量警告函");
    if (transition === "close" && record.audit_id) await closeAudit(context, record.audit_id);
  },
  async reminded({ context, reminder, recordId, late }) {
    if (reminder === "letter") await proposeLetter(context, recordId, `整改报告逾期已满${late}天，评估是否发出质量函`);
  },
  transitions: {
    issue: { check: hasAccount, effect: fixDates },
    send_back: { effect: answerAnew },
    fail_verify: { effect: answerAnew },
    report_done: {
      async effect(context, { record, input }) {
        const complaints = await usedBefore(context, { ...record, after_photos: input.after_photos ?? null }, record);
        if (complaints.length > 0) throw new AppError("invalid", { complaints });
      },
    },
  },
};

const RISK = "supplier-management/risk-event";

/** A critical fault of the same material that comes again within the window is a risk of the supplier, for a person to judge. */
async function noticeRepeated(context: Context, record: CorrectiveActionRecord): Promise<void> {
  if (record.severity !== "critical" || typeof record.recurrence_of !== "string") return;
  const [before] = await unscopedRows(
    context,
    KEY,
    ["number"],
    [where.eq("id", record.recurrence_of), where.eq("severity", "critical")],
  );
  if (!before) return;
  const numbers = `整改单【${String(before.number)}】和【${String(record.number)}】`;
  const risk = {
    supplierId: String(record.supplier_id),
    category: "food_safety",
    title: `致命缺陷${await limitFor(context, "correction.recurrenceDays")}天内重复发生：${String(record.defect)}`,
    detail: `${numbers}为同一物料的同一致命缺陷「${String(record.defect)}」。请研判是否冻结或专项审核。`,
    occurredOn: dayOf(context.now),
    probability: 4,
    impact: 5,
    externalId: `repeated-defect:${record.id}`,
  };
  await ask(context, { entityKey: RISK, name: "notice", input: risk, answer: z.boolean() });
}
