import type { PrintBlock, PrintCode, PrintDocument, PrintFact, PrintPart } from "~/shared/print-document";
import { useAddress } from "~/ui/address";
import { TimelinePicture } from "~/ui/chart/TimelineFigure";
import { useNonce } from "~/ui/nonce";
import { footRule } from "../foot-rule";
import { PaperFiles, type PaperFilesProps } from "../PaperFiles/PaperFiles";
import { PaperTable } from "../PaperTable/PaperTable";

export interface PrintPageProps {
  document: PrintDocument;
  /** Who printed it and when. */
  printed?: string;
  /** Both for a page of somebody who is signed in; without them the paper stands alone. */
  backHref?: string;
  pdfHref?: string;
  /** The same as a workbook. */
  bookHref?: string;
  /** Below the paper, for those who decide about it. */
  beside?: readonly PrintPart[];
  /** Below that: what was handed in with it. */
  files?: PaperFilesProps["files"];
  /** Below that: how far the decision has come. */
  course?: readonly PrintPart[];
}

/**
 * A record as it stands on paper, a document of its own without script. The PDF file draws the same document
 * (`app/engine/output/pdf-draw.mjs`), so a change of one belongs into the other.
 */
export function PrintPage({
  document,
  printed,
  backHref,
  pdfHref,
  bookHref,
  beside = [],
  files = [],
  course = [],
}: PrintPageProps) {
  const { href } = useAddress();
  return (
    <div className="pp" data-wide={document.landscape || undefined}>
      <style nonce={useNonce()} dangerouslySetInnerHTML={{ __html: footRule(document.foot) }} />
      {backHref && pdfHref ? (
        <nav className="pp-bar" aria-label="页面操作">
          <a href={href(backHref)}>‹ 返回</a>
          <span>用浏览器的打印命令打印（Ctrl+P，苹果电脑 ⌘P），纸张选 A4。</span>
          <a href={href(pdfHref)}>下载 PDF</a>
          {bookHref ? <a href={href(bookHref)}>下载 Excel</a> : null}
        </nav>
      ) : null}
      <main className="pp-paper">
        <Paper document={document} printed={printed} />
        <Parts parts={beside} />
        <PaperFiles files={files} />
        <Parts parts={course} />
      </main>
    </div>
  );
}

/** What stands on the sheets of one record. */
export function Paper({ document, printed }: Pick<PrintPageProps, "document" | "printed">) {
  const { sums, words, clauses, signatures } = document;
  return (
    <>
      <Head document={document} />
      {document.parties.length > 0 ? (
        <div className="pp-parties">
          {document.parties.map((party) => (
            <Block key={party.title} block={party} />
          ))}
        </div>
      ) : null}
      <Parts parts={document.parts} />
      {sums.length > 0 ? <Facts className="pp-sums" facts={sums} /> : null}
      {words ? (
        <p className="pp-words">
          {words.label}：{words.text}
        </p>
      ) : null}
      {clauses.length > 0 ? (
        <section>
          <h2>约定条款</h2>
          <ol className="pp-clauses">
            {clauses.map((clause) => (
              <li key={clause}>{clause}</li>
            ))}
          </ol>
        </section>
      ) : null}
      {signatures.length > 0 ? (
        <div className="pp-signatures">
          {signatures.map((title) => (
            <div key={title}>
              <b>{title}</b>
              <span>签字：</span>
              <span>日期：　　　年　　月　　日</span>
            </div>
          ))}
        </div>
      ) : null}
      {printed ? <p className="pp-printed">{printed}</p> : null}
    </>
  );
}

function Head({ document: { head, title, number, mark, qr } }: { document: PrintDocument }) {
  return (
    <header className="pp-head">
      <div className="pp-owner">
        <p>{head.name}</p>
        {head.facts.map(({ label, text }) => (
          <p key={label}>
            {label}：{text}
          </p>
        ))}
        {mark ? <strong className="pp-mark">{mark}</strong> : null}
      </div>
      <div className="pp-title">
        <h1>{title}</h1>
        {number ? (
          <p>
            {number.label}：{number.text}
          </p>
        ) : null}
      </div>
      {qr ? <Code code={qr} /> : null}
    </header>
  );
}

function Code({ code: { content, size, path } }: { code: PrintCode }) {
  return (
    <svg className="pp-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`二维码：${content}`}>
      <path d={path} />
    </svg>
  );
}

function Block({ block: { title, name, facts } }: { block: PrintBlock }) {
  return (
    <div>
      <p className="pp-side">{title}</p>
      <p className="pp-name">{name}</p>
      {facts.map(({ label, text }) => (
        <p key={label}>
          {label}：{text}
        </p>
      ))}
    </div>
  );
}

function Facts({ facts, className }: { facts: PrintFact[]; className: string }) {
  return (
    <dl className={className}>
      {facts.map(({ label, text }) => (
        <div key={label} data-wide={isLong(text) || undefined}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Longer than half a line, Chinese characters counted twice. */
function isLong(text: string): boolean {
  return [...text].reduce((width, sign) => width + (sign.charCodeAt(0) > 255 ? 2 : 1), 0) > 84 || text.includes("\n");
}

function Parts({ parts }: { parts: readonly PrintPart[] }) {
  return parts.map((part) => (
    <section key={`${part.kind} ${part.title}`}>
      {part.title === "" ? null : <h2>{part.title}</h2>}
      <Part part={part} />
    </section>
  ));
}

function Part({ part }: { part: PrintPart }) {
  if (part.kind === "facts") return <Facts className="pp-facts" facts={part.facts} />;
  if (part.kind === "timeline") return <TimelinePicture timeline={part.timeline} />;
  const { columns, rows, totals, title } = part;
  const placed = rows.map((cells, at) => ({ id: String(at), cells: cells.map((text) => ({ text })) }));
  return (
    <div className="pp-scroll">
      <PaperTable caption={title} columns={columns} rows={placed} totals={totals} />
    </div>
  );
}
