import type { Count } from "~/data/list-page.server";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { mayExportLater } from "../exports/task.server";
import { importLink } from "../imports/pages.server";
import { conversionsFrom, conversionsOn, openDocuments } from "../operations/conversion.server";
import { filterField } from "../operations/filters";
import {
  countUnder,
  DEFAULT_SIZE,
  type ListQuery,
  type ListResult,
  listRecords,
  mayFilter,
  maySort,
  PAGE_SIZES,
  togglesOf,
} from "../operations/list.server";
import { columnsFrom, isOwnColumn } from "../operations/list-columns.server";
import { type ListWork, listWork } from "../operations/saved-views.server";
import { mayOnScreen, mayTransition, requireAction, statesSeen } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { exportableLines } from "../output/columns.server";
import { paperOf } from "../output/list-paper.server";
import { preferencesIn } from "../session/preferences.server";
import { conversionPath, exportLaterPath, listPath, query } from "./address";
import { batchModel, type MadeOfRows } from "./list-batch";
import { chipsOf, filterModels } from "./list-filters.server";
import {
  type AddressedQuery,
  backPair,
  isTyped,
  listHref,
  type PageQuery,
  type Pairs,
  pairsOf,
  readListQuery,
  viewQuery,
} from "./list-query.server";
import { tableModel } from "./list-table.server";
import { viewsModel } from "./list-views";

/** More rows than are counted (ruling 33). */
const UNCOUNTED = "10000+";

/** The query without what this person may not see: no filter, no order and no chip tells of it. */
function readable(context: Context, screen: Screen, query: AddressedQuery): AddressedQuery {
  const { entity } = screen;
  const filters = Object.fromEntries(
    Object.entries(query.filters).filter(([name]) => {
      const filter = filterField(screen, name);
      return filter !== null && mayFilter(context, entity, filter) && !isOwnColumn(context, entity, name);
    }),
  );
  return { ...query, filters, sort: query.sort.filter((key) => maySort(context, screen, key.replace(/^-/, ""))) };
}

/** Transitions that are offered beside rows and for several of them, as far as this person holds the right to them. */
function offeredTransitions(context: Context, screen: Screen): { row: string[]; batch: string[] } {
  const mine = (names: readonly string[] | undefined) =>
    (names ?? []).filter((name) => mayTransition(context, screen.entity, name));
  return { row: mine(screen.list.rowActions), batch: mine(screen.list.batch) };
}

/** What the list offers to make of chosen rows, and in which of them something is open for it. */
async function madeOfRows(context: Context, { entity, list }: Screen, { rows }: ListResult): Promise<MadeOfRows[]> {
  if (!list.makes?.length || rows.length === 0) return [];
  const found: MadeOfRows[] = [];
  for (const conversion of conversionsFrom(context, entity)) {
    if (!list.makes.includes(conversion.name)) continue;
    const ids = rows.map(({ id }) => id);
    found.push({ conversion, open: new Set(await openDocuments(context, conversion, ids)) });
  }
  return found;
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
    const [first] = screen.list.tabs ?? [];
    const opened = first && [...params.keys()].length === 0 ? new URLSearchParams([[first, "1"]]) : params;
    return { model: await drawList(context, screen, opened, work) };
  });
}

/** A whole list page as data, whatever view the person has. */
export async function listModel(context: Context, screen: Screen, params: URLSearchParams) {
  // One transaction around everything: what a supplier is offered in filters stands behind the lock of the database too.
  return reading(context, async () => drawList(context, screen, params, await listWork(context, screen)));
}

/** Ways from the rows to pages elsewhere, where the entity has any. */
async function linksOf(context: Context, { entity }: Screen, { rows }: ListResult) {
  const ids = rows.map(({ id }) => id);
  return (await context.services.registry.server(entity.key).rowLinks?.(context, ids)) ?? new Map();
}

