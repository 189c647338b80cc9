import type { Context } from "../context.server";
import type { AnyEntity, Field, Fields, Lines } from "../entity";
import { isLineSection } from "../entity/check";
import { kindOf } from "../entity/kinds";
import type { Screen } from "../entity/registry";
import { optionsFor } from "../operations/references.server";
import { mayRead, mayWrite, mayWriteLines } from "../operations/scope.server";

const SELECT_UP_TO = 40;
const DATALIST_UP_TO = 1000;

interface Choices {
  /** Short list: a select whose values are ids. */
  options?: { value: string; label: string }[];
  /** Long list: one types a code or picks from the datalist of this id. */
  list?: string;
}

/** What the references of a form offer; every list is read once, however many rows use it. */
export interface ReferenceLists {
  of(field: Field): Choices;
  datalists: { id: string; options: { value: string; label: string }[] }[];
}

function listKey(field: Field): string {
  return `${field.options.to} ${JSON.stringify(field.options.only ?? null)}`;
}

/** Reads the choices of all references among the fields. */
export async function referenceLists(context: Context, fields: readonly Field[]): Promise<ReferenceLists> {
  const known = new Map<string, Choices>();
  const datalists: ReferenceLists["datalists"] = [];
  for (const field of fields) {
    const key = listKey(field);
    if (field.kind !== "reference" || known.has(key)) continue;
    const { options, complete } = await optionsFor(context, field, DATALIST_UP_TO);
    if (complete && options.length <= SELECT_UP_TO) {
      known.set(key, { options: options.map(({ id, label }) => ({ value: id, label })) });
    } else {
      const list = `options-${datalists.length + 1}`;
      datalists.push({ id: list, options: options.map(({ label }) => ({ value: label, label })) });
      known.set(key, { list });
    }
  }
  return { of: (field) => known.get(listKey(field)) ?? {}, datalists };
}

type DrawnControl = Exclude<ReturnType<typeof kindOf>["control"], "none">;

/** Fields that are filled from a chosen row when they are left empty: nobody has to type them. */
export function filledFields(
  rules: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined,
): Set<string> {
  return new Set(Object.values(rules ?? {}).flatMap((copies) => Object.keys(copies)));
}

/** One control of a form. `value` is text as the control holds it. */
export function controlOf(field: Field, name: string, value: string, lists: ReferenceLists, error?: string) {
  const kind = kindOf(field);
  const { label, help, unit, maxLength } = field.options;
  const choices: Choices =
    field.kind === "reference"
      ? lists.of(field)
      : field.kind === "choice"
        ? { options: Object.entries(field.options.choices ?? {}).map(([key, text]) => ({ value: key, label: text })) }
        : {};
  const drawn: DrawnControl = kind.control === "none" ? "text" : kind.control;
  return {
    name,
    label,
    kind: drawn,
    value,
    required: field.presence === "required" && field.kind !== "yesNo",
    ...choices,
    ...(help ? { help } : {}),
    ...(unit ? { unit } : {}),
    ...(maxLength ? { maxLength } : {}),
    ...(error ? { error } : {}),
  };
}

/** Fields of the head and of each child table that this person may type while the record is in that state. */
export interface Writable {
  fields: string[];
  lines: Record<string, string[]>;
}

export function writableOn(context: Context, screen: Screen, state: string | null): Writable {
  const { entity } = screen;
  const fields = screen.form.flatMap((part) =>
    isLineSection(part)
      ? []
      : part.fields.filter((name) => mayWrite(context, entity, name, entity.fields[name], state)),
  );
  const lines = Object.fromEntries(
    screen.form.flatMap((part) => {
      if (!isLineSection(part)) return [];
      const definition: Lines = entity.lines[part.lines];
      const columns = lineColumns(part.columns, definition.fields).filter((name) => {
        const field = definition.fields[name];
        return field !== undefined && mayWrite(context, entity, `${part.lines}.${name}`, field, state);
      });
      return mayWriteLines(context, entity, part.lines, definition, state) && columns.length > 0
        ? [[part.lines, columns]]
        : [];
    }),
  );
  return { fields, lines };
}

/** Columns of a table of lines that this person may see. */
export function readableColumns(
  context: Context,
  entity: AnyEntity,
  lines: string,
  wanted: readonly string[] | undefined,
  fields: Fields,
): string[] {
  return lineColumns(wanted, fields).filter((name) => {
    const field = fields[name];
    return field !== undefined && mayRead(context, entity, `${lines}.${name}`, field);
  });
}

function lineColumns(wanted: readonly string[] | undefined, fields: Fields): readonly string[] {
  return wanted ?? Object.keys(fields);
}
