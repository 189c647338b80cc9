import { type RefObject, useEffect, useRef } from "react";
import { shownText } from "../dates/moment-text";

type Entry = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What stood in the controls of a form when it was sent, until the answer is there. */
const sent = new WeakMap<Entry, string>();

/** Remembers what is being sent, so that the answer does not overwrite what is typed while it is on its way. */
export function markSent(form: HTMLFormElement): void {
  for (const element of form.elements) if (isEntry(element)) sent.set(element, textIn(element));
}

function isEntry(element: Element): element is Entry {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function isBox(element: Entry): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "checkbox";
}

function textIn(element: Entry): string {
  return isBox(element) ? String(element.checked) : element.value;
}

/**
 * For controls that keep what is typed (`defaultValue`): each answer of the server says anew what stands in them, because rows may
 * have moved. Between answers, and while the page is being hydrated, the control is left alone; so is one that was typed into
 * while the answer was on its way.
 * @param answer object of the model that came with the value; a new object is a new answer
 */
export function useServerValue<E extends Entry>(value: string, answer: object): RefObject<E> {
  const control = useRef<E>(null);
  const shown = useRef(answer);
  useEffect(() => {
    if (shown.current === answer) return;
    shown.current = answer;
    const element: Entry | null = control.current;
    if (!element) return;
    const posted = sent.get(element);
    sent.delete(element);
    if (posted !== undefined && posted !== textIn(element)) return;
    if (isBox(element)) element.checked = value === "1";
    else {
      const shown = element instanceof HTMLInputElement ? shownText(element, value) : value;
      if (element.value !== shown) element.value = shown;
    }
  }, [value, answer]);
  return control;
}
