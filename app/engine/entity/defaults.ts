import type { Definition } from "./define";
import type { Field, Fields, KindName } from "./field";
import type { FieldSection, LineSection, ListLayout } from "./layout";
import type { Lines, LinesMap } from "./record";
import { titleColumns } from "./table-names";

/** As many columns stand side by side on a screen of usual width. */
const COLUMNS = 7;
/** What no column of a list shows well. */
const NOT_IN_LISTS: readonly KindName[] = ["longText", "json", "file", "files", "pictures"];
const CHOSEN: readonly KindName[] = ["reference", "choice", "yesNo"];
const SECTION = "基本信息";

type Said<F extends Fields, L extends LinesMap, S extends string> = Pick<
  Definition<F, L, S>,
  "fields" | "lines" | "kind" | "number" | "states" | "title" | "list" | "form"
>;

/**
 * The list of a definition that says none, or not all of it: the first seven columns, filters for what a row is called, what it points at,
 * what was chosen and its state, sorted by how rows are called; documents with the newest first.
 */
export function listOf<F extends Fields, L extends LinesMap, S extends string>(said: Said<F, L, S>): ListLayout<F> {
  const title = titleColumns(said);
  const states = said.states ? ["state"] : [];
  const shown = named(said.fields, ({ kind, options }) => !NOT_IN_LISTS.includes(kind) && !options.readBy);
  const first = [...new Set([...(said.number ? ["number"] : []), ...shown])].slice(0, COLUMNS - states.length);
  const chosen = named(said.fields, ({ kind, options }) => CHOSEN.includes(kind) && !options.readBy);
  const [name = "created_at"] = title;
  const layout = {
    columns: [...first, ...states],
    filters: [...new Set([...title, ...chosen, ...states])],
    sort: said.kind === "register" || said.kind === "settings" ? name : "-created_at",
    ...said.list,
  };
  // Names of own fields and of what every row has, gathered from the definition itself.
  return layout as ListLayout<F>;
}

/** The form of a definition that says none: one section of what is typed, and each table of lines. */
export function formOf<F extends Fields, L extends LinesMap, S extends string>(
  said: Said<F, L, S>,
): readonly (FieldSection<F> | LineSection)[] {
  if (said.form) return said.form;
  const typed = named(said.fields, ({ presence, options }) => presence !== "computed" && options.system !== true);
  const tables = Object.entries<Lines>(said.lines ?? {}).map(([lines, { label }]) => ({ title: label, lines }));
  return [{ title: SECTION, fields: typed }, ...tables];
}

function named<F extends Fields>(fields: F, wanted: (field: Field) => boolean): (keyof F & string)[] {
  return Object.entries<Field>(fields)
    .filter(([, field]) => wanted(field))
    .map(([name]) => name);
}
