import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { fill } from "~/shared/text";
import type { GateRule } from "./order-rule.rules";

/** What the source list says about the quantity of a line. */
export interface Terms {
  moq: string | null;
  pack_qty: string | null;
}

const CERTIFICATE = "supplier-management/supplier-certificate";
/** Certificates that count until their last day. */
const COUNTING = ["valid", "renewing"];

/** Terms of the sources an order is placed by, by material; materials without a source have none. */
export async function termsOf(
  context: Context,
  order: { supplier_id: string; factory_id: string; items: readonly { material_id: string }[] },
): Promise<Map<string, Terms>> {
  const rows = await unscopedRows(
    context,
    "base-data/source-data",
    ["material_id", "moq", "pack_qty"],
    [
      where.eq("supplier_id", order.supplier_id),
      where.eq("factory_id", order.factory_id),
      where.oneOf("material_id", [...new Set(order.items.map(({ material_id }) => material_id))]),
      where.oneOf("state", ["trial", "active"]),
    ],
  );
  return new Map(rows.map(({ material_id, moq, pack_qty }) => [material_id, { moq, pack_qty }]));
}

/**
 * Compulsory certificates of the supplier that end within the days of the rule, each unless a later one is there. Most orders meet none
 * that ends: which are compulsory is asked only where one does.
 */
export async function endingCertificates(
  context: Context,
  rule: GateRule,
  {
    supplier,
    types,
  }: { supplier: { id: string; name: string; type: string | null }; types: () => Promise<readonly string[]> },
): Promise<string[]> {
  if (rule.check_type !== "certificate_ending" || supplier.type === null) return [];
  const rows = await unscopedRows(
    context,
    CERTIFICATE,
    ["certificate_type", "certificate_name", "valid_to"],
    [where.eq("supplier_id", supplier.id), where.oneOf("state", COUNTING)],
  );
  const today = dayOf(context.now);
  const last = addDays(today, Number(rule.threshold ?? "0"));
  const ending = [...new Set(rows.map(({ certificate_type }) => certificate_type))].flatMap((type) => {
    const [latest] = rows
      .filter(({ certificate_type }) => certificate_type === type)
      .map((row) => ({ ...row, end: row.valid_to ?? "9999" }))
      .sort((a, b) => (a.end < b.end ? 1 : -1));
    return latest && latest.end >= today && latest.end <= last ? [latest] : [];
  });
  if (ending.length === 0) return [];
  const compulsory = await ask(context, {
    entityKey: CERTIFICATE,
    name: "compulsory",
    input: { supplierType: supplier.type, categories: [...new Set(await types())] },
    answer: z.array(z.string()),
  });
  return compulsory.flatMap((type) =>
    ending
      .filter(({ certificate_type }) => certificate_type === type)
      .map(({ certificate_name, end }) =>
        fill("供应商【{supplierName}】资质【{certificateName}】将于{date}到期", {
          supplierName: supplier.name,
          certificateName: certificate_name ?? "",
          date: end,
        }),
      ),
  );
}
