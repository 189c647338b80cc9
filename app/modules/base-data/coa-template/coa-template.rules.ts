import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import type { CoaValue } from "~/shared/coa";
import { decimal } from "~/shared/decimal";

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
