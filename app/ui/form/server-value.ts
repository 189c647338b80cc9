import { type RefObject, useEffect, useRef } from "react";

/**
 * For controls that keep what is typed (`defaultValue`): each answer of the server says anew what stands in them, because rows may
 * have moved. Between answers, and while the page is being hydrated, the control is left alone.
 * @param answer object of the model that came with the value; a new object is a new answer
 */
export function useServerValue<E extends HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
  value: string,
  answer: object,
): RefObject<E> {
  const control = useRef<E>(null);
  const shown = useRef(answer);
  useEffect(() => {
    if (shown.current === answer) return;
    shown.current = answer;
    const element = control.current;
    if (element instanceof HTMLInputElement && element.type === "checkbox") element.checked = value === "1";
    else if (element && element.value !== value) element.value = value;
  }, [value, answer]);
  return control;
}
