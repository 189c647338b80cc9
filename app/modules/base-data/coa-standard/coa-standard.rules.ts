import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { type CoaValue, type Limits, limitsText } from "~/shared/coa";
import { decimal } from "~/shared/decimal";

/** An item of a standard, with its limits. */
export interface StandardItem extends Limits {
  item_name: string;
  value_kind: CoaValue;
  text_value: string | null;
}

interface Sheet {
  items: readonly StandardItem[];
}

/** An item stands once, or a certificate would answer it twice. */
export function itemsOnce({ items }: { items: readonly { item_name: string }[] }): Complaint | null {
  const names = items.map(({ item_name }) => item_name);
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  return at < 0 ? ok : complain(lineField("items", at + 1, "item_name"), `检测项目${names[at]}重复`);
}

/** Figures have limits that leave something between them, words have a requirement, passed or not needs neither. */
export function limitsFit({ items }: Sheet): Complaint | null {
  for (const [index, item] of items.entries()) {
    const at = (field: string, message: string) => complain(lineField("items", index + 1, field), message);
    const { item_name: name, value_kind: kind, low, high, low_open, high_open, text_value } = item;
    if (kind !== "number" && (low !== null || high !== null))
      return at("low", `检测项目${name}的结果不是数值，不填写上下限`);
    if (kind === "text" && text_value === null) return at("text_value", `请填写检测项目${name}的定性要求`);
    if (kind !== "text" && text_value !== null)
      return at("text_value", `检测项目${name}的结果不是文字，不填写定性要求`);
    if (low === null || high === null) continue;
    if (decimal(low).gt(decimal(high))) return at("high", `检测项目${name}下限不能大于上限`);
    if (decimal(low).eq(decimal(high)) && (low_open || high_open))
      return at("high", `检测项目${name}上下限相同时须都包含限值`);
  }
  return ok;
}

/** What the national standard allows of an item, as the template holds it. */
export interface LawItem {
  item_name: string;
  law_low: string | null;
  law_high: string | null;
}

/** Nothing is allowed that the national standard forbids; an item that was left out is no limit at all, and named as well. */
export function notLooserThanLaw({ items }: Sheet, law: readonly LawItem[]): Complaint[] {
  return law.flatMap(({ item_name: name, law_low, law_high }) => {
    if (law_low === null && law_high === null) return [];
    const at = items.findIndex((item) => item.item_name === name);
    const item = items[at];
    const limit = limitsText({ low: law_low, low_open: false, high: law_high, high_open: false });
    if (!item) return [complain("items", `缺少检测项目${name}，国家标准要求${limit}`)];
    const isLower = law_low !== null && (item.low === null || decimal(item.low).lt(decimal(law_low)));
    const isHigher = law_high !== null && (item.high === null || decimal(item.high).gt(decimal(law_high)));
    return isLower || isHigher
      ? [complain(lineField("items", at + 1, isHigher ? "high" : "low"), `检测项目${name}不能宽于国家标准${limit}`)]
      : [];
  });
}

/** A standard as it is looked up. */
export interface Standing {
  id: string;
  supplier_id: string | null;
  valid_from: string;
  last_day: string | null;
}

/** The standard that counts on a day, of those of one material: that of the supplier before that of all, the one begun last between equals. */
export function inForce<S extends Standing>(all: readonly S[], day: string): S | null {
  const [best] = all
    .filter(({ valid_from, last_day }) => valid_from <= day && (last_day === null || day <= last_day))
    .sort(
      (a, b) =>
        Number(a.supplier_id === null) - Number(b.supplier_id === null) || (a.valid_from < b.valid_from ? 1 : -1),
    );
  return best ?? null;
}

/** How an item reads: its limits, or what is asked for. */
export function requirementText({ value_kind: kind, text_value, ...limits }: Omit<StandardItem, "item_name">): string {
  if (kind === "pass") return "合格";
  return kind === "text" ? (text_value ?? "") : limitsText(limits) || "不限";
}
