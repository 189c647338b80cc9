import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { LineColumnOf, LinesOf, RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { refuseIf } from "~/engine/errors";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCountsBy, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import type { CalendarEntry } from "~/engine/output/calendar";
import { knownLimit, limitFor } from "~/engine/parameters.server";
import { addMonths, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { namesOf } from "~/shared/names";
import type { ParameterKey } from "~/shared/parameters";
import { auditColumns, auditSections, DONE, NOTICE, OPEN_ACTIONS, placeOf } from "./audit-figures.server";
import { supplierAudit } from "./supplier-audit.entity";
import { type AuditMode, cycleBy, linesBy, noticeInTime, pointsOf } from "./supplier-audit.rules";

type SupplierAuditRecord = RecordFor<"supplier-management/supplier-audit">;

const KEY = supplierAudit.key;
const TEMPLATE = "supplier-management/scoring-template";
const CLASS = "master-data/supplier-class";
const SUPPLIER = "supplier-management/supplier";
const ACTION = "supplier-audit/corrective-action";
const ADMISSION = "supplier-management/admission";

const SITE = "supplier-management/supplier-site";
const RULE = "supplier-audit/audit-rule";

const lines = z.object({ pass_line: z.string().nullable(), conditional_line: z.string().nullable() });
const shareSchema = z.object({ minor_share: z.number().nullable(), major_share: z.number().nullable() });
const bands = z.array(z.object({ min: z.string(), max_major: z.number().nullable(), conclusion: z.string() }));
const cycle = z.object({
  risk_level: z.string().nullable(),
  grade: z.string().nullable(),
  supplier_class_id: z.string().nullable(),
  months: z.number(),
  mode: z.enum(["onsite", "remote", "document"]),
});
const dimension = z.object({ code: z.string(), name: z.string() });
const item = z.object({
  dim_code: z.string(),
  item: z.string(),
  requirement: z.string().nullable(),
  max_score: z.string(),
  is_veto: z.boolean(),
  na_allowed: z.boolean(),
  evidence: z.boolean(),
  photo_required: z.boolean(),
  line_no: z.number(),
});

/** Rows of the rules of a kind that are in force today, the newest rule first. */
async function ruledRows<const P extends LinesOf<typeof RULE>>(
  context: Context,
  kind: string,
  table: P,
  columns: readonly LineColumnOf<typeof RULE, P>[],
) {
  const inForce = await unscopedRows(
    context,
    RULE,
    ["id", "valid_from"],
    [where.eq("rule_kind", kind), where.eq("enabled", true), where.atMost("valid_from", dayOf(context.now))],
  );
  if (inForce.length === 0) return [];
  const since = new Map(inForce.map(({ id, valid_from: day }) => [id, day]));
  const roots = where.oneOf("root_id", [...since.keys()]);
  const rows = await unscopedLines(context, {
    entityKey: RULE,
    lines: table,
    columns: ["root_id", ...columns],
    where: [roots],
  });
  const sinceOf = (row: Readonly<Record<string, unknown>>) => since.get(String(row.root_id)) ?? "";
  return rows.sort((a, b) => (sinceOf(a) < sinceOf(b) ? 1 : sinceOf(a) > sinceOf(b) ? -1 : 0));
}

const lower = (one: string, other: string) => (decimal(one).lt(decimal(other)) ? one : other);

/** The sheet of this moment: what the template becomes later does not change the audit. */
async function freezeSheet(context: Context, { record, set, append, limit }: Work<SupplierAuditRecord>): Promise<void> {
  const id = String(record.template_id);
  const [head] = await unscopedRows(context, TEMPLATE, ["pass_line", "conditional_line"], [where.eq("id", id)]);
  const own = lines.parse(head);
  const ruled = linesBy(
    bands.parse(await ruledRows(context, "conclusion", "conclusions", ["min", "max_major", "conclusion"])),
    { limit },
  );
  // The lines of a template are about its own questions and go before those of the rules.
  set({
    ...ruled,
    ...(own.pass_line === null
      ? {}
      : {
          pass_line: own.pass_line,
          conditional_line: own.conditional_line ?? lower(ruled.conditional_line, own.pass_line),
        }),
  });
  const root = [where.eq("root_id", id)];
  const names = new Map(
    (await unscopedLines(context, { entityKey: TEMPLATE, lines: "dims", columns: ["code", "name"], where: root })).map(
      (row) => {
        const { code, name } = dimension.parse(row);
        return [code, name];
      },
    ),
  );
  const rows = await unscopedLines(context, {
    entityKey: TEMPLATE,
    lines: "items",
    columns: namesOf(item.shape),
    where: root,
  });
  for (const { dim_code, item: content, line_no: _place, evidence, ...kept } of rows
    .map((row) => item.parse(row))
    .sort((a, b) => a.line_no - b.line_no))
    append("items", { section: names.get(dim_code) ?? dim_code, content, evidence_required: evidence, ...kept });
}

/** Who leads an audit stands outside the business with the supplier. */
async function leaderOutside(context: Context, record: SupplierAuditRecord): Promise<string | null> {
  const [supplier] = await ask(context, SUPPLIER, "care", [String(record.supplier_id)]);
  return supplier?.buyerId === record.leader_id ? "审核组长不能为该供应商归口采购员" : null;
}

/** Nobody leads at the same site for ever; audits without one are counted by supplier. */
async function leaderRotates(context: Context, record: SupplierAuditRecord): Promise<string | null> {
  const most = await limitFor(context, "audit.mostInARow");
  const past = await unscopedRows(
    context,
    KEY,
    ["leader_id", "plan_date"],
    [placeOf(record), where.oneOf("state", DONE), where.not(where.eq("id", record.id))],
  );
  const last = past.sort((a, b) => (a.plan_date < b.plan_date ? 1 : -1)).slice(0, most);
  return last.length === most && last.every(({ leader_id }) => leader_id === record.leader_id)
    ? `同一审核员已连续审核该${record.site_id ? "基地" : "供应商"}${most}次，请更换`
    : null;
}

/** One corrective action per finding that has to be answered, issued at once. */
async function begetActions(context: Context, { record, setLine }: Work<SupplierAuditRecord>): Promise<void> {
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

/** When and how the supplier is to be seen again follows from its risk, its grade and its class. */
async function nextAudit(context: Context, { record, set, today }: Work<SupplierAuditRecord>): Promise<void> {
  const [supplier] = await ask(context, SUPPLIER, "judgement", [String(record.supplier_id)]);
  const ruled = await ruledRows(context, "cycle", "cycles", namesOf(cycle.shape));
  const ofClass = async <T>(name: string, answer: z.ZodType<T>) =>
    ask(context, { entityKey: CLASS, name, input: { supplierId: String(record.supplier_id) }, answer });
  const next = cycleBy(z.array(cycle).parse(ruled), {
    riskLevel: supplier?.risk ?? null,
    grade: supplier?.grade ?? null,
    classes: await ofClass("chain", z.array(z.string())),
    classMonths: await ofClass("auditMonths", z.number().nullable()),
  });
  set({ next_audit_date: addMonths(today, next.months), next_audit_mode: next.mode });
}

/** How the last approved audit of the place said that the next one is carried out; on site where none did. */
async function dueMode(context: Context, record: Readonly<Record<string, unknown>>): Promise<AuditMode> {
  const own = [
    where.eq("supplier_id", String(record.supplier_id)),
    ...(typeof record.site_id === "string" ? [where.eq("site_id", record.site_id)] : []),
    where.set("next_audit_mode"),
  ];
  const past = await unscopedRows(context, KEY, ["actual_end", "next_audit_mode"], own);
  const [last] = past.sort((a, b) => (String(a.actual_end) < String(b.actual_end) ? 1 : -1));
  return last?.next_audit_mode ?? "onsite";
}

/** Rows of the sheet come from the template alone; what is not scored by hand follows from the judgement. */
function completeSheet(
  { services }: Context,
  record: SupplierAuditRecord,
  before: SupplierAuditRecord | null,
): Complaint[] {
  const stored = before ? linesOf(before, "items") : [];
  const rows = linesOf(record, "items");
  if (rows.map(({ id }) => id).join() !== stored.map(({ id }) => id).join())
    return [complain("items", "评分表由模板生成，不能增加、删除或移动条目")];
  const known = new Map(stored.map((row) => [row.id, row]));
  const limits = { limit: (key: ParameterKey) => knownLimit(services, key) };
  const shares = shareSchema.parse(record);
  for (const row of rows) {
    const old = known.get(row.id);
    // A score that came from the old judgement follows the new one.
    const follows = row.score === null || (old?.score === row.score && old?.result !== row.result);
    const result = typeof row.result === "string" ? row.result : null;
    if (follows) row.score = pointsOf(result, String(row.max_score), shares, limits);
  }
  return [];
}

/** The admission that waits for this audit takes over its result; one that was called off frees the step again. */
async function notifyAdmission(context: Context, record: SupplierAuditRecord): Promise<void> {
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
    await applyTransition(consequenceOf(context), { entity, id, name: "note_audit", input });
}

function about(record: SupplierAuditRecord) {
  const number = String(record.number);
  return { values: { number, day: String(record.plan_date) }, record: { entity: KEY, id: record.id, number } };
}

/** Whoever is to go there hears of it: all of the team of a new audit or of another day, else those who came to it. */
async function notifyTeam(
  context: Context,
  record: SupplierAuditRecord,
  before: SupplierAuditRecord | null,
): Promise<void> {
  if (!NOTICE.includes(record.state)) return;
  const team = (one: SupplierAuditRecord) => [
    String(one.leader_id),
    ...linesOf(one, "members").map(({ user_id: id }) => String(id)),
  ];
  const known = before && before.plan_date === record.plan_date ? team(before) : [];
  const to = team(record).filter((id) => !known.includes(id) && id !== context.actor.id);
  if (to.length > 0) await notify(context, { scenario: "audit.assigned", ...about(record), to });
}

/** The day of an audit to come, for whoever goes there and for whom it is: where, how, what to have ready. */
async function auditDay(context: Context, record: SupplierAuditRecord): Promise<CalendarEntry | null> {
  if (!NOTICE.includes(record.state)) return null;
  const [supplier] = await ask(context, SUPPLIER, "names", [String(record.supplier_id)]);
  const [site] =
    typeof record.site_id === "string"
      ? await unscopedRows(context, SITE, ["name", "address"], [where.eq("id", record.site_id)])
      : [];
  const { audit_type: type, mode } = supplierAudit.fields;
  return {
    title: `${kindOf(type).show(String(record.audit_type), type.options)}：${supplier?.name ?? ""}`,
    day: String(record.plan_date),
    ...(site ? { place: [site.address, site.name].filter(Boolean).join(" ") } : {}),
    note: [
      `单号 ${String(record.number)}，${kindOf(mode).show(String(record.mode), mode.options)}`,
      record.scope_note ? record.scope_note : "",
    ]
      .filter(Boolean)
      .join("\n"),
    ...(record.confirmed_at === null && record.audit_type !== "flight" ? { isOpen: true as const } : {}),
  };
}

/** The site says when it was audited and when it is to be audited again; its own hook reads that from the audits. */
async function refreshSite(context: Context, id: string): Promise<void> {
  const [site] = await unscopedRows(context, SITE, ["version"], [where.eq("id", id)]);
  const screen = context.services.registry.mainScreen(SITE);
  await updateRecordBy(consequenceOf(context), { screen, id, version: Number(site?.version), values: {} });
}

function blocked(text: string | null): Finding[] {
  return text === null ? [] : [{ check: "leader", level: "block", text }];
}

export const supplierAuditServer: EntityServer<"supplier-management/supplier-audit"> = {
  async prepare({ context, record, before, set }) {
    if (record.state === "in_progress") completeSheet(context, record, before);
    if (before === null && !record.mode && typeof record.supplier_id === "string")
      set({ mode: await dueMode(context, record) });
    if (before === null && !record.template_id && typeof record.supplier_id === "string") {
      const input = { supplierId: record.supplier_id };
      const template = await ask(context, {
        entityKey: CLASS,
        name: "auditTemplate",
        input,
        answer: z.string().nullable(),
      });
      if (template !== null) set({ template_id: template });
    }
  },
  async beforeSave({ context, record, before }): Promise<Complaint[]> {
    if (record.state === "in_progress") return completeSheet(context, record, before);
    const text = await leaderOutside(context, record);
    return text === null ? [] : [complain("leader_id", text)];
  },
  async stored({ context, record, before }) {
    await notifyTeam(context, record, before);
  },
  async afterTransition({ context, transition, record, before }) {
    if (transition === "reschedule") await notifyTeam(context, record, before);
    if (transition === "approve" && typeof record.site_id === "string") await refreshSite(context, record.site_id);
    if (transition === "approve" || transition === "cancel") await notifyAdmission(context, record);
  },
  calendar: auditDay,
  extra: auditColumns,
  sections: auditSections,
  transitions: {
    notify: {
      async effect(context, { record, today }) {
        refuseIf(noticeInTime(record, today, await limitFor(context, "audit.noticeDays")));
      },
    },
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
