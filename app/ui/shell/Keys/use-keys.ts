import { useEffect, useRef } from "react";

/**
 * Acts on keys pressed anywhere on the page. While something is being typed or chosen all keys but Ctrl+Enter belong to the
 * field; a key that somebody else has acted on is left alone.
 * @param single whether keys of a single sign act, which a person can turn off
 */
export function useKeys(single: boolean, showList: () => void): void {
  const show = useRef(showList);
  show.current = showList;
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      // A key that is held down walks through rows; it neither opens nor sends anything twice.
      if (event.repeat && event.key !== "j" && event.key !== "k") return;
      if (act(event, single, show.current)) event.preventDefault();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [single]);
}

/** @returns true when the key meant something */
function act(event: KeyboardEvent, single: boolean, showList: () => void): boolean {
  const { key, target } = event;
  const command = event.ctrlKey || event.metaKey;
  if (command && key === "Enter") return submit(target);
  if (!single || command || event.altKey || isTyping(target) || document.querySelector("dialog[open]")) return false;
  if (key === "?") showList();
  else if (event.shiftKey) return false;
  else if (key === "/") return focus(searchField());
  else if (key === "n") return click(document.querySelector<HTMLElement>('main a.bt[href$="/new"]'));
  else if (key === "j" || key === "k") return goToRow(key === "j" ? 1 : -1);
  else return false;
  return true;
}

/** Sends the form one is in; on a page that is one form, also from outside of its fields. */
function submit(target: EventTarget | null): boolean {
  const own = target instanceof Element && isTyping(target) ? target.closest<HTMLFormElement>("main form") : null;
  const form = own ?? document.querySelector<HTMLFormElement>("main form.fm");
  // The first one is what Enter presses: it saves rather than submits.
  const button = form?.querySelector<HTMLButtonElement>("button[type=submit]:not(:disabled)");
  if (!form || !button || document.querySelector("dialog[open]")) return false;
  form.requestSubmit(button);
  return true;
}

/** Where signs go that are typed. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])")
  );
}

/** The page's own search; where it has none, that of the menus. */
function searchField(): HTMLElement | null {
  for (const place of ["main .fb", ".sh-head"]) {
    const fields = document.querySelectorAll<HTMLElement>(`${place} input:not([type=hidden])`);
    const found = [...fields].find((field) => field.checkVisibility());
    if (found) return found;
  }
  return null;
}

/** The focus goes to the link of the next row, from which Enter opens it. */
function goToRow(step: 1 | -1): boolean {
  const places = [...document.querySelectorAll("main tbody tr")].flatMap(
    (row) => row.querySelector<HTMLElement>("a[href]") ?? [],
  );
  const row = document.activeElement?.closest("tr") ?? null;
  const at = places.findIndex((place) => row?.contains(place));
  const place = places[at < 0 ? (step === 1 ? 0 : places.length - 1) : at + step];
  place?.focus({ preventScroll: true });
  place?.closest("tr")?.scrollIntoView({ block: "nearest" });
  return place !== undefined;
}

function focus(element: HTMLElement | null): boolean {
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
  return element !== null;
}

function click(element: HTMLElement | null): boolean {
  element?.click();
  return element !== null;
}
