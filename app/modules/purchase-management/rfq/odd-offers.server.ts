import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { Finding } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { where } from "~/shared/condition";
import { lowGrades, swapsOf, type UnitSwap } from "./odd-offers.rules";
import { type RfqFacts, rfqFacts } from "./rfq-quotes.server";

const UOM = { label: "单位", dictionary: "uom" } as const;

/** Units lines may be mistaken for, by number of the line. */
export async function unitSwaps(context: Context, { items }: RfqFacts): Promise<ReadonlyMap<number, UnitSwap[]>> {
  const ids = [...new Set(items.map(({ material_id }) => material_id))];
  const columns = ["id", "uom", "purchase_uom", "uom_rate"] as const;
  const materials = await unscopedRows(context, "master-data/material", columns, [where.oneOf("id", ids)]);
  const byId = new Map(materials.map((one) => [one.id, one]));
  const called = (uom: string) => choiceLabel(UOM, uom);
  return new Map(items.map(({ line_no, material_id, uom }) => [line_no, swapsOf(uom, byId.get(material_id), called)]));
}

/** Which of these suppliers are graded low today, and what is said of it. */
export async function lowGraded(context: Context, ids: readonly string[]): Promise<{ id: string; text: string }[]> {
  const from = await limitFor(context, "rfq.lowGrade");
  if (from === 0 || ids.length === 0) return [];
  return lowGrades(await ask(context, "supplier-management/supplier", "judgement", [...new Set(ids)]), from);
}

/** Whoever awards to a supplier that is graded low says why: the grade may have fallen since it was asked. */
export async function lowGradeFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  const { awards } = rfqFacts.parse(record);
  const low = await lowGraded(
    context,
    awards.map(({ supplier_id }) => supplier_id),
  );
  if (low.length === 0) return [];
  const ids = low.map(({ id }) => id);
  const names = await ask(context, "supplier-management/supplier", "names", ids);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return low.map(({ id, text }) => ({
    check: "grade",
    level: "warn",
    text: `供应商【${nameOf.get(id) ?? ""}】${text}`,
  }));
}
