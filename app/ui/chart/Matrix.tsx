import type { Chart } from "~/ui/model/chart";
import { grouped } from "./scale";

const rowHeight = 36;
const headWidth = 14;

/** Fields of two scales, the fuller the darker; the figure stands in each, so that colour says nothing alone. */
export function Matrix({ chart, spoken }: { chart: Chart; spoken: string }) {
  const { labels, series } = chart;
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map(Number)));
  const width = (100 - headWidth) / labels.length;
  const left = (at: number) => `${Math.round((headWidth + width * at) * 100) / 100}%`;
  const middle = (at: number) => `${Math.round((headWidth + width * (at + 0.5)) * 100) / 100}%`;
  return (
    <svg className="ch-matrix" role="img" aria-label={spoken} height={rowHeight * (series.length + 1)}>
      {series.map(({ label, values }, row) => (
        <g key={label}>
          <text y={rowHeight * row + 22}>{label}</text>
          {labels.map((column, at) => {
            const value = Number(values[at] ?? 0);
            return (
              <g key={column}>
                <rect
                  data-series="2"
                  x={left(at)}
                  y={rowHeight * row + 2}
                  width={`${Math.round(width * 96) / 100}%`}
                  height={rowHeight - 4}
                  fillOpacity={Math.round((0.06 + (0.6 * value) / most) * 100) / 100}
                />
                {value === 0 ? null : (
                  <text x={middle(at)} y={rowHeight * row + 22} textAnchor="middle">
                    {grouped(String(value))}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      ))}
      {labels.map((column, at) => (
        <text key={column} x={middle(at)} y={rowHeight * series.length + 18} textAnchor="middle">
          {column}
        </text>
      ))}
    </svg>
  );
}
