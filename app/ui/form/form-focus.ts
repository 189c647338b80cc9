import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

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
  if (state === "submitting") posted.current = true;
  useEffect(() => {
    if (state !== "idle" || !posted.current || !form.current) return;
    const target = faultTarget(form.current, answer);
    posted.current = false;
    target?.focus();
  }, [state, answer, form]);
}

function faultTarget(form: HTMLFormElement, { errors, problem }: Answer): HTMLElement | null {
  const summary = form.querySelector<HTMLElement>(".fm-problem");
  if (errors.length === 0) return problem ? summary : null;
  return form.querySelector<HTMLElement>("[aria-invalid=true]") ?? summary;
}
