import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { DatePanel, styled } from "./DatePanel.client";
import { isComplete, settled } from "./day-field";
import { complain, forgive, isComplainedOf } from "./field-fault";
import { postedText, shownText } from "./moment-text";

interface Opened {
  field: HTMLInputElement;
  /** The focus is to go into the calendar. */
  inside: boolean;
}

/**
 * What becomes of the text of date fields, and the calendar over them.
 * @param inside whether the focus is to go into the first calendar; it may be asked for until the keys are heard here
 */
export function DateFields({ inside: isFirstInside }: { inside(): boolean }) {
  const [opened, open] = useState<Opened | null>(null);
  const isStyled = useSheet();
  const { key } = useLocation();
  const present = useRef(opened);
  present.current = opened;
  const quiet = useRef(false);

  const write = useCallback((text: string) => {
    const field = present.current?.field;
    if (!field) return;
    quiet.current = true;
    put(field, text);
    quiet.current = false;
    tidy(field);
  }, []);

  const close = useCallback((back: boolean) => {
    const field = present.current?.field;
    open(null);
    quiet.current = true;
    if (back) field?.focus();
    quiet.current = false;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, other fields
  useEffect(() => open(null), [key]);

  useEffect(() => {
    const field = opened?.field;
    if (!field || !isStyled) return;
    field.ariaExpanded = "true";
    field.setAttribute("aria-controls", PANEL);
    return () => {
      field.ariaExpanded = "false";
      field.removeAttribute("aria-controls");
    };
  }, [opened, isStyled]);

  useEffect(() => lookAfter(), []);

  useEffect(() => {
    const show = (field: HTMLInputElement, inside: boolean) =>
      open((before) => (before?.field === field && before.inside === inside ? before : { field, inside }));
    const focused = ({ target }: Event) => {
      if (isDayField(target)) {
        if (!quiet.current) show(target, false);
      } else if (!isInPanel(target)) open(null);
    };
    if (isDayField(document.activeElement)) show(document.activeElement, isFirstInside());
    const pressed = ({ target }: Event) => {
      if (target !== present.current?.field && !isInPanel(target)) open(null);
    };
    // Who has typed a day needs no calendar, which would lie over the button to press next.
    const entered = ({ target }: Event) => {
      if (quiet.current || !isDayField(target) || target !== present.current?.field) return;
      if (isComplete(target.value, hasTime(target))) open(null);
    };
    const clicked = ({ target }: Event) => {
      if (isDayField(target)) show(target, false);
    };
    const typed = (event: KeyboardEvent) => {
      const { target, key: name } = event;
      if (event.isComposing) return;
      if (name === "Escape" && present.current) {
        event.preventDefault();
        event.stopPropagation();
        close(isInPanel(target));
      } else if (isDayField(target) && entersBy(event, target)) {
        event.preventDefault();
        show(target, true);
      } else if (isDayField(target) && name === "Enter" && present.current && !event.ctrlKey && !event.metaKey) {
        // Chooses what is meant by the text, and sends nothing yet.
        event.preventDefault();
        event.stopPropagation();
        tidy(target);
        open(null);
      }
    };
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener("focusin", focused, { signal });
    document.addEventListener("pointerdown", pressed, { signal, capture: true });
    document.addEventListener("input", entered, { signal });
    document.addEventListener("click", clicked, { signal, capture: true });
    document.addEventListener("keydown", typed, { signal, capture: true });
    return () => over.abort();
  }, [close, isFirstInside]);

  return opened && isStyled ? <DatePanel {...opened} id={PANEL} write={write} close={close} /> : null;
}

const PANEL = "date-panel";

/** Without its style sheet there is no calendar; typed days are read all the same. */
function useSheet(): boolean {
  const [isThere, come] = useState(false);
  useEffect(() => {
    let isOver = false;
    styled().then(
      () => isOver || come(true),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, []);
  return isThere;
}

/** ↓ and F4 lead into the calendar, the space bar where it cannot be a part of what is typed. */
function entersBy({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, field: HTMLInputElement): boolean {
  if (ctrlKey || metaKey || shiftKey) return false;
  if (key === " ") return field.value === "" || isComplete(field.value, hasTime(field));
  return key === "ArrowDown" || key === "F4";
}

/** Reads a field when it is left or sent. What was typed before this code was here is read, too. */
function lookAfter(): () => void {
  const typed = new WeakSet<HTMLInputElement>();
  const waiting = new Set<HTMLInputElement>();
  let isPressed = false;
  const say = () => {
    for (const field of waiting) tell(field);
    waiting.clear();
  };
  const leave = (field: HTMLInputElement) => {
    if (!typed.has(field)) return;
    tidy(field);
    waiting.add(field);
    if (!isPressed) say();
  };
  for (const field of document.querySelectorAll<HTMLInputElement>("[data-day]")) {
    if (postedText(field, field.value) === field.defaultValue) continue;
    typed.add(field);
    if (field !== document.activeElement) leave(field);
  }
  const over = new AbortController();
  const { signal } = over;
  const entered = ({ target }: Event) => {
    if (!isDayField(target)) return;
    typed.add(target);
    forgive(target);
  };
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (isDayField(target) && !isInPanel(relatedTarget)) leave(target);
  };
  // A complaint that appears while a button is being pressed would move it away from under the finger.
  const pressed = () => {
    isPressed = true;
  };
  const released = () => {
    isPressed = false;
    if (waiting.size > 0) requestAnimationFrame(() => signal.aborted || say());
  };
  // Enter sends a form without leaving the field. From here on the server speaks.
  const sent = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    for (const field of target.elements) {
      if (!isDayField(field)) continue;
      tidy(field);
      forgive(field);
      waiting.delete(field);
    }
  };
  document.addEventListener("input", entered, { signal, capture: true });
  document.addEventListener("focusout", left, { signal, capture: true });
  document.addEventListener("pointerdown", pressed, { signal, capture: true });
  document.addEventListener("pointerup", released, { signal, capture: true });
  document.addEventListener("pointercancel", released, { signal, capture: true });
  document.addEventListener("submit", sent, { signal, capture: true });
  return () => over.abort();
}

/** Writes a day that was read as a control of the browser does. */
function tidy(field: HTMLInputElement): void {
  const read = settled(field.value, hasTime(field));
  if ("text" in read && read.text !== "") put(field, read.text);
}

/** Says what cannot be read, unless the page says something of the field already. */
function tell(field: HTMLInputElement): void {
  const read = settled(field.value, hasTime(field));
  if ("complaint" in read && (isComplainedOf(field) || field.ariaInvalid !== "true")) complain(field, read.complaint);
}

/** As if it had been typed: whoever listens to the form hears of it. */
function put(field: HTMLInputElement, text: string): void {
  const shown = shownText(field, text);
  if (field.value === shown) return;
  field.value = shown;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function hasTime({ dataset }: HTMLInputElement): boolean {
  return dataset.day === "datetime-local";
}

function isInPanel(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".dp") !== null;
}

/** A box for a day or a moment that somebody may fill in. */
function isDayField(element: unknown): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement &&
    element.dataset.day !== undefined &&
    element.type === "text" &&
    !element.readOnly &&
    !element.matches(":disabled")
  );
}
