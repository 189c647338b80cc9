import type { Count } from "~/data/list-page.server";
import { chinaTime } from "~/shared/calendar";
import { searchPhrase } from "~/shared/search";
import type { Context } from "../context.server";
import type { AnyEntity, AnyTransition, Field, Toggle } from "../entity";
import { kindOf } from "../entity/kinds";
import { UUID } from "../entity/kinds/reference";
import type { Screen } from "../entity/registry";
import { isSearched } from "../entity/search-fields";
import { allFilterOptions } from "../operations/filter-options.server";
import { type FilterField, filterField } from "../operations/filters";
import {
  DEFAULT_SIZE,
  isSortable,
  type ListResult,
  type ListRow,
  type ListWish,
  listRecords,
  mayFilter,
  maySort,
  PAGE_SIZES,
} from "../operations/list.server";
import { columnsFrom, isOwnColumn } from "../operations/list-columns.server";
import { type ListWork, listWork } from "../operations/saved-views.server";
import { mayMove, mayOnScreen, requireAction } from "../operations/scope.server";
import { searchedLabels } from "../operations/search.server";
import { reading } from "../operations/transaction.server";
import { referenceLabels } from "../operations/typed-references.server";
import { exportableLines } from "../output/columns.server";
import { preferencesIn } from "../session/preferences.server";
import { listPath, movePath, query, recordPath, wayQuery } from "./address";
import { batchModel } from "./list-batch";
import { columnSort } from "./list-sort";
import { viewsModel } from "./list-views";
import { columnField, columnLabel, NOTHING, showField, showState } from "./show";

export type Pairs = [name: string, value: string][];

/** A wish as an address tells it. */
interface AddressedWish extends ListWish {
  /** The address names the number of rows, so the addresses it leads to do as well: people differ in what they get without. */
  sized?: boolean;
}

/** A wish as a page asks for it. */
export interface PageWish extends AddressedWish {
  columns: readonly string[];
  /** The person has a view that opens by itself, so every address says that it means something else. */
  all: boolean;
}

/** More rows than are counted (ruling 33). */
const UNCOUNTED = "10000+";

/** Heading of the quick search. */
const SEARCH_LABEL = "搜索";

/** Reads the address of a list. What does not fit is left out or brought into range: an address never fails. */
export function readListWish(screen: Screen, params: URLSearchParams): AddressedWish {
  const names: string[] = [...screen.list.filters];
  if (screen.entity.states && !names.includes("state")) names.push("state");
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const values = params
        .getAll(name)
        .slice(0, 20)
        .map((value) => value.slice(0, 200));
      return values.some((value) => value.trim() !== "") ? [[name, values]] : [];
    }),
  );
  const toggles = Object.keys(screen.list.toggles ?? {}).filter((name) => params.get(name) === "1");
  const asked = Number(params.get("size") ?? DEFAULT_SIZE);
  const size = PAGE_SIZES.find((one) => one >= asked) ?? (asked > 0 ? PAGE_SIZES.at(-1) : DEFAULT_SIZE) ?? DEFAULT_SIZE;
  const page = Number(params.get("page") ?? 1);
  const q = searchPhrase(params.get("q") ?? "");
  return {
    ...(q !== "" && isSearched(screen.entity) ? { q } : {}),
    filters,
    toggles,
    sort: params
      .getAll("sort")
      .slice(0, 3)
      .filter((key) => isSortable(screen, key.replace(/^-/, ""))),
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
    size,
    ...(params.get("size") === String(size) ? { sized: true } : {}),
  };
}

/** The parameters of a wish, less those that are replaced. */
export function pairsOf(wish: AddressedWish & { all?: boolean }, leaveOut: readonly string[] = []): Pairs {
  const pairs: Pairs = [
    ...(wish.q === undefined ? [] : [["q", wish.q] as [string, string]]),
    ...Object.entries(wish.filters).flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
    ...wish.toggles.map((name): [string, string] => [name, "1"]),
    ...wish.sort.map((key): [string, string] => ["sort", key]),
    ...(wish.size === DEFAULT_SIZE && !wish.sized ? [] : [["size", String(wish.size)] as [string, string]]),
    ...(wish.all ? [["view", "all"] as [string, string]] : []),
  ];
  return pairs.filter(([name]) => !leaveOut.includes(name));
}

export function listHref(screen: Screen, pairs: Pairs): string {
  return listPath(screen) + query(pairs);
}

