import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Toggle } from "../entity";
import { kindOf } from "../entity/kinds";
import type { Screen } from "../entity/registry";
import { titleColumns } from "../entity/tables";
import { type FilterField, filterField } from "../operations/filters";
import {
  DEFAULT_SIZE,
  isSortable,
  type ListResult,
  type ListRow,
  type ListWish,
  listRecords,
  PAGE_SIZES,
} from "../operations/list.server";
import { filterOptions } from "../operations/references.server";
import { mayOnScreen, mayRead } from "../operations/scope.server";
import { listPath, query, recordPath } from "./address";
import { builtInLabel, NOTHING, showField, showState } from "./show";

type Pairs = [string, string][];

/** Reads the address of a list. What does not fit is left out or brought into range: an address never fails. */
export function readListWish(screen: Screen, params: URLSearchParams): ListWish {
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
  return {
    filters,
    toggles,
    sort: params
      .getAll("sort")
      .slice(0, 3)
      .filter((key) => isSortable(screen, key.replace(/^-/, ""))),
    page: Number.isInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
    size,
  };
}

/** The parameters of a wish, less those that are replaced. */
function pairsOf(wish: ListWish, leaveOut: readonly string[] = []): Pairs {
  const pairs: Pairs = [
    ...Object.entries(wish.filters).flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
    ...wish.toggles.map((name): [string, string] => [name, "1"]),
    ...wish.sort.map((key): [string, string] => ["sort", key]),
    ...(wish.size === DEFAULT_SIZE ? [] : [["size", String(wish.size)] as [string, string]]),
  ];
  return pairs.filter(([name]) => !leaveOut.includes(name));
}

function listHref(screen: Screen, pairs: Pairs): string {
  return listPath(screen) + query(pairs);
}

/** A whole list page as data. */
export async function listModel(context: Context, screen: Screen, params: URLSearchParams) {
  const wish = readListWish(screen, params);
  const result = await listRecords(context, screen, wish);
  const total = result.more ? "10000+ 条" : `${result.count} 条`;
  const { filters, datalists, labels } = await filterModels(context, screen, wish, result);
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
    tabs: stateTabs(screen, wish, result),
    toggles: Object.entries<Toggle | undefined>(screen.list.toggles ?? {}).flatMap(([name, toggle]) => {
      if (!toggle) return [];
      const current = wish.toggles.includes(name);
      const rest = pairsOf(wish, [name]);
      return [{ label: toggle.label, href: listHref(screen, current ? rest : [...rest, [name, "1"]]), current }];
    }),
    filterAction: listPath(screen),
    // The state is chosen by the tabs, so the form carries it along.
    hidden: pairsOf(
      wish,
      screen.list.filters.filter((name) => name !== "state"),
    ).filter(([name]) => name !== "page"),
    filters,
    chips: chipsOf(screen, wish, labels),
    clearHref: listHref(screen, pairsOf(wish, [...Object.keys(wish.filters).filter((name) => name !== "state")])),
    datalists,
    table: tableModel(context, screen, wish, result),
    pager: pagerModel(screen, wish, result, total),
  };
}

function stateTabs(screen: Screen, wish: ListWish, result: ListResult) {
  const states: Record<string, string> = screen.entity.states ?? {};
  if (Object.keys(states).length === 0) return [];
  const rest = pairsOf(wish, ["state"]);
  const chosen = wish.filters.state ?? [];
  const sum = [...result.states.values()].reduce((all, count) => all + count, 0);
  return [
    { label: "全部", href: listHref(screen, rest), current: chosen.length === 0, count: String(sum) },
    ...Object.entries(states).map(([state, label]) => ({
      label,
      href: listHref(screen, [...rest, ["state", state]]),
      current: chosen.length === 1 && chosen[0] === state,
      count: String(result.states.get(state) ?? 0),
    })),
  ];
}

const SELECT_UP_TO = 30;
const DATALIST_UP_TO = 100;

async function filterModels(context: Context, screen: Screen, wish: ListWish, result: ListResult) {
  const filters = [];
  const datalists = [];
  const labels = new Map<string, string>();
  for (const name of screen.list.filters) {
    const filter = filterField(screen.entity, name);
    // The tabs already choose the state.
    if (!filter || filter.shape === "none" || name === "state") continue;
    if (filter.field && !mayRead(context, screen.entity, name, filter.field)) continue;
    if (filter.field?.kind === "reference" && context.actor.supplierId && isOwnColumn(screen.entity, name)) continue;
    const values = [...(wish.filters[name] ?? [])];
    const error = result.complaints.find((complaint) => complaint.field === name)?.message;
    const base = { name, label: filter.label, values, ...(error ? { error } : {}) };
    const kind = filter.shape;
    if (kind === "options") {
      const options = optionList(screen.entity, filter);
      for (const option of options) labels.set(`${name} ${option.value}`, option.label);
      filters.push({ ...base, kind, options });
    } else if (kind === "reference" && filter.field) {
      const found = await filterOptions(context, screen.entity, { ...filter, field: filter.field }, DATALIST_UP_TO);
      for (const option of found.options) labels.set(`${name} ${option.id}`, option.label);
      if (found.complete && found.options.length <= SELECT_UP_TO) {
        filters.push({ ...base, kind, options: found.options.map(({ id, label }) => ({ value: id, label })) });
      } else {
        const list = `list-${name.replace(".", "-")}`;
        if (found.complete)
          datalists.push({ id: list, options: found.options.map(({ label }) => ({ value: label, label })) });
        filters.push({
          ...base,
          kind,
          values: values.map((value) => labels.get(`${name} ${value}`) ?? value),
          ...(found.complete ? { list } : {}),
        });
      }
    } else {
      filters.push({ ...base, kind });
    }
  }
  return { filters, datalists, labels };
}

