import { useNavigation } from "@remix-run/react";
import { type MutableRefObject, type RefObject, useEffect, useRef } from "react";

interface Answer {
  errors: { name: string }[];
  problem?: string;
}

/**
 * Puts the focus where a full page load would: on the first fault of a refused form.
 * @param answer the model the form is drawn from; a new object means the server has answered
 */
export function useFormFocus(form: RefObject<HTMLFormElement>, answer: Answer): void {
  const { state } = useNavigation();
  const posted = useRef(false);
  const hasGoneOn = useGoneOn(form);
  if (state === "submitting") posted.current = true;
  useEffect(() => {
    if (state !== "idle" || !posted.current || !form.current) return;
    const target = faultTarget(form.current, answer);
    posted.current = false;
    if (!hasGoneOn.current) target?.focus();
  }, [state, answer, form, hasGoneOn]);
}

/**
 * Whether somebody went on filling in a form after sending it. Complaints stand at the fields before the server has answered; whoever
 * mends one at once must not be carried to another field by the answer, in the middle of a word.
 * @param inside the form, or something within it
 */
export function useGoneOn(inside: RefObject<HTMLElement>): MutableRefObject<boolean> {
  const hasGoneOn = useRef(false);
  useEffect(() => {
    const form = inside.current?.closest("form");
    if (!form) return;
    let sentFrom: Element | null = null;
    const over = new AbortController();
    const listening = { signal: over.signal, capture: true };
    form.addEventListener(
      "submit",
      () => {
        hasGoneOn.current = false;
        sentFrom = document.activeElement;
      },
      listening,
    );
    // Rows that an answer draws anew say so with an event of their own.
    const goOn = ({ type, target, isTrusted }: Event) => {
      if (isTrusted && (type === "input" || (target !== sentFrom && isField(target)))) hasGoneOn.current = true;
    };
    form.addEventListener("focusin", goOn, listening);
    form.addEventListener("input", goOn, listening);
    return () => over.abort();
  }, [inside]);
  return hasGoneOn;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, select, textarea");
}

function faultTarget(form: HTMLFormElement, { errors, problem }: Answer): HTMLElement | null {
  const summary = form.querySelector<HTMLElement>(".fm-problem");
  if (errors.length === 0) return problem ? summary : null;
  return form.querySelector<HTMLElement>("[aria-invalid=true]") ?? summary;
}
