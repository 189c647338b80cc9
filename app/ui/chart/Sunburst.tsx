import type { Chart } from "~/ui/model/chart";
import { ring } from "./ring";

const looks = 4;
const inner = [34, 66] as const;
const outer = [68, 100] as const;

/** Two rings: groups inside, what belongs to them outside. Names stand in the table and on pointing at a part. */
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
  return (
    <svg className="ch-sun" role="img" aria-label={spoken} viewBox="-104 -104 208 208">
      {names.map((name, index) => {
        const own = leaves.filter((leaf) => leaf.name === name);
        const [first, last] = [own[0], own.at(-1)];
        if (!first || !last || first.from === last.to) return null;
        return (
          <g key={name} data-series={index % looks}>
            <path d={ring(inner, first.from, last.to)}>
              <title>{name}</title>
            </path>
            {own.map(({ at, from, to }) =>
              from === to ? null : (
                <path key={labels[at]} className="ch-leaf" d={ring(outer, from, to)}>
                  <title>{`${labels[at]} ${values[at]}`}</title>
                </path>
              ),
            )}
          </g>
        );
      })}
    </svg>
  );
}
