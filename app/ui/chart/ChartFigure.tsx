import type { Chart } from "~/ui/model/chart";
import type { Table } from "~/ui/model/table";
import { FoldedTable } from "~/ui/table/FoldedTable/FoldedTable";
import { Boxes } from "./Boxes";
import { Funnel } from "./Funnel";
import { Matrix } from "./Matrix";
import { Pareto } from "./Pareto";
import { Pie } from "./Pie";
import { Plot, PlotLine } from "./Plot";
import { Sunburst } from "./Sunburst";
import { grouped, placeOn, readable, type Scale, scaleOf } from "./scale";

/**
 * A chart as SVG, complete without script, and its figures as a table beneath. Widths are in percent, so that the texts keep
 * their size on a phone.
 */
export function ChartFigure({ chart }: { chart: Chart }) {
  const { caption, unit, labels, series } = chart;
  return (
    <figure className="ch">
      <figcaption>
        {caption}
        {unit ? `（${unit}）` : ""}
        {series.length > 1 && chart.kind !== "matrix" && chart.kind !== "box" ? (
          <Legend names={series.map(({ label }) => label)} />
        ) : null}
      </figcaption>
      {labels.length === 0 ? <p className="rc-none">没有数据。</p> : <Picture chart={chart} />}
      {labels.length === 0 || chart.withoutTable ? null : <FoldedTable table={tableOf(chart)} />}
    </figure>
  );
}

function Picture({ chart }: { chart: Chart }) {
  const scale = scaleOf(
    chart.series.flatMap(({ values }) => values.map(Number)),
    chart.kind === "line",
  );
  switch (chart.kind) {
    case "matrix":
      return <Matrix chart={chart} spoken={spoken(chart)} />;
    case "funnel":
      return <Funnel chart={chart} spoken={spoken(chart)} />;
    case "box":
      return <Boxes chart={chart} spoken={spoken(chart)} />;
    case "sunburst":
      return <Sunburst chart={chart} spoken={spoken(chart)} />;
    case "pie":
      return <Pie chart={chart} spoken={spoken(chart)} />;
    case "pareto":
      return <Pareto chart={chart} spoken={spoken(chart)} />;
    case "line":
      return <Lines chart={chart} scale={scale} />;
    case "radar":
      if (chart.labels.length >= fewestSides) return <Radar chart={chart} />;
      return <Bars chart={chart} scale={scale} />;
    case "bar":
      return <Bars chart={chart} scale={scale} />;
  }
}

function Legend({ names }: { names: string[] }) {
  return (
    <span className="ch-legend">
      {names.map((name, index) => (
        <span key={name} data-series={index % seriesLooks}>
          {name}
        </span>
      ))}
    </span>
  );
}

/** Looks in the stylesheet; further series take them from the beginning, told apart by the table. */
const seriesLooks = 4;
const labelHeight = 20;
const barHeight = 14;
const barGap = 10;

/** Bars lie, their names above them: names of things are long. */
function Bars({ chart, scale }: { chart: Chart; scale: Scale }) {
  const { labels, series } = chart;
  const group = labelHeight + barHeight * series.length + barGap;
  const zero = placeOn(scale, 0);
  const texts = series.map(({ values }) => readable(values));
  return (
    <svg className="ch-bars" role="img" aria-label={spoken(chart)} height={group * labels.length}>
      {labels.map((label, at) => (
        <g key={label}>
          <text y={group * at + 14}>{label}</text>
          <text x="100%" y={group * at + 14} textAnchor="end">
            {texts.map((own) => own[at] ?? "0").join(" / ")}
          </text>
          {series.map(({ label: name, values }, index) => {
            const end = placeOn(scale, Number(values[at] ?? 0));
            return (
              <rect
                key={name}
                data-series={index % seriesLooks}
                x={`${Math.min(zero, end)}%`}
                y={group * at + labelHeight + barHeight * index}
                width={`${Math.round(Math.abs(end - zero) * 100) / 100}%`}
                height={barHeight - 2}
              />
            );
          })}
        </g>
      ))}
    </svg>
  );
}

