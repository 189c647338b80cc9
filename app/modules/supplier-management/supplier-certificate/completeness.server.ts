import type { Context } from "~/engine/context.server";
import { kindOf } from "~/engine/entity/kinds";
import { unscopedCount, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { type Gaps, gapsOf } from "./completeness.rules";

const CERTIFICATE = "supplier-management/supplier-certificate";
const TYPE = "master-data/material-type";
const MAKERS = ["manufacturer", "oem", "packaging", "origin_coop"];

/**
 * Certificate types that rules in force make compulsory for a supplier of this kind with these categories; a rule about a class speaks
 * about the classes below it as well, as it does at the gate.
 */
export async function compulsoryTypes(
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
  const columns = ["certificate_type", "supplier_type", "material_type_id"] as const;
  const rows = await unscopedLines(context, {
    entityKey: RULE,
    lines: "certificates",
    columns,
    where: [
      where.oneOf(
        "root_id",
        rules.map(({ id }) => id),
      ),
      where.eq("compulsory", true),
    ],
  });
  const above = await unscopedRows(context, TYPE, ["parent_id"], [where.oneOf("id", categories)]);
  const classes = [...categories, ...above.map(({ parent_id }) => String(parent_id))];
  const meant = rows.filter(
    (row) =>
      (row.supplier_type === null || row.supplier_type === supplierType) &&
      (row.material_type_id === null || classes.includes(row.material_type_id)),
  );
  return [...new Set(meant.map((row) => row.certificate_type))];
}

type Row = Readonly<Record<string, unknown>>;

/** What a file lacks whose master record is given, stored or about to be. */
export async function gapsIn(
  context: Context,
  {
    supplier: row,
    contacts,
    categories,
    more = [],
  }: { supplier: Row; contacts: readonly Row[]; categories: readonly Row[]; more?: readonly string[] },
): Promise<Gaps> {
  const own = where.eq("supplier_id", String(row.id));
  const supplierType = String(row.supplier_type);
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
  return gapsOf({
    supplier: row,
    duties: contacts.map((line) => String(line.duty)),
    hasAccount: (await unscopedCount(context, "supplier-management/supplier-bank-account", accounts)) > 0,
    sites: {
      needed: MAKERS.includes(supplierType),
      there: (await unscopedCount(context, "supplier-management/supplier-site", sites)) > 0,
    },
    required: await compulsoryTypes(context, supplierType, types),
    valid: new Set(valid.map((one) => one.certificate_type)),
    label,
  });
}
