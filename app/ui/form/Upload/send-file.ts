/** A file the server has whole; the form names it by its id. */
export interface SentFile {
  id: string;
  name: string;
}

export interface Sending {
  /** Stops sending until `go`; what has arrived stays there. */
  pause(): void;
  go(): void;
  /** Gives the file up, here and there. */
  drop(): void;
}

interface Watcher {
  /** @param sent bytes that are there, `note` why nothing moves at the moment */
  progress(sent: number, note: string): void;
  done(file: SentFile): void;
  failed(message: string): void;
}

interface Progress {
  id: string;
  received: number;
  whole: SentFile | null;
}

const PIECE = 1024 * 1024;
const MARKED = 256 * 1024;
const ANSWER_MS = 120_000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
const WAITING = "网络中断，恢复后自动续传";

/** An answer that no second try changes; its message is for the person. */
class Refused extends Error {}

/** A pause or a farewell came in between. */
class Stopped extends Error {}

/**
 * Sends a file in pieces and goes on from where the server stands: after a cut line, after a pause, and, when the same file is chosen
 * again, after a reload.
 */
export function sendFile(file: File, href: string, csrf: string, watcher: Watcher): Sending {
  let state: "sending" | "paused" | "over" = "sending";
  let running: XMLHttpRequest | undefined;
  let wake = () => {};
  let id: string | undefined;

  const post = (step: "begin" | "piece" | "drop", fields: Record<string, string | Blob>, sent = 0) =>
    new Promise<Progress>((resolve, reject) => {
      const form = new FormData();
      form.append("_csrf", csrf);
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const request = new XMLHttpRequest();
      running = request;
      request.open("POST", `${href}&step=${step}`);
      request.timeout = ANSWER_MS;
      request.responseType = "json";
      request.upload.onprogress = ({ loaded }) => watcher.progress(Math.min(sent + loaded, file.size), "");
      request.onload = () => {
        const { status, response } = request;
        if (status === 200 && response && typeof response.received === "number") return resolve(response);
        if (status === 408 || status === 429 || status === 413 || status >= 500)
          return reject(new Error(String(status)));
        reject(new Refused(typeof response?.message === "string" ? response.message : "上传失败，请重新选择文件"));
      };
      request.onabort = () => reject(new Stopped());
      request.onerror = () => reject(new Error("network"));
      request.ontimeout = () => reject(new Error("timeout"));
      request.send(form);
    });

  const asleep = (ms?: number) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : window.setTimeout(resolve, ms);
      wake = () => {
        window.clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    const mark = await markOf(file);
    let wait = FIRST_WAIT;
    while (state !== "over") {
      if (state === "paused") {
        await asleep();
        continue;
      }
      try {
        // Asked anew after every break: the server knows best how much is there.
        let there = await post("begin", { name: file.name, size: String(file.size), mark });
        id = there.id;
        while (!there.whole) {
          watcher.progress(there.received, "");
          const piece = file.slice(there.received, there.received + PIECE);
          there = await post("piece", { id, start: String(there.received), piece }, there.received);
          wait = FIRST_WAIT;
        }
        state = "over";
        return watcher.done(there.whole);
      } catch (error) {
        if (error instanceof Refused) {
          state = "over";
          return watcher.failed(error.message);
        }
        if (error instanceof Stopped) continue;
        watcher.progress(-1, WAITING);
        await asleep(wait);
        wait = Math.min(wait * 2, LONGEST_WAIT);
      }
    }
  };
  const online = () => wake();
  window.addEventListener("online", online);
  void run().finally(() => window.removeEventListener("online", online));

  return {
    pause() {
      if (state !== "sending") return;
      state = "paused";
      running?.abort();
    },
    go() {
      if (state !== "paused") return;
      state = "sending";
      wake();
    },
    drop() {
      state = "over";
      running?.abort();
      wake();
      if (id) void post("drop", { id }).catch(() => undefined);
    },
  };
}

/**
 * What tells the file from another of the same name and size: its date, and a sum over its beginning and end. No proof of anything;
 * a checksum worth the name would have to read all of it, and needs https.
 */
async function markOf(file: File): Promise<string> {
  const parts = [file.slice(0, MARKED), file.slice(Math.max(0, file.size - MARKED))];
  let sum = 0x811c9dc5;
  for (const part of parts) {
    for (const byte of new Uint8Array(await part.arrayBuffer())) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  }
  return `${file.lastModified}-${sum.toString(16)}`;
}
