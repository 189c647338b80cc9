import { useSyncExternalStore } from "react";

/** Something between this page and the server that a person should know; one of each kind at most. */
export interface ConnectionNews {
  kind: "offline" | "failed" | "release";
  level: "error" | "warning" | "info";
  title?: string;
  text: string;
}

let news: readonly ConnectionNews[] = [];
const listeners = new Set<() => void>();
const NONE: readonly ConnectionNews[] = [];

function change(next: readonly ConnectionNews[]): void {
  news = next;
  for (const listener of listeners) listener();
}

export function tell(said: ConnectionNews): void {
  change([...news.filter(({ kind }) => kind !== said.kind), said]);
}

export function untell(kind: ConnectionNews["kind"]): void {
  if (news.some((one) => one.kind === kind)) change(news.filter((one) => one.kind !== kind));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What there is to say now; nothing in the server's answer. */
export function useConnectionNews(): readonly ConnectionNews[] {
  return useSyncExternalStore(
    subscribe,
    () => news,
    () => NONE,
  );
}
