import { useAddress } from "~/ui/address";
import type { Network } from "~/ui/model/chart";

const boxHeight = 44;
const rowHeight = boxHeight + 12;
/** Part of the width that lies between two columns. */
const gap = 8;

/** Boxes in columns by how far away they are; widths in percent, so that texts keep their size on a phone. */
export function NetworkFigure({ network }: { network: Network }) {
  const { href } = useAddress();
  const { caption, columns, edges } = network;
  const width = Math.round((100 - gap * (columns.length - 1)) / columns.length);
  const tallest = Math.max(...columns.map((column) => column.length));
  const places = new Map(
    columns.flatMap((column, across) =>
      column.map(({ id }, down) => {
        const top = ((tallest - column.length) / 2 + down) * rowHeight;
        return [id, { across, left: across * (width + gap), top, middle: top + boxHeight / 2 }] as const;
      }),
    ),
  );
  return (
    <figure className="ch">
      <figcaption>{caption}</figcaption>
      <svg className="ch-network" height={tallest * rowHeight}>
        <title>{`${caption}，数据见下表`}</title>
        {edges.map(({ from, to }) => {
          const ends = [places.get(from), places.get(to)].filter((place) => place !== undefined);
          const [start, end] = ends.sort((a, b) => a.across - b.across);
          if (!start || !end) return null;
          const isBeside = start.across === end.across;
          return (
            <line
              key={`${from} ${to}`}
              className="ch-grid"
              x1={`${start.left + width}%`}
              y1={start.middle}
              x2={`${isBeside ? end.left + width : end.left}%`}
              y2={end.middle}
            />
          );
        })}
        {columns.flat().map(({ id, label, note, href: path, tone }) => {
          const place = places.get(id);
          const box = (
            <svg key={id} x={`${place?.left ?? 0}%`} y={place?.top ?? 0} width={`${width}%`} height={boxHeight}>
              <title>{`${label} ${note}`}</title>
              <rect data-tone={tone} x="1" y="1" width="98%" height={boxHeight - 2} rx="6" />
              <text x="8" y="18">
                {label}
              </text>
              <text x="8" y="36" className="ch-note">
                {note}
              </text>
            </svg>
          );
          return path ? (
            <a key={id} href={href(path)}>
              {box}
            </a>
          ) : (
            box
          );
        })}
      </svg>
    </figure>
  );
}
