import { useEffect, useSyncExternalStore } from "react";

/** Something between this page and the server that a person should know; one of each kind at most. */
export interface ConnectionNotice {
  kind: "offline" | "away" | "failed" | "release";
  level: "error" | "warning" | "info";
  title?: string;
  text: string;
}

let notices: readonly ConnectionNotice[] = [];
const listeners = new Set<() => void>();
const NONE: readonly ConnectionNotice[] = [];

function change(next: readonly ConnectionNotice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

export function notify(said: ConnectionNotice): void {
  change([...notices.filter(({ kind }) => kind !== said.kind), said]);
}

export function untell(kind: ConnectionNotice["kind"]): void {
  if (notices.some((one) => one.kind === kind)) change(notices.filter((one) => one.kind !== kind));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What there is to say now; nothing in the server's answer. */
export function useConnectionNotices(): readonly ConnectionNotice[] {
  return useSyncExternalStore(
    subscribe,
    () => notices,
    () => NONE,
  );
}

/** Lists of messages on the page that say the news among their own. */
let lists = 0;

/** For the list of messages of a page: what there is to say, said there and nowhere else. */
export function useListedNotices(): readonly ConnectionNotice[] {
  useEffect(() => {
    lists += 1;
    change(notices);
    return () => {
      lists -= 1;
      change(notices);
    };
  }, []);
  return useConnectionNotices();
}

/** True while some list on the page says the news. */
export function useNoticesListed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => lists > 0,
    () => true,
  );
}
