import { useHref, useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { withoutBase } from "~/ui/address";

/**
 * Moves the mark of the active menu entry after a navigation in the browser, and puts away what floated over the page. The menu
 * is a piece of ready-made HTML, so the elements are changed directly; a page with another menu beside it has it fetched.
 * @param menu name of the menu that belongs beside the page
 */
export function useMenuMark(frame: RefObject<HTMLElement>, menu: string): void {
  const { pathname } = useLocation();
  const base = useHref("/").replace(/\/$/, "");
  const shown = useRef(pathname);
  const drawn = useRef(menu);
  useEffect(() => {
    const shell = frame.current;
    if (!shell || drawn.current === menu) return;
    const overtaken = new AbortController();
    const at = withoutBase(base, window.location.pathname);
    fetch(`${base}/shell/menu?at=${encodeURIComponent(at)}`, { signal: overtaken.signal })
      .then(async (answer) => {
        const html = answer.ok ? await answer.text() : null;
        const nav = shell.querySelector('[data-fragment="menu"]');
        if (html === null || !nav || overtaken.signal.aborted) return;
        nav.innerHTML = html;
        drawn.current = menu;
      })
      // Out of reach: the menu that stands there still leads somewhere.
      .catch(() => undefined);
    return () => overtaken.abort();
  }, [frame, menu, base]);
  useEffect(() => {
    const shell = frame.current;
    if (!shell) return;
    mark(shell.querySelectorAll<HTMLAnchorElement>('[data-fragment="menu"] a[data-k]'), window.location);
    // On the first page a box may be open already: somebody was faster than the script.
    if (shown.current === pathname) return;
    shown.current = pathname;
    for (const floating of shell.querySelectorAll<HTMLDetailsElement>("details[data-floating]")) floating.open = false;
  }, [frame, pathname]);
}

function mark(links: Iterable<HTMLAnchorElement>, page: Location): void {
  const all = [...links];
  const active = longestMatch(all, page);
  // Some pages have no entry of their own; the server may know better where they belong.
  if (!active) return;
  for (const link of all) {
    if (link === active) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // In the menu on top a group is a box over the page, and one has just gone somewhere.
  for (let branch = active.closest("details"); branch; branch = branch.parentElement?.closest("details") ?? null)
    if (!branch.hasAttribute("data-floating")) branch.open = true;
}

function longestMatch(links: HTMLAnchorElement[], page: Location): HTMLAnchorElement | undefined {
  let best: HTMLAnchorElement | undefined;
  for (const link of links) {
    const fits = link.origin === page.origin && `${page.pathname}/`.startsWith(`${link.pathname}/`);
    if (fits && link.pathname.length > (best?.pathname.length ?? 0)) best = link;
  }
  return best;
}
