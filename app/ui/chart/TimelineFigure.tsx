import { type Timeline, textSide } from "~/shared/timeline";

const lineHeight = 18;
const rowHeight = 40;
const groupGap = 12;
const barHeight = 7;

/** A timeline as SVG, complete without script; what the bars show stands in words beside them, and in the table beneath. */
export function TimelineFigure({ timeline }: { timeline: Timeline }) {
  const { caption, planned, actual } = timeline;
  return (
    <figure className="ch">
      <figcaption>
        {caption}
        <span className="tl-legend">
          <span data-bar="planned">{planned}</span>
          <span data-bar="actual">{actual}</span>
        </span>
      </figcaption>
      <TimelinePicture timeline={timeline} />
    </figure>
  );
}

/** The picture alone, for paper as well. Widths are in percent, so that the texts keep their size on a phone. */
export function TimelinePicture({ timeline }: { timeline: Timeline }) {
  const { caption, days, today, groups } = timeline;
  const tops = groupTops(timeline);
  const bottom = tops.at(-1) ?? 0;
  return (
    <svg className="tl" role="img" aria-label={`${caption}，数据见下表`} height={bottom + lineHeight}>
      <Mark at={today.at} text={today.text} top={0} until={bottom - groupGap} className="tl-today" />
      {groups.map(({ label, note, isLate, due, rows }, index) => {
        const top = tops[index] ?? 0;
        return (
          <g key={label}>
            <Mark
              at={due.at}
              text={due.text}
              top={top + 2 * lineHeight}
              until={top + 3 * lineHeight + rowHeight * rows.length}
              className="tl-due"
            />
            <text className="tl-name" y={top + 14}>
              {label}
            </text>
            <text y={top + lineHeight + 14} data-late={isLate || undefined}>
              {note}
            </text>
            {rows.map((row, at) => {
              const y = top + 3 * lineHeight + rowHeight * at;
              return (
                <g key={`${row.label} ${row.note}`}>
                  <text y={y + 14}>{row.label}</text>
                  <text x="100%" y={y + 14} textAnchor="end" data-late={row.isLate || undefined}>
                    {row.note}
                  </text>
                  {row.planned ? (
                    <rect
                      data-bar="planned"
                      x={`${row.planned.from}%`}
                      y={y + lineHeight}
                      width={`${row.planned.width}%`}
                      height={barHeight}
                    />
                  ) : null}
                  {row.actual ? (
                    <rect
                      data-bar="actual"
                      data-late={row.isLate || undefined}
                      x={`${row.actual.from}%`}
                      y={y + lineHeight + barHeight + 2}
                      width={`${row.actual.width}%`}
                      height={barHeight}
                    />
                  ) : null}
                </g>
              );
            })}
          </g>
        );
      })}
      {days.map(({ at, text }) => (
        <text key={at} x={`${at}%`} y={bottom + 12} textAnchor={textSide(at)}>
          {text}
        </text>
      ))}
    </svg>
  );
}

/** Where each group begins, and behind the last where the days stand. */
function groupTops({ groups }: Timeline): number[] {
  const tops = [lineHeight];
  for (const { rows } of groups) tops.push((tops.at(-1) ?? 0) + 3 * lineHeight + rowHeight * rows.length + groupGap);
  return tops;
}

interface MarkProps {
  at: number;
  text: string;
  top: number;
  until: number;
  className: string;
}

/** A day that matters, with its name on top of the line. */
function Mark({ at, text, top, until, className }: MarkProps) {
  return (
    <g className={className}>
      <text x={`${at}%`} y={top + 13} textAnchor={textSide(at)}>
        {text}
      </text>
      <line x1={`${at}%`} x2={`${at}%`} y1={top + lineHeight} y2={until} />
    </g>
  );
}
