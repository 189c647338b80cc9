import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { kindOf } from "~/engine/entity/kinds";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { type Gaps, gapsOf, REQUIRED_FACTS } from "./completeness.rules";

const SUPPLIER = "supplier-management/supplier";
const CERTIFICATE = "supplier-management/supplier-certificate";
const MAKERS = ["manufacturer", "oem", "packaging", "origin_coop"];

/** Certificate types that rules in force make compulsory for a supplier of this kind with these categories. */
async function compulsoryTypes(
  context: Context,
  supplierType: string,
  categories: readonly string[],
): Promise<string[]> {
  const RULE = "supplier-audit/audit-rule";
  const inForce = [
    where.eq("rule_kind", "certificate"),
    where.eq("enabled", true),
    where.atMost("valid_from", dayOf(context.now)),
  ];
  const rules = await unscopedRows(context, RULE, ["id"], inForce);
  if (rules.length === 0) return [];
  const columns = ["certificate_type", "supplier_type", "material_type_id"];
  const rows = await unscopedLines(context, RULE, "certificates", columns, [
    where.oneOf(
      "root_id",
      rules.map(({ id }) => String(id)),
    ),
    where.eq("compulsory", true),
  ]);
  const meant = rows.filter(
    (row) =>
      (row.supplier_type === null || row.supplier_type === supplierType) &&
      (row.material_type_id === null || categories.includes(String(row.material_type_id))),
  );
  return [...new Set(meant.map((row) => String(row.certificate_type)))];
}

const storedSupplier = z.object({ id: z.string(), supplier_type: z.string(), completeness: z.number().nullable() });

/**
 * What the file of a supplier lacks, and how complete it is; `null` for one that is not there or no longer in use.
 * @param more kinds of material it is about to deliver, beside its own categories
 */
export async function gapsOfSupplier(
  context: Context,
  supplierId: string,
  more: readonly string[] = [],
): Promise<(Gaps & { stored: number | null }) | null> {
  const own = where.eq("supplier_id", supplierId);
  const columns = ["id", "supplier_type", "completeness", ...Object.keys(REQUIRED_FACTS)];
  const [row] = await unscopedRows(context, SUPPLIER, columns, [
    where.eq("id", supplierId),
    where.eq("state", "active"),
  ]);
  if (!row) return null;
  const { supplier_type, completeness } = storedSupplier.parse(row);
  const [contacts, categories] = [
    await unscopedLines(context, SUPPLIER, "contacts", ["duty"], [where.eq("root_id", supplierId)]),
    await unscopedLines(context, SUPPLIER, "categories", ["material_type_id"], [where.eq("root_id", supplierId)]),
  ];
  const types = [...categories.map((line) => String(line.material_type_id)), ...more];
  const valid = await unscopedRows(
    context,
    CERTIFICATE,
    ["certificate_type"],
    [own, where.oneOf("state", ["valid", "renewing"]), where.any(where.empty("valid_to"), where.coming("valid_to"))],
  );
  const accounts = [own, where.eq("state", "valid")];
  const sites = [own, where.eq("enabled", true)];
  const { certificate_type } = context.services.registry.entity(CERTIFICATE).fields;
  const label = (type: string) => kindOf(certificate_type).show(type, certificate_type.options);
  const gaps = gapsOf({
    supplier: row,
    duties: contacts.map((line) => String(line.duty)),
    hasAccount: (await unscopedCount(context, "supplier-management/supplier-bank-account", accounts)) > 0,
    sites: {
      needed: MAKERS.includes(supplier_type),
      there: (await unscopedCount(context, "supplier-management/supplier-site", sites)) > 0,
    },
    required: await compulsoryTypes(context, supplier_type, types),
    valid: new Set(valid.map((one) => String(one.certificate_type))),
    label,
  });
  return { ...gaps, stored: completeness };
}

/** Counts anew how complete the file is, after something of it changed. Not for suppliers: their changes count when they are approved. */
export async function refreshCompleteness(context: Context, supplierId: string): Promise<void> {
  const gaps = await gapsOfSupplier(context, supplierId);
  if (!gaps || gaps.stored === gaps.percent) return;
  await applyTransition(consequenceOf(context), {
    entity: context.services.registry.entity(SUPPLIER),
    id: supplierId,
    name: "note_facts",
    input: { completeness: gaps.percent },
  });
}
