import { useAddress } from "~/ui/address";
import type { Tone } from "~/ui/model";
import type { Table } from "~/ui/model/table";
import { DataTable } from "~/ui/table/DataTable/DataTable";

interface AskedFact {
  name: string;
  label: string;
  text: string;
  /** Labels to choose from; null where something is typed. */
  choices: string[] | null;
}

export interface FlowTrialModel {
  title: string;
  picture: string;
  state: { text: string; tone?: Tone };
  document: string;
  faults: string[];
  action: string;
  asked: { number: string; by: string; facts: AskedFact[] };
  back: { label: string; href: string };
  problem?: string;
  answer?: {
    label: string;
    href?: string;
    verdict: { fits: boolean; text: string };
    counting: string;
    isFaulty: boolean;
    table: Table;
  };
}

/** A flow as a picture drawn by the server, and a plain form that asks it about a document, or about one of such values. */
export function FlowTrialPage({ model }: { model: FlowTrialModel }) {
  const { href } = useAddress();
  const { title, picture, state, document, faults, action, asked, back, problem, answer } = model;
  return (
    <article className="rc">
      <header>
        <p className="rc-kind">
          <a href={href(back.href)}>‹ {back.label}</a>
          <span>不改变任何单据，也不通知任何人</span>
        </p>
        <h1>
          {title}
          <span className="bd" data-tone={state.tone}>
            {state.text}
          </span>
        </h1>
      </header>
      {faults.map((fault) => (
        <p key={fault} className="no" data-level="error">
          {fault}
        </p>
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide picture is scrolled with the keyboard */}
      <section className="sd" aria-label="流程图" tabIndex={0} dangerouslySetInnerHTML={{ __html: picture }} />
      <section aria-label="试算">
        <h2>试算</h2>
        <form className="ft-form" method="get" action={href(action)}>
          <Ask name="number" label={`${document}单号`} text={asked.number} problem={problem} />
          <p className="ft-or">或者不填单号，填写下面的条件（留空为不限；工厂、分类等填编码）：</p>
          <Ask name="by" label="发起人账号" text={asked.by} />
          {asked.facts.map(({ name, label, text, choices }) =>
            choices ? (
              <p key={name}>
                <label htmlFor={`trial-${name}`}>{label}</label>
                <select className="in" id={`trial-${name}`} name={name} defaultValue={text}>
                  <option value="">不限</option>
                  {choices.map((choice) => (
                    <option key={choice}>{choice}</option>
                  ))}
                </select>
              </p>
            ) : (
              <Ask key={name} name={name} label={label} text={text} />
            ),
          )}
          <p className="ft-send">
            <button type="submit" className="bt" data-tone="primary">
              试算
            </button>
          </p>
        </form>
        {problem ? (
          <p id="trial-problem" className="no" data-level="error" role="alert">
            {problem}
          </p>
        ) : null}
      </section>
      {answer ? (
        <section aria-label="试算结果">
          <h2>{answer.href ? <a href={href(answer.href)}>{answer.label}</a> : answer.label}</h2>
          <p className="no" data-level={answer.isFaulty ? "error" : answer.verdict.fits ? "success" : "warning"}>
            {answer.isFaulty ? "有步骤没有人可以审批，单据不能提交。" : ""}
            {answer.verdict.text}
          </p>
          <DataTable table={answer.table} scroll="page" />
          <p className="sd-key">{answer.counting}</p>
        </section>
      ) : null}
    </article>
  );
}

function Ask({
  name,
  label,
  text,
  problem,
}: {
  name: string;
  label: string;
  text: string;
  problem?: string | undefined;
}) {
  return (
    <p>
      <label htmlFor={`trial-${name}`}>{label}</label>
      <input
        className="in"
        id={`trial-${name}`}
        name={name}
        defaultValue={text}
        maxLength={60}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? "trial-problem" : undefined}
      />
    </p>
  );
}
