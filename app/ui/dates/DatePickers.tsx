import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLater } from "../later";

interface Opened {
  field: HTMLInputElement;
  /** The focus is to go into the calendar. */
  inside: boolean;
}

/**
 * A calendar for every date field of a page, wherever it stands. The fields stay the browser's own: they hold, post and take by
 * keyboard what they always did, and fingers get the picker of their phone. The first one that gets the focus fetches the rest.
 */
export function DatePickers() {
  const [opened, open] = useState<Opened | null>(null);
  const panel = useLater(opened !== null, loadPanel);
  const { key } = useLocation();
  const present = useRef(opened);
  present.current = opened;
  const returning = useRef(false);
  const writing = useRef(false);

  /** As if it had been typed: whoever listens to the form hears of it. */
  const write = useCallback((text: string) => {
    const field = present.current?.field;
    if (!field || field.value === text) return;
    writing.current = true;
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    writing.current = false;
  }, []);

  const close = useCallback((back: boolean) => {
    const field = present.current?.field;
    open(null);
    returning.current = true;
    if (back) field?.focus();
    returning.current = false;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, other fields
  useEffect(() => open(null), [key]);

  useEffect(() => {
    const show = (field: HTMLInputElement, inside: boolean) =>
      open((before) => (before?.field === field && before.inside === inside ? before : { field, inside }));
    const focused = ({ target }: Event) => {
      if (isDayField(target) && isMouse()) {
        if (!returning.current) show(target, false);
      } else if (!isInPanel(target)) open(null);
    };
    const pressed = ({ target }: Event) => {
      if (target !== present.current?.field && !isInPanel(target)) open(null);
    };
    // Who has typed a day needs no calendar, which would lie over the button to press next.
    const entered = ({ target }: Event) => {
      if (!writing.current && isDayField(target) && target === present.current?.field && target.value !== "")
        open(null);
    };
    // The browser's own picker would open as well.
    const clicked = (event: Event) => {
      if (!isDayField(event.target) || !isMouse() || isUnreachable) return;
      event.preventDefault();
      show(event.target, false);
    };
    const typed = (event: KeyboardEvent) => {
      const { target, key: name, altKey } = event;
      if (isDayField(target) && isMouse() && !isUnreachable && (name === " " || (altKey && name === "ArrowDown"))) {
        event.preventDefault();
        show(target, true);
      } else if (name === "Escape" && present.current) {
        event.preventDefault();
        event.stopPropagation();
        close(isInPanel(target));
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
  }, [close]);

  if (!opened || !panel) return null;
  return <panel.DatePanel {...opened} write={write} close={close} />;
}

let isUnreachable = false;

async function loadPanel() {
  try {
    const panel = await import("./DatePanel.client");
    await panel.styled();
    isUnreachable = false;
    return panel;
  } catch (error) {
    // From now on the browser's own picker opens.
    isUnreachable = true;
    throw error;
  }
}

/** Asked each time: a tablet may get a mouse. */
function isMouse(): boolean {
  return !window.matchMedia("(pointer: coarse)").matches;
}

function isInPanel(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".dp") !== null;
}

/** A control of the browser's for a day or a moment that somebody may fill in. */
function isDayField(element: unknown): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement &&
    (element.type === "date" || element.type === "datetime-local") &&
    !element.readOnly &&
    !element.disabled
  );
}
