import { useCallback, useEffect, useRef, useState } from "react";
import type { BellCounts, BellModel } from "../shell-model";

const PATIENCE_MS = 2_000;
const AGAIN_MS = 60_000;

type State = "idle" | "loading" | "slow";

/**
 * What the bell shows where scripts run: the newest entries once it is opened, and the count anew every minute while somebody looks
 * at the page.
 * @param counts of the page, as the server drew it; those of a newer page win over what was asked since
 */
export function useBell(counts: BellCounts, address: string) {
  const drawn = counts.watch + counts.mention;
  const [state, setState] = useState<State>("idle");
  const [model, setModel] = useState<BellModel | null>(null);
  const [asked, setAsked] = useState({ drawn: counts, unread: drawn });
  const isOpen = useRef(false);
  if (asked.drawn !== counts) setAsked({ drawn: counts, unread: drawn });

  const setUnread = useCallback((unread: number) => setAsked((before) => ({ ...before, unread })), []);
  const load = useCallback(async () => {
    const answer = await answerOf<BellModel>(address);
    setState("idle");
    if (!answer || !isOpen.current) return;
    setModel(answer);
    setUnread(answer.unread);
  }, [address, setUnread]);

  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => setState("slow"), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.visibilityState !== "visible") return;
      const fresh = await answerOf<BellCounts>(`${address}?counts=1`);
      if (fresh) setUnread(fresh.watch + fresh.mention);
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [address, setUnread]);

  return {
    state,
    model,
    unread: asked.unread,
    toggle(open: boolean) {
      isOpen.current = open;
      setModel(null);
      setState(open ? "loading" : "idle");
      if (open) void load();
    },
    /** Marks everything as read, then shows what is left. */
    async readAll(form: HTMLFormElement) {
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
      await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
      await load();
    },
  };
}

/** Null for whatever went wrong: the page the link leads to says what it was. */
async function answerOf<T>(address: string): Promise<T | null> {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) return null;
    const body: T = await answer.json();
    return body;
  } catch {
    return null;
  }
}
