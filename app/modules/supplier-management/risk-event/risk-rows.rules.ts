import { RISK_CATEGORIES } from "./risk-event.rules";

/** One event as a provider tells it. */
export interface RiskRow {
  /** Row of the table, the heading being the first. */
  rowNo: number;
  /** The event's id at the provider; empty where none came. */
  externalId: string;
  /** Credit code, or our code of the supplier. */
  supplier: string;
  values: Readonly<Record<string, string>>;
}

const COLUMNS: Readonly<Record<string, string>> = {
  外部标识: "external_id",
  统一社会信用代码: "supplier",
  风险类别: "category",
  风险标题: "title",
  风险描述: "detail",
  发生日期: "occurred_on",
  可能性: "probability",
  影响程度: "impact",
};

const categories = new Map<string, string>(Object.entries(RISK_CATEGORIES).map(([key, label]) => [label, key]));

/** What is wrong with the heading of a table, or null. */
export function headComplaint(head: readonly string[]): string | null {
  const titles = head.map((title) => title.trim()).filter((title) => title !== "");
  const unknown = titles.filter((title) => !Object.hasOwn(COLUMNS, title));
  const missing = Object.keys(COLUMNS).filter((title) => !titles.includes(title));
  if (unknown.length > 0) return `第一行有不认识的列：${unknown.slice(0, 5).join("、")}`;
  if (missing.length > 0) return `第一行缺少列：${missing.join("、")}`;
  return new Set(titles).size === titles.length ? null : "第一行有重复的列";
}

/** The events of a table below its heading; rows in which nothing stands are left out. */
export function eventsIn(table: readonly (readonly string[])[]): RiskRow[] {
  const [head = [], ...rest] = table;
  return rest.flatMap((row, index): RiskRow[] => {
    if (row.every((cell) => cell.trim() === "")) return [];
    const byColumn = Object.fromEntries(head.map((title, at) => [COLUMNS[title.trim()] ?? "", (row[at] ?? "").trim()]));
    const { external_id: externalId = "", supplier = "", "": _none, ...values } = byColumn;
    const category = values.category ?? "";
    return [
      { rowNo: index + 2, externalId, supplier, values: { ...values, category: categories.get(category) ?? category } },
    ];
  });
}