/** The wish without what this person may not see: no filter, no order and no chip tells of it. */
function readable(context: Context, screen: Screen, wish: AddressedWish): AddressedWish {
  const { entity } = screen;
  const filters = Object.fromEntries(
    Object.entries(wish.filters).filter(([name]) => {
      const filter = filterField(entity, name);
      return filter !== null && mayFilter(context, entity, filter) && !isOwnColumn(context, entity, name);
    }),
  );
  return { ...wish, filters, sort: wish.sort.filter((key) => maySort(context, screen, key.replace(/^-/, ""))) };
}

/** Moves that are offered beside rows and for several of them, as far as this person holds the right to them. */
function offeredMoves(context: Context, screen: Screen): { row: string[]; batch: string[] } {
  const mine = (names: readonly string[] | undefined) =>
    (names ?? []).filter((name) => mayMove(context, screen.entity, name));
  return { row: mine(screen.list.rowActions), batch: mine(screen.list.batch) };
}

/**
 * A list page, or where its address leads when it says nothing and the person has a view that opens by itself.
 * @throws AppError("forbidden")
 */
export async function openList(context: Context, screen: Screen, params: URLSearchParams) {
  requireAction(context, screen.entity, "query", screen);
  return reading(context, async () => {
    const work = await listWork(context, screen);
    const view = work.views.find(({ isDefault }) => isDefault);
    const kept = view && [...params.keys()].length === 0 ? viewQuery(screen, new URLSearchParams(view.query)) : "";
    if (kept !== "") return { href: listHref(screen, [...new URLSearchParams(kept)]) };
    return { model: await drawList(context, screen, params, work) };
  });
}

/** A whole list page as data, whatever view the person has. */
export async function listModel(context: Context, screen: Screen, params: URLSearchParams) {
  // One transaction around everything: what a supplier is offered in filters stands behind the lock of the database too.
  return reading(context, async () => drawList(context, screen, params, await listWork(context, screen)));
}

async function drawList(context: Context, screen: Screen, params: URLSearchParams, work: ListWork) {
  const columns = columnsFrom(context, screen, work.columns);
  const moves = offeredMoves(context, screen);
  const { pageSize } = preferencesIn(context);
  const asked = readable(context, screen, readListWish(screen, params));
  const wish: PageWish = {
    ...asked,
    ...(params.has("size") ? {} : { size: pageSize }),
    sized: pageSize !== DEFAULT_SIZE,
    columns,
    totals: (screen.list.totals ?? []).filter((name) => columns.includes(name)),
    moves: [...new Set([...moves.row, ...moves.batch])],
    all: work.views.some((view) => view.isDefault),
  };
  const result = await listRecords(context, screen, wish);
  const total = result.more ? `${UNCOUNTED} 条` : `${result.count} 条`;
  const { filters, datalists, labels } = await filterModels(context, screen, wish, result);
  const here = [...pairsOf(wish), ...(result.page > 1 ? [["page", String(result.page)] as [string, string]] : [])];
  const batch = batchModel(screen, result, moves.batch, {
    picked: params.get("pick") === "all",
    back: backPair(wish),
    href: (more) => listHref(screen, [...here, ...more]),
  });
  const isNarrowed = wish.q !== undefined || Object.keys(wish.filters).length > 0 || wish.toggles.length > 0;
  const { q: _searched, ...unsearched } = wish;
  const anything = { ...unsearched, filters: {}, toggles: [] };
  return {
    title: screen.label,
    purpose: screen.entity.purpose,
    total,
    actions: mayOnScreen(context, screen, "add")
      ? [
          {
            label: `新建${screen.label.replace(/(列表|维护|管理)$/, "")}`,
            href: `${listPath(screen)}/new`,
            tone: "primary" as const,
          },
        ]
      : [],
    exports: exportLinks(context, screen, wish),
    tabs: stateTabs(screen, wish, result),
    toggles: Object.entries<Toggle | undefined>(screen.list.toggles ?? {}).flatMap(([name, toggle]) => {
      if (!toggle) return [];
      const current = wish.toggles.includes(name);
      const rest = pairsOf(wish, [name]);
      return [{ label: toggle.label, href: listHref(screen, current ? rest : [...rest, [name, "1"]]), current }];
    }),
    filterAction: listPath(screen),
    // Where the state is no filter of its own it is chosen by the tabs alone, so the form carries it along.
    hidden: pairsOf(wish, ["q", ...screen.list.filters]),
    filters,
    chips: chipsOf(screen, wish, labels),
    clearHref: listHref(screen, pairsOf({ ...unsearched, toggles: [], filters: oneState(wish) })),
    datalists,
    views: viewsModel(context, screen, work.views, {
      query: viewQuery(screen, new URLSearchParams(pairsOf(wish, wish.size === pageSize ? ["size"] : []))),
      allHref: listHref(screen, pairsOf({ ...anything, sort: [], size: pageSize })),
      href: (pairs) => listHref(screen, pairs),
    }),
    columnsHref: `${listPath(screen)}/columns${query(backPair(wish))}`,
    ...(batch ? { batch } : {}),
    allHref: listHref(screen, pairsOf(anything)),
    ...(result.count > 0 ? {} : { empty: isNarrowed ? ("noMatch" as const) : ("none" as const) }),
    table: tableModel(screen, wish, result, moves, total),
    pager: pagerModel(screen, wish, result, total),
  };
}

