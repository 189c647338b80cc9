import type { Tone } from "~/shared/tone";
import { ChartFigure } from "~/ui/chart/ChartFigure";
import { readable } from "~/ui/chart/scale";
import type { Chart } from "~/ui/model/chart";
import { PaperFiles, type PaperFilesProps } from "../PaperFiles/PaperFiles";
import { PaperTable } from "../PaperTable/PaperTable";

interface KeptTable {
  kind: "table";
  title: string;
  table: {
    caption: string;
    columns: { key: string; label: string; align: "start" | "end" }[];
    rows: { id: string; cells: { text: string; tone?: Tone }[] }[];
  };
}
interface KeptFacts {
  kind: "facts";
  title: string;
  facts: { label: string; text: string; tone?: Tone }[];
}
interface KeptChart {
  kind: "chart";
  title: string;
  chart: Chart;
}
type Kept = KeptTable | KeptFacts | KeptChart;

export interface EmbeddedPageProps {
  model: {
    title: string;
    number: string;
    notice: string | null;
    withheld: string | null;
    watermark: string;
    groups: readonly { title: string; sections: readonly Kept[] }[];
    files: PaperFilesProps["files"];
    course: readonly KeptTable[];
  };
}

/** What somebody who decides in another system reads there: without script, to be read only, also on a phone and on paper. */
export function EmbeddedPage({ model }: EmbeddedPageProps) {
  const { title, number, notice, withheld, watermark, groups, files, course } = model;
  return (
    <div className="pp em">
      <Watermark text={watermark} />
      <main className="pp-paper">
        <header className="em-head">
          <h1>{title}</h1>
          <p>{number}</p>
        </header>
        {notice ? (
          <p className="em-notice" role="status">
            {notice}
          </p>
        ) : null}
        {withheld ? <p className="em-notice">{withheld}</p> : null}
        {groups.map(({ title: heading, sections }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {sections.map((section) => (
              <Part key={`${section.kind} ${section.title}`} section={section} heading={heading} />
            ))}
          </section>
        ))}
        <PaperFiles files={files} />
        {course.length > 0 ? (
          <section>
            <h2>审批过程</h2>
            {course.map((section) => (
              <Part key={section.title} section={section} heading="" />
            ))}
          </section>
        ) : null}
      </main>
    </div>
  );
}

const markWidth = 260;
const markHeight = 150;

/** Says who reads it and when, across every screen and every sheet; nobody is told it twice. */
function Watermark({ text }: { text: string }) {
  return (
    <svg className="em-mark" aria-hidden="true">
      <defs>
        <pattern id="em-mark" width={markWidth} height={markHeight} patternUnits="userSpaceOnUse">
          <text x="8" y={markHeight - 20} transform={`rotate(-22 8 ${markHeight - 20})`}>
            {text}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#em-mark)" />
    </svg>
  );
}

function Part({ section, heading }: { section: Kept; heading: string }) {
  return (
    <div className="em-part">
      {section.title === heading ? null : <h3>{section.title}</h3>}
      {section.kind === "facts" ? <Facts section={section} /> : null}
      {section.kind === "chart" ? <Figure section={section} /> : null}
      {section.kind === "table" ? <Rows section={section} /> : null}
    </div>
  );
}

function Facts({ section: { facts } }: { section: KeptFacts }) {
  return (
    <dl className="pp-facts">
      {facts.map(({ label, text, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-tone={tone}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The picture, with its figures in a table as those of the page. */
function Figure({ section: { title, chart } }: { section: KeptChart }) {
  const texts = chart.series.map(({ values }) => readable(values));
  const rows = chart.labels.map((label, at) => ({
    id: `${at}`,
    cells: [{ text: label }, ...texts.map((own) => ({ text: own[at] ?? "" }))],
  }));
  const columns = [
    { key: "label", label: chart.axis, align: "start" as const },
    ...chart.series.map(({ label }) => ({ key: label, label, align: "end" as const })),
  ];
  return (
    <>
      <ChartFigure chart={{ ...chart, withoutTable: true }} />
      <Rows section={{ kind: "table", title, table: { caption: chart.caption, columns, rows } }} />
    </>
  );
}

function Rows({ section: { table } }: { section: KeptTable }) {
  const { caption, columns, rows } = table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keys
    <section className="pp-scroll" tabIndex={0} aria-label={caption}>
      <PaperTable caption={caption} columns={columns} rows={rows} />
    </section>
  );
}
