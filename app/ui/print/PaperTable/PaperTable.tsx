import type { Tone } from "~/shared/tone";

export interface PaperTableProps {
  caption: string;
  columns: readonly { label: string; align: "start" | "end" }[];
  rows: readonly { id: string; cells: readonly { text: string; tone?: Tone }[] }[];
  /** One text per column, empty where there is no sum. */
  totals?: readonly string[] | null;
}

/** A table of a sheet. Every cell knows the name of its column: on a phone a row is a card (print.css). */
export function PaperTable({ caption, columns, rows, totals = null }: PaperTableProps) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, align }) => (
            <th key={label} scope="col" data-align={align}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <Row key={id} columns={columns} cells={cells} />
        ))}
      </tbody>
      {totals ? (
        // A body, not a foot: a foot would stand on every page.
        <tbody className="pp-totals">
          <Row columns={columns} cells={totals.map((text) => ({ text }))} />
        </tbody>
      ) : null}
    </table>
  );
}

function Row({ columns, cells }: Pick<PaperTableProps, "columns"> & Pick<PaperTableProps["rows"][number], "cells">) {
  return (
    <tr>
      {cells.map(({ text, tone }, at) => (
        <td key={columns[at]?.label} data-label={columns[at]?.label} data-align={columns[at]?.align} data-tone={tone}>
          {text}
        </td>
      ))}
    </tr>
  );
}
