import type { Page } from "playwright-core";

/** One answer as it came over the wire. */
export interface Transfer {
  url: string;
  /** The browser's word for it: Document, Stylesheet, Script, Fetch, Other … */
  kind: string;
  /** Fetched ahead for a later page. */
  ahead: boolean;
  /** Bytes on the wire, head and body, compressed as sent. */
  bytes: number;
  encoding: string;
}

export interface Traffic {
  done: Transfer[];
  /** Requests that are still on their way. */
  pending(): number;
}

/** Notes every transfer of a page from now on. */
export async function traffic(page: Page): Promise<Traffic> {
  const session = await page.context().newCDPSession(page);
  const started = new Map<string, Transfer>();
  const done: Transfer[] = [];
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    // A stream stays open as long as the page.
    if (type === "EventSource") return;
    const ahead = Object.entries(request.headers).some(
      ([name, value]) => /purpose$/i.test(name) && value === "prefetch",
    );
    started.set(requestId, { url: request.url, kind: type ?? "Other", ahead, bytes: 0, encoding: "" });
  });
  session.on("Network.requestWillBeSentExtraInfo", ({ requestId, headers }) => {
    const transfer = started.get(requestId);
    const purpose = Object.entries(headers).find(([name]) => /purpose$/i.test(name))?.[1] ?? "";
    if (transfer && /prefetch/.test(purpose)) transfer.ahead = true;
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const transfer = started.get(requestId);
    const encoding = Object.entries(response.headers).find(([name]) => /^content-encoding$/i.test(name))?.[1];
    if (transfer) transfer.encoding = encoding ?? "";
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const transfer = started.get(requestId);
    // Addresses that hold their own content cost nothing.
    if (transfer && !transfer.url.startsWith("data:")) done.push({ ...transfer, bytes: encodedDataLength });
    started.delete(requestId);
  });
  session.on("Network.loadingFailed", ({ requestId }) => void started.delete(requestId));
  await session.send("Network.enable");
  return { done, pending: () => started.size };
}

/** Sum of the bytes of some kinds. */
export function bytesOf(transfers: readonly Transfer[], ...kinds: string[]): number {
  return transfers.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0);
}
