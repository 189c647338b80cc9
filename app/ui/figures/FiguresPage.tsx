import type { Table } from "~/ui/model/table";
import { DataTable } from "~/ui/table/DataTable/DataTable";
import { FiguresHead } from "./FiguresHead";

export interface FiguresModel {
  title: string;
  about: string;
  table: Table;
  /** Said where the table has no rows. */
  empty: string;
  back: { label: string; href: string };
}

/** Figures about one record: a heading, a sentence, a table. */
export function FiguresPage({ model }: { model: FiguresModel }) {
  return (
    <article className="rc">
      <FiguresHead title={model.title} about={model.about} back={model.back} />
      {model.table.rows.length > 0 ? (
        <DataTable table={model.table} scroll="page" />
      ) : (
        <p className="rc-none">{model.empty}</p>
      )}
    </article>
  );
}
