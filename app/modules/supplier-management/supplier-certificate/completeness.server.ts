import { z } from "zod";
import { type Context, consequenceOf, systemContext } from "~/engine/context.server";
import { kindOf } from "~/engine/entity/kinds";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { namesOf } from "~/shared/names";
import { type Gaps, gapsOf, gapsText, NO_GAPS, REQUIRED_FACTS } from "./completeness.rules";

const SUPPLIER = "supplier-management/supplier";
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

const storedSupplier = z.object({
  id: z.string(),
  supplier_type: z.string(),
  completeness: z.number().nullable(),
  gaps: z.string().nullable(),
  supplement_due: z.string().nullable(),
  supplement_note: z.string().nullable(),
});
type Stored = z.infer<typeof storedSupplier>;
type Row = Readonly<Record<string, unknown>>;

/**
 * What the file of a supplier lacks, and how complete it is; `null` for one that is not there or no longer in use.
 * @param more kinds of material it is about to deliver, beside its own categories
 */
export async function gapsOfSupplier(
  context: Context,
  supplierId: string,
  more: readonly string[] = [],
): Promise<(Gaps & { stored: Stored }) | null> {
  const columns = [...namesOf(storedSupplier.shape), ...namesOf(REQUIRED_FACTS)] as const;
  const [row] = await unscopedRows(context, SUPPLIER, columns, [
    where.eq("id", supplierId),
    where.eq("state", "active"),
  ]);
  if (!row) return null;
  const [contacts, categories] = [
    await unscopedLines(context, {
      entityKey: SUPPLIER,
      lines: "contacts",
      columns: ["duty"],
      where: [where.eq("root_id", supplierId)],
    }),
    await unscopedLines(context, {
      entityKey: SUPPLIER,
      lines: "categories",
      columns: ["material_type_id"],
      where: [where.eq("root_id", supplierId)],
    }),
  ];
  const gaps = await gapsIn(context, { supplier: row, contacts, categories, more });
  return { ...gaps, stored: storedSupplier.parse(row) };
}

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

/** Counts anew how complete the file is, after something of it changed. Not for suppliers: their changes count when they are approved. */
export async function refreshCompleteness(context: Context, supplierId: string): Promise<void> {
  const gaps = await gapsOfSupplier(context, supplierId);
  if (!gaps) return;
  const { stored, percent } = gaps;
  const entity = context.services.registry.entity(SUPPLIER);
  if (stored.completeness !== percent || stored.gaps !== gapsText(gaps))
    await applyTransition(consequenceOf(context), {
      entity,
      id: supplierId,
      name: "note_facts",
      input: { completeness: percent, gaps: gapsText(gaps) ?? NO_GAPS },
    });
  // Nothing is missing any more, and nothing else was asked for.
  if (gapsText(gaps) === null && stored.supplement_due !== null && stored.supplement_note === null)
    await applyTransition(consequenceOf(context), { entity, id: supplierId, name: "end_supplement" });
}

/**
 * Counts anew for all suppliers in use: rules of compulsory certificates change without any of their files changing.
 * @returns how many files were looked at
 */
export async function refreshAllCompleteness(
  services: Context["services"],
  goesOn: () => boolean,
  only: string | null = null,
): Promise<number> {
  const context = systemContext(services, "供应商资料完整度");
  const rows = await unscopedRows(
    context,
    SUPPLIER,
    ["id"],
    [where.eq("state", "active"), ...(only === null ? [] : [where.eq("id", only)])],
  );
  let looked = 0;
  for (const { id } of rows) {
    if (!goesOn()) break;
    await inTransaction(context, () => refreshCompleteness(context, id));
    looked += 1;
  }
  return looked;
}