async function drawList(context: Context, screen: Screen, params: URLSearchParams, work: ListWork) {
  const columns = columnsFrom(context, screen, work.columns);
  const transitions = offeredTransitions(context, screen);
  const { pageSize, filtersOpen } = preferencesIn(context);
  const asked = readable(context, screen, readListQuery(screen, params));
  const pageQuery: PageQuery = {
    ...asked,
    ...(params.has("size") ? {} : { size: pageSize }),
    sized: pageSize !== DEFAULT_SIZE,
    columns,
    totals: (screen.list.totals ?? []).filter((name) => columns.includes(name)),
    transitions: [...new Set([...transitions.row, ...transitions.batch])],
    all: work.views.some((view) => view.isDefault) || screen.list.tabs !== undefined,
    undelivered: true,
  };
  const result = await listRecords(context, screen, pageQuery);
  const total = result.more ? `${UNCOUNTED} 条` : `${result.count} 条`;
  const { filters, datalists, labels } = await filterModels(context, screen, pageQuery, result);
  const here = [...pairsOf(pageQuery), ...(result.page > 1 ? [["page", String(result.page)] as [string, string]] : [])];
  const made = await madeOfRows(context, screen, result);
  const mayPrint = mayOnScreen(context, screen, "get");
  const batch = batchModel(
    screen,
    result,
    { transitions: transitions.batch, made, mayPrint },
    {
      picked: params.get("pick") === "all",
      back: backPair(pageQuery),
      href: (more) => listHref(screen, [...here, ...more]),
    },
  );
  const isNarrowed =
    pageQuery.q !== undefined || Object.keys(pageQuery.filters).length > 0 || pageQuery.toggles.length > 0;
  const { q: _searched, ...unsearched } = pageQuery;
  const anything = { ...unsearched, filters: {}, toggles: [] };
  return {
    title: screen.label,
    purpose: screen.entity.purpose,
    total,
    actions: [
      ...(mayOnScreen(context, screen, "add")
        ? [
            {
              label: `新建${screen.noun}`,
              href: `${listPath(screen)}/new`,
              tone: "primary" as const,
            },
          ]
        : []),
      ...conversionsOn(context, screen).map((one) => ({
        label: `从${one.source.label}生成`,
        href: conversionPath(screen, one.name),
        tone: "plain" as const,
      })),
      ...(context.services.registry.server(screen.entity.key).listPages?.(context) ?? []).map((page) =>
        "href" in page
          ? page
          : {
              label: page.label,
              href: `${listPath(screen)}/${page.path}`,
              tone: page.tone,
              ...(page.download ? { download: page.download } : {}),
            },
      ),
      ...(context.services.registry.server(screen.entity.key).figures && screen.view?.figures !== false
        ? [{ label: "统计", href: beside(screen, "figures", pageQuery), tone: "plain" as const }]
        : []),
      ...paperLink(context, screen, pageQuery),
      ...importLink(context, screen),
    ],
    exports: exportLinks(context, screen, pageQuery),
    tabs: screen.list.tabs
      ? await toggleTabs(context, screen, pageQuery)
      : stateTabs(context, screen, pageQuery, result),
    toggles: togglesOf(context, screen).flatMap(([name, toggle]) => {
      if (isTab(screen, name)) return [];
      const current = pageQuery.toggles.includes(name);
      const rest = pairsOf(pageQuery, [name]);
      return [{ label: toggle.label, href: listHref(screen, current ? rest : [...rest, [name, "1"]]), current }];
    }),
    filterAction: listPath(screen),
    // Where the state is no filter of its own it is chosen by the tabs alone, so the form carries it along.
    hidden: pairsOf(pageQuery, ["q", ...screen.list.filters]),
    filters,
    filtersOpen,
    filtersTyped: isTyped(screen, params),
    chips: chipsOf(screen, pageQuery, labels),
    clearHref: listHref(
      screen,
      pairsOf({
        ...unsearched,
        toggles: pageQuery.toggles.filter((name) => isTab(screen, name)),
        filters: oneState(pageQuery),
      }),
    ),
    datalists,
    views: viewsModel(context, screen, work.views, {
      query: viewQuery(screen, new URLSearchParams(pairsOf(pageQuery, pageQuery.size === pageSize ? ["size"] : []))),
      allHref: listHref(screen, pairsOf({ ...anything, sort: [], size: pageSize })),
      href: (pairs) => listHref(screen, pairs),
    }),
    columnsHref: `${listPath(screen)}/columns${query(backPair(pageQuery))}`,
    ...(batch ? { batch } : {}),
    allHref: listHref(screen, pairsOf(anything)),
    ...(result.count > 0 ? {} : { empty: isNarrowed ? ("noMatch" as const) : ("none" as const) }),
    table: tableModel(context, {
      screen,
      query: pageQuery,
      result,
      transitions,
      made,
      mayPrint,
      total,
      links: await linksOf(context, screen, result),
    }),
    pager: pagerModel(screen, pageQuery, result, total),
  };
}

