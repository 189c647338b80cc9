import { Form, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import { MantineFrame } from "~/ui/mantine/MantineFrame";
import type { Control, FormModel, FormSection } from "~/ui/model/form";
import { AutoSave } from "../AutoSave/AutoSave";
import { useFills } from "../Combobox/fills";
import { DraftBar } from "../DraftBar/DraftBar";
import { FormTop } from "../FormTop/FormTop";
import { Field } from "../fields/Field";
import { useFormFocus } from "../form-focus";
import { formType } from "../form-type";
import { LineEditor } from "../LineEditor/LineEditor";
import { useLiveFigures } from "../live-figures";
import { usePending } from "../pending";
import { Secrets } from "../Secrets";
import { markSent } from "../server-value";
import { FaultsContext } from "../Watch/faults";
import { useWatch } from "../Watch/use-watch";

/**
 * Creating or changing a record. The server checks everything and answers a refused form with what was typed and the faults at
 * their fields. Without script the browser stops what it cannot read, e.g. a half-typed date, of which it would post nothing.
 */
export function FormPage({ model }: { model: FormModel }) {
  const { path, href } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const keepPlace = useKeepScroll();
  const { busy, intent } = usePending();
  useFormFocus(form, model);
  useLiveFigures(form, href(model.figures));
  useFills(form);
  const controls = controlsOf(model.sections);
  const { mark, faults } = useWatch({
    answer: model,
    unsaved: model.typed === true || model.draft !== undefined,
    fields: controls,
  });
  return (
    <MantineFrame>
      <Form
        ref={form}
        key={model.action}
        className="fm"
        method="post"
        encType={formType(controls)}
        action={path(model.action)}
        onSubmit={keepPlace}
        onChange={drawAnew}
      >
        <Secrets secrets={model.secrets} version={model.version} />
        <EnterButton submit={model.submit} />
        <h1>{model.title}</h1>
        <DraftBar model={model} busy={busy} />
        <FormTop problem={model.problem} errors={model.errors} />
        {model.note ? (
          <div className="no" data-level="info">
            <p>{model.note}</p>
          </div>
        ) : null}
        <Conflict rows={model.conflict} />
        <FaultsContext.Provider value={faults}>
          {model.sections.map((section) => (
            <Section key={section.title} section={section} busy={busy} />
          ))}
        </FaultsContext.Provider>
        <div className="fm-bar">
          {model.submit.map((button) => (
            <button
              key={button.intent}
              type="submit"
              className="bt"
              data-tone={button.tone}
              name="_intent"
              value={button.intent}
              disabled={busy}
            >
              {busy && intent === button.intent ? "处理中…" : button.label}
            </button>
          ))}
          <a className="bt" href={href(model.cancelHref)}>
            取消
          </a>
          {mark}
          <AutoSave form={form} model={model} />
          {controls.some(({ leads }) => leads) ? <AnewButton /> : null}
        </div>
      </Form>
    </MantineFrame>
  );
}

function controlsOf(sections: FormSection[]): Control[] {
  return sections.flatMap((section) => (section.kind === "fields" ? section.controls : []));
}

function Section({ section, busy }: { section: FormSection; busy: boolean }) {
  if (section.kind === "lines") return <LineEditor section={section} busy={busy} />;
  return (
    <section aria-label={section.title}>
      <h2>{section.title}</h2>
      {section.hidden?.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div
        className="fm-grid"
        data-narrow={section.single ? "" : undefined}
        data-single={section.single ? "" : undefined}
      >
        {section.controls.map((control) => (
          <Field key={control.name} control={control} />
        ))}
      </div>
    </section>
  );
}

/**
 * Enter in a field presses the first submit button of the form, which would be 复制 of the first line. This unseen one stands
 * before it and saves.
 */
function EnterButton({ submit }: Pick<FormModel, "submit">) {
  const button = submit.find(({ intent }) => intent === "save") ?? submit[0];
  if (!button) return null;
  return (
    <button type="submit" className="vh" name="_intent" value={button.intent} tabIndex={-1} aria-hidden="true">
      {button.label}
    </button>
  );
}

/** Unseen once scripts run: they press it. */
function AnewButton() {
  const [isScripted, know] = useState(false);
  useEffect(() => know(true), []);
  return (
    <button
      type="submit"
      className={isScripted ? "vh" : "bt"}
      tabIndex={isScripted ? -1 : undefined}
      aria-hidden={isScripted || undefined}
      formNoValidate
      name="_intent"
      value="compute"
      data-anew=""
    >
      更新选项
    </button>
  );
}

/** What other fields offer depends on what was just chosen. Where no script runs, one presses the button. */
function drawAnew({ target, currentTarget }: FormEvent<HTMLFormElement>): void {
  if (target instanceof HTMLSelectElement && target.dataset.leads)
    currentTarget.querySelector<HTMLElement>("[data-anew]")?.click();
}

/** Both versions of a record that somebody else changed meanwhile, side by side. */
function Conflict({ rows }: { rows: FormModel["conflict"] }) {
  if (!rows || rows.length === 0) return null;
  return (
    <div className="dt" data-scroll="inner">
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
            <tr key={`${label} ${theirs}`}>
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

/** Adding or removing a row must not scroll the page to its top, as sending a form otherwise does. */
function useKeepScroll() {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    markSent(event.currentTarget);
    const { nativeEvent } = event;
    const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    if (!(button instanceof HTMLButtonElement) || !button.formNoValidate || leads(button)) return;
    event.preventDefault();
    submit(button, { preventScrollReset: true });
  };
}

/** Buttons that end on another page, which starts at its top. */
function leads({ value }: HTMLButtonElement): boolean {
  return value.startsWith("pick.") || value === "discard";
}
