import { z } from "zod";
import { flowFor } from "~/engine/approval/flow.server";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { ConditionOn, RecordFor, TransitionOf } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { screenFor } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { editPath } from "~/engine/screen/address";
import { addDays, addMonths, dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { namesOf } from "~/shared/names";
import { gapsOfSupplier } from "../supplier/refresh-completeness.server";
import { admission } from "./admission.entity";
import { hasFailed, openSteps, pathFor, provenBy } from "./admission.rules";
import { caseColumns, caseSections, casesOf, lateCases, missingVotes } from "./admission-evidence.server";

type AdmissionRecord = RecordFor<"supplier-management/admission">;

const SUPPLIER = "supplier-management/supplier";
const RULE = "supplier-audit/audit-rule";
const TEMPLATE = "supplier-management/scoring-template";
const TYPE = "master-data/material-type";
const SOURCE = "base-data/source-data";
const AUDIT = "supplier-management/supplier-audit";
const SAMPLE = "supplier-management/sample-verification";
const FREEZE = "supplier-performance/supplier-freeze";
const CERTIFICATE = "supplier-management/supplier-certificate";
const ACTION = "supplier-audit/corrective-action";
const { key } = admission;

const OPEN = ["first_trial", "supplementing", "verifying", "assessing", "pending"];

async function supplierOf(context: Context, id: unknown) {
  const [supplier] = await ask(context, SUPPLIER, "standing", [String(id)]);
  return supplier;
}

/** No case is opened for a supplier we have parted from; coming back after an elimination is a kind of its own. */
async function stageAllows(context: Context, record: AdmissionRecord): Promise<Complaint[]> {
  const supplier = await supplierOf(context, record.supplier_id);
  const stage = supplier?.stage ?? "";
  const isRefused = stage === "blacklisted" || (stage === "eliminated" && record.admission_type !== "reactivate");
  if (!isRefused) return [];
  return [complain("supplier_id", `该供应商${supplier?.stageText ?? ""}，不能发起准入`)];
}

/** One open case per supplier, site and kind of material; whoever was turned down waits. */
async function noOtherCase(context: Context, record: AdmissionRecord): Promise<Finding[]> {
  const others = await unscopedRows(
    context,
    key,
    ["number", "state", "ended_on"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("material_type_id", String(record.material_type_id)),
      typeof record.site_id === "string" ? where.eq("site_id", record.site_id) : where.empty("site_id"),
      where.not(where.eq("id", record.id)),
    ],
  );
  const texts: string[] = [];
  const open = others.find(({ state }) => OPEN.includes(state));
  if (open) texts.push(`已存在进行中的准入单【${String(open.number)}】`);
  const last = others
    .flatMap(({ state, ended_on: day }) => (state === "rejected" && day ? [day] : []))
    .sort()
    .at(-1);
  const pause = await limitFor(context, "admission.pauseDays");
  const left = last ? daysBetween(dayOf(context.now), addDays(last, pause)) : 0;
  if (last && left > 0) texts.push(`该供应商于${last}未通过准入，${left}天后方可重新申请`);
  const again = record.admission_type === "reactivate" ? await tooSoon(context, record) : null;
  if (again) texts.push(again);
  return texts.map((text) => ({ check: "case", level: "block", text }));
}

/** A supplier we parted from comes back so many days later at the earliest. */
async function tooSoon(context: Context, record: AdmissionRecord): Promise<string | null> {
  const rows = await unscopedRows(
    context,
    FREEZE,
    ["effective_from"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("freeze_type", "eliminate"),
      where.eq("state", "effective"),
    ],
  );
  const last = rows
    .map(({ effective_from: day }) => day)
    .sort()
    .at(-1);
  const from = last ? addDays(last, await limitFor(context, "admission.reentryDays")) : "";
  return last && from > dayOf(context.now) ? `该供应商于${last}淘汰，${from}起方可重新准入` : null;
}

/** The kind of material and what stands above it: a rule may speak about either. */
async function typesOf(context: Context, id: unknown): Promise<string[]> {
  const [row] = await unscopedRows(context, TYPE, ["id", "parent_id"], [where.eq("id", String(id))]);
  return [id, row?.parent_id].filter((one) => typeof one === "string");
}

const pathRow = z.object({
  material_type_id: z.string().nullable(),
  supplier_type: z.string().nullable(),
  need_audit: z.boolean(),
  need_sample: z.boolean(),
  need_trial: z.boolean(),
});

/** Steps the rules in force ask of this case. */
async function stepsOf(context: Context, record: AdmissionRecord) {
  const inForce = [
    where.eq("rule_kind", "path"),
    where.eq("enabled", true),
    where.atMost("valid_from", dayOf(context.now)),
  ];
  const rules = await unscopedRows(context, RULE, ["id"], inForce);
  const roots = where.oneOf(
    "root_id",
    rules.map(({ id }) => id),
  );
  const names = namesOf(pathRow.shape);
  const rows =
    rules.length === 0
      ? []
      : await unscopedLines(context, { entityKey: RULE, lines: "paths", columns: names, where: [roots] });
  const supplier = await supplierOf(context, record.supplier_id);
  return pathFor(
    rows.map((row) => pathRow.parse(row)),
    await typesOf(context, record.material_type_id),
    supplier?.type ?? null,
  );
}

/** Items of the template, the steps the rules ask for, and what the supplier has to bring. */
async function begin(context: Context, work: Work<AdmissionRecord>): Promise<void> {
  const { record } = work;
  work.set(await stepsOf(context, record));
  const own = where.eq("root_id", String(record.template_id));
  const items = await unscopedLines(context, {
    entityKey: TEMPLATE,
    lines: "items",
    columns: ["item", "requirement", "is_veto", "line_no"],
    where: [own],
  });
  const documents = await validDocuments(context, String(record.supplier_id));
  for (const { item, requirement, is_veto: isVeto } of items.sort((a, b) => Number(a.line_no) - Number(b.line_no)))
    work.append("checklist", {
      item,
      requirement: typeof requirement === "string" ? requirement : null,
      is_veto: isVeto === true,
      certificate_id: provenBy(`${item} ${requirement ?? ""}`, documents),
      result: null,
      note: null,
    });
  await noteDocuments(context, work);
}

/** Certificates of the supplier that are good today, by the names they go by. */
async function validDocuments(context: Context, supplierId: string): Promise<{ id: string; name: string }[]> {
  const own = [where.eq("supplier_id", supplierId), where.oneOf("state", ["valid", "renewing"])];
  const rows = await unscopedRows(context, CERTIFICATE, ["id", "certificate_name"], own);
  return rows.map(({ id, certificate_name: name }) => ({ id, name: name ?? "" }));
}

/** What the file of the supplier lacks for this kind of material. */
async function gaps(context: Context, record: AdmissionRecord) {
  return gapsOfSupplier(context, String(record.supplier_id), await typesOf(context, record.material_type_id));
}

/** The supplier reads on the case what it still has to bring. */
async function noteDocuments(context: Context, work: Work<AdmissionRecord>): Promise<void> {
  const found = await gaps(context, work.record);
  const lacking = found ? [...found.facts, ...found.certificates, ...found.rest] : [];
  work.set({ papers: lacking.length === 0 ? null : lacking.join("、") });
}

/** Compulsory certificates that are missing or have run out. */
async function certificates(context: Context, record: AdmissionRecord): Promise<Finding[]> {
  const found = await gaps(context, record);
  return (found?.certificates ?? []).map((name) => ({
    check: "certificate",
    level: "block" as const,
    text: `必备资质【${name}】缺失或已过期，不能通过初审`,
  }));
}

/** A material whose sample failed is not admitted; it is named, because a case may have many. */
async function failedMaterials(context: Context, record: AdmissionRecord): Promise<Finding[]> {
  const failed = linesOf(record, "materials").filter((row) => row.sample_result === "fail" && row.is_dropped !== true);
  if (failed.length === 0) return [];
  const ids = where.oneOf(
    "id",
    failed.map(({ material_id: id }) => String(id)),
  );
  const rows = await unscopedRows(context, "master-data/material", ["code", "name"], [ids]);
  return rows.map(({ code, name }) => ({
    check: "sample",
    level: "block" as const,
    text: `物料【${code} ${name}】样品验证未通过，请移除后提交`,
  }));
}

/** Whoever becomes a supplier can be reached: asked from the desk check on, where there is time to find out, and needed for the approval. */
async function contactsKnown(context: Context, record: AdmissionRecord, level: "warn" | "block"): Promise<Finding[]> {
  const supplierId = String(record.supplier_id);
  const contacts = await ask(context, SUPPLIER, "contacts", [supplierId]);
  const lacking = [
    contacts.some(({ duty, isPrimary }) => duty === "business" && isPrimary) ? "" : "一名业务主联系人",
    contacts.some(({ duty }) => duty === "quality") ? "" : "一名质量联系人",
  ].filter(Boolean);
  if (lacking.length === 0) return [];
  const screen = screenFor(context, SUPPLIER, "edit");
  const cure = screen ? { cure: { label: "维护联系人", href: editPath(screen, supplierId) } } : {};
  const text = `请先为供应商维护${lacking.join("和")}${level === "warn" ? "，否则评审后不能提交审批" : ""}`;
  return [{ check: "contacts", level, text, ...cure }];
}

/** Whoever becomes a supplier can be reached; and that nobody else is asked is said by whoever goes on all the same. */
async function approvable(context: Context, record: AdmissionRecord): Promise<Finding[]> {
  const findings = await failedMaterials(context, record);
  findings.push(...(await contactsKnown(context, record, "block")));
  if (record.state === "assessing" && !(await flowFor(context, admission, record)))
    findings.push({ check: "flow", level: "warn", text: "没有适用的审批流程，提交后直接准入，请说明依据" });
  return findings;
}

/** An audit of the kind admission for this case; its report comes back by itself. */
async function planAudit(context: Context, { record, input, set }: Work<AdmissionRecord>): Promise<void> {
  const site = input.site ?? record.site_id ?? null;
  if (input.mode === "onsite" && site === null) {
    const message = "现场审核请选择生产基地";
    throw new AppError("invalid", { message, complaints: [complain("site", message)] });
  }
  const screen = context.services.registry.mainScreen(AUDIT);
  const { id } = await createRecord(consequenceOf(context), {
    screen,
    values: {
      supplier_id: record.supplier_id,
      site_id: site ?? "",
      audit_type: "admission",
      mode: input.mode,
      template_id: input.template,
      plan_date: input.plan_date,
      leader_id: input.leader,
      source_no: record.number,
      classes: [{ material_type_id: record.material_type_id }],
    },
  });
  if (input.notify_now === true) {
    const entity = context.services.registry.entity(AUDIT);
    await applyTransition(consequenceOf(context), { entity, id, name: "notify" });
  }
  set({ audit_id: id });
}

/** One sample per material that has none under way and none that passed; on trial where the case asks for a small lot. */
async function requestSamples(context: Context, { record, input }: Work<AdmissionRecord>): Promise<void> {
  const screen = context.services.registry.mainScreen(SAMPLE);
  const there = await unscopedRows(
    context,
    SAMPLE,
    ["material_id"],
    [where.eq("admission_id", record.id), where.not(where.oneOf("state", ["failed", "refused", "cancelled"]))],
  );
  const wanted = new Set(linesOf(record, "materials").map(({ material_id: id }) => String(id)));
  for (const { material_id: id } of there) wanted.delete(id);
  if (wanted.size === 0) throw new AppError("invalid", { message: "每种物料都已有样品验证单" });
  const units = await unscopedRows(context, "master-data/material", ["id", "uom"], [where.oneOf("id", [...wanted])]);
  for (const { id, uom } of units)
    await createRecord(consequenceOf(context), {
      screen,
      values: {
        supplier_id: record.supplier_id,
        admission_id: record.id,
        material_id: id,
        purpose: record.admission_type === "new" ? "new_supplier" : "new_material",
        qty: input.qty,
        uom,
        require_date: input.require_date,
        receiver_id: input.receiver,
        send_address: input.send_address,
        need_trial: record.need_trial,
      },
    });
}

/** An approved report about the supplier, not older than a parameter says. */
async function useAudit(context: Context, { input, set, today }: Work<AdmissionRecord>): Promise<void> {
  const [row] = await unscopedRows(
    context,
    AUDIT,
    ["id", "conclusion", "score", "plan_date"],
    [where.eq("id", String(input.audit))],
  );
  const refuse = (message: string): never => {
    throw new AppError("invalid", { message, complaints: [complain("audit", message)] });
  };
  const months = await limitFor(context, "admission.auditMonths");
  if (!row || row.plan_date < addMonths(today, -months)) return refuse(`审核已超过${months}个月，请重新安排`);
  set({
    audit_id: row.id,
    audit_result: typeof row.conclusion === "string" ? row.conclusion : null,
    audit_score: typeof row.score === "string" ? row.score : null,
  });
}

/** Moves the stage of the supplier as a consequence, where the present stage allows it. */
async function transitionSupplier(
  context: Context,
  id: unknown,
  name: TransitionOf<typeof SUPPLIER>,
  from: readonly string[],
): Promise<void> {
  const entity = context.services.registry.entity(SUPPLIER);
  const supplier = await supplierOf(context, id);
  if (!entity.transitions?.[name] || !from.includes(String(supplier?.stage))) return;
  await applyTransition(consequenceOf(context), { entity, id: String(id), name });
}

/** Approved sources begin with the day of the admission; a source on trial becomes a lasting one, and dropped materials get none. */
async function addSources(context: Context, record: AdmissionRecord): Promise<void> {
  const own = consequenceOf(context);
  const screen = context.services.registry.mainScreen(SOURCE);
  for (const line of linesOf(record, "materials")) {
    if (line.is_dropped === true) continue;
    const same = ["supplier_id", "material_id", "factory_id"] as const;
    const keys = { supplier_id: record.supplier_id, material_id: line.material_id, factory_id: line.factory_id };
    const [standing] = await unscopedRows(
      context,
      SOURCE,
      ["id", "state"],
      [
        ...same.map((name) => where.eq(name, String(keys[name]))),
        where.oneOf("state", ["pending", "trial", "active", "suspended"]),
        where.any(where.empty("effective_to"), where.coming("effective_to")),
      ],
    );
    const id =
      standing?.id ??
      (
        await createRecord(own, {
          screen,
          values: {
            ...keys,
            purchase_org_id: record.purchase_org_id,
            tier: line.tier,
            source_no: record.number,
            effective_from: dayOf(context.now),
          },
        })
      ).id;
    const transition = standing?.state === "trial" ? "to_active" : "admit";
    if (!standing || standing.state === "pending" || standing.state === "trial")
      await applyTransition(own, { entity: screen.entity, id, name: transition });
  }
}

/** What was agreed on condition is followed up as a correction with its day. */
async function followCondition(context: Context, record: AdmissionRecord): Promise<void> {
  if (record.conclusion !== "conditional") return;
  const own = consequenceOf(context);
  const screen = context.services.registry.mainScreen(ACTION);
  const saved = await createRecord(own, {
    screen,
    values: {
      supplier_id: record.supplier_id,
      source_type: "admission",
      source_no: record.number,
      title: "附条件准入的整改",
      problem: record.condition_note,
      severity: "minor",
      method: "capa",
      owner_id: record.buyer_id,
      report_due: record.condition_due,
      verify_mode: "photo",
    },
  });
  await applyTransition(own, { entity: screen.entity, id: saved.id, name: "issue" });
}

/** Transitions by which a case learns what it waited for. */
const FINDS_OUT = ["note_audit", "note_sample", "use_audit", "waive"];

/**
 * With everything there and nothing failed the assessment begins by itself; where something failed, somebody decides whether another
 * sample or audit is worth it, or the case goes on as it is.
 */
async function endVerification(context: Context, record: AdmissionRecord): Promise<void> {
  const [proof] = await casesOf(context, [record.id]);
  if (proof?.state !== "verifying" || openSteps(proof).length > 0 || hasFailed(proof)) return;
  const entity = context.services.registry.entity(key);
  await applyTransition(consequenceOf(context), { entity, id: record.id, name: "verified" });
}

/** Ids of assessors who have said nothing yet. */
function silentAssessors(record: AdmissionRecord): string[] {
  const open = linesOf(record, "assessors").filter(({ vote }) => vote === null || vote === undefined);
  return open.map(({ user_id: id }) => String(id));
}

export const admissionServer: EntityServer<"supplier-management/admission"> = {
  sections: caseSections,
  extra: (context, _screen, ids) => caseColumns(context, ids),
  chosen: (context, _toggle, rows) => lateCases(context, rows as ConditionOn<typeof key>),
  deadlines: { votes: missingVotes },
  audiences: {
    /** Whoever has to say something and has not yet. */
    async waiting({ record }) {
      return silentAssessors(record);
    },
    /** Who goes on when the last opinion is there. */
    async concluding({ record }) {
      return silentAssessors(record).length > 0 || record.buyer_id === null ? [] : [record.buyer_id];
    },
  },
  async beforeSave({ context, record, before }) {
    const isMoved = (["supplier_id", "admission_type"] as const).some((name) => before?.[name] !== record[name]);
    return isMoved ? stageAllows(context, record) : [];
  },
  transitions: {
    submit: {
      check: noOtherCase,
      async effect(context, work) {
        await begin(context, work);
        await transitionSupplier(context, work.record.supplier_id, "start_admission", ["potential"]);
        await transitionSupplier(context, work.record.supplier_id, "reactivate", ["eliminated"]);
      },
    },
    judge: { check: (context, record) => contactsKnown(context, record, "warn"), effect: noteDocuments },
    pass_first: {
      check: async (context, record) => [
        ...(await certificates(context, record)),
        ...(await contactsKnown(context, record, "warn")),
      ],
      effect: noteDocuments,
    },
    plan_audit: { effect: planAudit },
    use_audit: { effect: useAudit },
    request_samples: { effect: requestSamples },
    submit_approval: { check: approvable },
  },
  async afterTransition({ context, record, before, transition }) {
    const { state } = record;
    if (FINDS_OUT.includes(transition)) await endVerification(context, record);
    if (state === before.state) return;
    if (state === "approved") {
      await transitionSupplier(context, record.supplier_id, "qualify", ["candidate", "trial"]);
      await addSources(context, record);
      await followCondition(context, record);
    }
    if (state === "rejected" || state === "terminated") {
      const sources = await unscopedRows(
        context,
        SOURCE,
        ["id"],
        [where.eq("supplier_id", String(record.supplier_id)), where.oneOf("state", ["trial", "active"])],
      );
      if (sources.length === 0)
        await transitionSupplier(context, record.supplier_id, "drop_admission", ["candidate", "trial"]);
    }
  },
};
