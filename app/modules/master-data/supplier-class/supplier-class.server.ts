import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { EntityServer, Published } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { ancestorsOf } from "~/engine/operations/tree.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { circleComplaint } from "../tree.rules";
import { inheritedComplaints, OWN_BRANCH } from "./supplier-class.rules";

const KEY = "master-data/supplier-class";

const asked = z.object({ supplierId: z.string() });
const named = z.array(z.object({ id: z.string(), audit_template_id: z.string().nullable() }));
const timed = z.array(z.object({ id: z.string(), months: z.number().nullable() }));

/** The class of a supplier and those above it, the nearest first. */
async function classesOf(context: Context, input: unknown): Promise<string[]> {
  const [supplier] = await ask(context, "supplier-management/supplier", "standing", [asked.parse(input).supplierId]);
  return supplier ? ancestorsOf(context, KEY, supplier.classId) : [];
}

/** A number of months by class: what the class of the supplier says, or the nearest above it; null where none says anything. */
function monthsBy(column: "audit_months" | "type_report_months"): Published {
  return async (context, input) => {
    const chain = await classesOf(context, input);
    const rows = await unscopedRows(context, KEY, ["id", column], [where.oneOf("id", chain)]);
    const classes = timed.parse(rows.map(({ id, [column]: months }) => ({ id, months })));
    return chain.flatMap((id) => classes.find((one) => one.id === id)?.months ?? [])[0] ?? null;
  };
}

/**
 * The sheet suppliers of a class are audited by, published as `master-data/supplier-class.auditTemplate`: that of the supplier's class, or of
 * the nearest class above it that names one; null where none does, and where it is no longer in use.
 */
const auditTemplate: Published = async (context, input) => {
  const chain = await classesOf(context, input);
  const classes = named.parse(
    await unscopedRows(context, KEY, ["id", "audit_template_id"], [where.oneOf("id", chain)]),
  );
  const found = chain.flatMap((id) => classes.find((one) => one.id === id)?.audit_template_id ?? [])[0];
  if (found === undefined) return null;
  const inUse = [where.eq("id", found), where.eq("state", "published")];
  const [template] = await unscopedRows(context, "supplier-management/scoring-template", ["id"], inUse);
  return template ? found : null;
};

export const supplierClassServer: EntityServer<"master-data/supplier-class"> = {
  publishes: {
    auditTemplate,
    /** After how many months suppliers of the class are audited again where no rule of audits speaks. */
    auditMonths: monthsBy("audit_months"),
    /** How many months a type-inspection report counts for a material that no rule of type inspection speaks about. */
    reportMonths: monthsBy("type_report_months"),
    /** The class of a supplier and those above it, the nearest first. */
    chain: classesOf,
  },
  async beforeSave({ context, record }) {
    const ancestors = await ancestorsOf(context, KEY, record.parent_id ?? null);
    const circle = circleComplaint(record.id, ancestors, OWN_BRANCH);
    if (circle) return [circle];
    const rows = await unscopedLines(context, {
      entityKey: KEY,
      lines: "certificates",
      columns: ["cert_name"],
      where: [where.oneOf("root_id", ancestors)],
    });
    const inherited = rows.map((row) => row.cert_name);
    return inheritedComplaints(
      linesOf(record, "certificates").map((row) => String(row.cert_name)),
      inherited,
    );
  },
  /** What the classes above ask for counts here as well. */
  async sections(context, record) {
    const ancestors = await ancestorsOf(context, KEY, record.parent_id ?? null);
    if (ancestors.length === 0) return [];
    const rows = await unscopedLines(context, {
      entityKey: KEY,
      lines: "certificates",
      columns: ["id", "root_id", "cert_name", "required", "expiry_managed", "block_on_expiry"],
      where: [where.oneOf("root_id", ancestors)],
    });
    if (rows.length === 0) return [];
    const labels = await labelsOf(context, context.services.registry.entity(KEY), ancestors);
    const said = (value: unknown) => ({ text: value === true ? "是" : "否" });
    return [
      {
        kind: "table",
        title: "继承的资质要求",
        table: {
          caption: "继承自上级分类的资质，在上级分类中修改",
          columns: columnsOf(["资质名称", "继承自", "必备", "管理有效期", "过期限制下单"]),
          rows: rows
            .sort((a, b) => ancestors.indexOf(a.root_id) - ancestors.indexOf(b.root_id))
            .map((row) => ({
              id: row.id,
              cells: [
                { text: row.cert_name },
                { text: labels.get(row.root_id) ?? "", href: `/${KEY}/${row.root_id}` },
                said(row.required),
                said(row.expiry_managed),
                said(row.block_on_expiry),
              ],
            })),
        },
      },
    ];
  },
  async beforeRemove(context, record) {
    const { length: used } = await ask(context, "supplier-management/supplier", "listed", { classId: record.id });
    return used > 0 ? `分类下有供应商${used}家，不能删除` : null;
  },
};
