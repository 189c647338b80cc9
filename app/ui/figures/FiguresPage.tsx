import { useAddress } from "~/ui/address";
import type { Table } from "~/ui/model/table";
import { DataTable } from "~/ui/table/DataTable/DataTable";

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
  const { href } = useAddress();
  return (
    <article className="rc">
      <header>
        <p className="rc-kind">
          <a href={href(model.back.href)}>‹ {model.back.label}</a>
          <span>{model.about}</span>
        </p>
        <h1>{model.title}</h1>
      </header>
      {model.table.rows.length > 0 ? (
        <DataTable table={model.table} scroll="page" />
      ) : (
        <p className="rc-none">{model.empty}</p>
      )}
    </article>
  );
}
