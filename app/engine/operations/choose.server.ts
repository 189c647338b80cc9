import { type LabelJoin, type Row, selectRows } from "~/data/store.server";
import type { Condition } from "~/shared/condition";
import { searchPhrase, searchWords } from "~/shared/search";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Value } from "../entity";
import { UUID } from "../entity/kinds/reference";
import { tableOf, titleColumns } from "../entity/table-names";
import { builtInLabel, showField, showState } from "../screen/show";
import { labelJoin } from "./labels.server";
import { offeredLines, tellingColumns } from "./line-references.server";
import { choosable, findChoice, labelOf, mayChoose, ownChoices, searchIds } from "./references.server";
import { factsOf, mayRead } from "./scope.server";
import { reading } from "./transaction.server";

/** What a person looks for when choosing the row behind a reference. */
export interface ChoiceQuery {
  /** The entity whose form is being filled in. */
  entity: AnyEntity;
  /** The reference: of the head, of a table of lines, or asked by a transition. */
  field: Field;
  /** Where the field stands: `supplier_id`, `items.material_id`. */
  path: string;
  /** What was typed: codes, parts of names, pinyin. Empty: the first rows in order. */
  text: string;
  /** What the head holds so far, ids or typed codes, for references that must agree with it (`within`). */
  values?: Readonly<Record<string, unknown>>;
  /** From 1. */
  page: number;
  size: number;
}

export interface Choices {
  columns: { label: string }[];
  rows: Choice[];
  /** There is a next page. */
  more: boolean;
}

export interface Choice {
  id: string;
  /** How the row is called where it is referred to: `M0001 花生仁`. */
  label: string;
  /** One text per column. */
  cells: string[];
}

const MOST_ROWS = 100;
const TELLING = 3;

/**
 * The rows this person may choose for a reference now, best matches first: those whose code begins with what was
 * typed, those whose name does, the rest. Outside the person's reach nothing is found; the caller has asked whether the
 * form may be filled in at all.
 */
export async function searchChoices(context: Context, choiceQuery: ChoiceQuery): Promise<Choices> {
  const { field, text } = choiceQuery;
  if (!field.options.to) return { columns: [], rows: [], more: false };
  const target = context.services.registry.entity(field.options.to);
  if (field.kind === "lineReference") return chooseLine(context, choiceQuery);
  const title = titleColumns(target);
  if (!mayChoose(context, target)) return chooseFromOwn(context, choiceQuery);
  const size = Math.min(Math.max(1, choiceQuery.size), MOST_ROWS);
  const from = (Math.max(1, choiceQuery.page) - 1) * size;
  const typed = searchPhrase(text);
  return reading(context, async () => {
    const within = [...choosable(context, target, field), ...(await agreeing(context, choiceQuery))];
    const shown = shownColumns(context, target, title);
    const query = {
      table: tableOf(target),
      columns: ["id", ...new Set([...title, ...shown.map(({ key }) => key)]), ...currencyOf(target)],
      labels: shown.flatMap(({ labels }) => labels),
      facts: factsOf(context),
    };
    const connection = context.services.database.connection();
    const sort = [...title.slice(0, 1), "id"].map((by) => ({ by, descending: false }));
    let rows: Row[];
    if (typed === "") {
      rows = await selectRows(connection, { ...query, where: within, sort, limit: size + 1, offset: from });
    } else {
      const ids = (await searchIds(context, { target, within, typed, take: from + size + 1 })).slice(from);
      const found = await selectRows(connection, { ...query, where: [{ op: "in", column: "id", values: ids }] });
      const byId = new Map(found.map((row) => [row.id, row]));
      rows = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
    }
    return {
      columns: shown.map(({ label }) => ({ label })),
      rows: rows.slice(0, size).map((row) => ({
        id: String(row.id),
        label: labelOf(title, row),
        cells: shown.map(({ cell }) => cell(row)),
      })),
      more: rows.length > size,
    };
  });
}

