import { useHref, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { isBelow, withoutBase } from "~/ui/address";

/**
 * Lets plain `<a>` elements (menu, tables, pager) navigate without a reload. One listener instead of a component per link:
 * a page with 300 links costs the server nothing and the links work before the script is there. `data-reload` asks for a full load.
 */
export function usePlainLinks(): void {
  const navigate = useNavigate();
  const base = useHref("/").replace(/\/$/, "");
  useEffect(() => {
    function follow(event: MouseEvent) {
      const anchor = event.target instanceof Element ? event.target.closest("a") : null;
      if (!anchor || !isOrdinaryClick(event)) return;
      const place = placeOnPage(anchor);
      if (!place && !isOwnPage(anchor, base)) return;
      event.preventDefault();
      if (place) return place.focus();
      navigate(withoutBase(base, anchor.pathname) + anchor.search + anchor.hash);
    }
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate, base]);
}

/**
 * Where a link within the page leads, if that can take the focus: a field, a message, the main part. The router would take the
 * changed hash for a navigation and forget what a refused form holds.
 */
function placeOnPage(anchor: HTMLAnchorElement): HTMLElement | null {
  if (!anchor.hash || !isSamePage(anchor)) return null;
  const place = document.getElementById(decodeURIComponent(anchor.hash.slice(1)));
  return place?.matches("input, select, textarea, [tabindex]") ? place : null;
}

function isSamePage(anchor: HTMLAnchorElement): boolean {
  return (
    anchor.origin === location.origin && anchor.pathname === location.pathname && anchor.search === location.search
  );
}

function isOrdinaryClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return !event.defaultPrevented && event.button === 0 && !modified;
}

function isOwnPage(anchor: HTMLAnchorElement, base: string): boolean {
  if (!anchor.href || anchor.origin !== location.origin || !isBelow(base, anchor.pathname)) return false;
  if ((anchor.target && anchor.target !== "_self") || anchor.hasAttribute("download")) return false;
  if (anchor.dataset.reload !== undefined) return false;
  return !(isSamePage(anchor) && anchor.hash);
}
