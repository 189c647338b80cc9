import { useNavigate } from "@remix-run/react";
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import { FormTop } from "~/ui/form/FormTop/FormTop";
import { Secrets } from "~/ui/form/Secrets";
import type { PhoneCountModel, PhoneLine } from "./model";
import { PhoneField } from "./PhoneField";
import { dropCount, type KeptCount, keepCount, keptCounts, sendCount, tryAgainLater } from "./unsent";

const PAUSE_MS = 400;

/**
 * A note is counted, a card for each line. Without script a form as any other; with it what was counted stays in the browser until the
 * server has answered, and is sent again with its one-time id when the line comes back.
 */
export function CountPage({ model: given }: { model: PhoneCountModel }) {
  const { href } = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const { model, state, said, submit, typed, now } = useCounting(given, form);
  const isWaiting = state === "unsent" || state === "sending";
  return (
    <article className="ph">
      <p className="rc-kind">
        <a href={href(model.scanHref)}>‹ 扫码收货</a>
        <a href={href(model.note.href)}>送货单 {model.note.number}</a>
      </p>
      <h1>{model.title}</h1>
      <p>{[model.supplier, model.queue].filter(Boolean).join(" · ")}</p>
      {model.begun ? (
        <p className="no" data-level="info">
          收货单 {model.begun} 正在清点这张送货单的其他数量
        </p>
      ) : null}
      <form
        ref={form}
        className="ph-form"
        method="post"
        encType="multipart/form-data"
        action={href(model.action)}
        noValidate
        onSubmit={submit}
        onInput={typed}
      >
        <Secrets secrets={model.secrets} />
        <FormTop problem={model.problem} errors={model.errors} />
        <fieldset key={model.secrets.once} className="ph-cards" disabled={isWaiting}>
          {model.lines.map((line) => (
            <Card key={line.id} line={line} />
          ))}
          <section className="ph-card" aria-label="收货">
            {model.head.map((control) => (
              <PhoneField key={control.name} control={control} />
            ))}
            <PhoneField control={model.photos} hint={model.photos.files?.hint} />
          </section>
        </fieldset>
        <div className="ph-bar">
          <p role="status" data-state={state}>
            {said}
          </p>
          {state === "unsent" ? (
            <button type="button" className="bt" data-tone="primary" onClick={now}>
              现在发送
            </button>
          ) : (
            <>
              <button
                type="submit"
                className="bt"
                data-tone="primary"
                name="_intent"
                value="count"
                disabled={state === "sending"}
              >
                {state === "sending" ? "发送中…" : "清点完成"}
              </button>
              <button type="submit" className="bt" name="_intent" value="draft" disabled={state === "sending"}>
                保存
              </button>
            </>
          )}
        </div>
      </form>
    </article>
  );
}

function Card({ line }: { line: PhoneLine }) {
  const { position, asNoticed, skip } = line;
  return (
    <section className="ph-card" aria-label={line.title}>
      <input type="hidden" name={`items.${position}.note_line`} value={line.id} />
      <h2>{line.title}</h2>
      {line.facts.length > 0 ? <p className="ph-facts">{line.facts.join(" · ")}</p> : null}
      {line.warning ? (
        <p className="no" data-level="warning">
          {line.warning}
        </p>
      ) : null}
      {line.coa ? (
        <p className={line.coa.level ? "no" : "ph-facts"} data-level={line.coa.level ?? undefined}>
          {line.coa.text}
        </p>
      ) : null}
      <PhoneField control={line.count} hint={line.hint} />
      <label className="ph-tick">
        <input type="checkbox" name={asNoticed.name} value="1" defaultChecked={asNoticed.checked} />
        {asNoticed.label}
      </label>
      {line.photos ? <PhoneField control={line.photos} /> : null}
      <details open={line.isOpen}>
        <summary>过磅、差异、批次</summary>
        {line.more.map((control) => (
          <PhoneField key={control.name} control={control} />
        ))}
        <label className="ph-tick">
          <input type="checkbox" name={skip.name} value="1" defaultChecked={skip.checked} />
          这行本次不收
        </label>
      </details>
    </section>
  );
}

type State = "typing" | "sending" | "unsent" | "refused";

