/** The page of this site a browser came from, as a link back; the error pages and the sign-in are no way back. */
export function backOf(request: Request): string | undefined {
  const referer = request.headers.get("Referer") ?? "";
  if (!URL.canParse(referer)) return undefined;
  const from = new URL(referer);
  const here = new URL(request.url);
  if (from.host !== here.host || !from.pathname.startsWith("/web/")) return undefined;
  if (/^\/web\/(403|404|500|user|account\/logout)(\/|$)/.test(from.pathname)) return undefined;
  if (from.pathname + from.search === here.pathname.replace(/\.data$/, "") + here.search) return undefined;
  return from.pathname.slice("/web".length) + from.search;
}
