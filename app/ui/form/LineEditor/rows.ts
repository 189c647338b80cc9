import type { Control, FileControl, LineRow, LineTable, Paste } from "~/ui/model/form";

/** A row as the page holds it between two answers of the server. */
export interface Line extends Omit<LineRow, "nested"> {
  nested: Record<string, Lines>;
  /** Taken away, with the number it had: drawn as a message that offers it again, and not posted. */
  gone?: number;
}

export interface Lines {
  rows: Line[];
  error?: string;
  open?: boolean;
  paste?: Paste;
}

/** Puts other rows in the place of those of one table. */
export type Change = (rows: Line[]) => void;

/** Last part of a control's name: the column it stands in. */
export function columnOf(control: Control): string {
  return control.name.slice(control.name.lastIndexOf(".") + 1);
}

/** Rows that are there, each with its place among them. */
export function numbered(rows: readonly Line[]): { row: Line; index: number }[] {
  let index = 0;
  return rows.map((row) => ({ row, index: row.gone === undefined ? index++ : -1 }));
}

export function countOf(rows: readonly Line[]): number {
  return rows.filter((row) => row.gone === undefined).length;
}

let made = 0;

function newKey(): string {
  made += 1;
  return `made-${made}`;
}

/** An empty row, or one with these values. */
export function newLine(table: LineTable, values: Readonly<Record<string, string>> = {}): Line {
  return {
    ...table.blank,
    key: newKey(),
    controls: table.blank.controls.map((control) => ({
      ...control,
      value: values[columnOf(control)] ?? control.value,
    })),
  };
}

/** The same row once more, without what makes it the stored one. Rows that the server would make itself are left to it. */
export function copyOf(table: LineTable, row: Line): Line {
  // A file belongs to one row.
  const typed = row.controls.filter(({ kind }) => kind !== "files");
  const values = Object.fromEntries(typed.map((control) => [columnOf(control), control.value]));
  const nested = table.nested.map((below): [string, Lines] => {
    const rows = (row.nested[below.name]?.rows ?? []).filter(({ gone }) => gone === undefined);
    return [below.name, { rows: below.selfFilled && rows.length === 1 ? [] : rows.map((one) => copyOf(below, one)) }];
  });
  return { ...newLine(table, values), nested: Object.fromEntries(nested) };
}

/**
 * The row with what stands in its controls now.
 * @param name its name in the form: `items.2`
 */
export function typedLine(form: HTMLFormElement, row: Line, name: string): Line {
  return {
    ...row,
    controls: row.controls.map((control) => {
      if (control.files) return { ...control, ...filesIn(form, `${name}.${columnOf(control)}`, control.files) };
      const value = valueIn(form, `${name}.${columnOf(control)}`) ?? control.value;
      // What was said of another text is said of this one no more.
      return { ...control, value, ...(value === control.value ? {} : { error: undefined }) };
    }),
    nested: Object.fromEntries(
      Object.entries(row.nested).map(([below, lines]) => [
        below,
        {
          ...lines,
          rows: numbered(lines.rows).map(({ row: one, index }) =>
            one.gone === undefined ? typedLine(form, one, `${name}.${below}.${index}`) : one,
          ),
        },
      ]),
    ),
  };
}

/** The files that are ticked in a cell, those that have just arrived included. */
function filesIn(form: HTMLFormElement, name: string, files: FileControl): Pick<Control, "value" | "files"> {
  const boxes = form.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name="${name}"]:checked`);
  const shown = [...boxes].map(({ value, dataset }) => ({
    id: value,
    name: dataset.name ?? "",
    size: dataset.size ?? "",
  }));
  return { value: shown.map(({ id }) => id).join(" "), files: { ...files, shown } };
}

function valueIn(form: HTMLFormElement, name: string): string | undefined {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked ? "1" : "0";
  const matches =
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement;
  return matches ? control.value : undefined;
}
