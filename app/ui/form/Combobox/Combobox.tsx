import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import type { Control } from "~/ui/model/form";
import { useServerValue } from "../server-value";
import { applyFills } from "./fills";

interface ComboboxProps {
  control: Control;
  /** Its name now, which in lines may differ from the one the server gave it. */
  name: string;
  /** What is looked for, as the button says it, e.g. `第 1 行 物料`. */
  what: string;
  /** Id, label and description of the input. */
  input: InputHTMLAttributes<HTMLInputElement>;
}

interface Choice {
  id: string;
  label: string;
  cells: string[];
  fills?: Record<string, string>;
}

const PAUSE_MS = 200;
const SHOWN = 12;

/**
 * A field for the row of a long list. One types a code as ever, or picks from what is found while typing; the button beside it leads
 * to a page with the same candidates and works without script.
 */
export function Combobox({ control, name, what, input }: ComboboxProps) {
  const field = useServerValue<HTMLInputElement>(control.value, control);
  const list = useRef<HTMLDivElement>(null);
  const [found, show] = useState<Choice[] | null>(null);
  const [at, transition] = useState(0);
  const search = useSearch(control.search ?? "", (choices) => {
    show(choices);
    transition(0);
  });
  usePlace(list, field, found !== null);
  const id = input.id ?? name;
  const close = () => {
    search.stop();
    show(null);
  };
  const choose = ({ label, fills }: Choice) => {
    const element = field.current;
    close();
    if (!element) return;
    element.value = label;
    if (element.form && fills) applyFills(element.form, name, fills);
    // For whoever watches the form; this field itself looks at keys and pastes only.
    element.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const active = found?.[at];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (found && found.length > 0)
        transition((at + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
      else if (event.key === "ArrowDown" && (event.altKey || !isInTable(event.currentTarget)))
        search.start(event.currentTarget, 0);
      else return;
    } else if (event.key === "Enter" && active) choose(active);
    else if (event.key === "Escape" && found) close();
    else return;
    // The table around it has keys of its own.
    event.preventDefault();
    event.stopPropagation();
  };
  const option = (index: number) => `${id}-o${index}`;
  return (
    <span className="cb">
      <input
        {...input}
        ref={field}
        className="in"
        name={name}
        defaultValue={control.value}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={found !== null}
        aria-controls={found ? `${id}-list` : undefined}
        aria-activedescendant={found && found.length > 0 ? option(at) : undefined}
        data-fills={control.fills}
        onInput={(event) => search.start(event.currentTarget, PAUSE_MS)}
        onKeyDown={press}
        onBlur={close}
      />
      {control.pick ? (
        <button
          type="submit"
          className="bt"
          data-quiet=""
          name="_intent"
          value={`pick.${name}`}
          formNoValidate
          aria-label={`查找${what}`}
        >
          查找
        </button>
      ) : null}
      {found ? (
        <div ref={list} className="cb-pop" {...popover}>
          <div id={`${id}-list`} role="listbox" aria-label={what}>
            {found.map((choice, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus
              <div
                key={choice.id}
                id={option(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(choice)}
              >
                {choice.label}
                <small>{choice.cells.filter((cell) => !choice.label.includes(cell)).join(" · ")}</small>
              </div>
            ))}
          </div>
          {found.length === 0 ? <p role="status">没有找到，请换个说法</p> : null}
        </div>
      ) : null}
    </span>
  );
}

/** In a table the arrows lead from row to row. */
function isInTable(element: HTMLElement): boolean {
  return element.closest("table") !== null;
}

/** Shown above everything, so that no scrolling table cuts it off. */
const popover = { popover: "manual" };

/** Looks for what was typed, a moment after the last key; an older search that is still under way is given up. */
function useSearch(address: string, answer: (choices: Choice[]) => void) {
  const { href } = useAddress();
  const pending = useRef<{ timer?: number; request?: AbortController }>({});
  const stop = () => {
    window.clearTimeout(pending.current.timer);
    pending.current.request?.abort();
  };
  useEffect(() => {
    const { current } = pending;
    return () => {
      window.clearTimeout(current.timer);
      current.request?.abort();
    };
  }, []);
  const ask = async (element: HTMLInputElement) => {
    const request = new AbortController();
    pending.current.request = request;
    const url = new URL(href(address), location.href);
    url.searchParams.set("q", element.value);
    url.searchParams.set("size", String(SHOWN));
    // What the rows must agree with stands in other fields of the form.
    for (const key of [...url.searchParams.keys()]) {
      const other = key.startsWith("v.") ? element.form?.elements.namedItem(key.slice(2)) : null;
      if (other instanceof HTMLInputElement || other instanceof HTMLSelectElement)
        url.searchParams.set(key, other.value);
    }
    try {
      const response = await fetch(url, { signal: request.signal });
      if (!response.ok) return;
      const { rows }: { rows: Choice[] } = await response.json();
      if (!request.signal.aborted && document.activeElement === element) answer(rows);
    } catch {
      // Given up, or out of reach: one can still type the code.
    }
  };
  return {
    stop,
    start(element: HTMLInputElement, pause: number) {
      stop();
      pending.current.timer = window.setTimeout(() => void ask(element), pause);
    },
  };
}

const ROOM = 240;

/** Keeps the list at its field, below it or above, while the page scrolls beneath. */
function usePlace(
  list: { readonly current: HTMLDivElement | null },
  field: { readonly current: HTMLInputElement | null },
  isOpen: boolean,
): void {
  useEffect(() => {
    const element = list.current;
    if (!isOpen || !element) return;
    if (typeof element.showPopover === "function") element.showPopover();
    const place = () => {
      const box = field.current?.getBoundingClientRect();
      if (!box) return;
      const below = window.innerHeight - box.bottom;
      const isAbove = below < ROOM && box.top > below;
      const { style } = element;
      style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - element.offsetWidth - 8))}px`;
      style.minWidth = `${box.width}px`;
      style.top = isAbove ? "auto" : `${box.bottom + 2}px`;
      style.bottom = isAbove ? `${window.innerHeight - box.top + 2}px` : "auto";
      style.maxHeight = `${Math.min(320, Math.max(120, (isAbove ? box.top : below) - 12))}px`;
    };
    place();
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
    };
  }, [list, field, isOpen]);
}
