import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useAddress } from "~/ui/address";
import { Entry } from "../Fields/Entry";
import { FileEntry } from "../Fields/FileEntry";
import type { AccountField, AccountTable } from "../model";
import { AccountRows } from "./AccountRows";

type Step = "give" | "ask" | "confirm" | "refuse";

export interface JointOpeningModel {
  title: string;
  state: { label: string; tone: string };
  backHref: string;
  action: string;
  csrf: string;
  summary: string;
  shares: AccountTable;
  /** What is wrong with the whole of a form that was sent. */
  problem?: { step: Step; text: string };
  give:
    | null
    | { kind: "none"; why: string }
    | {
        kind: "form";
        how: "passphrase" | "file";
        label: string;
        /** The person gave the share before; giving again repeats an opening that failed. */
        given: boolean;
        warnings: string[];
        reason: AccountField | null;
        error?: string;
      };
  recovery: null | {
    text: string;
    ask: AccountField | null;
    settle: { confirms: boolean; refuses: string } | null;
  };
}

interface PartProps {
  model: JointOpeningModel;
  busy: boolean;
}

/** Who opens a record together, and the form in which one gives the own share. */
export function JointOpeningPage({ model, busy }: PartProps) {
  const { href } = useAddress();
  const { title, state } = model;
  return (
    <article className="rc">
      <header>
        <p className="rc-kind">
          <a href={href(model.backHref)}>‹ 返回</a>
        </p>
        <h1>
          {title}
          <span className="bd" data-tone={state.tone}>
            {state.label}
          </span>
        </h1>
        <p className="st-note">{model.summary}</p>
      </header>
      <section aria-labelledby="op-shares">
        <h2 id="op-shares">开启份额</h2>
        <AccountRows table={model.shares} />
      </section>
      <Give model={model} busy={busy} />
      <Recovery model={model} busy={busy} />
    </article>
  );
}

function Give({ model, busy }: PartProps) {
  const { give } = model;
  if (!give) return null;
  if (give.kind === "none")
    return (
      <section aria-labelledby="op-give">
        <h2 id="op-give">交出份额</h2>
        <p className="st-note">{give.why}</p>
      </section>
    );
  const error = give.error === undefined ? {} : { error: give.error };
  const secret = { name: "secret", label: give.label, kind: "password" as const, value: "", required: true, ...error };
  return (
    <section aria-labelledby="op-give">
      <h2 id="op-give">交出份额</h2>
      <StepForm model={model} step="give">
        {give.given ? <p className="st-note">您已交出份额；开启没有完成时可以再交一次。</p> : null}
        {give.warnings.map((text) => (
          <p key={text} className="st-note">
            {text}
          </p>
        ))}
        {give.how === "file" ? (
          <FileEntry name="secret" label={give.label} error={give.error} />
        ) : (
          <div className="af-grid">
            <Entry field={{ ...secret, autoComplete: "off" }} />
          </div>
        )}
        {give.reason ? <Entry field={give.reason} /> : null}
        <Send label="交出份额" busy={busy} />
      </StepForm>
    </section>
  );
}

function Recovery({ model, busy }: PartProps) {
  const { recovery } = model;
  if (!recovery) return null;
  const { ask, settle } = recovery;
  return (
    <section aria-labelledby="op-recovery">
      <h2 id="op-recovery">监督人的份额</h2>
      <p className="st-note">{recovery.text}</p>
      {ask ? (
        <StepForm model={model} step="ask">
          <Entry field={ask} />
          <Send label="申请启用" busy={busy} />
        </StepForm>
      ) : null}
      {settle?.confirms ? (
        <StepForm model={model} step="confirm">
          <Send label="确认启用" busy={busy} />
        </StepForm>
      ) : null}
      {settle ? (
        <StepForm model={model} step="refuse">
          <Send label={settle.refuses} busy={busy} tone="plain" />
        </StepForm>
      ) : null}
    </section>
  );
}

function StepForm({ model, step, children }: { model: JointOpeningModel; step: Step; children: ReactNode }) {
  const { path } = useAddress();
  const { problem } = model;
  return (
    <Form method="post" action={path(model.action)} encType="multipart/form-data" className="af">
      <input type="hidden" name="_csrf" value={model.csrf} />
      <input type="hidden" name="step" value={step} />
      {problem?.step === step ? (
        <div className="no" data-level="error" role="alert" tabIndex={-1}>
          <p>{problem.text}</p>
        </div>
      ) : null}
      {children}
    </Form>
  );
}

function Send({ label, busy, tone = "primary" }: { label: string; busy: boolean; tone?: "primary" | "plain" }) {
  return (
    <div>
      <button type="submit" className="bt" data-tone={tone} disabled={busy}>
        {busy ? "处理中…" : label}
      </button>
    </div>
  );
}