function isOwnColumn(entity: AnyEntity, name: string): boolean {
  const wall = entity.access.suppliers;
  return wall.kind === "own" && wall.column === name;
}

function optionList(entity: AnyEntity, filter: FilterField): { value: string; label: string }[] {
  const choices: Readonly<Record<string, string>> =
    filter.name === "state" ? (entity.states ?? {}) : (filter.field?.options.choices ?? {});
  return Object.entries(choices).map(([value, label]) => ({ value, label }));
}

function chipsOf(screen: Screen, wish: ListWish, labels: ReadonlyMap<string, string>) {
  return Object.entries(wish.filters).flatMap(([name, values]) => {
    const filter = filterField(screen.entity, name);
    if (!filter || name === "state") return [];
    const shown = values
      .filter((value) => value !== "")
      .map(
        (value) => labels.get(`${name} ${value}`) ?? (filter.shape === "yesNo" ? (value === "1" ? "是" : "否") : value),
      );
    const range = filter.shape === "dayRange" || filter.shape === "range";
    const text = range ? `${values[0] || "不限"} ~ ${values[1] || "不限"}` : shown.join("、");
    return [{ label: `${filter.label}：${text}`, href: listHref(screen, pairsOf(wish, [name])) }];
  });
}

function tableModel(context: Context, screen: Screen, wish: ListWish, result: ListResult) {
  const { entity } = screen;
  const keys = screen.list.columns.filter((key) => {
    const field: Field | undefined = entity.fields[key];
    return (!field || mayRead(context, entity, key, field)) && !(context.actor.supplierId && isOwnColumn(entity, key));
  });
  const linked = keys.includes("number")
    ? "number"
    : (keys.find((key) => titleColumns(entity).includes(key)) ?? keys[0]);
  return {
    caption: `${screen.label}，${result.count}条`,
    columns: keys.map((key) => columnModel(screen, key, wish, result)),
    rows: result.rows.map((row) => {
      const href = recordPath(screen, row.id);
      return {
        id: row.id,
        href,
        cells: keys.map((key) =>
          key === linked ? { ...cellModel(screen, key, row), href } : cellModel(screen, key, row),
        ),
      };
    }),
  };
}

function columnModel(screen: Screen, key: string, wish: ListWish, result: ListResult) {
  const { entity } = screen;
  const counted = /^count\((\w+)\)$/.exec(key)?.[1];
  const [own = "", through] = key.split(".");
  const field = columnField(screen, own);
  const target = through && field?.options.to ? undefined : field;
  const label = counted
    ? `${entity.lines[counted].label}行数`
    : (builtInLabel(entity, key) ?? field?.options.label ?? key);
  const align = counted || (target && kindOf(target).align === "end") ? ("end" as const) : ("start" as const);
  if (!isSortable(screen, key)) return { key, label, align };
  const active = result.sort[0];
  const direction =
    active?.by === key ? (active.descending ? ("descending" as const) : ("ascending" as const)) : ("none" as const);
  const next = direction === "ascending" ? `-${key}` : key;
  return {
    key,
    label,
    align,
    sort: { href: listHref(screen, [...pairsOf(wish, ["sort"]), ["sort", next]]), direction },
  };
}

/** Field behind a column: an own one, or one of the view's extra columns. */
function columnField(screen: Screen, key: string): Field | undefined {
  return key.startsWith("+") ? screen.view?.extra?.[key.slice(1)] : screen.entity.fields[key];
}

function cellModel(screen: Screen, key: string, row: ListRow) {
  const { entity } = screen;
  const raw = row.values[key];
  if (key === "state") return showState(entity, String(raw));
  if (key.endsWith("_at") && !entity.fields[key])
    return { text: typeof raw === "string" ? chinaTime(raw).slice(0, 16) : NOTHING };
  const label = row.values[`${key}__label`];
  const field = columnField(screen, key);
  if (!field) return { text: String(label ?? raw ?? NOTHING) };
  const value = typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean" ? raw : null;
  return showField(field, value, typeof label === "string" ? label : undefined, row.values.currency);
}

function pagerModel(screen: Screen, wish: ListWish, result: ListResult, total: string) {
  const href = (page: number) =>
    listHref(screen, [...pairsOf(wish), ...(page > 1 ? [["page", String(page)] as [string, string]] : [])]);
  const { page, pages } = result;
  const shown = [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])]
    .filter((one) => one >= 1 && one <= pages)
    .sort((a, b) => a - b);
  const more = result.more && result.rows.length === result.size;
  return {
    page,
    pages,
    size: result.size,
    total,
    links: shown.map((one) => ({ label: String(one), href: href(one), current: one === page })),
    ...(page > 1 ? { previous: href(page - 1) } : {}),
    ...(page < pages || more ? { next: href(page + 1) } : {}),
    sizes: PAGE_SIZES.map((size) => ({
      size,
      href: listHref(screen, [
        ...pairsOf({ ...wish, size: DEFAULT_SIZE }),
        ...(size === DEFAULT_SIZE ? [] : [["size", String(size)] as [string, string]]),
      ]),
      current: size === result.size,
    })),
  };
}
