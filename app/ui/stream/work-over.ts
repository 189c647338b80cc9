import { useEffect, useSyncExternalStore } from "react";
import type { Notice } from "~/ui/model";

/** A message that some work was begun names the page that shows how far it is; when that page says it is over the message goes. */
const BEGUN = "work:";

let over: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Pages whose work is over: those of this document that showed their record without any work going on. */
export function useWorkOver(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => over,
    () => over,
  );
}

/** Says of the page of a record whether work goes on there. */
export function useWorkReport(path: string, goesOn: boolean): void {
  useEffect(() => {
    if (over.has(path) !== goesOn) return;
    over = new Set(goesOn ? [...over].filter((one) => one !== path) : [...over, path]);
    for (const listener of listeners) listener();
  }, [path, goesOn]);
}

/** Whether a message still says something: the work it speaks of is not over. */
export function stillHolds({ msg }: Pick<Notice, "msg">, ended: ReadonlySet<string>): boolean {
  return !msg?.startsWith(BEGUN) || !ended.has(msg.slice(BEGUN.length));
}
