import { addDays, isDay, readInstant } from "~/shared/calendar";
import type { Condition, Scalar } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { plainText, searchText } from "~/shared/text";
import { NO_DAY } from "~/shared/typed-day";
import type { AnyEntity, Complaint, Field, Lines } from "../entity";
import { person } from "../entity/field";
import { kindOf } from "../entity/kinds";
import type { FilterShape } from "../entity/kinds/kind";
import { UUID } from "../entity/kinds/reference";
import { type ReferenceOnWay, referenceOnWay } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { lineTable, tableOf } from "../entity/table-names";

/** A filter of a list: how it is asked for and which column it looks at. */
export interface FilterField {
  name: string;
  label: string;
  shape: FilterShape;
  field: Field | null;
  /** The entity whose column it is: that of the list, or the one its reference points at. */
  holder: AnyEntity;
  /** Set when the column stands in a child table of the holder. */
  lines: string | null;
  column: string;
  /** The reference of the list's own rows by which the holder is reached; null where that is the list's own entity. */
  through: ReferenceOnWay | null;
}

/** What a filter is found by: the definition of the list, and the entities its references lead to. */
export type FilteredList = Pick<Screen, "entity" | "reached">;

const BUILT_IN: Record<string, { label: string; shape: FilterShape }> = {
  number: { label: "单号", shape: "contains" },
  state: { label: "状态", shape: "options" },
  created_at: { label: "创建时间", shape: "dayRange" },
  updated_at: { label: "更新时间", shape: "dayRange" },
};

const creator = person({ label: "创建人" });

/**
 * The filter behind a key of the list layout: own field, built-in, `items.material_id` in a child table, and the same of what a
 * reference points at (`material_id.material_type_id`). One reference on the way, not several.
 */
export function filterField({ entity, reached }: FilteredList, name: string): FilterField | null {
  const way = referenceOnWay(entity, name);
  if (way) {
    const holder = reached.get(way.to);
    const found = holder ? fieldFilter(holder, way.rest) : null;
    return found ? { ...found, name, through: way } : null;
  }
  const builtIn = BUILT_IN[name];
  const head = { name, holder: entity, lines: null, through: null };
  if (builtIn) return { ...head, ...builtIn, field: null, column: name };
  if (name === "created_by") return { ...head, label: "创建人", shape: "reference", field: creator, column: name };
  return fieldFilter(entity, name);
}

/** The filter of a field of the entity itself, or of its lines. */
function fieldFilter(entity: AnyEntity, name: string): FilterField | null {
  const [own = "", inner, ...further] = name.split(".");
  const lines: Lines | undefined = inner && Object.hasOwn(entity.lines, own) ? entity.lines[own] : undefined;
  const field: Field | undefined = inner ? lines?.fields[inner] : entity.fields[own];
  if (!field || further.length > 0) return null;
  const { label } = field.options;
  const shape = kindOf(field).filter;
  return { name, label, shape, field, holder: entity, lines: inner ? own : null, column: inner ?? own, through: null };
}

export interface FilterConditionInput {
  entity: AnyEntity;
  filter: FilterField;
  values: readonly string[];
  or?: readonly Condition[];
  reach?: readonly Condition[];
  /** Rows of a table of lines that the person sees; nothing for all. */
  rows?: (entity: AnyEntity, lines: string) => readonly Condition[];
}

/**
 * Turns what was typed into a filter into a condition; nothing typed is no condition.
 * `values` is `[value…]`, or `[from, to]` for ranges.
 * @param or further conditions on the same column, one of which may hold instead
 * @param reach rows of the holder that the person may know of; asked where the column is reached through a reference
 */
export function filterCondition({
  entity,
  filter,
  values,
  or = [],
  reach = [],
  rows = () => [],
}: FilterConditionInput): {
  condition: Condition | null;
  complaint: Complaint | null;
} {
  const typed = values.map((value) => searchText(value));
  const ways = [...or];
  if (typed.some((value) => value !== "")) {
    const read = readFilter(filter, typed, values[0] ?? "");
    if (typeof read === "string") return { condition: null, complaint: { field: filter.name, message: read } };
    ways.unshift(read);
  }
  const [first, ...more] = ways;
  if (!first) return { condition: null, complaint: null };
  const read: Condition = more.length === 0 ? first : { op: "any", of: ways };
  const inLines = (holder: AnyEntity, lines: string | null, inner: Condition) =>
    lines === null ? inner : inRows(holder, lines, [inner, ...rows(holder, lines)]);
  const held = inLines(filter.holder, filter.lines, read);
  const { through } = filter;
  if (!through) return { condition: held, complaint: null };
  // Asked as a row that exists, not by a list of ids: the database goes whichever way is shorter.
  const reached: Condition = {
    op: "exists",
    table: tableOf(filter.holder),
    column: "id",
    equals: through.column,
    where: reach.length === 0 ? held : { op: "all", of: [held, ...reach] },
  };
  return { condition: inLines(entity, through.lines, reached), complaint: null };
}

/** Conditions on a row of a child table as one on its head. */
function inRows(entity: AnyEntity, lines: string, inner: readonly Condition[]): Condition {
  const [only, ...more] = inner;
  const row: Condition = only && more.length === 0 ? only : { op: "all", of: inner };
  return { op: "exists", table: lineTable(tableOf(entity), lines), column: "root_id", equals: "id", where: row };
}

/** How pages and calls say yes in a filter of yes or no; everything else means no. */
export function isYes(typed: string): boolean {
  return typed === "1" || typed === "true";
}

function readFilter(filter: FilterField, typed: readonly string[], asTyped: string): Condition | string {
  const { column } = filter;
  const [first = "", second = ""] = typed;
  switch (filter.shape) {
    case "contains":
      return [...first].length > 100 ? "最多100个字" : textFilter(filter, first, plainText(asTyped));
    case "options": {
      const values = typed.filter((value) => value !== "");
      return { op: "in", column, values };
    }
    case "reference":
      return typed.every((value) => value === "" || UUID.test(value.toLowerCase()))
        ? { op: "in", column, values: typed.filter((value) => value !== "").map((value) => value.toLowerCase()) }
        : `找不到${filter.label}，请核对编码`;
    case "yesNo":
      return { op: "eq", column, value: isYes(first) };
    case "dayRange":
      return dayRange(filter, first, second);
    case "range":
      return numberRange(filter, first, second);
    case "none":
      return `${filter.label}不能筛选`;
  }
}

/** Part of a text, or its start. What is stored keeps its full-width letters and brackets: it is found as it is written, too. */
function textFilter({ column, field }: FilterField, half: string, asTyped: string): Condition {
  const texts = [...new Set([half, asTyped])];
  const ways: Condition[] =
    field?.options.found === "start"
      ? [...new Set(texts.flatMap((text) => [text, text.toUpperCase()]))].map((text) => ({
          op: "starts",
          column,
          text,
        }))
      : texts.map((text) => ({
          op: "contains",
          columns: [column],
          text,
          ...(field?.options.found === "part" ? { indexed: true as const } : {}),
        }));
  const [only, ...more] = ways;
  return only && more.length === 0 ? only : { op: "any", of: ways };
}

/** What is wrong with two ends of a range of days, each of which may be empty; null when nothing is. */
export function dayRangeComplaint(from: string, to: string): string | null {
  if ([from, to].some((day) => day !== "" && !isDay(day))) return NO_DAY;
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
