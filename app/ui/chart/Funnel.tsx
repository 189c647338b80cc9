import type { Chart } from "~/ui/model/chart";
import { grouped } from "./scale";

const labelHeight = 20;
const barHeight = 18;
const step = labelHeight + barHeight + 6;

/** Stages one below the other, each as wide as there are; names and figures stand above, the picture says nothing alone. */
export function Funnel({ chart: { labels, series }, spoken }: { chart: Chart; spoken: string }) {
  const values = (series[0]?.values ?? []).map(Number);
  const most = Math.max(1, ...values);
  return (
    <svg className="ch-bars" role="img" aria-label={spoken} height={step * labels.length}>
      {labels.map((label, at) => {
        const width = Math.round(((values[at] ?? 0) / most) * 10_000) / 100;
        return (
          <g key={label}>
            <text x="50%" y={step * at + 14} textAnchor="middle">
              {label} {grouped(String(values[at] ?? 0))}
            </text>
            <rect
              data-series="0"
              x={`${(100 - width) / 2}%`}
              y={step * at + labelHeight}
              width={`${width}%`}
              height={barHeight}
            />
          </g>
        );
      })}
    </svg>
  );
}