/** Address of the list that `backPair` named. It is read as a wish, so it leads nowhere else. */
export function backHref(screen: Screen, back: string): string {
  const params = new URLSearchParams(back);
  return listHref(screen, pairsOf({ ...readListWish(screen, params), all: params.get("view") === "all" }));
}

/** What a view of the list keeps: its wish without the page, whatever the order of the parameters. */
export function viewQuery(screen: Screen, params: URLSearchParams): string {
  const sorted = new URLSearchParams(pairsOf({ ...readListWish(screen, params), sized: false }));
  sorted.sort();
  return sorted.toString();
}

/** The list as it stands, for pages that lead back to it. */
export function backPair(wish: ListWish): Pairs {
  const text = query(pairsOf(wish)).slice(1);
  return text === "" ? [] : [["back", text]];
}

/** A single state is a tab and stays when the conditions are cleared; several are a condition like any other. */
function oneState({ filters }: ListWish): ListWish["filters"] {
  return filters.state?.length === 1 ? { state: filters.state } : {};
}

/** The rows of the list as they are filtered and sorted now, as files. */
function exportLinks(context: Context, screen: Screen, wish: ListWish) {
  if (!mayOnScreen(context, screen, "export")) return [];
  const link = (label: string, more: Pairs) => ({
    label,
    href: `${listPath(screen)}/export${query([...pairsOf(wish, ["size"]), ...more])}`,
  });
  return [
    link("Excel 表格", [["format", "xlsx"]]),
    ...exportableLines(context, screen).map(({ name, lines }) =>
      link(`Excel 表格，含${lines.label}`, [
        ["format", "xlsx"],
        ["lines", name],
      ]),
    ),
    link("CSV 文件", [["format", "csv"]]),
  ];
}

function stateTabs(screen: Screen, wish: PageWish, result: ListResult) {
  const states: Record<string, string> = screen.entity.states ?? {};
  if (Object.keys(states).length === 0) return [];
  const rest = pairsOf(wish, ["state"]);
  const chosen = wish.filters.state ?? [];
  const counts = [...result.states.values()];
  const sum = counts.some(({ more }) => more) ? UNCOUNTED : `${counts.reduce((all, { count }) => all + count, 0)}`;
  return [
    { label: "全部", href: listHref(screen, rest), current: chosen.length === 0, count: sum },
    ...Object.entries(states).map(([state, label]) => ({
      label,
      href: listHref(screen, [...rest, ["state", state]]),
      current: chosen.length === 1 && chosen[0] === state,
      count: countText(result.states.get(state) ?? { count: 0, more: false }),
    })),
  ];
}

function countText({ count, more }: Count): string {
  return more ? `${count}+` : String(count);
}

const SELECT_UP_TO = 30;
const DATALIST_UP_TO = 100;