const SAID: Readonly<Record<State, string>> = {
  typing: "",
  sending: "",
  unsent: "还没有发送，恢复连接后自动发送",
  refused: "",
};

/** Keeps, sends and sends again what is counted. */
function useCounting(given: PhoneCountModel, form: RefObject<HTMLFormElement>) {
  const { href, path } = useAddress();
  const navigate = useNavigate();
  const [model, setModel] = useState(given);
  const [state, setState] = useState<State>("typing");
  const [said, say] = useState("");
  const waiting = useRef<KeptCount | null>(null);
  const timer = useRef<number>();
  const { id: note, number } = given.note;
  const { owner } = given;

  useEffect(() => setModel(given), [given]);

  const send = useCallback(async (): Promise<boolean> => {
    const count = waiting.current;
    if (!count) return true;
    const sent = await sendCount(count, href(given.sendHref), given.secrets.csrf);
    if (sent.kind === "lost") {
      setState("unsent");
      say(SAID.unsent);
      return false;
    }
    waiting.current = null;
    if (sent.kind === "made") {
      await dropCount(count);
      navigate(path(sent.to));
      return true;
    }
    if (sent.kind === "again") {
      await keepCount({ ...count, state: "typing", once: sent.model.secrets.once });
      setModel(sent.model);
      say("");
    } else {
      if (sent.to) await dropCount(count);
      say(sent.text);
    }
    setState("refused");
    return true;
  }, [given, href, navigate, path]);

  // What was kept before: somebody was typing, or it was sent and nobody answered.
  useEffect(() => {
    let isGone = false;
    void keptCounts(owner).then((counts) => {
      const kept = counts.find((count) => count.note === note);
      if (isGone || !kept || !form.current) return;
      fillIn(form.current, kept.entries);
      if (kept.state !== "unsent") return say("已恢复上次填写的内容");
      waiting.current = kept;
      setState("unsent");
      say(SAID.unsent);
    });
    return () => {
      isGone = true;
      window.clearTimeout(timer.current);
    };
  }, [owner, note, form]);

  useEffect(() => (state === "unsent" ? tryAgainLater(send) : undefined), [state, send]);

  const countOf = (entries: KeptCount["entries"], kind: KeptCount["state"]): KeptCount => ({
    ...{ note, number, owner, entries, state: kind },
    once: model.secrets.once,
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    window.clearTimeout(timer.current);
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
    const count = countOf(entriesOf(event.currentTarget, submitter), "unsent");
    waiting.current = count;
    setState("sending");
    say("");
    await keepCount(count);
    await send();
  }

  function typed({ currentTarget }: FormEvent<HTMLFormElement>) {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(
      () => void keepCount(countOf(entriesOf(currentTarget, null), "typing")),
      PAUSE_MS,
    );
  }

  return { model, state, said, submit, typed, now: () => void send() };
}

/** What the form holds, and the button it was sent with, without what it carries for itself. */
function entriesOf(form: HTMLFormElement, submitter: HTMLElement | null): KeptCount["entries"] {
  const entries = [...new FormData(form, submitter)].filter(
    ([name, value]) => (name === "_intent" || !name.startsWith("_")) && !(value instanceof File && value.name === ""),
  );
  // Enter in a field ends the counting like the first button.
  return entries.some(([name]) => name === "_intent") || submitter === null
    ? entries
    : [...entries, ["_intent", "count"]];
}

function fillIn(form: HTMLFormElement, entries: KeptCount["entries"]): void {
  const texts = new Map(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );
  const files = new Map<string, DataTransfer>();
  for (const [name, value] of entries) {
    if (typeof value === "string") continue;
    const held = files.get(name) ?? new DataTransfer();
    held.items.add(value);
    files.set(name, held);
  }
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
    if (element.type === "hidden" || element.name.startsWith("_")) continue;
    if (element.type === "file") {
      const held = files.get(element.name);
      if (element instanceof HTMLInputElement && held) element.files = held.files;
    } else if (element instanceof HTMLInputElement && element.type === "checkbox") {
      // Boxes of files that arrived already.
      if (!/(^|\.)photos$/.test(element.name)) element.checked = texts.has(element.name);
    } else element.value = texts.get(element.name) ?? "";
  }
}
