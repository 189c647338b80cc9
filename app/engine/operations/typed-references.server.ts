import { selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import { searchText } from "~/shared/text";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import { UUID } from "../entity/kinds/reference";
import { labelsOf, titleSource } from "./labels.server";
import { findReference } from "./references.server";
import { factsOf, rowFilter } from "./scope.server";
import { filterSearch } from "./search.server";

/** A reference column as a filter asks for it. */
interface ReferenceFilter {
  field: Field;
  lines: string | null;
  column: string;
}

const MOST_TYPED = 20;

/**
 * Reads what was typed into the filter of a reference: one or several codes, labels or ids, separated by commas, blanks or
 * by repeating the filter.
 * @returns ids, and conditions for texts that are parts of names; or a sentence that names what was not found
 */
export async function typedReferences(
  context: Context,
  entity: AnyEntity,
  of: ReferenceFilter,
  values: readonly string[],
): Promise<{ ids: string[]; matches: Condition[] } | { complaint: string }> {
  const { label } = of.field.options;
  const pieces = values.flatMap((value) => searchText(value).split(/[,;、\n]+/)).flatMap((one) => one.trim() || []);
  if (pieces.length > MOST_TYPED) return { complaint: `一次最多${MOST_TYPED}个${label}` };
  const ids: string[] = [];
  const matches: Condition[] = [];
  for (const piece of pieces) {
    if (UUID.test(piece.toLowerCase())) ids.push(piece.toLowerCase());
    else {
      const found = await readPiece(context, entity, of, piece);
      if ("complaint" in found) return found;
      if ("match" in found) matches.push(found.match);
      else ids.push(...found.ids);
    }
  }
  return { ids: [...new Set(ids)], matches };
}

/** `A001`, `A001 甲公司` as picked from a list, or `A001 A002`: a blank stands inside labels as well as between codes. */
async function readPiece(
  context: Context,
  entity: AnyEntity,
  of: ReferenceFilter,
  piece: string,
): Promise<{ ids: string[] } | { match: Condition } | { complaint: string }> {
  const words = piece.split(/\s+/);
  if (words.length > MOST_TYPED) return { complaint: `一次最多${MOST_TYPED}个${of.field.options.label}` };
  const missing: string[] = [];
  const ids: string[] = [];
  for (const word of words) {
    const id = await findReference(context, entity, of, word);
    if (id) ids.push(id);
    else missing.push(word);
  }
  if (missing.length === 0) return { ids };
  if (words.length > 1 && of.field.options.to) {
    const whole = await findReference(context, entity, of, piece);
    const target = context.services.registry.entity(of.field.options.to);
    const label = whole ? (await labelsOf(context, target, [whole])).get(whole) : undefined;
    if (whole && missing.every((word) => label?.includes(word))) return { ids: [whole] };
  }
  const match = await filterSearch(context, entity, of, piece);
  return match
    ? { match }
    : { complaint: `找不到${of.field.options.label}「${missing[0]?.slice(0, 40)}」，请核对编码` };
}

/** Labels of ids that stand in an address, for those the person may see. A supplier is offered all it may know anyway. */
export async function referenceLabels(
  context: Context,
  of: ReferenceFilter,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = ids.map((id) => id.toLowerCase()).filter((id) => UUID.test(id));
  if (wanted.length === 0 || !of.field.options.to || context.actor.supplierId) return new Map();
  const target = context.services.registry.entity(of.field.options.to);
  const source = titleSource(context, target);
  if (!source) return new Map();
  const rows = await selectRows(context.services.database.connection(), {
    table: source.table,
    columns: ["id", ...source.columns],
    where: [{ op: "in", column: "id", values: wanted }, ...rowFilter(context, target)],
    facts: factsOf(context),
  });
  const text = (row: Readonly<Record<string, unknown>>) =>
    source.columns
      .map((column) => row[column])
      .filter(Boolean)
      .join(" ");
  return new Map(rows.map((row) => [String(row.id), text(row)]));
}
