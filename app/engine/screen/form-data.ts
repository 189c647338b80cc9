import type { AnyEntity, Field, Fields, Lines, LinesMap } from "../entity";
import { AppError } from "../errors";

/** What a form holds, as text: fields by name, child rows by the name of their lines. */
export interface FormText {
  values: Record<string, string>;
  lines: Record<string, RowText[]>;
}

export interface RowText {
  id: string;
  values: Record<string, string>;
}

/** Names the form itself uses: proof of origin, one-time id, version, the button that was pressed. */
const OWN = /^_/;

/** Reads posted fields such as `items.0.qty`. Rows come in the order of their numbers; gaps close up. */
export function formText(entity: AnyEntity, form: FormData): FormText {
  const values: Record<string, string> = {};
  const rows = new Map<string, Map<number, RowText>>();
  for (const [name, value] of form) {
    if (OWN.test(name) || typeof value !== "string") continue;
    const match = /^(\w+)\.(\d{1,4})\.(\w+)$/.exec(name);
    if (!match) {
      values[name] ??= value;
      continue;
    }
    const [, lines = "", position = "0", field = ""] = match;
    const table = rows.get(lines) ?? new Map<number, RowText>();
    rows.set(lines, table);
    const row = table.get(Number(position)) ?? { id: "", values: {} };
    table.set(Number(position), row);
    if (field === "id") row.id = value;
    else row.values[field] ??= value;
  }
  const lines = Object.fromEntries(
    [...rows].map(([name, table]) => [name, [...table].sort(([a], [b]) => a - b).map(([, row]) => row)]),
  );
  for (const name of Object.keys(entity.lines)) if (!lines[name] && form.has(`_lines.${name}`)) lines[name] = [];
  return { values, lines };
}

/** Rows in which nothing was typed are not meant; stored rows always are. */
export function withoutBlankRows(text: FormText): FormText {
  return {
    values: text.values,
    lines: Object.fromEntries(
      Object.entries(text.lines).map(([name, rows]) => [
        name,
        rows.filter(
          (row) => row.id !== "" || Object.values(row.values).some((value) => value.trim() !== "" && value !== "0"),
        ),
      ]),
    ),
  };
}

/** The posted text as the input of an operation. A box that was offered but not ticked says no. */
export function inputOf(
  text: FormText,
  offered: { fields: readonly string[]; lines: Readonly<Record<string, readonly string[]>> },
  entity: AnyEntity,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...unticked(entity.fields, offered.fields), ...text.values };
  const map: LinesMap = entity.lines;
  for (const [name, fields] of Object.entries(offered.lines)) {
    const lines: Lines | undefined = map[name];
    if (!lines) continue;
    const boxes = unticked(lines.fields, fields);
    input[name] = (text.lines[name] ?? []).map((row) => ({
      ...boxes,
      ...row.values,
      ...(row.id === "" ? {} : { id: row.id }),
    }));
  }
  for (const name of Object.keys(text.lines)) {
    // Rows that the form did not offer are passed on, so that they are refused rather than ignored.
    if (!(name in offered.lines))
      input[name] = text.lines[name]?.map((row) => ({ ...row.values, ...(row.id === "" ? {} : { id: row.id }) }));
  }
  return input;
}

function unticked(fields: Fields, offered: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries<Field>(fields).flatMap(([name, field]) =>
      field.kind === "yesNo" && offered.includes(name) ? [[name, "0"]] : [],
    ),
  );
}

/**
 * The one-time id a form carries; forms without one are taken as they are.
 * @throws AppError("malformed") for what no form of ours ever carried
 */
export function postedOnce(form: FormData): string | undefined {
  const value = form.get("_once");
  if (value === null || value === "") return undefined;
  if (typeof value === "string" && /^[\w-]{1,64}$/.test(value)) return value;
  throw new AppError("malformed");
}

/**
 * The version a form was opened with.
 * @throws AppError("malformed") for anything but a whole number: without it somebody else's change would be overwritten
 */
export function postedVersion(form: FormData): number {
  const value = form.get("_version");
  if (typeof value === "string" && /^\d{1,9}$/.test(value)) return Number(value);
  throw new AppError("malformed", { message: "页面已过期，请返回上一页刷新后重新提交" });
}

/** The buttons of the line editor: `items.add`, `items.copy.2`, `items.remove.2`. Null for any other button. */
export function editRows(text: FormText, intent: string): FormText | null {
  const match = /^(\w+)\.(add|copy|remove)(?:\.(\d{1,4}))?$/.exec(intent);
  if (!match) return null;
  const [, name = "", verb, at] = match;
  const rows = [...(Object.hasOwn(text.lines, name) ? (text.lines[name] ?? []) : [])];
  const position = at === undefined ? rows.length : Number(at);
  const row = rows[position];
  if (verb === "add") rows.push({ id: "", values: {} });
  if (verb === "copy" && row) rows.splice(position + 1, 0, { id: "", values: { ...row.values } });
  if (verb === "remove" && row) rows.splice(position, 1);
  return { values: text.values, lines: { ...text.lines, [name]: rows } };
}
