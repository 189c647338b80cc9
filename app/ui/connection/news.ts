import { useEffect, useSyncExternalStore } from "react";

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

/** Lists of messages on the page that say the news among their own. */
let lists = 0;

/** For the list of messages of a page: what there is to say, said there and nowhere else. */
export function useListedNews(): readonly ConnectionNews[] {
  useEffect(() => {
    lists += 1;
    change(news);
    return () => {
      lists -= 1;
      change(news);
    };
  }, []);
  return useConnectionNews();
}

/** True while some list on the page says the news. */
export function useNewsListed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => lists > 0,
    () => true,
  );
}
