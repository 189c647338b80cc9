import { useNavigationType } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { StripModel } from "./strip";

const STORE = "tab-scroll";

/** On the server there is nothing to do, and React would say so. */
const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** How far the page of each tab was scrolled, at which address, and the tab one was on. */
interface Kept {
  current: string | null;
  places: Record<string, { address: string; y: number }>;
}

/**
 * Going back to an open tab finds its page scrolled as it was left; closing the tab forgets it. Only a change of tab restores:
 * within a tab, paging and sorting begin at the top, and the browser's own back and forward are the router's business.
 * @param address the page one is on
 */
export function useTabScroll({ tabs, current }: StripModel, address: string): void {
  const isPop = useNavigationType() === "POP";
  const kept = useRef<Kept>();
  const deaf = useRef<() => void>();
  // Before the router scrolls to the top: that is no longer the page that is being left.
  useBeforePaint(() => () => deaf.current?.(), [tabs, current, address, isPop]);
  // After the router has scrolled to the top.
  useEffect(() => {
    const isFirst = kept.current === undefined;
    kept.current ??= read();
    const { places, current: before } = kept.current;
    for (const id of Object.keys(places)) if (!tabs.some((tab) => tab.id === id)) delete places[id];
    const place = current === null ? undefined : places[current];
    kept.current.current = current;
    const isBrowsers = isFirst ? !isFreshLoad() : isPop;
    if (before !== current && place?.address === address && !isBrowsers && window.location.hash === "")
      window.scrollTo(0, place.y);
    const note = () => {
      if (current !== null) places[current] = { address, y: window.scrollY };
    };
    const keep = () => {
      if (kept.current) sessionStorage.setItem(STORE, JSON.stringify(kept.current));
    };
    window.addEventListener("scroll", note, { passive: true });
    window.addEventListener("pagehide", keep);
    deaf.current = () => {
      window.removeEventListener("scroll", note);
      window.removeEventListener("pagehide", keep);
    };
    return deaf.current;
  }, [tabs, current, address, isPop]);
}

function read(): Kept {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
    if (kept?.places) return kept;
  } catch {
    // Nothing of ours, or no storage: begin anew.
  }
  return { current: null, places: {} };
}

/** True for a page that was gone to by a link: reloading, back and forward are restored by the browser. */
function isFreshLoad(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
}
