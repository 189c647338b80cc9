import type { LineTable } from "~/ui/model/form";
import { type Change, copyOf, countOf, type Line, newLine, typedLine } from "./rows";

/** What may be done with the rows of one table. Whatever is done, the row it was done to has the focus afterwards. */
export interface RowActions {
  /** @param column the one whose control takes the focus; default: the first */
  add(column?: string): void;
  copy(row: Line, name: string, form: HTMLFormElement): void;
  remove(row: Line, index: number, name: string, form: HTMLFormElement): void;
  restore(row: Line): void;
}

/** Puts the focus into a row as soon as it is drawn. */
export type Focus = (key: string, column?: string) => void;

export function actionsOf(table: LineTable, rows: readonly Line[], change: Change, focus: Focus): RowActions {
  const put = (row: Line, ...by: Line[]) => {
    change(rows.flatMap((one) => (one.key === row.key ? by : [one])));
    focus(by.at(-1)?.key ?? "");
  };
  return {
    add(column) {
      if (table.fixedRows || countOf(rows) >= table.max) return;
      const row = newLine(table);
      change([...rows, row]);
      focus(row.key, column);
    },
    copy: (row, name, form) => put(row, row, copyOf(table, typedLine(form, row, name))),
    remove: (row, index, name, form) => put(row, { ...typedLine(form, row, name), gone: index + 1 }),
    restore: ({ gone: _, ...row }) => put(row, row),
  };
}
