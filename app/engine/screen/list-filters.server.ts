import type { Context } from "../context.server";
import { filteredChoices } from "../entity/dictionary";
import { UUID } from "../entity/kinds/reference";
import type { Screen } from "../entity/registry";
import { allFilterOptions } from "../operations/filter-options.server";
import { type FilterField, filterField, isYes } from "../operations/filters";
import { type ListQuery, type ListResult, mayFilter } from "../operations/list.server";
import { isOwnColumn } from "../operations/list-columns.server";
import { statesSeen } from "../operations/scope.server";
import { searchedLabels } from "../operations/search.server";
import { referenceLabels } from "../operations/typed-references.server";
import { listHref, type PageQuery, pairsOf } from "./list-query.server";

/** Heading of the quick search. */
const SEARCH_LABEL = "搜索";

const SELECT_UP_TO = 30;

const DATALIST_UP_TO = 100;

/** The conditions of a list as controls, and the labels of what was chosen in them. */
export async function filterModels(context: Context, screen: Screen, query: PageQuery, result: ListResult) {
  const filters = [];
  const datalists = [];
  const labels = new Map<string, string>();
  const placeholder = searchedLabels(context, screen.entity);
  if (placeholder !== null) {
    filters.push({ name: "q", label: SEARCH_LABEL, values: [query.q ?? ""], kind: "contains" as const, placeholder });
  }
  const shown = screen.list.filters.flatMap((name) => {
    const filter = filterField(screen, name);
    if (!filter || !mayFilter(context, screen.entity, filter)) return [];
    return isOwnColumn(context, screen.entity, name) ? [] : [filter];
  });
  const references = shown.filter(({ shape }) => shape === "reference");
  const choices = await allFilterOptions(context, references, DATALIST_UP_TO);
  for (const filter of shown) {
    const { name } = filter;
    const values = [...(query.filters[name] ?? [])];
    const error = result.complaints.find((complaint) => complaint.field === name)?.message;
    const base = { name, label: filter.label, values, ...(error ? { error } : {}) };
    const kind = filter.shape;
    if (kind === "none") continue;
    if (kind === "options") {
      const options = optionList(context, screen, filter);
      for (const { value, label } of options) if (values.includes(value)) labels.set(`${name} ${value}`, label);
      const isTab = name === "state" && values.length < 2;
      filters.push({ ...base, kind, options, ...(isTab ? { shownElsewhere: true } : {}) });
    } else if (kind === "reference" && filter.field) {
      const of = { ...filter, field: filter.field };
      const found = choices.get(name) ?? { options: [], complete: true };
      for (const { id, label } of values.length === 0 ? [] : found.options)
        if (values.includes(id)) labels.set(`${name} ${id}`, label);
      const strange = values.filter((value) => UUID.test(value.toLowerCase()) && !labels.has(`${name} ${value}`));
      for (const [id, label] of await referenceLabels(context, of, strange)) labels.set(`${name} ${id}`, label);
      // What was typed by hand stays typed: a list to tick does not show it.
      const isTyped = values.some((value) => value !== "" && !found.options.some(({ id }) => id === value));
      if (found.complete && found.options.length <= SELECT_UP_TO && !isTyped) {
        filters.push({ ...base, kind, options: found.options.map(({ id, label }) => ({ value: id, label })) });
      } else {
        const list = `list-${name.replaceAll(".", "-")}`;
        if (found.complete) datalists.push({ id: list, options: found.options.map(({ label }) => label) });
        filters.push({
          ...base,
          kind,
          values: [values.map((value) => labels.get(`${name} ${value}`) ?? value).join("，")],
          ...(found.complete ? { list } : {}),
        });
      }
    } else if (kind === "yesNo") {
      // As the page's own choices say it, whichever way a link does.
      filters.push({ ...base, kind, values: values.map((value) => (value === "" ? "" : isYes(value) ? "1" : "0")) });
    } else {
      filters.push({ ...base, kind });
    }
  }
  return { filters, datalists, labels };
}

/** The conditions of a list in words, as people read them beside figures and files; empty where there are none. */
export async function conditionWords(
  context: Context,
  screen: Screen,
  { q, filters, toggles }: Pick<ListQuery, "q" | "filters" | "toggles">,
): Promise<string> {
  const labels = new Map<string, string>();
  for (const [name, values] of Object.entries(filters)) {
    const filter = filterField(screen, name);
    if (filter?.shape === "options")
      for (const { value, label } of optionList(context, screen, filter)) labels.set(`${name} ${value}`, label);
    if (filter?.shape === "reference" && filter.field) {
      const ids = values.filter((value) => UUID.test(value.toLowerCase()));
      for (const [id, label] of await referenceLabels(context, { ...filter, field: filter.field }, ids))
        labels.set(`${name} ${id}`, label);
    }
  }
  const request = {
    filters,
    toggles,
    sort: [],
    page: 1,
    size: 1,
    columns: [],
    all: false,
    ...(q === undefined ? {} : { q }),
  };
  const [state, ...others] = filters.state ?? [];
  return [
    ...chipsOf(screen, request, labels).map(({ label }) => label),
    ...(state !== undefined && others.length === 0 ? [`状态：${labels.get(`state ${state}`) ?? state}`] : []),
    ...toggles.map((name) => screen.list.toggles?.[name as `${string}_only`]?.label ?? name),
  ].join("；");
}

function optionList(context: Context, screen: Screen, filter: FilterField): { value: string; label: string }[] {
  if (filter.name !== "state") return filter.field ? filteredChoices(filter.field.options) : [];
  return Object.entries(statesSeen(context, screen)).map(([value, label]) => ({ value, label }));
}

/** Everything that narrows the list, one chip per value; a single state and the toggles are to be seen above the table. */
export function chipsOf(screen: Screen, query: PageQuery, labels: ReadonlyMap<string, string>) {
  const search =
    query.q === undefined
      ? []
      : [{ label: `${SEARCH_LABEL}：${query.q}`, href: listHref(screen, pairsOf(query, ["q"])) }];
  const filters = Object.entries(query.filters).flatMap(([name, values]) => {
    const filter = filterField(screen, name);
    if (!filter || (name === "state" && values.length < 2)) return [];
    const without = (kept: readonly string[]): string =>
      listHref(screen, pairsOf({ ...query, filters: { ...query.filters, [name]: kept } }));
    if (filter.shape === "dayRange" || filter.shape === "range") {
      const text = `${values[0] || "不限"} ~ ${values[1] || "不限"}`;
      return [{ label: `${filter.label}：${text}`, href: without([]) }];
    }
    const state: Readonly<Record<string, string>> = name === "state" ? (screen.entity.states ?? {}) : {};
    const word = (value: string) =>
      labels.get(`${name} ${value}`) ??
      state[value] ??
      (filter.shape === "yesNo" ? (isYes(value) ? "是" : "否") : UUID.test(value.toLowerCase()) ? "（不可见）" : value);
    return values
      .filter((value) => value !== "")
      .map((value) => ({
        label: `${filter.label}：${word(value)}`,
        href: without(values.filter((one) => one !== value)),
      }));
  });
  return [...search, ...filters];
}