async function filterModels(context: Context, screen: Screen, wish: PageWish, result: ListResult) {
  const filters = [];
  const datalists = [];
  const labels = new Map<string, string>();
  const placeholder = searchedLabels(context, screen.entity);
  if (placeholder !== null) {
    filters.push({ name: "q", label: SEARCH_LABEL, values: [wish.q ?? ""], kind: "contains" as const, placeholder });
  }
  const shown = screen.list.filters.flatMap((name) => {
    const filter = filterField(screen.entity, name);
    if (!filter || !mayFilter(context, screen.entity, filter)) return [];
    return isOwnColumn(context, screen.entity, name) ? [] : [filter];
  });
  const references = shown.filter(({ shape }) => shape === "reference");
  const choices = await allFilterOptions(context, screen.entity, references, DATALIST_UP_TO);
  for (const filter of shown) {
    const { name } = filter;
    const values = [...(wish.filters[name] ?? [])];
    const error = result.complaints.find((complaint) => complaint.field === name)?.message;
    const base = { name, label: filter.label, values, ...(error ? { error } : {}) };
    const kind = filter.shape;
    if (kind === "none") continue;
    if (kind === "options") {
      const options = optionList(screen.entity, filter);
      for (const option of options) labels.set(`${name} ${option.value}`, option.label);
      const isTab = name === "state" && values.length < 2;
      filters.push({ ...base, kind, options, ...(isTab ? { shownElsewhere: true } : {}) });
    } else if (kind === "reference" && filter.field) {
      const of = { ...filter, field: filter.field };
      const found = choices.get(name) ?? { options: [], complete: true };
      for (const option of found.options) labels.set(`${name} ${option.id}`, option.label);
      const strange = values.filter((value) => UUID.test(value.toLowerCase()) && !labels.has(`${name} ${value}`));
      for (const [id, label] of await referenceLabels(context, of, strange)) labels.set(`${name} ${id}`, label);
      // What was typed by hand stays typed: a list to tick does not show it.
      const isTyped = values.some((value) => value !== "" && !found.options.some(({ id }) => id === value));
      if (found.complete && found.options.length <= SELECT_UP_TO && !isTyped) {
        filters.push({ ...base, kind, options: found.options.map(({ id, label }) => ({ value: id, label })) });
      } else {
        const list = `list-${name.replace(".", "-")}`;
        if (found.complete)
          datalists.push({ id: list, options: found.options.map(({ label }) => ({ value: label, label })) });
        filters.push({
          ...base,
          kind,
          values: [values.map((value) => labels.get(`${name} ${value}`) ?? value).join("，")],
          ...(found.complete ? { list } : {}),
        });
      }
    } else {
      filters.push({ ...base, kind });
    }
  }
  return { filters, datalists, labels };
}

function optionList(entity: AnyEntity, filter: FilterField): { value: string; label: string }[] {
  const choices: Readonly<Record<string, string>> =
    filter.name === "state" ? (entity.states ?? {}) : (filter.field?.options.choices ?? {});
  return Object.entries(choices).map(([value, label]) => ({ value, label }));
}

/** Everything that narrows the list, one chip per value; a single state and the toggles are to be seen above the table. */
function chipsOf(screen: Screen, wish: PageWish, labels: ReadonlyMap<string, string>) {
  const search =
    wish.q === undefined ? [] : [{ label: `${SEARCH_LABEL}：${wish.q}`, href: listHref(screen, pairsOf(wish, ["q"])) }];
  const filters = Object.entries(wish.filters).flatMap(([name, values]) => {
    const filter = filterField(screen.entity, name);
    if (!filter || (name === "state" && values.length < 2)) return [];
    const without = (kept: readonly string[]): string =>
      listHref(screen, pairsOf({ ...wish, filters: { ...wish.filters, [name]: kept } }));
    if (filter.shape === "dayRange" || filter.shape === "range") {
      const text = `${values[0] || "不限"} ~ ${values[1] || "不限"}`;
      return [{ label: `${filter.label}：${text}`, href: without([]) }];
    }
    const state: Readonly<Record<string, string>> = name === "state" ? (screen.entity.states ?? {}) : {};
    const word = (value: string) =>
      labels.get(`${name} ${value}`) ??
      state[value] ??
      (filter.shape === "yesNo"
        ? value === "1"
          ? "是"
          : "否"
        : UUID.test(value.toLowerCase())
          ? "（不可见）"
          : value);
    return values
      .filter((value) => value !== "")
      .map((value) => ({
        label: `${filter.label}：${word(value)}`,
        href: without(values.filter((one) => one !== value)),
      }));
  });
  return [...search, ...filters];
}

/** Facts on the card of a phone beside number and state. */
const CARD_FACTS = 2;

