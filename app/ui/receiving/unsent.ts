import type { PhoneCountModel } from "./model";

/** What was counted of a note, as this browser keeps it until the server has it. */
export interface KeptCount {
  note: string;
  number: string;
  /** Whose session counted: nobody else's sends it. */
  owner: string;
  /** The one-time id it is sent with, however often. */
  once: string;
  entries: [string, string | File][];
  /** Somebody was still typing, or it was sent and there was no answer. */
  state: "typing" | "unsent";
}

/** What became of a count that was sent. */
export type Sent =
  | { kind: "made"; to: string; notice: string }
  | { kind: "again"; model: PhoneCountModel }
  /** Refused for good, or until somebody signs in. */
  | { kind: "refused"; text: string; to?: string }
  | { kind: "lost" };

/** What the server answers to the script; without a kind it is a refusal in words. */
type Answer =
  | Extract<Sent, { kind: "made" | "again" }>
  | { kind: "gone"; text: string; to: string }
  | { kind?: undefined; message: string };

const STORE = "counts";

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = window.indexedDB.open("portal-receiving", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opened = await database();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = opened.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    opened.close();
  }
}

const keyOf = ({ owner, note }: Pick<KeptCount, "owner" | "note">) => `${owner} ${note}`;

/** @returns false where the browser keeps nothing, such as in a private window */
export async function keepCount(count: KeptCount): Promise<boolean> {
  try {
    await inStore("readwrite", (store) => store.put(count, keyOf(count)));
    return true;
  } catch {
    return false;
  }
}

export async function dropCount(count: Pick<KeptCount, "owner" | "note">): Promise<void> {
  await inStore("readwrite", (store) => store.delete(keyOf(count))).catch(() => undefined);
}

/** What this browser keeps for the person. */
export async function keptCounts(owner: string): Promise<KeptCount[]> {
  const all: KeptCount[] = await inStore("readonly", (store) => store.getAll()).catch(() => []);
  return all.filter((count) => count.owner === owner);
}

/**
 * Sends a count; however often that is done, the server makes one receipt of it.
 * @param href of the note's own address for this
 * @param csrf of the session as it is now
 */
export async function sendCount(count: KeptCount, href: string, csrf: string): Promise<Sent> {
  const body = new FormData();
  // Before the files: without it they are not taken.
  body.append("_csrf", csrf);
  body.append("_once", count.once);
  for (const [name, value] of count.entries) body.append(name, value);
  try {
    const response = await fetch(href, { method: "POST", body });
    if (response.status === 401) return { kind: "refused", text: "登录已过期，重新登录后自动发送" };
    if (response.status >= 500 || response.status === 429) return { kind: "lost" };
    const answer: Answer = await response.json();
    if (answer.kind === "gone") return { kind: "refused", text: answer.text, to: answer.to };
    return answer.kind ? answer : { kind: "refused", text: answer.message };
  } catch {
    return { kind: "lost" };
  }
}

const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;

/** Tries again when the network is back, and now and then while nobody says so. @returns what ends it */
export function tryAgainLater(send: () => Promise<boolean>): () => void {
  let pause = FIRST_PAUSE_MS;
  let timer: number | undefined;
  let isOver = false;
  const attempt = async () => {
    window.clearTimeout(timer);
    if (isOver || (await send()) || isOver) return;
    timer = window.setTimeout(attempt, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };
  timer = window.setTimeout(attempt, pause);
  window.addEventListener("online", attempt);
  return () => {
    isOver = true;
    window.clearTimeout(timer);
    window.removeEventListener("online", attempt);
  };
}