/** A single state is a tab and stays when the conditions are cleared; several are a condition like any other. */
function oneState({ filters }: ListQuery): ListQuery["filters"] {
  return filters.state?.length === 1 ? { state: filters.state } : {};
}

/** A page about the rows as they are chosen now. */
function beside(screen: Screen, page: string, pageQuery: PageQuery): string {
  return `${listPath(screen)}/${page}${query(pairsOf({ ...pageQuery, sort: [], all: false }, ["size"]))}`;
}

/** What the list is printed as, where it has a paper of its own. */
function paperLink(context: Context, screen: Screen, query: PageQuery) {
  const paper = paperOf(context, screen);
  if (!paper || !mayOnScreen(context, screen, "export")) return [];
  return [{ label: `打印${paper.title}`, href: beside(screen, "print", query), tone: "plain" as const }];
}

/** The rows of the list as they are filtered and sorted now, as files. */
function exportLinks(context: Context, screen: Screen, listQuery: ListQuery) {
  if (!mayOnScreen(context, screen, "export")) return [];
  const link = (label: string, more: Pairs) => ({
    label,
    href: `${listPath(screen)}/export${query([...pairsOf(listQuery, ["size"]), ...more])}`,
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
    ...(mayExportLater(context, screen)
      ? [
          {
            label: "后台导出…",
            href: exportLaterPath(screen, pairsOf(listQuery, ["size"])),
            page: true as const,
          },
        ]
      : []),
  ];
}

/** One tab per state; a list whose rows are all in the same one has none. */
function stateTabs(context: Context, screen: Screen, query: PageQuery, result: ListResult) {
  const states = statesSeen(context, screen);
  if (Object.keys(states).length < 2) return [];
  const rest = pairsOf(query, ["state"]);
  const chosen = query.filters.state ?? [];
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

function isTab(screen: Screen, name: string): boolean {
  return screen.list.tabs?.some((tab) => tab === name) ?? false;
}

/** Tabs of conditions: how many rows each would show under the other conditions that are set. */
async function toggleTabs(context: Context, screen: Screen, query: PageQuery) {
  const tabs = togglesOf(context, screen).filter(([name]) => isTab(screen, name));
  const names = (screen.list.tabs ?? []).filter((name) => tabs.some(([offered]) => offered === name));
  const labels = new Map(tabs.map(([name, { label }]) => [name, label]));
  const others = { ...query, toggles: query.toggles.filter((name) => !isTab(screen, name)) };
  const counts = await countUnder(context, screen, others, names);
  const rest = pairsOf(query, names);
  return [
    ...names.map((name, position) => ({
      label: labels.get(name) ?? name,
      href: listHref(screen, [...rest, [name, "1"]]),
      current: query.toggles.includes(name),
      count: countText(counts[position] ?? { count: 0, more: false }),
    })),
    {
      label: "全部",
      href: listHref(screen, rest),
      current: !query.toggles.some((name) => isTab(screen, name)),
      count: "",
    },
  ];
}

function countText({ count, more }: Count): string {
  return more ? `${count}+` : String(count);
}

/** From so many pages on one may name the page instead of stepping to it. */
const JUMP_FROM = 4;

function pagerModel(screen: Screen, query: PageQuery, result: ListResult, total: string) {
  const { page } = result;
  // A log may be millions of rows: its pages end where counting does, and the conditions lead further.
  const isLog = screen.entity.kind === "log";
  const more = result.more && result.rows.length === result.size && !isLog;
  // Behind the rows that were counted the pages go on.
  const pages = Math.max(result.pages, page + (more && page >= result.pages ? 1 : 0));
  const href = (to: number) =>
    listHref(screen, [...pairsOf(query), ...(to > 1 ? [["page", String(to)] as [string, string]] : [])]);
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
      href: listHref(screen, pairsOf({ ...query, size })),
      current: size === result.size,
    })),
    ...(pages >= JUMP_FROM ? { jump: { action: listPath(screen), hidden: pairsOf(query) } } : {}),
  };
}
