import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyLine, AnyRecord, Complaint } from "../entity";
import { complain, lineField } from "../entity";
import { choicesOf } from "../entity/dictionary";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { filterField } from "../operations/filters";
import type { ListQuery } from "../operations/list.server";
import { filterConditions, mayFilter } from "../operations/list.server";
import { fieldValue, linesOf } from "../operations/records.server";
import { mayRead } from "../operations/scope.server";
import { mayTellInRows } from "../operations/unsent.server";
import { paperOf } from "../output/list-paper.server";
import { dayOfWords } from "./day-words";
import { isFigure, isGroup, type NamedColumn, namedColumns, namedFilters } from "./names";

/** Ways to work a figure out. */
export const FIGURES = { count: "行数", sum: "合计", avg: "平均", min: "最小", max: "最大" } as const;
export type FigureWay = keyof typeof FIGURES;

/** The list a report is about. @throws AppError("wrong_state") when it is gone */
export function datasetOf(context: Context, record: AnyRecord): Screen {
  const screen = context.services.registry.screen(String(fieldValue(record, "dataset")));
  if (!screen) throw new AppError("wrong_state", { message: "报表的数据集已经没有了" });
  return screen;
}

/** Columns that a report of this person can speak of, in the order of the definition. */
export function reportColumns(context: Context, { entity }: Screen): NamedColumn[] {
  return namedColumns(entity).filter(
    ({ key, field }) => field === null || (mayRead(context, entity, key, field) && mayTellInRows(context, entity, key)),
  );
}

/** The filters of a list by what people call them. */
export function reportFilters(context: Context, screen: Screen): { name: string; label: string }[] {
  return namedFilters(screen, screen.list.filters).flatMap((filter) =>
    mayFilter(context, screen.entity, filter) ? [{ name: filter.name, label: filter.label }] : [],
  );
}

/** A report as its definition says it, with names found; columns the person may not read are absent. */
export interface ReportPlan {
  screen: Screen;
  columns: NamedColumn[];
  groups: NamedColumn[];
  figures: { how: FigureWay; column: NamedColumn | null }[];
  list: ListQuery;
}

/**
 * Finds what a definition names, as far as the person may read it.
 * @throws AppError("forbidden") where a group, a figure or a condition is not the person's to read, "wrong_state" without a list
 */
export function reportPlan(context: Context, record: AnyRecord): ReportPlan {
  const screen = datasetOf(context, record);
  const columns = reportColumns(context, screen);
  const find = (label: unknown) => columns.find((one) => one.label === label);
  const need = (label: unknown): NamedColumn => {
    const found = find(label);
    if (!found) throw new AppError("forbidden", { message: `您无权查看报表用到的「${String(label)}」` });
    return found;
  };
  const groups = ["group_by", "then_by"].flatMap((name) => {
    const label = fieldValue(record, name);
    return label ? [need(label)] : [];
  });
  const wanted = linesOf(record, "figures");
  const figures = wanted.flatMap((line) => {
    const label = fieldValue(line, "name");
    const column = label ? find(label) : null;
    return column === undefined ? [] : [{ how: listOriginOf(fieldValue(line, "how")), column }];
  });
  // Without its figures a report would pass for a list of rows.
  if (figures.length === 0) for (const line of wanted) need(fieldValue(line, "name"));
  return {
    screen,
    groups,
    figures,
    columns: linesOf(record, "columns").flatMap((line) => find(fieldValue(line, "name")) ?? []),
    list: { filters: filtersOf(context, screen, record), toggles: [], sort: sortOf(record, find), page: 1, size: 50 },
  };
}

/** What may not be read is not sorted by either: the order would tell of it. */
function sortOf(record: AnyRecord, find: (label: unknown) => NamedColumn | undefined): string[] {
  const found = find(fieldValue(record, "sort_by"));
  if (!found) return [];
  return [fieldValue(record, "descending") === true ? `-${found.key}` : found.key];
}

function listOriginOf(value: unknown): FigureWay {
  return value === "sum" || value === "avg" || value === "min" || value === "max" ? value : "count";
}

function filtersOf(context: Context, screen: Screen, record: AnyRecord): Record<string, string[]> {
  const known = reportFilters(context, screen);
  return Object.fromEntries(
    linesOf(record, "conditions").map((line) => {
      const label = fieldValue(line, "name");
      const found = known.find((one) => one.label === label);
      if (!found) throw new AppError("forbidden", { message: `您无权按报表用到的「${String(label)}」筛选` });
      return [found.name, typedValues(context, screen, found.name, line)];
    }),
  );
}

