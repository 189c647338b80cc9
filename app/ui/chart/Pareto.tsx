import type { Chart } from "~/ui/model/chart";
import { Plot, PlotLine } from "./Plot";

const whole = 100;
/** Part of its place that a column fills. */
const columnPart = 0.7;
const marks = [0, 20, 40, 60, 80, whole].map((at) => ({ text: String(at), at }));

/**
 * Columns for what each has of the whole, the greatest first, and over them the line of what they have together, each of 0 to 100. Where the
 * line crosses the mark, few have most of it. Names stand beneath with their places only: the table has them whole.
 */
export function Pareto({ chart, spoken }: { chart: Chart; spoken: string }) {
  const { labels, series, mark } = chart;
  const [shares, together] = series;
  const step = whole / labels.length;
  const tidy = (value: number) => Math.round(value * 100) / 100;
  const middle = (at: number) => tidy(step * (at + 0.5));
  const high = (value: string | undefined) => Math.min(whole, Math.max(0, Number(value ?? 0)));
  const points = (together?.values ?? []).map((value, at) => `${middle(at)} ${tidy(whole - high(value))}`);
  return (
    <Plot spoken={spoken} marks={marks} labels={labels} shown={[0, labels.length - 1]}>
      {labels.map((label, at) => {
        const height = high(shares?.values[at]);
        return (
          <rect
            key={label}
            data-series={0}
            x={tidy(step * (at + (1 - columnPart) / 2))}
            y={tidy(whole - height)}
            width={tidy(step * columnPart)}
            height={height}
          />
        );
      })}
      {mark === undefined ? null : <path className="ch-limit" d={`M0 ${tidy(whole - high(mark))}H${whole}`} />}
      <PlotLine look={1} points={points} />
    </Plot>
  );
}
