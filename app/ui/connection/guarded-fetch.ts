import { notify, untell } from "./notices";
import { failureNotice } from "./words";

/** Time limit of a call (specification section 9), in milliseconds. */
const CALL_LIMIT_MS = 180_000;
/** Pauses between two questions to a portal that does not answer, in milliseconds: the first, doubled up to the last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 8_000;
/** What a host or a proxy answers in place of a portal that is not there. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);
/** What a post answers that did not get through: the form stays as it is, see `saveForm`. */
export const KEPT = "portal:kept";

let trace = "";

/** Trace number of the last answer to something sent. */
export function lastTrace(): string {
  return trace;
}

/**
 * Watches what the router fetches: page data, never anything else. What was sent and not answered by the pages leaves the form
 * as it is; a page that cannot be fetched is loaded as a document, which needs nothing of this one.
 */
export function guardFetch(): void {
  const plain = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const url = pageData(input);
    if (!url) return plain(input, init);
    return init?.method && init.method !== "GET" ? send(plain, url, init) : load(plain, url, init);
  };
}

function pageData(input: RequestInfo | URL): URL | null {
  if (input instanceof Request) return null;
  const url = new URL(input, window.location.href);
  return url.origin === window.location.origin && url.pathname.endsWith(".data") ? url : null;
}

/** The router's own answers; everything else comes from somebody on the way: the host, a proxy. */
function isPageAnswer(response: Response): boolean {
  return response.headers.get("Content-Type")?.startsWith("text/x-script") ?? false;
}

async function send(plain: typeof fetch, url: URL, init: RequestInit): Promise<Response> {
  let timer: number | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = window.setTimeout(resolve, CALL_LIMIT_MS, "late");
  });
  try {
    const response = await Promise.race([plain(url, init), late]);
    if (response === "late") return keep(504);
    trace = response.headers.get("X-Request-Id") ?? "";
    noteRelease(response);
    return isPageAnswer(response) ? response : keep(response.status);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return keep(0);
  } finally {
    window.clearTimeout(timer);
  }
}

/** An answer in the router's own notation that carries nothing but the wish to keep the form. */
function keep(status: number): Response {
  notify(failureNotice(status, undefined, trace));
  return new Response(`${JSON.stringify([{ _1: 2 }, "data", KEPT])}\n`, {
    status: 503,
    headers: { "Content-Type": "text/x-script" },
  });
}

/**
 * Page data. Without network it waits for it. What looks again at the page that is shown asks until the portal is back, for a page that
 * left for its address would end on the browser's own error, which never goes; a way to another page is taken as a document.
 */
async function load(plain: typeof fetch, url: URL, init: RequestInit | undefined): Promise<Response> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
    const response = await plain(url, init).catch((error: unknown) => {
      if (init?.signal?.aborted) throw error;
      return null;
    });
    if (response && (isPageAnswer(response) || response.status === 204)) {
      untell("away");
      noteRelease(response);
      return response;
    }
    const isAway = response === null || AWAY.has(response.status);
    if (response || navigator.onLine) {
      if (!isAway || !isShown(url)) return leaveFor(url);
      notify({ kind: "away", level: "warning", text: "连接不上服务器，恢复后自动更新" });
    }
    await sooner(pause, init?.signal);
  }
}

/** Resolves when the network comes back, or after the pause while there is one; a navigation that is given up meanwhile ends it. */
function sooner(pause: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = new AbortController();
    const timer = navigator.onLine ? window.setTimeout(() => end(), pause) : undefined;
    const end = (reason?: unknown) => {
      window.clearTimeout(timer);
      gone.abort();
      reason === undefined ? resolve() : reject(reason);
    };
    window.addEventListener("online", () => end(), { signal: gone.signal });
    signal?.addEventListener("abort", () => end(signal.reason), { signal: gone.signal });
  });
}

/** The address people see for page data. */
function pageOf(data: URL): URL {
  const page = new URL(data);
  page.pathname = page.pathname.replace(/\.data$/, "");
  page.searchParams.delete("_routes");
  return page;
}

function isShown(data: URL): boolean {
  const page = pageOf(data);
  return page.pathname === window.location.pathname && page.search === window.location.search;
}

/** The same address as a document of its own. */
function leaveFor(data: URL): Promise<never> {
  window.location.assign(pageOf(data));
  return new Promise(() => {});
}

function noteRelease(response: Response): void {
  const release = response.headers.get("X-Release");
  if (!release || release === window.__remixManifest.version) untell("release");
  else notify({ kind: "release", level: "info", text: "系统已更新，点击刷新" });
}
