import { useNavigate } from "@remix-run/react";
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import type { FoundEntry, MenuSearchModel } from "./model";

const PAUSE_MS = 120;

/**
 * Looks for a menu entry by name or pinyin. A form that leads to a page with what was found; with script that stands below the
 * field while one types, and Ctrl+K leads to the field.
 */
export function MenuSearch() {
  const { href, path } = useAddress();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [found, show] = useState<FoundEntry[] | null>(null);
  const [at, transition] = useState(-1);
  const look = useSuggestions(href("/shell/menus/find"), (entries) => {
    show(entries);
    transition(entries.length > 0 ? 0 : -1);
  });
  useShortcut(field);
  const close = () => {
    look("");
    show(null);
  };
  const open = (entry: FoundEntry) => {
    close();
    if (field.current) field.current.value = "";
    if (entry.target) window.open(entry.href, entry.target, "noopener,noreferrer");
    else navigate(path(entry.href));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || !found) return;
    const active = found[at];
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && active) open(active);
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && found.length > 0)
      transition((at + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length);
    else return;
    event.preventDefault();
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  };
  return (
    <search className="ms" aria-label="菜单" onBlur={leave}>
      <form method="get" action={href("/shell/menus")}>
        <input
          ref={field}
          className="in"
          type="search"
          name="q"
          placeholder="搜索菜单"
          aria-label="搜索菜单"
          aria-keyshortcuts="Control+K"
          title="Ctrl+K"
          autoComplete="off"
          role="combobox"
          aria-expanded={found !== null}
          aria-controls="ms-found"
          aria-activedescendant={found?.[at] ? `ms-${at}` : undefined}
          onChange={(event) => look(event.currentTarget.value)}
          onKeyDown={press}
        />
      </form>
      <a className="ms-way" href={href("/shell/menus")}>
        <span className="vh">搜索菜单</span>
      </a>
      <div className="ms-found" id="ms-found" role="listbox" aria-label="找到的菜单" hidden={found === null}>
        {found?.map((entry, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as the pattern of a combobox asks
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={entry.name}
            id={`ms-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(entry)}
          >
            {entry.label}
            <small>{entry.trail}</small>
          </div>
        ))}
        {found?.length === 0 ? <p>没有相符的菜单</p> : null}
      </div>
    </search>
  );
}

/** Asks the server a moment after the last key; an answer that was overtaken is not shown. */
function useSuggestions(address: string, show: (found: FoundEntry[]) => void): (typed: string) => void {
  const waiting = useRef<{ timer?: ReturnType<typeof setTimeout>; asked?: AbortController }>({});
  useEffect(() => () => clearTimeout(waiting.current.timer), []);
  return (typed) => {
    clearTimeout(waiting.current.timer);
    waiting.current.asked?.abort();
    if (typed.trim() === "") return;
    waiting.current.timer = setTimeout(async () => {
      const asked = new AbortController();
      waiting.current.asked = asked;
      try {
        const answer = await fetch(`${address}?q=${encodeURIComponent(typed)}`, { signal: asked.signal });
        if (!answer.ok) return;
        const { found }: MenuSearchModel = await answer.json();
        if (!asked.signal.aborted) show(found);
      } catch {
        // Out of reach or overtaken: the form still leads to the page.
      }
    }, PAUSE_MS);
  };
}

function useShortcut(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      if (!field.current?.offsetParent) return;
      event.preventDefault();
      field.current.select();
      field.current.focus();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [field]);
}
