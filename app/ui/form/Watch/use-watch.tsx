import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLater } from "../../later";
import { type Faults, type Judge, NO_FAULTS, type Ruled } from "./faults";

interface Watched {
  /** Object the form is drawn from; another one is another answer of the server. */
  answer: object;
  /** What the form shows is stored nowhere yet: a refused form, a draft. */
  unsaved?: boolean;
  /** Controls that are judged by the rules that came with them, once they were left. */
  fields?: readonly Ruled[];
  /** Judges instead of those rules, where fields depend on each other. */
  judge?: Judge;
}

const loadWatch = () => import("./Watch.client");
const NO_FIELDS: readonly Ruled[] = [];

/**
 * Looks after a form while one fills it in, where scripts run: fetched when the form gets the focus.
 * @returns the mark 未保存的修改, which must stand within the form, and what is to be said at its fields (`FaultsContext`)
 */
export function useWatch({ answer, unsaved = false, fields = NO_FIELDS, judge }: Watched): {
  mark: ReactNode;
  faults: Faults;
} {
  const place = useRef<HTMLSpanElement>(null);
  const [form, look] = useState<HTMLFormElement | null>(null);
  const [said, say] = useState<{ answer: object; faults: Faults } | null>(null);
  // What was said of a former answer is no word about this one.
  const faults = said?.answer === answer ? said.faults : NO_FAULTS;
  const tell = useCallback((about: object, found: Faults) => say({ answer: about, faults: found }), []);
  useEffect(() => {
    const element = place.current?.closest("form");
    if (!element) return;
    const begin = () => look(element);
    if (unsaved || element.contains(document.activeElement)) begin();
    element.addEventListener("focusin", begin);
    element.addEventListener("input", begin);
    return () => {
      element.removeEventListener("focusin", begin);
      element.removeEventListener("input", begin);
    };
  });
  const code = useLater(form !== null, loadWatch);
  const mark = (
    <span ref={place} className="fm-mark" role="status">
      {code && form ? (
        <code.Watch form={form} answer={answer} unsaved={unsaved} fields={fields} judge={judge} tell={tell} />
      ) : null}
    </span>
  );
  return { mark, faults };
}

/** The mark alone, for a form of which nothing can be said before it is sent. */
export function UnsavedMark({ answer, unsaved }: Pick<Watched, "answer" | "unsaved">) {
  return useWatch({ answer, unsaved }).mark;
}
