import { columnsOf } from "~/shared/condition";
import { EXTENSION_PREFIX } from "~/shared/extension-fields";
import { SEARCH_GRAMS, SEARCH_TEXT } from "~/shared/search";
import { numberFaults } from "../numbering/pattern";
import { BUILT_IN } from "./check-conditions";
import { choicesOf } from "./dictionary";
import { type Field, type Fields, isPointer } from "./field";
import { isFileKind } from "./kinds/file";
import type { Lines, LinesMap } from "./record";

// Faults of what a record is made of: its fields, its tables of lines, and what fills them.

/** Names a field cannot take: of every record, and of every child row. A tree may call its parent `parent_id`. */
const RESERVED = new Set([
  ...BUILT_IN,
  "tenant_id",
  "previous_state",
  "actions",
  "request_id",
  SEARCH_TEXT,
  SEARCH_GRAMS,
  // The quick search of lists, in addresses and calls.
  "q",
]);

const RESERVED_IN_LINES = new Set(["id", "tenant_id", "root_id", "parent_id", "line_no"]);

const SNAKE = /^[a-z][a-z0-9_]*$/;

export function fieldFaults({
  at,
  fields,
  keys,
  states,
  reserved = RESERVED,
}: {
  at: string;
  fields: Fields;
  keys: ReadonlySet<string>;
  states: ReadonlySet<string>;
  reserved?: ReadonlySet<string>;
}): string[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    const here = `${at}, field "${name}"`;
    const faults: string[] = [];
    if (!SNAKE.test(name)) faults.push(`${here}: names are snake_case`);
    if (reserved.has(name)) faults.push(`${here}: the name is a built-in of every record`);
    if (name.startsWith(EXTENSION_PREFIX))
      faults.push(`${here}: names that begin with ${EXTENSION_PREFIX} are for fields that administrators add`);
    if (!field.options.label) faults.push(`${here}: the label is missing`);
    if (field.kind === "reference" && !keys.has(field.options.to ?? "")) {
      faults.push(`${here}: refers to "${field.options.to}", which is not registered`);
    }
    if (field.kind === "choice" && Object.keys(choicesOf(field.options)).length === 0) {
      faults.push(`${here}: has no choices`);
    }
    if (field.options.numbering)
      faults.push(...numberFaults(field.options.numbering).map((fault) => `${here}: ${fault}`));
    for (const state of field.options.writeIn ?? []) {
      if (!states.has(state)) faults.push(`${here}: writeIn names the state "${state}", which does not exist`);
    }
    return faults;
  });
}

export function lineFaults(
  at: string,
  map: LinesMap,
  keys: ReadonlySet<string>,
  states: ReadonlySet<string>,
): string[] {
  return Object.entries<Lines>(map).flatMap(([name, lines]) => {
    const here = `${at}, lines "${name}"`;
    const faults = [
      ...fieldFaults({ at: here, fields: lines.fields, keys, states, reserved: RESERVED_IN_LINES }),
      ...lineFaults(here, lines.lines, keys, states),
    ];
    if (!SNAKE.test(name)) faults.push(`${here}: names are snake_case`);
    const { suppliers, writeIn = [] } = lines.options;
    if (typeof suppliers === "object" && "where" in suppliers) {
      for (const column of columnsOf(suppliers.where)) {
        if (!lines.fields[column] || lines.fields[column].options.hiddenFromSuppliers)
          faults.push(`${here}: suppliers.where looks at "${column}", which suppliers cannot read`);
      }
    } else if (typeof suppliers === "object" && lines.fields[suppliers.own]?.kind !== "reference") {
      faults.push(`${here}: suppliers.own names "${suppliers.own}", which is no reference field`);
    }
    const { asked } = lines.options;
    if (asked && lines.fields[asked.answer]?.kind !== "longText")
      faults.push(`${here}: answers are written into "${asked.answer}", which is no long text`);
    if (asked?.files !== undefined && !isFileKind(lines.fields[asked.files]?.kind ?? ""))
      faults.push(`${here}: files of answers stand in "${asked.files}", which is no field of files`);
    for (const state of writeIn) {
      if (!states.has(state)) faults.push(`${here}: writeIn names the state "${state}", which does not exist`);
    }
    for (const total of lines.options.totals ?? []) {
      if (!lines.fields[total]) faults.push(`${here}: totals name the field "${total}", which does not exist`);
    }
    return [...faults, ...fillFaults(here, lines.fields, lines.options.fillFrom ?? {})];
  });
}

/** True for a field or table of lines, also below other lines: `prices.cost_elements.amount`. */
export function isPath(fields: Fields, map: LinesMap, path: readonly string[]): boolean {
  const [own = "", ...rest] = path;
  const lines = map[own];
  return rest.length === 0
    ? own in fields || lines !== undefined
    : lines !== undefined && isPath(lines.fields, lines.lines, rest);
}

export function fillFaults(
  at: string,
  fields: Fields,
  rules: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string[] {
  return Object.entries(rules).flatMap(([reference, copies]) => [
    ...(isPointer(fields[reference] ?? { kind: "text" })
      ? []
      : [`${at}: fillFrom names "${reference}", which is no reference`]),
    ...Object.keys(copies).flatMap((own) =>
      fields[own] ? [] : [`${at}: fillFrom fills "${own}", which does not exist`],
    ),
  ]);
}
