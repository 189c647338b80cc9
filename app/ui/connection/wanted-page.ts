import { useEffect } from "react";
import { useAddress } from "~/ui/address";

const WANTED = "portal:wanted";
/** How long the files of a screen may take (specification section 9), in milliseconds. */
const FILES_LIMIT_MS = 120_000;

/**
 * Remembers which page is on its way: when a file of it cannot be loaded the router loads the present document anew, and
 * `resumeWantedPage` goes on from there. One that takes too long is loaded as a document at once. The router is listened to,
 * because it says so before it asks for the files: a file can be refused before React has drawn that a page is on its way.
 */
export function useWantedPage(): void {
  const { href } = useAddress();
  useEffect(() => {
    let timer: number | undefined;
    let noted: string | null = null;
    const note = (wanted: string | null) => {
      if (wanted === noted) return;
      noted = wanted;
      window.clearTimeout(timer);
      if (wanted === null) return window.sessionStorage.removeItem(WANTED);
      window.sessionStorage.setItem(WANTED, wanted);
      timer = window.setTimeout(() => window.location.assign(wanted), FILES_LIMIT_MS);
    };
    const stop = window.__remixRouter.subscribe(({ navigation: { state, location } }) =>
      note(state === "loading" ? href(location.pathname + location.search) : null),
    );
    return () => {
      stop();
      note(null);
    };
  }, [href]);
}

/** Before the first page is drawn: goes on to the page that was on its way when the document was loaded anew. */
export function resumeWantedPage(): void {
  const wanted = window.sessionStorage.getItem(WANTED);
  window.sessionStorage.removeItem(WANTED);
  const [entry] = performance.getEntriesByType("navigation");
  const again = entry instanceof PerformanceNavigationTiming && entry.type === "reload";
  if (wanted && again && wanted !== window.location.pathname + window.location.search) window.location.replace(wanted);
}
