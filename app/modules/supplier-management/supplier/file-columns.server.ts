import type { Context } from "~/engine/context.server";
import type { ColumnOf, LineColumnOf } from "~/engine/entity/entity-map";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const KEY = "supplier-management/supplier";
/** What of the head of a file changes may be proposed of, by suppliers too. */
const FACTS = [
  "name",
  "uscc",
  "short_name",
  "legal_person",
  "registered_capital",
  "established_on",
  "region",
  "registered_address",
  "business_scope",
  "taxpayer_type",
] as const satisfies readonly ColumnOf<typeof KEY>[];
const CATEGORY = ["material_type_id", "tier", "line_no"] as const satisfies readonly LineColumnOf<
  typeof KEY,
  "categories"
>[];

/** The head of a file as it stands, of which a proposal would change something; for suppliers of their own. */
export async function fileFacts(context: Context, supplierId: string) {
  const [facts] = await unscopedRows(context, KEY, FACTS, [where.eq("id", supplierId)]);
  return facts;
}

/** The version a change of a file sets out from, and what the file lacks; for the transactions of staff: suppliers do not read versions. */
export async function fileState(context: Context, supplierId: string) {
  const [state] = await unscopedRows(context, KEY, ["version", "gaps"], [where.eq("id", supplierId)]);
  return state;
}

/** The kinds of material of a file, in their order. */
export async function fileCategories(context: Context, supplierId: string) {
  const lines = await unscopedLines(context, {
    entityKey: KEY,
    lines: "categories",
    columns: CATEGORY,
    where: [where.eq("root_id", supplierId)],
  });
  return lines.sort((a, b) => a.line_no - b.line_no);
}
