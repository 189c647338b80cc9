import { useLocation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Look } from "~/ui/theme/palette";

/** What the root's loader tells about the page's first request. */
export interface RootFacts {
  /** Trace number. */
  requestId: string;
  /** Page of this site the browser came from, below the base path. */
  back?: string;
  /** As the browser remembers the last person's wish; pages of somebody signed in know better. */
  look?: Look;
}

/** Facts of the document's request; empty where the root itself has failed. */
export function useRootFacts(): RootFacts {
  return useRouteLoaderData<RootFacts>("root") ?? { requestId: "" };
}

/** Address of the page shown before this one within the document; module state, because it must outlive the pages. */
let shown: string | undefined;
let before: string | undefined;

/** Notes which page is shown; drawn once, around all pages. */
export function usePageTrail(): void {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  useEffect(() => {
    if (shown === address) return;
    before = shown;
    shown = address;
  }, [address]);
}

/** Where 「返回上一页」 leads: the page before, as the browser said with the request or as the script has seen since. */
export function useBack(): string | undefined {
  const { back } = useRootFacts();
  const { pathname, search } = useLocation();
  const [seen, see] = useState<string>();
  // After the page has been noted, which the effect of its parent does.
  useEffect(() => {
    const address = pathname + search;
    see(shown === address ? before : shown);
  }, [pathname, search]);
  return seen ?? back;
}
