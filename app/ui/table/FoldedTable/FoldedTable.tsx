import { DataTable, type DataTableProps } from "../DataTable/DataTable";

/** table.css counts the same. */
const rowsFirst = 10;

/** A table among other things on a page: where its rows take several lines each, those beyond the first few unfold, without script. */
export function FoldedTable({ table, fragment }: Pick<DataTableProps, "table" | "fragment">) {
  const count = table.drawn?.count ?? table.rows.length;
  return (
    <>
      <DataTable table={table} scroll="inner" fragment={fragment} />
      {count > rowsFirst ? (
        <details className="dt-rest">
          <summary>其余{count - rowsFirst}行</summary>
        </details>
      ) : null}
    </>
  );
}
