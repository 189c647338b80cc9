import { useSyncExternalStore } from "react";
import { BEAT_MS, type StreamUpdate } from "~/shared/update-stream";

/** A stream that was silent for longer is torn, or the tab that listened is gone. */
const SILENT_MS = 2.5 * BEAT_MS;

let latest: StreamUpdate | null = null;
let heardAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

/** Something came on the stream of this browser, in this tab or another. @param updates null for a mere sign of life */
export function heard(updates: StreamUpdate | null): void {
  heardAt = performance.now();
  if (!updates) return;
  latest = updates;
  for (const listener of listeners) listener();
}

/** The stream of this browser is torn. */
export function unheard(): void {
  heardAt = Number.NEGATIVE_INFINITY;
}

/** Whether updates come by themselves now; else one has to ask. */
export function updatesCome(): boolean {
  return performance.now() - heardAt < SILENT_MS;
}

/** What came last; nothing before the first updates and in the server's answer. */
export function useStreamUpdate(): StreamUpdate | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => latest,
    () => null,
  );
}
