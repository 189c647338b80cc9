import { ChartFigure } from "~/ui/chart/ChartFigure";
import type { Chart } from "~/ui/model/chart";
import type { Table } from "~/ui/model/table";
import { FoldedTable } from "~/ui/table/FoldedTable/FoldedTable";
import { FiguresHead } from "./FiguresHead";

export interface ChartsModel {
  title: string;
  about: string;
  back: { label: string; href: string };
  charts: Chart[];
  rankings: { title: string; table: Table }[];
}

/** Figures about a whole list: charts, and tables of what stands out. */
export function ChartsPage({ model }: { model: ChartsModel }) {
  return (
    <article className="rc">
      <FiguresHead title={model.title} about={model.about} back={model.back} />
      <div className="ch-many">
        {model.charts.map((chart) => (
          <ChartFigure key={chart.caption} chart={chart} />
        ))}
      </div>
      {model.rankings.map(({ title, table }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {table.rows.length > 0 ? <FoldedTable table={table} /> : <p className="rc-none">没有数据。</p>}
        </section>
      ))}
    </article>
  );
}
