import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyTransition, Field } from "../entity";
import { makerText } from "../entity/anonymity";
import { kindOf } from "../entity/kinds";
import { isFileKind } from "../entity/kinds/file";
import type { Screen } from "../entity/registry";
import type { RowLink } from "../entity/server-hooks";
import { isSortable, type ListResult, type ListRow } from "../operations/list.server";
import { doorsOf, mayOnScreen } from "../operations/scope.server";
import { editPath, originParams, recordPath, transitionPath } from "./address";
import { isPickable, type MadeOfRows } from "./list-batch";
import { listHref, type PageQuery, pairsOf } from "./list-query.server";
import { columnSort } from "./list-sort";
import { columnField, columnLabel, NOTHING, showField, showState } from "./show";

/** Facts on the card of a phone beside number and state, where the definition names none. */
const CARD_FACTS = 4;

/** Stands beside the state of a document that another system has not heard of. */
export const UNDELIVERED = "接口异常";

export interface TableModelInput {
  screen: Screen;
  query: PageQuery;
  result: ListResult;
  transitions: { row: readonly string[]; batch: readonly string[] };
  made?: readonly MadeOfRows[];
  /** Whether this person may open the records, and so choose them to be printed. */
  mayPrint?: boolean;
  total: string;
  links?: ReadonlyMap<string, readonly RowLink[]>;
}

/** The table of a list with its links, sums and transitions beside rows. */
export function tableModel(
  context: Context,
  { screen, query, result, transitions, made = [], mayPrint = false, total, links = new Map() }: TableModelInput,
) {
  const { columns: keys } = query;
  const [lead = ""] = keys;
  const rest = keys.filter((key) => key !== lead && key !== "state");
  // Somebody may have put the state away.
  const marked = keys.includes("state") ? "state" : lead;
  const wanted: readonly string[] = screen.list.card ?? [];
  // Somebody may have put a column of the card away: another takes its place.
  const facts = wanted.length || CARD_FACTS;
  const card = new Set([...rest.filter((key) => wanted.includes(key)), ...rest].slice(0, facts));
  const actions = (row: ListRow) => {
    const first = editAction(context, screen, row);
    return [
      ...first,
      ...transitions.row
        .filter((name) => row.transitions.includes(name))
        // Where the work is done in the form, what ends it stands on the page of the record, behind that.
        .filter((name) => first.length === 0 || screen.entity.transitions?.[name]?.tone !== "primary")
        .map((name) => {
          const transition: AnyTransition | undefined = screen.entity.transitions?.[name];
          return {
            label: transition?.label ?? name,
            href: transitionPath(screen, row.id, name),
            tone: transition?.tone ?? ("plain" as const),
          };
        }),
      ...(links.get(row.id) ?? []).map((link) => ({ ...link, tone: "plain" as const })),
      ...doorsOf(context, screen.entity, { id: row.id, state: row.values.state }).map((door) => ({
        ...door,
        tone: "plain" as const,
      })),
    ];
  };
  const hasActions = result.rows.some((row) => actions(row).length > 0);
  return {
    caption: `${screen.label}，${result.count}条`,
    columns: keys.map((key) => ({
      ...columnModel(screen, key, query, result),
      ...(rest.includes(key) && !card.has(key) ? { wideOnly: true } : {}),
      ...(key === "state" && lead !== "state" ? { stays: true } : {}),
    })),
    rows: result.rows.map((row) => {
      const href = recordPath(screen, row.id) + originParams(pairsOf(query), result.page);
      return {
        id: row.id,
        href,
        cells: keys.map((key) => ({
          ...cellModel(screen, key, row),
          ...(key === lead ? { href } : {}),
          ...(row.undelivered && key === marked ? { mark: UNDELIVERED } : {}),
        })),
        ...(isPickable(screen, row, { transitions: transitions.batch, made, mayPrint })
          ? { pick: { label: cellModel(screen, lead, row).text, value: `${row.id}:${row.version}` } }
          : {}),
        ...(hasActions ? { actions: actions(row) } : {}),
      };
    }),
    ...(hasActions ? { hasActions } : {}),
    ...totalsModel(screen, query, result, total),
  };
}

/** The foot of the table: sums over all rows of the filters, or why there are none. */
function totalsModel(screen: Screen, query: PageQuery, result: ListResult, total: string): { totals?: string[] } {
  if (!query.totals?.length || result.count === 0) return {};
  const sums = query.columns.slice(1).map((key) => {
    const field: Field | undefined = screen.entity.fields[key];
    if (!field) return "";
    return (result.totals.get(key) ?? [])
      .map(({ currency, sum }) => showField({ field, value: sum, label: undefined, currency }).text)
      .join("\n");
  });
  return { totals: [result.more ? "超过10000条，不合计" : `合计（${total}）`, ...sums] };
}

function columnModel(screen: Screen, key: string, query: PageQuery, result: ListResult) {
  const isCount = key.startsWith("count(");
  const [own = "", through] = key.split(".");
  const field = columnField(screen, own);
  const target = through && field?.options.to ? undefined : field;
  const label = columnLabel(screen, key);
  const align = isCount || (target && kindOf(target).align === "end") ? ("end" as const) : ("start" as const);
  if (!isSortable(screen, key)) return { key, label, align };
  const href = (keys: readonly string[]) => listHref(screen, pairsOf({ ...query, sort: keys }));
  return { key, label, align, sort: columnSort(key, label, result.sort, href) };
}

function cellModel(screen: Screen, key: string, row: ListRow) {
  const { entity } = screen;
  const raw = row.values[key];
  if (key === "state") return showState(entity, String(raw));
  if (key.endsWith("_at") && !entity.fields[key])
    return { text: typeof raw === "string" ? chinaTime(raw).slice(0, 16) : NOTHING };
  const label = row.values[`${key}__label`];
  if (key === "created_by" || key === "updated_by") return { text: makerText(entity, row.values, key) ?? NOTHING };
  const field = columnField(screen, key);
  if (!field) return { text: String(label ?? raw ?? NOTHING) };
  if (isFileKind(field.kind))
    return showField({ field, value: Array.isArray(raw) ? raw : null, label: undefined, place: "list" });
  const value = typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean" ? raw : null;
  return showField({
    field,
    value,
    label: typeof label === "string" ? label : undefined,
    currency: row.values.currency,
    place: "list",
  });
}

/** The way into the form, in states in which the work is done there. */
function editAction(context: Context, screen: Screen, row: ListRow) {
  const { editFirst } = screen.entity;
  const state = String(row.values.state ?? "");
  if (!editFirst?.in.includes(state) || !mayOnScreen(context, screen, "edit")) return [];
  return [{ label: editFirst.label, href: editPath(screen, row.id), tone: "primary" as const }];
}
