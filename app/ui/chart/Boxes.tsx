import type { Chart } from "~/ui/model/chart";
import { placeOn, readable, scaleOf } from "./scale";

const labelHeight = 20;
const boxHeight = 16;
const step = labelHeight + boxHeight + 10;

/** How far figures spread: a line from the least to the most, a box over the middle half, a bar at the median, a thin one at the ninth tenth. */
export function Boxes({ chart: { labels, series }, spoken }: { chart: Chart; spoken: string }) {
  const scale = scaleOf(series.flatMap(({ values }) => values.map(Number)));
  return (
    <svg className="ch-box" role="img" aria-label={spoken} height={step * labels.length}>
      {labels.map((label, at) => {
        const figures = series.map(({ values }) => Number(values[at] ?? 0));
        const [least = 0, quarter = 0, median = 0, upper = 0, ninth = 0, most = 0] = figures.map((one) =>
          placeOn(scale, one),
        );
        const top = step * at + labelHeight;
        const middle = top + boxHeight / 2;
        const mark = (place: number, width: number) => (
          <line x1={`${place}%`} x2={`${place}%`} y1={top} y2={top + boxHeight} strokeWidth={width} />
        );
        return (
          <g key={label} data-series="0">
            <text y={step * at + 14}>{label}</text>
            <text x="100%" y={step * at + 14} textAnchor="end">
              {`中位数 ${readable(series[2]?.values ?? [])[at] ?? "0"}`}
            </text>
            <line x1={`${least}%`} x2={`${most}%`} y1={middle} y2={middle} />
            <rect
              x={`${quarter}%`}
              y={top}
              width={`${Math.max(0.5, Math.round((upper - quarter) * 100) / 100)}%`}
              height={boxHeight}
            />
            {mark(median, 3)}
            {mark(ninth, 1)}
          </g>
        );
      })}
    </svg>
  );
}
