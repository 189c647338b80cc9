import { type CSSProperties, type ReactNode, useContext, useMemo } from "react";
import { type Address, useAddress } from "~/ui/address";
import { FragmentsContext } from "~/ui/fragments";
import type { Column, Table } from "~/ui/model/table";
import { rowsFacts } from "../drawn";
import { rowsHtml } from "../rows-html";

export interface DataTableProps {
  table: Table;
  /** `page`: as long as its rows, the head sticks once it fills the window. `inner`: scrolls within 420 px. */
  scroll: "page" | "inner";
  /** Stands in the head of the first column, where the rows below it can be chosen. */
  pickAll?: ReactNode;
  /** The rows that can be chosen are chosen when the page comes. */
  picked?: boolean;
  /** Name under which the browser finds rows that are drawn in the page and not sent again (`sentList`, `sentRecord`). */
  fragment?: string;
}

const rowsInSight = 8;

/**
 * What scrolls by itself, sideways where it is as long as its rows, and holds nothing that takes the focus takes it itself, so that the
 * keys reach its end.
 */
function reached(table: Table, scroll: DataTableProps["scroll"], { count, hasLink }: ReturnType<typeof rowsFacts>) {
  const mayScroll = scroll === "page" ? count > 0 : count > rowsInSight;
  return mayScroll && !hasLink ? { tabIndex: 0, role: "group", "aria-label": table.caption } : {};
}

/** The one table. Plain elements only; on a phone each row becomes a card by CSS, or stays a row where figures are compared. */
export function DataTable({ table, scroll, pickAll, picked, fragment }: DataTableProps) {
  const address = useAddress();
  const { caption, columns, totals, hasActions } = table;
  const facts = useMemo(() => rowsFacts(table), [table]);
  return (
    <div
      className="dt"
      data-scroll={scroll}
      data-stack={facts.stack}
      data-compact={scroll === "inner" && table.compared ? "" : undefined}
      style={facts.beside ? ({ "--dt-beside": `${facts.beside}px` } as CSSProperties) : undefined}
      {...(picked === undefined ? reached(table, scroll, facts) : {})}
    >
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
        <Body table={table} address={address} picked={picked} fragment={fragment} />
        {totals ? (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <td
                  key={column.key}
                  className={side(column)}
                  data-label={column.label}
                  data-none={none(totals[index])}
                  data-stays={column.stays ? "" : undefined}
                >
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

/** Made once per table; rows that stand drawn in the page stay as they are. */
function Body({
  table,
  address,
  picked,
  fragment,
}: Pick<DataTableProps, "table" | "picked" | "fragment"> & { address: Address }) {
  const fragments = useContext(FragmentsContext);
  const standing = fragment === undefined ? "" : (fragments[fragment] ?? "");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the base path never changes
  const html = useMemo(() => (table.drawn ? standing : rowsHtml(table, address, picked)), [table, standing, picked]);
  return <tbody data-fragment={fragment} dangerouslySetInnerHTML={{ __html: html }} />;
}

const signs = { ascending: "↑", descending: "↓", none: "" };

function head(column: Column, address: Address, pickAll: ReactNode) {
  const { key, label, sort, stays } = column;
  const fixed = stays ? "" : undefined;
  if (!sort)
    return (
      <th key={key} scope="col" className={side(column)} data-stays={fixed}>
        {pickAll}
        {label}
      </th>
    );
  const { direction, position, further } = sort;
  // Only the first key is announced as the order of the table; the others say their place.
  const isFirst = position === undefined || position === 1;
  return (
    <th key={key} scope="col" className={side(column)} data-stays={fixed} aria-sort={isFirst ? direction : undefined}>
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

function side({ align }: Column): string | undefined {
  return align === "end" ? "n" : undefined;
}

/** Nothing to say: left out of the card on a phone. */
function none(text: string | undefined): "" | undefined {
  return text && text !== "—" ? undefined : "";
}
