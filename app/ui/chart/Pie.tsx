import type { Chart } from "~/ui/model/chart";
import { ring } from "./ring";

const looks = 4;
/** Of the radius; a number in a narrower part would lie over its neighbours. */
const numberAt = 72;
const narrowest = 0.03;

/** Parts of a whole: each with a number, and what the numbers stand for beside it with its share. */
export function Pie({ chart: { labels, series }, spoken }: { chart: Chart; spoken: string }) {
  const values = (series[0]?.values ?? []).map((value) => Math.max(0, Number(value)));
  const all = values.reduce((sum, value) => sum + value, 0);
  let place = 0;
  const parts = labels.map((label, at) => {
    const from = place;
    place += all > 0 ? (values[at] ?? 0) / all : 0;
    return { label, at, from, to: place, percent: Math.round((place - from) * 1000) / 10 };
  });
  return (
    <div className="ch-pie">
      <svg role="img" aria-label={spoken} viewBox="-104 -104 208 208">
        {parts.map(({ label, at, from, to }) => {
          if (from === to) return null;
          const angle = (from + to) * Math.PI - Math.PI / 2;
          const [x, y] = [Math.cos(angle) * numberAt, Math.sin(angle) * numberAt].map(Math.round);
          return (
            <g key={label} data-series={at % looks}>
              <path className={at % (2 * looks) < looks ? undefined : "ch-leaf"} d={ring([0, 100], from, to)}>
                <title>{label}</title>
              </path>
              {to - from < narrowest ? null : (
                <text x={x} y={y} textAnchor="middle" dominantBaseline="middle">
                  {at + 1}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <ol>
        {parts.map(({ label, percent }) => (
          <li key={label}>
            {label} <b>{percent}%</b>
          </li>
        ))}
      </ol>
    </div>
  );
}
