import { addDays, isDay, readInstant } from "~/shared/calendar";
import type { Condition, Scalar } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { searchText } from "~/shared/text";
import type { AnyEntity, Complaint, Field, Lines } from "../entity";
import { person } from "../entity/field";
import { kindOf } from "../entity/kinds";
import type { FilterShape } from "../entity/kinds/kind";
import { UUID } from "../entity/kinds/reference";
import { lineTable, tableOf } from "../entity/table-names";

/** A filter of a list: how it is asked for and which column it looks at. */
export interface FilterField {
  name: string;
  label: string;
  shape: FilterShape;
  field: Field | null;
  /** Set when the column stands in a child table. */
  lines: string | null;
  column: string;
}

const BUILT_IN: Record<string, { label: string; shape: FilterShape }> = {
  number: { label: "单号", shape: "contains" },
  state: { label: "状态", shape: "options" },
  created_at: { label: "创建时间", shape: "dayRange" },
  updated_at: { label: "更新时间", shape: "dayRange" },
};

const creator = person({ label: "创建人" });

/** The filter behind a key of the list layout: own field, built-in, or `items.material_id` in a child table. */
export function filterField(entity: AnyEntity, name: string): FilterField | null {
  const builtIn = BUILT_IN[name];
  if (builtIn) return { name, ...builtIn, field: null, lines: null, column: name };
  if (name === "created_by")
    return { name, label: "创建人", shape: "reference", field: creator, lines: null, column: name };
  const [own = "", inner] = name.split(".");
  if (inner) {
    const lines: Lines | undefined = entity.lines[own];
    const field = lines?.fields[inner];
    return field
      ? { name, label: field.options.label, shape: kindOf(field).filter, field, lines: own, column: inner }
      : null;
  }
  const field: Field | undefined = entity.fields[own];
  return field
    ? { name, label: field.options.label, shape: kindOf(field).filter, field, lines: null, column: own }
    : null;
}

/**
 * Turns what was typed into a filter into a condition; nothing typed is no condition.
 * `values` is `[value…]`, or `[from, to]` for ranges.
 * @param or further conditions on the same column, one of which may hold instead
 */
export function filterCondition(
  entity: AnyEntity,
  filter: FilterField,
  values: readonly string[],
  or: readonly Condition[] = [],
): { condition: Condition | null; complaint: Complaint | null } {
  const typed = values.map((value) => searchText(value));
  const ways = [...or];
  if (typed.some((value) => value !== "")) {
    const read = readFilter(filter, typed);
    if (typeof read === "string") return { condition: null, complaint: { field: filter.name, message: read } };
    ways.unshift(read);
  }
  const [first, ...more] = ways;
  if (!first) return { condition: null, complaint: null };
  const read: Condition = more.length === 0 ? first : { op: "any", of: ways };
  const condition: Condition = filter.lines
    ? { op: "exists", table: lineTable(tableOf(entity), filter.lines), column: "root_id", equals: "id", where: read }
    : read;
  return { condition, complaint: null };
}

function readFilter(filter: FilterField, typed: readonly string[]): Condition | string {
  const { column } = filter;
  const [first = "", second = ""] = typed;
  switch (filter.shape) {
    case "contains":
      if ([...first].length <= 100 && filter.field?.options.found === "start")
        return {
          op: "any",
          of: [...new Set([first, first.toUpperCase()])].map((text) => ({ op: "starts" as const, column, text })),
        };
      if ([...first].length > 100) return "最多100个字";
      return {
        op: "contains",
        columns: [column],
        text: first,
        ...(filter.field?.options.found === "part" ? { indexed: true as const } : {}),
      };
    case "options": {
      const values = typed.filter((value) => value !== "");
      return { op: "in", column, values };
    }
    case "reference":
      return typed.every((value) => value === "" || UUID.test(value.toLowerCase()))
        ? { op: "in", column, values: typed.filter((value) => value !== "").map((value) => value.toLowerCase()) }
        : `找不到${filter.label}，请核对编码`;
    case "yesNo":
      return { op: "eq", column, value: first === "1" || first === "true" };
    case "dayRange":
      return dayRange(filter, first, second);
    case "range":
      return numberRange(filter, first, second);
    case "none":
      return `${filter.label}不能筛选`;
  }
}

/** What is wrong with two ends of a range of days, each of which may be empty; null when nothing is. */
export function dayRangeComplaint(from: string, to: string): string | null {
  if ([from, to].some((day) => day !== "" && !isDay(day))) return "请输入日期，例如 2026-01-31";
  return from !== "" && to !== "" && from > to ? "开始日期不能晚于结束日期" : null;
}

function dayRange(filter: FilterField, from: string, to: string): Condition | string {
  const complaint = dayRangeComplaint(from, to);
  if (complaint) return complaint;
  // A day of an instant column runs from its midnight in China to the next.
  const instants = filter.field === null || filter.field.kind === "dateTime";
  const start = (day: string): Scalar => (instants ? (readInstant(`${day} 00:00`) ?? day) : day);
  return {
    op: "all",
    of: [
      ...(from === "" ? [] : [{ op: "gte" as const, column: filter.column, value: start(from) }]),
      ...(to === "" ? [] : [{ op: "lt" as const, column: filter.column, value: start(addDays(to, 1)) }]),
    ],
  };
}

function numberRange(filter: FilterField, from: string, to: string): Condition | string {
  const plain = [from, to].map((text) => text.replace(/,/g, ""));
  if (plain.some((text) => text !== "" && !/^-?\d{1,15}(\.\d{1,6})?$/.test(text))) return "请输入数字";
  const [least = "", most = ""] = plain;
  if (least !== "" && most !== "" && decimal(least).gt(decimal(most))) return "最小值不能大于最大值";
  return {
    op: "all",
    of: [
      ...(least === "" ? [] : [{ op: "gte" as const, column: filter.column, value: least }]),
      ...(most === "" ? [] : [{ op: "lte" as const, column: filter.column, value: most }]),
    ],
  };
}
