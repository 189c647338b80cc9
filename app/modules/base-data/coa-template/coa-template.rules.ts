import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import type { CoaValue } from "~/shared/coa";
import { decimal } from "~/shared/decimal";

/** What kind of test an item is, in the order in which a certificate lists them. */
export const ITEM_GROUPS = { sensory: "感官", physical: "理化", microbe: "微生物", pollutant: "污染物" } as const;

/** Items of the same group side by side, in the order of the groups; those of none come last, and within a group the order stays. */
export function inGroups<Item extends { item_group: string | null }>(items: readonly Item[]): Item[] {
  const names: readonly string[] = Object.keys(ITEM_GROUPS);
  const place = ({ item_group }: Item) => (item_group === null ? names.length : names.indexOf(item_group));
  return [...items].sort((a, b) => place(a) - place(b));
}

interface Sheet {
  items: readonly {
    item_name: string;
    value_kind: CoaValue;
    law_low: string | null;
    law_high: string | null;
  }[];
}

/** An item stands once, or a certificate would answer it twice. */
export function itemsOnce({ items }: Pick<Sheet, "items">): Complaint | null {
  const names = items.map(({ item_name }) => item_name);
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  return at < 0 ? ok : complain(lineField("items", at + 1, "item_name"), `检测项目${names[at]}重复`);
}

/** Limits belong to figures, and the lower one is not above the upper. */
export function lawLimitsFit({ items }: Sheet): Complaint | null {
  for (const [index, { item_name, value_kind, law_low, law_high }] of items.entries()) {
    if (value_kind !== "number" && (law_low !== null || law_high !== null))
      return complain(lineField("items", index + 1, "law_low"), `检测项目${item_name}的结果不是数值，不填写国标限值`);
    if (law_low !== null && law_high !== null && decimal(law_low).gt(decimal(law_high)))
      return complain(lineField("items", index + 1, "law_high"), `检测项目${item_name}国标下限不能大于上限`);
  }
  return ok;
}
