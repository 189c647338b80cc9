import { z } from "zod";
import { type Context, consequenceOf, systemContext } from "~/engine/context.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { namesOf } from "~/shared/names";
import { type Gaps, gapsText, NO_GAPS, REQUIRED_FACTS } from "../supplier-certificate/completeness.rules";
import { gapsIn } from "../supplier-certificate/completeness.server";

const SUPPLIER = "supplier-management/supplier";

const storedSupplier = z.object({
  id: z.string(),
  supplier_type: z.string(),
  completeness: z.number().nullable(),
  gaps: z.string().nullable(),
  supplement_due: z.string().nullable(),
  supplement_note: z.string().nullable(),
});
type Stored = z.infer<typeof storedSupplier>;

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
