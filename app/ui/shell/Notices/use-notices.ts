import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Notice } from "~/ui/model";
import { stillHolds, useWorkOver } from "~/ui/stream/work-over";
import { LEFT_OVER } from "./NoticeList";

/** How long a message stays (specification: 15 s); the pointer or the focus on it stops the clock. */
const STAYS_MS = 15_000;

interface LeftOver {
  notice: Notice;
  /** Milliseconds it has still to be shown. */
  left: number;
}

/** What is left of each message's time, and whether the clock stands. */
export interface Clock {
  left: Map<string, { ms: number; since: number | null }>;
  stands: boolean;
  /** For the element around the messages. */
  holding: { onMouseEnter(): void; onMouseLeave(): void; onFocus(): void; onBlur(): void };
}

/**
 * Messages of this document and of the pages opened from it by script. The server keeps what it sent to a script until the script
 * says that it is shown: a page that somebody has left before it came takes no message with it.
 */
export function useNotices(
  notices: readonly Notice[],
  server: { address: string; csrf: string; told: readonly string[] },
) {
  const [known, know] = useState(notices);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [held, hold] = useState({ pointer: false, focus: false });
  const left = useRef<Clock["left"]>(new Map());
  const fresh = notices.filter(({ id }) => !known.some((one) => one.id === id));
  if (fresh.length > 0) know([...fresh, ...known]);

  const told = useRef<ReadonlySet<string>>(new Set(server.told));
  const { address, csrf } = server;
  useEffect(() => {
    const shown = notices.filter(({ id, sticky }) => !sticky && !told.current.has(id));
    if (shown.length === 0) return;
    told.current = new Set([...told.current, ...shown.map(({ id }) => id)]);
    const body = new URLSearchParams([["_csrf", csrf], ...shown.map(({ id }) => ["id", id])]);
    void fetch(address, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined);
  }, [notices, address, csrf]);

  const over = useWorkOver();
  const open = known.filter((notice) => !closed.has(notice.id) && stillHolds(notice, over));
  useLeftOvers(open, left.current, (kept) => {
    for (const { notice, left: ms } of kept) left.current.set(notice.id, { ms, since: null });
    know((now) => [...now, ...kept.map(({ notice }) => notice).filter(({ id }) => !now.some((one) => one.id === id))]);
  });
  const holding = useMemo(
    () => ({
      onMouseEnter: () => hold((now) => ({ ...now, pointer: true })),
      onMouseLeave: () => hold((now) => ({ ...now, pointer: false })),
      onFocus: () => hold((now) => ({ ...now, focus: true })),
      onBlur: () => hold((now) => ({ ...now, focus: false })),
    }),
    [],
  );
  const clock: Clock = { left: left.current, stands: held.pointer || held.focus, holding };
  return {
    open,
    clock,
    close(id: string) {
      setClosed((before) => new Set([...before, id]));
      // Nobody points at what is gone, and the browser does not always say so.
      hold({ pointer: false, focus: false });
    },
  };
}

/** Lets a message go when its time is over. */
export function useClock(id: string, clock: Clock | null, gone: RefObject<() => void>): void {
  const runs = clock !== null && !clock.stands;
  const left = clock?.left;
  useEffect(() => {
    if (!runs || !left) return;
    const { ms } = left.get(id) ?? { ms: STAYS_MS };
    const since = Date.now();
    left.set(id, { ms, since });
    const timer = setTimeout(() => gone.current?.(), ms);
    return () => {
      clearTimeout(timer);
      left.set(id, { ms: Math.max(0, ms - (Date.now() - since)), since: null });
    };
  }, [id, runs, left, gone]);
}

/** Hands what was not shown long enough over to the next document, when that is opened without script. */
function useLeftOvers(open: readonly Notice[], left: Clock["left"], take: (kept: LeftOver[]) => void): void {
  const now = useRef({ open, take });
  useEffect(() => {
    now.current = { open, take };
  });
  useEffect(() => {
    const kept = readLeftOvers();
    if (kept.length > 0) now.current.take(kept);
    function leave() {
      const rest = now.current.open
        .filter(({ sticky }) => !sticky)
        .map((notice) => {
          const { ms, since } = left.get(notice.id) ?? { ms: STAYS_MS, since: null };
          return { notice, left: since === null ? ms : ms - (Date.now() - since) };
        });
      saveLeftOvers(rest.filter((one) => one.left > 0));
    }
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [left]);
}

/** Storage may be switched off; then a message is shown once, as without script. */
function saveLeftOvers(rest: LeftOver[]): void {
  try {
    if (rest.length > 0) sessionStorage.setItem(LEFT_OVER, JSON.stringify(rest));
  } catch {
    // said above
  }
}

function readLeftOvers(): LeftOver[] {
  try {
    const text = sessionStorage.getItem(LEFT_OVER);
    sessionStorage.removeItem(LEFT_OVER);
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept.filter(isLeftOver) : [];
  } catch {
    return [];
  }
}

function isLeftOver(value: unknown): value is LeftOver {
  if (typeof value !== "object" || value === null || !("notice" in value) || !("left" in value)) return false;
  const { notice, left } = value;
  if (typeof notice !== "object" || notice === null || typeof left !== "number") return false;
  return "id" in notice && "text" in notice && "level" in notice && typeof notice.text === "string";
}
