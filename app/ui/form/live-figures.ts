import { type RefObject, useEffect } from "react";

const PAUSE = 300;

/**
 * Keeps sums and computed values up to date while one types: the server works them out, as it does when saving. They are written
 * into the elements marked `data-figure` and nowhere else; an answer that has been overtaken is dropped.
 */
export function useLiveFigures(form: RefObject<HTMLFormElement>, address: string): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: number | undefined;
    let running: AbortController | undefined;
    const ask = async () => {
      running = new AbortController();
      const { signal } = running;
      const answer = await fetch(address, { method: "POST", body: fieldsOf(element), signal }).catch(() => null);
      const figures: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
      if (!signal.aborted && typeof figures === "object" && figures) write(element, new Map(Object.entries(figures)));
    };
    const later = ({ target }: Event) => {
      // Texts of the head change no figure; what is chosen there may, such as the currency.
      if (!(target instanceof Element) || !target.closest("select, [data-lines]")) return;
      window.clearTimeout(timer);
      running?.abort();
      if (element.querySelector("[data-figure]")) timer = window.setTimeout(ask, PAUSE);
    };
    element.addEventListener("input", later);
    return () => {
      element.removeEventListener("input", later);
      window.clearTimeout(timer);
      running?.abort();
    };
  }, [form, address]);
}

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && !name.startsWith("_paste.")) fields.append(name, value);
  return fields;
}

function write(form: HTMLFormElement, figures: ReadonlyMap<string, unknown>): void {
  for (const element of form.querySelectorAll<HTMLElement>("[data-figure]")) {
    const text = figures.get(element.dataset.figure ?? "");
    if (typeof text === "string" && element.textContent !== text) element.textContent = text;
  }
}
