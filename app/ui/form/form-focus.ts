import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

interface Answer {
  errors: { name: string }[];
  problem?: string;
}

/**
 * Puts the focus where a full page load would: on the first fault of a refused form, or on the row that was added, copied or has
 * taken the place of the removed one.
 * @param answer the model the form is drawn from; a new object means the server has answered
 */
export function useFormFocus(form: RefObject<HTMLFormElement>, answer: Answer): void {
  const { state, formData } = useNavigation();
  const posted = useRef<string>();
  const intent = formData?.get("_intent");
  if (state === "submitting") posted.current = typeof intent === "string" ? intent : "";
  useEffect(() => {
    if (state !== "idle" || posted.current === undefined || !form.current) return;
    const target = rowTarget(form.current, posted.current) ?? faultTarget(form.current, answer);
    posted.current = undefined;
    target?.focus();
  }, [state, answer, form]);
}

function rowTarget(form: HTMLFormElement, intent: string): HTMLElement | null {
  const [, name, verb, index] = /^(\w+)\.(add|copy|remove)(?:\.(\d+))?$/.exec(intent) ?? [];
  if (!name) return null;
  const rows = [...form.querySelectorAll<HTMLElement>(`[data-row^="${name}."]`)];
  const at = verb === "add" ? rows.length - 1 : Number(index) + (verb === "copy" ? 1 : 0);
  const row = rows[Math.min(at, rows.length - 1)];
  return row?.querySelector<HTMLElement>(controls) ?? form.querySelector<HTMLElement>(`[value="${name}.add"]`);
}

function faultTarget(form: HTMLFormElement, { errors, problem }: Answer): HTMLElement | null {
  const summary = form.querySelector<HTMLElement>(".fm-problem");
  if (errors.length === 0) return problem ? summary : null;
  return form.querySelector<HTMLElement>("[aria-invalid=true]") ?? summary;
}

const controls = "input:not([type=hidden]), select, textarea";
