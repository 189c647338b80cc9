import type { Chart } from "~/ui/model/chart";
import { ring } from "./ring";

const looks = 4;
const inner = [34, 66] as const;
const outer = [68, 100] as const;
/** Of the radius; a number in a narrower part would lie over its neighbours. */
const numberAt = 50;
const narrowest = 0.04;

/** Two rings: groups inside, each with a number that a list names with its share, what belongs to them outside. */
export function Sunburst({ chart: { labels, series, groups = [] }, spoken }: { chart: Chart; spoken: string }) {
  const values = (series[0]?.values ?? []).map(Number);
  const all = values.reduce((sum, value) => sum + value, 0) || 1;
  const names = [...new Set(labels.map((label, at) => groups[at] ?? label))];
  const order = names.flatMap((name) => labels.flatMap((label, at) => ((groups[at] ?? label) === name ? [at] : [])));
  let place = 0;
  const leaves = order.map((at) => {
    const from = place;
    place += (values[at] ?? 0) / all;
    return { at, name: groups[at] ?? labels[at] ?? "", from, to: place };
  });
  const parts = names.map((name) => {
    const own = leaves.filter((leaf) => leaf.name === name);
    return { name, own, from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0 };
  });
  return (
    <div className="ch-pie">
      <svg role="img" aria-label={spoken} viewBox="-104 -104 208 208">
        {parts.map(({ name, own, from, to }, index) => {
          if (from === to) return null;
          const angle = (from + to) * Math.PI - Math.PI / 2;
          const [x, y] = [Math.cos(angle) * numberAt, Math.sin(angle) * numberAt].map(Math.round);
          return (
            <g key={name} data-series={index % looks}>
              <path d={ring(inner, from, to)}>
                <title>{name}</title>
              </path>
              {to - from < narrowest ? null : (
                <text x={x} y={y} textAnchor="middle" dominantBaseline="middle">
                  {index + 1}
                </text>
              )}
              {own.map(({ at, from: start, to: end }) =>
                start === end ? null : (
                  <path key={labels[at]} className="ch-leaf" d={ring(outer, start, end)}>
                    <title>{`${labels[at]} ${values[at]}`}</title>
                  </path>
                ),
              )}
            </g>
          );
        })}
      </svg>
      <ol>
        {parts.map(({ name, from, to }) => (
          <li key={name}>
            {name} <b>{Math.round((to - from) * 1000) / 10}%</b>
          </li>
        ))}
      </ol>
    </div>
  );
}