/** Points joined by lines, a line for each series. */
function Lines({ chart, scale }: { chart: Chart; scale: Scale }) {
  const { labels, series } = chart;
  const across = (at: number) => (labels.length < 2 ? 50 : Math.round((at / (labels.length - 1)) * 10_000) / 100);
  const middle = Math.floor((labels.length - 1) / 2);
  const marks = scale.marks.map((mark) => ({ text: grouped(String(mark)), at: placeOn(scale, mark) }));
  return (
    <Plot spoken={spoken(chart)} marks={marks} labels={labels} shown={[0, middle, labels.length - 1]}>
      {series.map(({ label, values }, index) => (
        <PlotLine
          key={label}
          look={index % seriesLooks}
          points={values.map((value, at) => `${across(at)} ${down(scale, value)}`)}
        />
      ))}
    </Plot>
  );
}

/** With fewer sides there is no surface to look at: bars say the same. */
const fewestSides = 3;
const radius = 100;
/** Room around the rings for the names of the sides. */
const radarRoom = { across: 190, up: 130 };

/** Sides around a middle, the first above; names stand outside, cut where they are long: the table has them whole. */
function Radar({ chart }: { chart: Chart }) {
  const { labels, series } = chart;
  const { across, up } = radarRoom;
  const ring = (part: number) => `M${labels.map((_, at) => spot(at, labels.length, part).join(" ")).join("L")}Z`;
  return (
    <svg
      className="ch-radar"
      role="img"
      aria-label={spoken(chart)}
      viewBox={`${-across} ${-up} ${across * 2} ${up * 2}`}
    >
      {[0.25, 0.5, 0.75, 1].map((part) => (
        <path key={part} className="ch-grid" d={ring(part)} />
      ))}
      {labels.map((label, at) => {
        const [x, y] = spot(at, labels.length, 1);
        const [nameX, nameY] = spot(at, labels.length, 1.1);
        return (
          <g key={label}>
            <path className="ch-grid" d={`M0 0L${x} ${y}`} />
            <text x={nameX} y={nameY + 4} textAnchor={nameX > 5 ? "start" : nameX < -5 ? "end" : "middle"}>
              {label.length > longestName ? `${label.slice(0, longestName - 1)}…` : label}
            </text>
          </g>
        );
      })}
      {series.map(({ label, values }, index) => {
        const corners = labels.map((_, at) => spot(at, labels.length, inRing(values[at])).join(" "));
        return (
          <g key={label} data-series={index % seriesLooks}>
            <path className="ch-line" d={`M${corners.join("L")}Z`} />
            <path className="ch-dots" d={corners.map((corner) => `M${corner}h0`).join("")} />
          </g>
        );
      })}
    </svg>
  );
}

const longestName = 7;

/** Where a part of the way from the middle to a corner lies. */
function spot(at: number, sides: number, part: number): [number, number] {
  const angle = (at / sides) * 2 * Math.PI - Math.PI / 2;
  const tidy = (value: number) => Math.round(value * radius * part * 10) / 10;
  return [tidy(Math.cos(angle)), tidy(Math.sin(angle))];
}

/** A figure of 0 to 100 as a part of the radius. */
function inRing(value: string | undefined): number {
  return Math.min(100, Math.max(0, Number(value ?? 0))) / 100;
}

function down(scale: Scale, value: string): number {
  return Math.round((100 - placeOn(scale, Number(value))) * 100) / 100;
}

/** What a screen reader says of the picture; the figures themselves are in the table. */
function spoken({ caption, labels }: Chart): string {
  return `${caption}图，共${labels.length}项，数据见下表`;
}

function tableOf({ caption, axis, unit, labels, series, groups, hrefs }: Chart): Table {
  const texts = series.map(({ values }) => readable(values));
  return {
    caption: `${caption}数据`,
    columns: [
      { key: "label", label: axis, align: "start" },
      ...series.map(({ label }, index) => ({
        key: `series-${index}`,
        label: unit ? `${label}（${unit}）` : label,
        align: "end" as const,
      })),
    ],
    rows: labels.map((label, at) => ({
      id: label,
      cells: [
        {
          text: groups?.[at] && groups[at] !== label ? `${groups[at]} / ${label}` : label,
          ...(hrefs?.[at] ? { href: hrefs[at] } : {}),
        },
        ...texts.map((own) => ({ text: own[at] ?? "0" })),
      ],
    })),
  };
}
