import type { Context } from "~/engine/context.server";
import { dictionaryUses } from "~/engine/operations/dictionary-use.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { reading } from "~/engine/operations/transaction.server";
import { recordPath } from "~/engine/screen/address";

const DICTIONARY = "system-management/dictionary";

/**
 * Where a dictionary is used: entries against the fields that choose from it, with the number of rows that hold each.
 * @throws AppError("forbidden" | "not_found")
 */
export async function dictionaryUsesModel(context: Context, id: string) {
  const screen = context.services.registry.mainScreen(DICTIONARY);
  return reading(context, async () => {
    const { record } = await openRecord(context, { entity: screen.entity, id, screen });
    const uses = await dictionaryUses(context, String(record.code));
    const items = linesOf(record, "items");
    const columns = [
      { key: "item", label: "字典项", align: "start" as const },
      { key: "state", label: "状态", align: "start" as const },
      ...uses.map(({ place }, index) => ({
        key: String(index),
        label: `${place.entity.label} · ${place.label}`,
        align: "end" as const,
      })),
    ];
    const rows = items.map((item) => ({
      id: item.id,
      cells: [
        { text: `${String(item.item_name)}（${String(item.item_value)}）` },
        { text: item.enabled === true ? "启用" : "已停用" },
        ...uses.map(({ counts }) => ({ text: String(counts.get(String(item.item_value)) ?? 0) })),
      ],
    }));
    return {
      dictionary: String(record.name),
      title: `${String(record.name)}的引用位置`,
      about: uses.length > 0 ? `被 ${uses.length} 个字段使用，数字是持有该值的记录数` : "没有业务字段使用",
      table: { caption: "引用位置", columns, rows },
      empty: "这个字典还没有字典项。",
      back: { label: "返回字典", href: recordPath(screen, id) },
    };
  });
}
