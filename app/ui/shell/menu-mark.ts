import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the mark of the active menu entry after a navigation in the browser, and puts away what floated over the page. The menu
 * is a piece of ready-made HTML, so the elements are changed directly.
 */
export function useMenuMark(frame: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    const shell = frame.current;
    if (!shell) return;
    mark(shell.querySelectorAll<HTMLAnchorElement>("nav a[data-k]"), window.location);
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
  const group = active.closest("details");
  // In the menu on top a group is a box over the page, and one has just gone somewhere.
  if (group && !group.hasAttribute("data-floating")) group.open = true;
}

function longestMatch(links: HTMLAnchorElement[], page: Location): HTMLAnchorElement | undefined {
  let best: HTMLAnchorElement | undefined;
  for (const link of links) {
    const fits = link.origin === page.origin && `${page.pathname}/`.startsWith(`${link.pathname}/`);
    if (fits && link.pathname.length > (best?.pathname.length ?? 0)) best = link;
  }
  return best;
}
