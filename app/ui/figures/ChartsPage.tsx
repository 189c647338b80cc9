import { useAddress } from "~/ui/address";
import { ChartFigure } from "~/ui/chart/ChartFigure";
import type { Chart } from "~/ui/model/chart";
import type { Table } from "~/ui/model/table";
import { DataTable } from "~/ui/table/DataTable/DataTable";

export interface ChartsModel {
  title: string;
  about: string;
  back: { label: string; href: string };
  charts: Chart[];
  rankings: { title: string; table: Table }[];
}

/** Figures about a whole list: charts, and tables of what stands out. */
export function ChartsPage({ model }: { model: ChartsModel }) {
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
      {model.charts.map((chart) => (
        <ChartFigure key={chart.caption} chart={chart} />
      ))}
      {model.rankings.map(({ title, table }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {table.rows.length > 0 ? (
            <DataTable table={table} scroll="inner" />
          ) : (
            <p className="rc-none">没有失败的登录。</p>
          )}
        </section>
      ))}
    </article>
  );
}
