import { type Address, useAddress } from "~/ui/address";
import type { Column, Row, Table } from "~/ui/model";
import { cellText } from "../CellText";

interface DataTableProps {
  table: Table;
  /** `page`: as long as its rows, the head sticks once it fills the window. `inner`: scrolls within 420 px. */
  scroll: "page" | "inner";
}

/** The one table. Plain elements only; on a phone each row becomes a card by CSS. */
export function DataTable({ table, scroll }: DataTableProps) {
  const address = useAddress();
  const { caption, columns, rows, totals } = table;
  return (
    <section className="dt" data-scroll={scroll} aria-label={caption}>
      <table>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>{columns.map((column) => head(column, address))}</tr>
        </thead>
        <tbody>{rows.map((row) => body(row, columns, address))}</tbody>
        {totals ? (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <td key={column.key} className={side(column)} data-label={column.label} data-none={none(totals[index])}>
                  {totals[index]}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

const signs = { ascending: "↑", descending: "↓", none: "" };

function head(column: Column, address: Address) {
  const { key, label, sort } = column;
  if (!sort)
    return (
      <th key={key} scope="col" className={side(column)}>
        {label}
      </th>
    );
  return (
    <th key={key} scope="col" className={side(column)} aria-sort={sort.direction}>
      <a href={address.href(sort.href)}>
        {label}
        <i aria-hidden="true">{signs[sort.direction]}</i>
      </a>
    </th>
  );
}

/** Beyond this a text may wrap instead of pushing the columns behind it out of the window. */
const longText = 15;

function body(row: Row, columns: Column[], address: Address) {
  return (
    <tr key={row.id}>
      {row.cells.map((cell, index) => {
        const column = columns[index];
        if (!column) return null;
        const props = {
          className: side(column),
          "data-label": column.label,
          "data-none": none(cell.text),
          "data-badge": cell.tone ? "" : undefined,
          "data-long": cell.text.length > longText ? "" : undefined,
        };
        if (index > 0)
          return (
            <td key={column.key} {...props}>
              {cellText(cell, address)}
            </td>
          );
        return (
          <th key={column.key} scope="row" {...props}>
            {cellText(row.href && !cell.href ? { ...cell, href: row.href } : cell, address)}
          </th>
        );
      })}
    </tr>
  );
}

function side({ align }: Column): string | undefined {
  return align === "end" ? "n" : undefined;
}

function none(text: string | undefined): "" | undefined {
  return text ? undefined : "";
}
