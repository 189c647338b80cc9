import { useLocation } from "@remix-run/react";
import { Actions } from "~/ui/Actions/Actions";
import { useAddress } from "~/ui/address";
import { LaterChart, LaterNetwork, LaterTimeline } from "~/ui/chart/LaterFigures";
import type { RecordModel, RecordSection } from "~/ui/model/record";
import { useWorkReport } from "~/ui/stream/work-over";
import { FoldedTable } from "~/ui/table/FoldedTable/FoldedTable";
import { Comments } from "../Comments/Comments";
import { Facts } from "../Facts/Facts";
import { History } from "../History/History";
import { ListNeighbours } from "../ListNeighbours/ListNeighbours";
import { ProgressPart } from "../ProgressPart/ProgressPart";
import { RelatedFlow } from "../Related/RelatedFlow";
import { WatchButton } from "../Watch/WatchButton";

/** One record on one long page: head with state, key facts and actions; sections with anchors; what happened to it. */
export function RecordPage({ model }: { model: RecordModel }) {
  const { href } = useAddress();
  const { title, heading, state, facts, actions, warnings, faults, sections, history, backHref } = model;
  useWorkReport(
    useLocation().pathname,
    sections.some((section) => section.kind === "progress" && section.live),
  );
  const { way, statesHref, watch, related, comments, historyHref } = model;
  const anchors = [
    ...sections.map((section) => section.title),
    ...(related ? [relatedTitle] : []),
    ...(comments ? [commentsTitle] : []),
    ...(history.length > 0 ? [historyTitle] : []),
  ];
  return (
    <article className="rc">
      <header className="rc-head">
        <div className="rc-kind">
          <a href={href(backHref)}>‹ 返回列表</a>
          <span>{title}</span>
          {watch ? <WatchButton watch={watch} /> : null}
          {way ? <ListNeighbours way={way} /> : null}
        </div>
        <div className="rc-name">
          <h1>
            {heading}
            {state ? (
              <span className="bd" data-tone={state.tone}>
                {state.label}
              </span>
            ) : null}
          </h1>
          {statesHref ? <a href={href(statesHref)}>流程图</a> : null}
        </div>
        <Actions actions={actions} />
        <Facts facts={facts} prominent />
      </header>
      {faults.map(({ text, link }) => (
        <div key={text} className="no" data-level="error">
          <p>
            {text}
            {link ? (
              <>
                {" "}
                <a href={href(link.href)}>{link.label}</a>
              </>
            ) : null}
          </p>
        </div>
      ))}
      {warnings.map((warning) => (
        <div key={warning} className="no" data-level="warning">
          <p>{warning}</p>
        </div>
      ))}
      {anchors.length > 2 ? <Anchors titles={anchors} /> : null}
      {sections.map((section, index) => (
        <section key={section.title} id={anchor(index)} aria-label={section.title}>
          <h2>{section.title}</h2>
          <Content section={section} fragment={anchor(index)} />
        </section>
      ))}
      {related ? (
        <section id={anchor(anchors.indexOf(relatedTitle))} aria-label={relatedTitle}>
          <h2>{relatedTitle}</h2>
          <RelatedFlow related={related} />
        </section>
      ) : null}
      {comments ? (
        <section id={anchor(anchors.indexOf(commentsTitle))} aria-label={commentsTitle}>
          <h2>{commentsTitle}</h2>
          <Comments comments={comments} />
        </section>
      ) : null}
      {history.length > 0 ? (
        <section id={anchor(anchors.indexOf(historyTitle))} aria-label={historyTitle}>
          <h2>{historyTitle}</h2>
          <History entries={history} />
          {historyHref ? <a href={href(historyHref)}>查看全部变更记录</a> : null}
        </section>
      ) : null}
    </article>
  );
}

const relatedTitle = "关联单据";
const commentsTitle = "评论";
const historyTitle = "变更记录";

/** @param fragment what the rows of its table are found under again */
function Content({ section, fragment }: { section: RecordSection; fragment: string }) {
  if (section.kind === "facts") return <Facts facts={section.facts} />;
  if (section.kind === "progress") return <ProgressPart progress={section} />;
  if (section.kind === "chart") return <LaterChart chart={section.chart} />;
  if (section.kind === "timeline")
    return (
      <>
        <LaterTimeline timeline={section.timeline} />
        <FoldedTable table={section.table} />
      </>
    );
  if (section.kind === "network")
    return (
      <>
        <LaterNetwork network={section.network} />
        <FoldedTable table={section.table} fragment={fragment} />
      </>
    );
  const { rows, drawn } = section.table;
  if ((drawn?.count ?? rows.length) === 0) return <p className="rc-none">没有{section.title}。</p>;
  return <FoldedTable table={section.table} fragment={fragment} />;
}

function Anchors({ titles }: { titles: string[] }) {
  return (
    <nav className="rc-anchors" aria-label="本页内容">
      {titles.map((title, index) => (
        <a key={title} href={`#${anchor(index)}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}

function anchor(index: number): string {
  return `part-${index + 1}`;
}
