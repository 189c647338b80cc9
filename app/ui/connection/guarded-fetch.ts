import { notify, untell } from "./notices";
import { failureNotice } from "./words";

/** Time limit of a call (specification section 9), in milliseconds. */
const CALL_LIMIT_MS = 180_000;
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

async function load(plain: typeof fetch, url: URL, init: RequestInit | undefined): Promise<Response> {
  try {
    const response = await plain(url, init);
    noteRelease(response);
    return isPageAnswer(response) || response.status === 204 ? response : leaveFor(url);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    if (navigator.onLine) return leaveFor(url);
    await backOnline(init?.signal);
    return load(plain, url, init);
  }
}

/** Resolves when the network is back; a navigation that is given up meanwhile ends it. */
function backOnline(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    window.addEventListener("online", () => resolve(), { once: true, signal: signal ?? undefined });
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The same address as a document of its own. */
function leaveFor(data: URL): Promise<never> {
  const page = new URL(data);
  page.pathname = page.pathname.replace(/\.data$/, "");
  page.searchParams.delete("_routes");
  window.location.assign(page);
  return new Promise(() => {});
}

function noteRelease(response: Response): void {
  const release = response.headers.get("X-Release");
  if (!release || release === window.__remixManifest.version) untell("release");
  else notify({ kind: "release", level: "info", text: "系统已更新，点击刷新" });
}
