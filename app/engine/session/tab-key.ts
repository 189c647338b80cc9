/** The first tab of every strip; it cannot be closed. */
export const HOME = "/qiaqia/home";

const RECORD = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Parameters that name what a page is about; all others only say how it is looked at. */
const IDENTIFYING = ["id", "no"];

/**
 * What a page is remembered by: its path and what names its record. All pages of one record are one tab, and so is a list with
 * whatever filters, page and order.
 * @param address path and query below the base path
 */
export function tabKey(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://portal.invalid");
  const parts = pathname.replace(/\/+$/, "").split("/");
  const record = parts.findIndex((part) => RECORD.test(part));
  const path = (record < 0 ? parts : parts.slice(0, record + 1)).join("/") || "/";
  const named = IDENTIFYING.flatMap((name) => {
    const value = searchParams.get(name);
    return value ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  return named.length > 0 ? `${path}?${named.join("&")}` : path;
}

/** The key of the tab that a page belongs to: its own, else the nearest page above it. */
export function ownerKey(keys: readonly string[], address: string): string | undefined {
  const own = tabKey(address);
  if (keys.includes(own)) return own;
  const above = keys.filter((key) => own.startsWith(`${key}/`));
  return above.sort((one, other) => other.length - one.length)[0];
}

/** A short name for a key, for the many buttons of the strip. */
export function tabId(key: string): string {
  // FNV-1a, 52 bits of two halves: within twenty tabs no two meet.
  let [high, low] = [0x811c9dc5, 0xcbf29ce4];
  for (let at = 0; at < key.length; at += 1) {
    high = Math.imul(high ^ key.charCodeAt(at), 0x01000193);
    low = Math.imul(low ^ key.charCodeAt(key.length - 1 - at), 0x01000193);
  }
  return ((high >>> 0) * 0x100000 + ((low >>> 0) & 0xfffff)).toString(36);
}
