import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, lineField } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { refreshDueList } from "~/engine/operations/inspection-due.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { gatherSupplierWarnings } from "~/engine/operations/supplier-warnings.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { addMonths, dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { exemptionLinks } from "../type-inspection-due/exemption-links.server";
import { whenDue } from "../when-due.rules";
import { dueFigures, judgedSections, reportSections } from "./report-figures.server";
import { typeInspectionReport } from "./type-inspection-report.entity";
import { inspectionState, type RuleItem } from "./type-inspection-report.rules";

type TypeInspectionReportRecord = RecordFor<"master-data/type-inspection-report">;

const { key } = typeInspectionReport;
const RULE = "master-data/type-inspection-rule";
const MATERIAL = "master-data/material";
/** So many materials a list names; the page of the report has all. */
const NAMED = 3;

const limit = z.string().nullable();
const ruleItems = z.array(z.object({ item: z.string(), lower: limit, upper: limit, unit: limit }));

interface MaterialRule {
  id: string;
  material: string;
  months: number;
  shareAllowed: boolean;
  /** Items that have to be inspected, with their limits. */
  items: RuleItem[];
}

export const typeInspectionReportServer: EntityServer<"master-data/type-inspection-report"> = {
  async beforeSave({ context, before, set }) {
    if (before === null && context.actor.supplierId) set({ by_supplier: true });
    return [];
  },
  async extra(context, _screen, ids) {
    const reports = await unscopedRows(context, key, ["id", "state", "next_due_date"], [where.oneOf("id", ids)]);
    const lines = await unscopedLines(context, {
      entityKey: key,
      lines: "materials",
      columns: ["root_id", "material_id"],
      where: [where.oneOf("root_id", ids)],
    });
    const materials = context.services.registry.entity(MATERIAL);
    const labels = await labelsOf(context, materials, [...new Set(lines.map(({ material_id }) => material_id))]);
    const today = dayOf(context.now);
    const soon = await limitFor(context, "warning.expiryDays");
    return new Map(
      reports.map(({ id, state, next_due_date: due }) => {
        const own = lines.filter(({ root_id }) => root_id === id).map(({ material_id }) => material_id);
        const names = own.slice(0, NAMED).map((one) => labels.get(one) ?? "");
        const more = own.length > NAMED ? `等${own.length}种` : "";
        const current = state === "valid" && typeof due === "string" ? { due } : null;
        const overdue = current ? Math.max(0, daysBetween(current.due, today)) : 0;
        return [
          id,
          {
            materials: `${names.join("、")}${more}`,
            overdue_days: overdue > 0 ? overdue : null,
            ti_state: current ? inspectionState(current.due, today, soon) : null,
          },
        ];
      }),
    );
  },
  /** Of a report about one material alone: of several, the list of due days leads on for each. */
  async rowLinks(context, ids) {
    const columns = ["id", "supplier_id", "next_due_date"] as const;
    const valid = [where.oneOf("id", ids), where.eq("state", "valid"), where.set("next_due_date")];
    const rows = await unscopedRows(context, key, columns, valid);
    const found = [where.oneOf("root_id", [...rows.map(({ id }) => id)])];
    const lines = await unscopedLines(context, {
      entityKey: key,
      lines: "materials",
      columns: ["root_id", "material_id"],
      where: found,
    });
    const overdue = rows.flatMap(({ id, supplier_id, next_due_date }) => {
      const [line, ...more] = lines.filter(({ root_id }) => root_id === id);
      if (!line || more.length > 0) return [];
      const materialId = line.material_id;
      return [{ id, supplierId: supplier_id, materialId, due: String(next_due_date) }];
    });
    return exemptionLinks(context, overdue);
  },
  sections: async (context, record) => [
    // Suppliers read neither the rules nor the types of materials by which they are found.
    ...(await judgedSections(
      context,
      record,
      context.actor.supplierId ? new Map() : await rulesOf(context, materialsOf(record)),
    )),
    ...(await reportSections(context, record)),
  ],
  figures: dueFigures,
  async afterTransition({ context, transition, record }) {
    if (transition === "submit") return;
    if (transition === "remind") await remindSupplier(context, record);
    if (transition !== "approve") return;
    await supersedeOlder(context, record);
    await refreshDueList(context, String(record.supplier_id));
    await gatherSupplierWarnings(context, String(record.supplier_id));
  },
  judgedOnce: { supersede: "Notes which newer report takes its place; that one has been judged itself" },
  transitions: {
    submit: { check: askedItems },
    approve: {
      check: stillFresh,
      async effect(context, work) {
        const rules = await rulesOf(context, materialsOf(work.record));
        const usual = await usualMonths(context, String(work.record.supplier_id));
        const issued = String(work.record.issue_date);
        const days = linesOf(work.record, "materials").map((line) => {
          const rule = rules.get(String(line.material_id));
          const due = addMonths(issued, rule?.months ?? usual);
          work.setLine("materials", line.id, { next_due_date: due, rule_id: rule?.id ?? null });
          return due;
        });
        work.set({ next_due_date: days.sort()[0] ?? null });
      },
    },
  },
};

/** How many months a report counts where no rule speaks about the material: what the supplier's class says, else the parameter. */
async function usualMonths(context: Context, supplierId: string): Promise<number> {
  const ofClass = await ask(context, {
    ...{ entityKey: "master-data/supplier-class", name: "reportMonths" },
    ...{ input: { supplierId }, answer: z.number().nullable() },
  });
  return ofClass ?? limitFor(context, "inspection.usualMonths");
}

/** What the daily reminder says, now, to the supplier alone: once for each material. */
async function remindSupplier(context: Context, record: TypeInspectionReportRecord): Promise<void> {
  const today = dayOf(context.now);
  const soon = await limitFor(context, "warning.expiryDays");
  const codes = await unscopedRows(context, MATERIAL, ["id", "code"], [where.oneOf("id", materialsOf(record))]);
  const lines = linesOf(record, "materials");
  for (const { id, code } of codes) {
    const due = String(lines.find(({ material_id }) => material_id === id)?.next_due_date ?? record.next_due_date);
    if (daysBetween(today, due) > soon) continue;
    await notify(context, {
      scenario: "type-inspection.due",
      toSuppliers: [String(record.supplier_id)],
      record: { entity: key, id: record.id, number: record.number },
      values: { supplier: "", material: code, when: whenDue(due, today) },
    });
  }
}

function materialsOf(record: TypeInspectionReportRecord): string[] {
  return linesOf(record, "materials").map(({ material_id }) => String(material_id));
}

/** What the rules ask of a report: all their items, and one material each unless sharing is allowed. */
async function askedItems(context: Context, record: TypeInspectionReportRecord): Promise<Finding[]> {
  if (context.actor.supplierId) return [];
  return (await missingItems(context, record)).map(({ message }) => ({
    check: "items",
    level: "block",
    text: message,
  }));
}

async function missingItems(context: Context, record: TypeInspectionReportRecord): Promise<Complaint[]> {
  const rules = await rulesOf(context, materialsOf(record));
  const inspected = new Set(linesOf(record, "items").map(({ item }) => String(item)));
  const complaints: Complaint[] = [];
  for (const [index, id] of materialsOf(record).entries()) {
    const rule = rules.get(id);
    const missing = rule?.items.map(({ item }) => item).filter((item) => !inspected.has(item)) ?? [];
    if (missing.length > 0) complaints.push(complain("items", `缺少规定检验项目：${missing.join("、")}`));
    if (index > 0 && rule && !rule.shareAllowed)
      complaints.push(
        complain(lineField("materials", index + 1, "material_id"), `该物料不允许共用型检报告（${rule.material}）`),
      );
  }
  return complaints;
}

/** What the reviewer has to know: gaps stop, an old report asks for a reason. */
async function stillFresh(context: Context, record: TypeInspectionReportRecord): Promise<Finding[]> {
  const gaps = await askedItems(context, record);
  const age = daysBetween(String(record.issue_date), dayOf(context.now));
  const fresh = await limitFor(context, "inspection.freshDays");
  return age > fresh
    ? [...gaps, { check: "age", level: "warn", text: `报告签发已${age}天（超过${fresh}天），请说明采用的理由` }]
    : gaps;
}

/** The rule of each material: its own, else that of its type, else of the type above; none where no rule speaks. */
async function rulesOf(context: Context, ids: readonly string[]): Promise<Map<string, MaterialRule>> {
  const materials = await unscopedRows(context, MATERIAL, ["id", "code", "material_type_id"], [where.oneOf("id", ids)]);
  const types = await unscopedRows(
    context,
    "master-data/material-type",
    ["id", "parent_id"],
    [
      where.oneOf(
        "id",
        materials.map((row) => row.material_type_id),
      ),
    ],
  );
  const above = new Map(types.map((row) => [row.id, row.parent_id]));
  const rules = await unscopedRows(
    context,
    RULE,
    ["id", "material_id", "material_type_id", "cycle_months", "share_allowed"],
    [where.eq("enabled", true)],
  );
  const found = new Map<string, MaterialRule>();
  for (const material of materials) {
    const type = material.material_type_id;
    const rule =
      rules.find((one) => one.material_id === material.id) ??
      rules.find((one) => one.material_type_id !== null && one.material_type_id === type) ??
      rules.find((one) => one.material_type_id !== null && one.material_type_id === above.get(type));
    if (!rule) continue;
    const items = await unscopedLines(context, {
      entityKey: RULE,
      lines: "items",
      columns: ["item", "lower", "upper", "unit"],
      where: [where.eq("root_id", rule.id)],
    });
    found.set(material.id, {
      id: rule.id,
      material: material.code,
      months: Number(rule.cycle_months),
      shareAllowed: rule.share_allowed === true,
      items: ruleItems.parse(items),
    });
  }
  return found;
}

/** Reports of the supplier all of whose materials have a newer one now are of use no longer. */
async function supersedeOlder(context: Context, record: TypeInspectionReportRecord): Promise<void> {
  const valid = await unscopedRows(
    context,
    key,
    ["id", "issue_date"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("state", "valid"),
      where.not(where.eq("id", record.id)),
      where.atMost("issue_date", String(record.issue_date)),
    ],
  );
  const newer = new Set(materialsOf(record));
  for (const { id } of valid) {
    const covered = await unscopedLines(context, {
      entityKey: key,
      lines: "materials",
      columns: ["material_id"],
      where: [where.eq("root_id", id)],
    });
    if (!covered.every((line) => newer.has(line.material_id))) continue;
    const older = {
      entity: typeInspectionReport,
      id,
      name: "supersede" as const,
      input: { by: record.id },
    };
    await applyTransition(consequenceOf(context), older);
  }
}
