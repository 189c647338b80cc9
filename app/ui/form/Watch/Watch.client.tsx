import { useForm } from "@mantine/form";
import { useEffect, useRef } from "react";
import { UNSENT } from "~/ui/connection/save-form";
import { type Faults, faultsNow, type Judge, type Ruled, type Texts } from "./faults";
import { judgeOf } from "./judge";
import { textsAtFirst, textsIn } from "./texts";

interface WatchProps {
  form: HTMLFormElement;
  /** Object the form is drawn from; another one is another answer of the server. */
  answer: object;
  /** What the server sent is stored nowhere yet. */
  unsaved: boolean;
  fields: readonly Ruled[];
  judge: Judge | undefined;
  tell: (answer: object, faults: Faults) => void;
}

/**
 * Keeps account of a form whose controls hold their own texts: whether it differs from what is stored, and what is wrong with the
 * fields one has typed into and left. Nothing is held back by it, the server judges.
 */
export function Watch({ form: element, answer, unsaved, fields, judge, tell }: WatchProps) {
  const typed = useRef(new Set<string>());
  const left = useRef(new Set<string>());
  /** What stood in the form when the server spoke of it. */
  const judged = useRef<Texts | null>(null);
  judged.current ??= textsAtFirst(element);
  const shown = useRef(answer);
  const isJudgedAnew = shown.current !== answer;
  /** What is stored is known only where the form once showed it. */
  const hasBase = useRef(!unsaved);
  const form = useForm<{ texts: Texts }>({ initialValues: { texts: textsAtFirst(element) } });
  const read = () => form.setFieldValue("texts", textsIn(element));
  const latest = useRef(read);
  latest.current = read;

  const startAnew = useRef(() => {
    typed.current.clear();
    left.current.clear();
    judged.current = textsIn(element);
    latest.current();
  });
  useEffect(() => {
    if (shown.current === answer) return;
    shown.current = answer;
    if (!unsaved) {
      hasBase.current = true;
      form.resetDirty({ texts: textsAtFirst(element) });
    }
    startAnew.current();
  }, [answer, unsaved, element, form]);

  useEffect(() => {
    // Until this code was here one may have typed and gone on.
    const [first, now] = [textsAtFirst(element), textsIn(element)];
    for (const name of Object.keys(now)) {
      if (now[name] === first[name]) continue;
      typed.current.add(name);
      if (nameOf(document.activeElement) !== name) left.current.add(name);
    }
    latest.current();
    let isPressed = false;
    const waiting = new Set<string>();
    const leave = () => {
      for (const name of waiting) left.current.add(name);
      waiting.clear();
      latest.current();
    };
    const over = new AbortController();
    const { signal } = over;
    const changed = ({ target }: Event) => {
      typed.current.add(nameOf(target));
      latest.current();
    };
    element.addEventListener("input", changed, { signal });
    element.addEventListener("change", changed, { signal });
    // Nobody has judged what was sent and lost: what the server said last stands.
    window.addEventListener(UNSENT, () => startAnew.current(), { signal });
    // Rows that come and go are no input.
    element.addEventListener("click", () => requestAnimationFrame(() => signal.aborted || latest.current()), {
      signal,
    });
    element.addEventListener(
      "focusout",
      ({ target }) => {
        const name = nameOf(target);
        if (!typed.current.has(name)) return;
        waiting.add(name);
        if (!isPressed) leave();
      },
      { signal },
    );
    // A complaint that appears while a button is being pressed would move it away from under the finger.
    const pressed = () => {
      isPressed = true;
    };
    const released = () => {
      isPressed = false;
      if (waiting.size > 0) requestAnimationFrame(() => signal.aborted || leave());
    };
    document.addEventListener("pointerdown", pressed, { signal, capture: true });
    document.addEventListener("pointerup", released, { signal, capture: true });
    document.addEventListener("pointercancel", released, { signal, capture: true });
    return () => over.abort();
  }, [element]);

  // The form around is drawn again only when something else is to be said. A new answer says everything itself.
  const said = isJudgedAnew
    ? "{}"
    : JSON.stringify(faultsNow(judge ?? judgeOf(fields), form.values.texts, judged.current, left.current));
  useEffect(() => tell(answer, JSON.parse(said)), [said, answer, tell]);

  return form.isDirty() || (unsaved && !hasBase.current) ? <>未保存的修改</> : null;
}

function nameOf(target: unknown): string {
  return target instanceof HTMLElement ? (target.getAttribute("name") ?? "") : "";
}
