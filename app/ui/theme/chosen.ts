import { useSyncExternalStore } from "react";
import type { Preferences } from "~/shared/preferences";
import type { Look } from "./palette";

/** What the person has just chosen on this page; the server says the same from the next document on. */
interface Chosen {
  preferences: Preferences;
  look: Look;
}

let chosen: Chosen | null = null;
const listeners = new Set<() => void>();

/** Shows preferences at once, before the server has kept them. */
export function choose(next: Chosen): void {
  chosen = next;
  for (const notify of listeners) notify();
}

/** The choice made on this page; null when there is none, and always on the server. */
export function useChosen(): Chosen | null {
  return useSyncExternalStore(
    listen,
    () => chosen,
    () => null,
  );
}

function listen(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
