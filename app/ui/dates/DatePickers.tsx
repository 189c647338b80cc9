import { useCallback, useEffect, useRef, useState } from "react";
import { useLater } from "../later";
import { postedText, shownText } from "./moment-text";

const loadFields = () => import("./DateFields.client");

/**
 * Looks after the date fields of every page, wherever they stand. In the markup they are the browser's own: complete without script,
 * and fingers get the picker of their phone. For a mouse they become boxes of text over the same name, because a control of the
 * browser's says nothing of what it cannot read. The first one that gets the focus fetches the rest.
 */
export function DatePickers() {
  const [wanted, want] = useState(false);
  const code = useLater(wanted, loadFields);
  const early = useRef(false);
  const isEarly = useCallback(() => early.current, []);
  useEffect(() => {
    const look = () => document.querySelectorAll<HTMLInputElement>(UNTOUCHED).forEach(take);
    look();
    // Rows, dialogs and pages come and go.
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true });
    const over = new AbortController();
    const { signal } = over;
    const focused = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.matches(UNTOUCHED)) take(target);
      if (target.dataset.day) want(true);
    };
    // Who wants to enter the calendar before it is there comes into it as soon as it is.
    const pressed = ({ target, key }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement && target.dataset.day) early.current = key === "ArrowDown";
    };
    document.addEventListener("focusin", focused, { signal });
    document.addEventListener("keydown", pressed, { signal });
    document.addEventListener("submit", stopHalfTyped, { signal, capture: true });
    document.addEventListener("formdata", writeMoments, { signal });
    return () => {
      changes.disconnect();
      over.abort();
    };
  }, []);
  return code ? <code.DateFields inside={isEarly} /> : null;
}

const UNTOUCHED = "input[type^=date], input[data-day]:not([role])";

/** The browser's own checks are only for pages without script: here the server answers, and its own words stand at the fields. */
function take(field: HTMLInputElement): void {
  const { form, type } = field;
  if (form?.method === "post") form.noValidate = true;
  // What is half typed already would be lost. Asked each time: a tablet may get a mouse.
  if (field.validity.badInput || window.matchMedia("(pointer: coarse)").matches) return;
  field.dataset.day ??= type;
  field.type = "text";
  const shown = shownText(field, field.value);
  if (shown !== field.value) field.value = shown;
  field.role = "combobox";
  field.ariaHasPopup = "dialog";
  field.ariaExpanded = "false";
}

/** Whoever reads the form finds moments as a control of the browser's would post them. */
function writeMoments({ target, formData }: FormDataEvent): void {
  if (!(target instanceof HTMLFormElement)) return;
  for (const field of target.querySelectorAll<HTMLInputElement>("input[data-day=datetime-local]"))
    if (formData.has(field.name)) formData.set(field.name, postedText(field, field.value));
}

/** A control of the browser's posts nothing for what it cannot read. */
function stopHalfTyped(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLFormElement)) return;
  const half = [...target.elements].find((one) => one instanceof HTMLInputElement && one.validity.badInput);
  if (!(half instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.stopPropagation();
  half.reportValidity();
}