/** The same for a supplier that may choose only what its own rows point at: by every word that was typed. */
async function chooseFromOwn(context: Context, { field, text, page, size }: ChoiceQuery): Promise<Choices> {
  const words = searchWords(searchPhrase(text)).map((word) => word.toLowerCase());
  const own = await reading(context, () => ownChoices(context, field));
  const fitting = own.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  const from = (Math.max(1, page) - 1) * size;
  return {
    columns: [{ label: field.options.label }],
    rows: fitting.slice(from, from + size).map(({ id, label }) => ({ id, label, cells: [label] })),
    more: fitting.length > from + size,
  };
}

/** Lines of documents, with what is open of each. */
async function chooseLine(context: Context, choiceQuery: ChoiceQuery): Promise<Choices> {
  const { field, text } = choiceQuery;
  const size = Math.min(Math.max(1, choiceQuery.size), MOST_ROWS);
  const found = await reading(context, async () =>
    offeredLines(context, {
      field,
      size: size + 1,
      offset: (Math.max(1, choiceQuery.page) - 1) * size,
      search: text,
      also: await agreeing(context, choiceQuery),
    }),
  );
  const counts = field.options.open !== undefined;
  return {
    columns: [
      { label: field.options.label },
      ...tellingColumns(context, field).map(({ field: { options } }) => ({ label: options.label })),
      ...(counts ? [{ label: "未清数量" }] : []),
    ],
    rows: found
      .slice(0, size)
      .map(({ id, label, open, told }) => ({ id, label, cells: [label, ...told, ...(counts ? [open] : [])] })),
    more: found.length > size,
  };
}

interface ShownColumn {
  key: string;
  label: string;
  labels: LabelJoin[];
  cell(row: Row): string;
}

/** The title of the target, and what its list tells besides. */
function shownColumns(context: Context, target: AnyEntity, title: readonly string[]): ShownColumn[] {
  const telling = target.list.columns.filter((key) => {
    const field: Field | undefined = target.fields[key];
    // Every row that can be chosen is enabled.
    if (title.includes(key) || key === "enabled") return false;
    return field ? !["json", "longText"].includes(field.kind) && mayRead(context, target, key, field) : key === "state";
  });
  return [...title, ...telling.slice(0, TELLING)].map((key) => {
    const field: Field | undefined = target.fields[key];
    if (!field) {
      const label = builtInLabel(target, key) ?? key;
      const cell = (row: Row) => (key === "state" ? showState(target, String(row.state)).text : String(row[key] ?? ""));
      return { key, label, labels: [], cell };
    }
    return {
      key,
      label: field.options.label,
      labels: labelJoin(context, key, field),
      cell: (row) => {
        const label = row[`${key}__label`];
        return showField({
          field,
          value: plain(row[key]),
          label: typeof label === "string" ? label : undefined,
          currency: row.currency,
        }).text;
      },
    };
  });
}

/** Amounts are shown with their currency. */
function currencyOf(target: AnyEntity): string[] {
  return target.fields.currency ? ["currency"] : [];
}

function plain(raw: unknown): Value {
  return typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean" ? raw : null;
}

/** The rows that agree with what the form holds already: the contracts of the chosen supplier. */
export async function agreeing(
  context: Context,
  { entity, field, values }: Pick<ChoiceQuery, "entity" | "field" | "values">,
): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const [column, own] of Object.entries(field.options.within ?? {})) {
    const typed = values?.[own];
    const reference: Field | undefined = entity.fields[own];
    if (typeof typed !== "string" || typed.trim() === "" || !reference) continue;
    const value =
      reference.kind !== "reference" || UUID.test(typed.trim().toLowerCase())
        ? typed.trim()
        : await findChoice(context, reference, typed);
    // What was typed and is nothing yet does not narrow: the complaint comes with the save.
    if (value) conditions.push({ op: "eq", column, value });
  }
  return conditions;
}
