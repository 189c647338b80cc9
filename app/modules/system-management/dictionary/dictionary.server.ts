import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Complaint } from "~/engine/entity";
import { lineField } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { type DictionaryUse, dictionaryUses } from "~/engine/operations/dictionary-use.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { dictionaryFacts } from "~/shared/dictionaries";
import { valuesLost } from "./dictionary.rules";

type DictionaryRecord = RecordFor<"system-management/dictionary">;

const entries = z.array(
  z.object({ id: z.string(), item_value: z.string(), item_name: z.string(), enabled: z.boolean() }),
);

function usedBy(uses: readonly DictionaryUse[], value: string): string | null {
  const found = uses.flatMap(({ place, counts }) => {
    const count = counts.get(value) ?? 0;
    return count > 0 ? [`${place.entity.label}“${place.label}”${count}处`] : [];
  });
  if (found.length === 0) return null;
  return found.length > 2 ? `${found.slice(0, 2).join("、")}等` : found.join("、");
}

/** A dictionary of the program stays what fields expect: its code, its being there, the values that rules name. */
function builtInComplaints(record: DictionaryRecord, before: DictionaryRecord): Complaint[] {
  const complaints: Complaint[] = [];
  if (before.built_in !== true) return complaints;
  if (record.enabled !== true)
    complaints.push({ field: "enabled", message: "系统内置字典不能停用，可以停用其中的字典项" });
  const after = entries.parse(linesOf(record, "items"));
  if (!after.some(({ enabled }) => enabled))
    complaints.push({ field: "items", message: "系统内置字典至少保留一个启用的字典项" });
  const kept = dictionaryFacts(String(before.code))?.kept ?? [];
  for (const value of kept) {
    const position = after.findIndex((entry) => entry.item_value === value);
    const name =
      entries.parse(linesOf(before, "items")).find((entry) => entry.item_value === value)?.item_name ?? value;
    if (position < 0) complaints.push({ field: "items", message: `字典项“${name}”由系统规则使用，不能删除或改值` });
    else if (after[position]?.enabled !== true)
      complaints.push({
        field: lineField("items", position + 1, "enabled"),
        message: `字典项“${name}”由系统规则使用，不能停用`,
      });
  }
  return complaints;
}

/** Where dictionaries are named, their names stand alone: no two share one. */
async function nameTaken(
  context: Context,
  record: DictionaryRecord,
  before: DictionaryRecord | null,
): Promise<Complaint[]> {
  if (before?.name === record.name) return [];
  const same = [where.eq("name", String(record.name))];
  const [other] = await unscopedRows(context, "system-management/dictionary", ["id"], same);
  return other ? [{ field: "name", message: "字典名称已存在" }] : [];
}

export const dictionaryServer: EntityServer<"system-management/dictionary"> = {
  async beforeSave({ context, record, before }) {
    const complaints = await nameTaken(context, record, before);
    if (!before) return complaints;
    if (record.code !== before.code) complaints.push({ field: "code", message: "字典编码保存后不能修改" });
    const old = entries.parse(linesOf(before, "items"));
    const now = entries.safeParse(linesOf(record, "items"));
    // What is missing or unreadable has its own complaint already.
    if (!now.success) return complaints;
    const lost = valuesLost(old, now.data);
    const isLocked = before.locked === true;
    if (isLocked && (lost.length > 0 || now.data.length !== old.length)) {
      complaints.push({ field: "items", message: "系统字典不允许增删值，可修改显示名与排序" });
      return complaints;
    }
    complaints.push(...builtInComplaints(record, before));
    if (lost.length > 0) {
      const uses = await dictionaryUses(context, String(before.code));
      for (const { item_name, item_value } of lost) {
        const used = usedBy(uses, item_value);
        if (used)
          complaints.push({
            field: "items",
            message: `字典项“${item_name}”已被使用（${used}），不能删除或改值，可以停用`,
          });
      }
    }
    return complaints;
  },
  async beforeRemove(_context, record) {
    return record.built_in === true ? "系统内置字典不能删除" : null;
  },
  async extra(context, _screen, ids) {
    const rows = await unscopedLines(context, {
      entityKey: "system-management/dictionary",
      lines: "items",
      columns: ["root_id"],
      where: [where.oneOf("root_id", ids)],
    });
    const counts = new Map(ids.map((id) => [id, 0]));
    for (const { root_id } of rows) counts.set(root_id, (counts.get(root_id) ?? 0) + 1);
    return new Map([...counts].map(([id, count]) => [id, { item_count: count }]));
  },
  async pages() {
    return [{ label: "引用位置", path: "uses", tone: "plain" }];
  },
};
