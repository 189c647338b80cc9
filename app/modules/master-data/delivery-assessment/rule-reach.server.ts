import type { Context } from "~/engine/context.server";
import { withDescendants } from "~/engine/operations/tree.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { type Condition, where } from "~/shared/condition";
import type { FineTerms } from "./delivery-assessment.rules";

/** Order lines of the kind of material a rule speaks of, with what stands below it. */
export async function ofMaterials(context: Context, typeId: string | null): Promise<Condition<"material_id">[]> {
  if (typeId === null) return [];
  const types = await withDescendants(context, "master-data/material-type", [typeId]);
  const inner = where.oneOf("material_type_id", types);
  return [where.someRow({ table: "material", column: "id", equals: "material_id", inner })];
}

/** Orders of the classes of suppliers a rule speaks of, with what stands below them; of none: of all. */
export async function ofClasses(context: Context, classes: readonly string[]): Promise<Condition<"supplier_id">[]> {
  if (classes.length === 0) return [];
  const all = await withDescendants(context, "master-data/supplier-class", [...classes]);
  const inner = where.oneOf("supplier_class_id", all);
  return [where.someRow({ table: "supplier", column: "id", equals: "supplier_id", inner })];
}

interface Fining {
  clause_id: string | null;
  grace_days: number;
  fine_start_days: number | null;
}

/** What the clause of a rule says now. */
export async function termsOf(
  context: Context,
  { clause_id, grace_days, fine_start_days }: Fining,
): Promise<FineTerms> {
  const terms = { graceDays: grace_days, startDays: fine_start_days, rate: null, cap: null };
  if (clause_id === null) return terms;
  const columns = ["fine_rate", "fine_cap"] as const;
  const [clause] = await unscopedRows(context, "base-data/standard-clause", columns, [where.eq("id", clause_id)]);
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return { ...terms, rate: text(clause?.fine_rate), cap: text(clause?.fine_cap) };
}
