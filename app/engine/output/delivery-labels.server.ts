import { chinaTime } from "~/shared/calendar";
import { formatDecimal } from "~/shared/decimal";
import type { LabelSheet } from "~/shared/print-document";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import type { RowPaperHook } from "../entity/server-hooks";
import { fieldValue, linesOf, openRecord } from "../operations/records.server";
import { reading } from "../operations/transaction.server";
import { recordPath } from "../screen/address";
import { printCode } from "./print-code.server";
import { referencedRows } from "./print-rows.server";

/** Path of all pages. */
const BASE = "/web";

/** Labels of a delivery note by its id. @throws AppError("forbidden" | "not_found") */
export async function deliveryLabels(
  context: Context,
  screen: Screen,
  id: string,
  origin: string,
): Promise<LabelSheet> {
  return reading(context, async () => {
    const { record, labels } = await openRecord(context, { entity: screen.entity, id, screen });
    return labelsOfNote(context, { screen, record, labels, origin });
  });
}

/**
 * A label for each line of a delivery note, which is a batch of a material: what is stuck on the pallets. The code leads to the note.
 * @param origin where the code leads, e.g. `https://portal.example.com`
 */
export const labelsOfNote: RowPaperHook = async (context, { screen, record, labels, origin }) => {
  const { registry } = context.services;
  const supplierId = String(fieldValue(record, "supplier_id"));
  const suppliers = await referencedRows(
    context,
    registry.entity("supplier-management/supplier"),
    [supplierId],
    ["code"],
  );
  const code = printCode(`${origin}${BASE}${recordPath(screen, record.id)}`);
  const number = record.number ?? "";
  const items = linesOf(record, "items");
  const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
  return {
    title: `标签 ${number}`,
    code,
    printed: `打印：${context.actor.name}　${chinaTime(context.now).slice(0, 16)}`,
    labels: items.map((line) => ({
      id: line.id,
      title: labels.get(`items.${line.id}.material_id`) ?? "",
      facts: [
        { label: "批号", text: text(line.batch_no) },
        { label: "生产日期", text: text(line.produce_date) },
        { label: "到期日", text: text(line.expire_date) },
        { label: "数量", text: formatDecimal(text(line.qty) || "0") },
        { label: "件数", text: text(line.packs) },
        { label: "供应商", text: suppliers.get(supplierId)?.get("code") ?? labels.get("supplier_id") ?? "" },
        { label: "送货单", text: `${number} 行${line.line_no}` },
      ].filter((fact) => fact.text !== ""),
    })),
  };
};
