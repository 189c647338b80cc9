import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { useAddress } from "~/ui/address";
import { DraftBar } from "~/ui/form/DraftBar/DraftBar";
import { useGoneOn } from "~/ui/form/form-focus";
import { FaultsContext, type Judge, type Ruled } from "~/ui/form/Watch/faults";
import { useWatch } from "~/ui/form/Watch/use-watch";
import { useLater } from "~/ui/later";
import type { AccountForm, FieldsForm, KeptForm } from "../model";

/** How a form is shown and sent: on a page of its own, or in a dialog over whatever one is doing. */
export interface Frame {
  /** `Form` of the router, or that of a fetcher. */
  Form: (props: { method: "post"; action: string; className: string; children: ReactNode }) => ReactNode;
  busy: boolean;
  /** Set in a dialog. */
  close?: () => void;
}

interface FormFrameProps {
  frame: Frame;
  model: AccountForm & Pick<FieldsForm, "version" | "conflict" | keyof KeptForm>;
  tone?: "primary" | "danger";
  /** No way back: the only button is the one that does it. */
  stay?: boolean;
  /** A part of a page that has a heading and other ways on: neither is repeated. */
  inPage?: boolean | undefined;
  /** Fields with rules of their own. */
  fields?: readonly Ruled[];
  /** Judges instead of those rules. */
  judge?: Judge;
  children: ReactNode;
}

/** Head, problem, fields and buttons of a form of the account; the same in both frames. */
export function FormFrame({ frame, model, tone = "primary", stay, inPage, fields, judge, children }: FormFrameProps) {
  const { Form: Sent, busy, close } = frame;
  const { path, href } = useAddress();
  const body = useRef<HTMLDivElement>(null);
  useAnswerFocus(body, model, close !== undefined);
  const { mark, faults } = useWatch({ answer: model, unsaved: isRefused(model), fields, judge });
  return (
    <Sent method="post" action={path(model.action)} className="af">
      <input type="hidden" name="_csrf" value={model.csrf} />
      <input type="hidden" name="from" value={model.from} />
      {model.version === undefined ? null : <input type="hidden" name="_version" value={model.version} />}
      {close ? <input type="hidden" name="_frame" value="dialog" /> : null}
      {close || inPage ? <h2 id="dialog-title">{model.title}</h2> : <h1>{model.title}</h1>}
      <div className="af-body" ref={body}>
        {isKept(model) ? <DraftBar model={model} busy={busy} /> : null}
        {model.problem ? (
          <div className="no" data-level="error" role="alert" tabIndex={-1}>
            <p>{model.problem}</p>
          </div>
        ) : null}
        <Conflict rows={model.conflict} />
        <FaultsContext.Provider value={faults}>{children}</FaultsContext.Provider>
      </div>
      <div className="af-bar">
        <button
          type="submit"
          className="bt"
          data-tone={tone}
          data-fill={tone === "danger" ? "" : undefined}
          disabled={busy}
        >
          {busy ? "处理中…" : model.submit}
        </button>
        {stay || inPage ? null : close ? (
          <button type="button" className="bt" onClick={close}>
            取消
          </button>
        ) : (
          <a className="bt" href={href(model.from)}>
            取消
          </a>
        )}
        {mark}
        {isKept(model) ? <Kept body={body} model={model} /> : null}
      </div>
    </Sent>
  );
}

function isKept<M extends Partial<KeptForm>>(model: M): model is M & KeptForm {
  return model.keepHref !== undefined && model.draftId !== undefined;
}

const loadAutoSave = () => import("~/ui/form/AutoSave/AutoSave");

/** Keeps what is typed, by code that dialogs without it need not fetch. */
function Kept({ body, model }: { body: RefObject<HTMLElement>; model: KeptForm }) {
  const code = useLater(true, loadAutoSave);
  const form = useMemo(
    () => ({
      get current() {
        return body.current?.closest("form") ?? null;
      },
    }),
    [body],
  );
  return code ? <code.AutoSave form={form} model={model} /> : null;
}

/** What stands in it is stored nowhere: it was sent and not taken, or kept while it was typed. */
function isRefused(model: object): boolean {
  const faults = "errors" in model && Array.isArray(model.errors) ? model.errors.length : 0;
  const fields = "fields" in model && Array.isArray(model.fields) ? model.fields : [];
  return "draft" in model || "problem" in model || faults > 0 || fields.some((field) => "error" in field);
}

function Conflict({ rows }: { rows: FieldsForm["conflict"] }) {
  if (!rows || rows.length === 0) return null;
  return (
    <div className="dt">
      <table>
        <caption className="vh">两个版本的差异</caption>
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">您填写的</th>
            <th scope="col">他人已保存的</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, yours, theirs }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-label="您填写的">{yours || "空"}</td>
              <td data-label="他人已保存的">{theirs || "空"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Puts the focus on the first fault of a refused form, as a full page load does; in a dialog on its first field at the beginning.
 * @param model what the form is drawn from; a new object means the server has answered
 */
export function useAnswerFocus(body: RefObject<HTMLDivElement>, model: object, inDialog: boolean): void {
  const shown = useRef<object | null>(null);
  const hasGoneOn = useGoneOn(body);
  useEffect(() => {
    const first = shown.current === null;
    if (shown.current === model) return;
    shown.current = model;
    if (first ? !inDialog : hasGoneOn.current) return;
    const wanted = first ? "input:not([type=hidden]), select, textarea" : "[aria-invalid=true], .no[role=alert]";
    body.current?.querySelector<HTMLElement>(wanted)?.focus();
  }, [body, model, inDialog, hasGoneOn]);
}
