import type { ReactNode } from "react";
import { type Address, useAddress } from "~/ui/address";
import type { Action } from "~/ui/model";
import type { Column, Row, Table } from "~/ui/model/table";
import { cellText } from "../CellText";

interface DataTableProps {
  table: Table;
  /** `page`: as long as its rows, the head sticks once it fills the window. `inner`: scrolls within 420 px. */
  scroll: "page" | "inner";
  /** Stands in the head of the first column, where the rows below it can be chosen. */
  pickAll?: ReactNode;
  /** The rows that can be chosen are chosen when the page comes. */
  picked?: boolean;
}

const rowsInSight = 8;

/**
 * What scrolls by itself, sideways where it is as long as its rows, and holds nothing that takes the focus takes it itself, so that the
 * keys reach its end.
 */
function reached({ caption, rows, hasActions }: Table, scroll: DataTableProps["scroll"]) {
  const hasLink = hasActions || rows.some((row) => row.href || row.cells.some((cell) => cell.href));
  const mayScroll = scroll === "page" ? rows.length > 0 : rows.length > rowsInSight;
  return mayScroll && !hasLink ? { tabIndex: 0, role: "group", "aria-label": caption } : {};
}

/** The one table. Plain elements only; on a phone each row becomes a card by CSS. */
export function DataTable({ table, scroll, pickAll, picked }: DataTableProps) {
  const address = useAddress();
  const { caption, columns, rows, totals, hasActions } = table;
  return (
    <div className="dt" data-scroll={scroll} {...(picked === undefined ? reached(table, scroll) : {})}>
      <table>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => head(column, address, index === 0 ? pickAll : undefined))}
            {hasActions ? (
              <th scope="col" className="dt-do">
                操作
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>{rows.map((row) => body(row, columns, address, { hasActions, picked }))}</tbody>
        {totals ? (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <td key={column.key} className={side(column)} data-label={column.label} data-none={none(totals[index])}>
                  {totals[index]}
                </td>
              ))}
              {hasActions ? <td className="dt-do" data-none="" /> : null}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

const signs = { ascending: "↑", descending: "↓", none: "" };

function head(column: Column, address: Address, pickAll: ReactNode) {
  const { key, label, sort } = column;
  if (!sort)
    return (
      <th key={key} scope="col" className={side(column)}>
        {pickAll}
        {label}
      </th>
    );
  const { direction, position, further } = sort;
  // Only the first key is announced as the order of the table; the others say their place.
  const isFirst = position === undefined || position === 1;
  return (
    <th key={key} scope="col" className={side(column)} aria-sort={isFirst ? direction : undefined}>
      {pickAll}
      <a href={address.href(sort.href)}>
        {label}
        <i aria-hidden="true">{signs[direction]}</i>
      </a>
      {position ? <sup title={`第${position}排序列`}>{position}</sup> : null}
      {further ? (
        <a className="dt-further" href={address.href(further.href)} title={further.label} aria-label={further.label}>
          {further.sign}
        </a>
      ) : null}
    </th>
  );
}

/** A piece beyond this (in digits; a Chinese character is two) may wrap anywhere, other texts at their blanks only. */
const longPiece = 24;

function wrap(text: string): "blanks" | "anywhere" | undefined {
  const pieces = text.split(" ");
  const isLong = (piece: string) => [...piece].reduce((sum, sign) => sum + (sign > "⺀" ? 2 : 1), 0) > longPiece;
  if (text.length * 2 > longPiece && pieces.some(isLong)) return "anywhere";
  return pieces.length > 1 ? "blanks" : undefined;
}

function body(
  row: Row,
  columns: Column[],
  address: Address,
  { hasActions, picked }: { hasActions?: boolean; picked?: boolean },
) {
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
          "data-wrap": wrap(cell.text),
          "data-wide": column.wideOnly ? "" : undefined,
        };
        if (index > 0)
          return (
            <td key={column.key} {...props}>
              {cellText(cell, address)}
            </td>
          );
        return (
          <th key={column.key} scope="row" {...props}>
            {row.pick === undefined ? null : (
              <input type="checkbox" name="id" value={row.id} defaultChecked={picked} aria-label={`选择 ${row.pick}`} />
            )}
            {cellText(row.href && !cell.href ? { ...cell, href: row.href } : cell, address)}
          </th>
        );
      })}
      {hasActions ? <td className="dt-do">{actionLinks(row.actions ?? [], address)}</td> : null}
    </tr>
  );
}

/** Beside a row stand so many; the rest unfold. */
const shownActions = 3;

function actionLinks(actions: Action[], address: Address) {
  const link = ({ label, href, tone }: Action) => (
    <a key={href} href={address.href(href)} data-tone={tone}>
      {label}
    </a>
  );
  if (actions.length <= shownActions) return actions.map(link);
  return (
    <>
      {actions.slice(0, shownActions - 1).map(link)}
      <details>
        <summary>更多</summary>
        {actions.slice(shownActions - 1).map(link)}
      </details>
    </>
  );
}

function side({ align }: Column): string | undefined {
  return align === "end" ? "n" : undefined;
}

/** Nothing to say: left out of the card on a phone. */
function none(text: string | undefined): "" | undefined {
  return text && text !== "—" ? undefined : "";
}