function textOf(line: AnyLine, name: string): string {
  const value = fieldValue(line, name);
  return typeof value === "string" ? value.trim() : "";
}

/** What was typed as the filter takes it: choices by what they are called, yes and no in words, days that move with time. */
function typedValues(context: Context, screen: Screen, name: string, line: AnyLine): string[] {
  const { entity } = screen;
  const filter = filterField(screen, name);
  const [value, to] = [textOf(line, "value"), textOf(line, "value_to")];
  if (filter?.shape === "range") return [value, to];
  if (filter?.shape === "dayRange") return [value, to].map((day) => dayOfWords(day, dayOf(context.now)));
  if (filter?.shape === "yesNo") return [/^(是|1|true)$/.test(value) ? "1" : "0"];
  if (filter?.shape !== "options") return [value];
  const states: Readonly<Record<string, string>> = entity.states ?? {};
  const choices = name === "state" ? states : filter.field ? choicesOf(filter.field.options) : {};
  return value
    .split(/[,，、]/)
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => Object.entries(choices).find(([, label]) => label === one)?.[0] ?? one);
}

/** What is wrong with a definition: names that its list does not have, figures of what cannot be added up, values no filter takes. */
export async function definitionComplaints(context: Context, record: AnyRecord): Promise<Complaint[]> {
  const screen = context.services.registry.screen(String(fieldValue(record, "dataset")));
  if (!screen) return [complain("dataset", "请选择数据集")];
  if (fieldValue(record, "send_as") === "pdf") {
    if (!paperOf(context, screen)) return [complain("send_as", `“${screen.label}”没有打印版，不能发送PDF`)];
    if (linesOf(record, "figures").length > 0)
      return [complain("send_as", "PDF是列表的打印版，有分组和统计的报表请选择Excel或CSV")];
  }
  const columns = reportColumns(context, screen);
  const filters = reportFilters(context, screen);
  const names = columns.map(({ label }) => label).join("、");
  const missing = (label: unknown) => `列“${String(label)}”不存在，可以用：${names}`;
  const complaints: Complaint[] = [];
  for (const name of ["group_by", "then_by"]) {
    const label = fieldValue(record, name);
    const found = columns.find((one) => one.label === label);
    if (label && !found) complaints.push(complain(name, missing(label)));
    else if (found && !isGroup(found)) complaints.push(complain(name, `不能按“${found.label}”分组`));
  }
  const sort = fieldValue(record, "sort_by");
  if (sort && !columns.some(({ label }) => label === sort)) complaints.push(complain("sort_by", missing(sort)));
  for (const [at, line] of linesOf(record, "columns").entries()) {
    const label = fieldValue(line, "name");
    if (label && !columns.some((one) => one.label === label))
      complaints.push(complain(lineField("columns", at + 1, "name"), missing(label)));
  }
  for (const [at, line] of linesOf(record, "figures").entries()) {
    const label = fieldValue(line, "name");
    const found = columns.find((one) => one.label === label);
    const place = lineField("figures", at + 1, "name");
    if (label && !found) complaints.push(complain(place, missing(label)));
    else if (found && fieldValue(line, "how") !== "count" && !isFigure(found))
      complaints.push(complain(place, `“${found.label}”不是数字，不能统计`));
  }
  for (const [at, line] of linesOf(record, "conditions").entries()) {
    const label = fieldValue(line, "name");
    if (label && !filters.some((one) => one.label === label))
      complaints.push(
        complain(
          lineField("conditions", at + 1, "name"),
          `不能按“${String(label)}”筛选，可以用：${filters.map((one) => one.label).join("、")}`,
        ),
      );
  }
  return complaints.length > 0 ? complaints : valueComplaints(context, record, screen);
}

/** What the filters say to the values of the conditions, beside the lines they stand in. */
async function valueComplaints(context: Context, record: AnyRecord, screen: Screen): Promise<Complaint[]> {
  const found: Complaint[] = [];
  await filterConditions(context, screen, reportPlan(context, record).list, found);
  const labels = reportFilters(context, screen);
  const lines = linesOf(record, "conditions");
  return found.map(({ field, message }) => {
    const label = labels.find(({ name }) => name === field)?.label;
    const at = lines.findIndex((line) => fieldValue(line, "name") === label);
    return complain(lineField("conditions", at + 1, "value"), message);
  });
}