function tableModel(
  screen: Screen,
  wish: PageWish,
  result: ListResult,
  moves: { row: readonly string[]; batch: readonly string[] },
  total: string,
) {
  const { columns: keys } = wish;
  const [lead = ""] = keys;
  const rest = keys.filter((key) => key !== lead && key !== "state");
  const wanted: readonly string[] = screen.list.card ?? [];
  const card = new Set([...rest.filter((key) => wanted.includes(key)), ...rest].slice(0, CARD_FACTS));
  const actions = (row: ListRow) =>
    moves.row
      .filter((name) => row.moves.includes(name))
      .map((name) => {
        const move: AnyTransition | undefined = screen.entity.transitions?.[name];
        return {
          label: move?.label ?? name,
          href: movePath(screen, row.id, name),
          tone: move?.tone ?? ("plain" as const),
        };
      });
  const hasActions = result.rows.some((row) => actions(row).length > 0);
  return {
    caption: `${screen.label}，${result.count}条`,
    columns: keys.map((key) => ({
      ...columnModel(screen, key, wish, result),
      ...(rest.includes(key) && !card.has(key) ? { wideOnly: true } : {}),
    })),
    rows: result.rows.map((row) => {
      const href = recordPath(screen, row.id) + wayQuery(pairsOf(wish), result.page);
      const isPickable = moves.batch.some((name) => row.moves.includes(name));
      return {
        id: row.id,
        href,
        cells: keys.map((key) =>
          key === lead ? { ...cellModel(screen, key, row), href } : cellModel(screen, key, row),
        ),
        ...(isPickable ? { pick: cellModel(screen, lead, row).text } : {}),
        ...(hasActions ? { actions: actions(row) } : {}),
      };
    }),
    ...(hasActions ? { hasActions } : {}),
    ...totalsModel(screen, wish, result, total),
  };
}

/** The foot of the table: sums over all rows of the filters, or why there are none. */
function totalsModel(screen: Screen, wish: PageWish, result: ListResult, total: string): { totals?: string[] } {
  if (!wish.totals?.length || result.count === 0) return {};
  const sums = wish.columns.slice(1).map((key) => {
    const field: Field | undefined = screen.entity.fields[key];
    if (!field) return "";
    return (result.totals.get(key) ?? [])
      .map(({ currency, sum }) => showField(field, sum, undefined, currency).text)
      .join("\n");
  });
  return { totals: [result.more ? "超过10000条，不合计" : `合计（${total}）`, ...sums] };
}

function columnModel(screen: Screen, key: string, wish: PageWish, result: ListResult) {
  const isCount = key.startsWith("count(");
  const [own = "", through] = key.split(".");
  const field = columnField(screen, own);
  const target = through && field?.options.to ? undefined : field;
  const label = columnLabel(screen, key);
  const align = isCount || (target && kindOf(target).align === "end") ? ("end" as const) : ("start" as const);
  if (!isSortable(screen, key)) return { key, label, align };
  const href = (keys: readonly string[]) => listHref(screen, pairsOf({ ...wish, sort: keys }));
  return { key, label, align, sort: columnSort(key, label, result.sort, href) };
}

function cellModel(screen: Screen, key: string, row: ListRow) {
  const { entity } = screen;
  const raw = row.values[key];
  if (key === "state") return showState(entity, String(raw));
  if (key.endsWith("_at") && !entity.fields[key])
    return { text: typeof raw === "string" ? chinaTime(raw).slice(0, 16) : NOTHING };
  const label = row.values[`${key}__label`];
  if (key === "created_by" || key === "updated_by") return { text: typeof label === "string" ? label : NOTHING };
  const field = columnField(screen, key);
  if (!field) return { text: String(label ?? raw ?? NOTHING) };
  const value = typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean" ? raw : null;
  return showField(field, value, typeof label === "string" ? label : undefined, row.values.currency);
}

/** From so many pages on one may name the page instead of stepping to it. */
const JUMP_FROM = 4;

function pagerModel(screen: Screen, wish: PageWish, result: ListResult, total: string) {
  const { page } = result;
  const more = result.more && result.rows.length === result.size;
  // Behind the rows that were counted the pages go on.
  const pages = Math.max(result.pages, page + (more && page >= result.pages ? 1 : 0));
  const href = (to: number) =>
    listHref(screen, [...pairsOf(wish), ...(to > 1 ? [["page", String(to)] as [string, string]] : [])]);
  const shown = [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])]
    .filter((one) => one >= 1 && one <= pages)
    .sort((a, b) => a - b);
  return {
    page,
    pages,
    size: result.size,
    total,
    links: shown.map((one) => ({ label: String(one), href: href(one), current: one === page })),
    ...(page > 1 ? { previous: href(page - 1) } : {}),
    ...(page < pages ? { next: href(page + 1) } : {}),
    sizes: PAGE_SIZES.map((size) => ({
      size,
      href: listHref(screen, pairsOf({ ...wish, size })),
      current: size === result.size,
    })),
    ...(pages >= JUMP_FROM ? { jump: { action: listPath(screen), hidden: pairsOf(wish) } } : {}),
  };
}
