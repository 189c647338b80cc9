/*
 * Addresses in menu entries. The entries are data that people type: nothing but these becomes a link.
 */

/** An address of our own pages. */
export function isInside(address: string): boolean {
  return address.startsWith("/") && !/[\\\p{Cc}]/u.test(address);
}

/** True for a whole address of another system, by http or https. */
export function isOutside(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || /[\\\s\p{Cc}]/u.test(address) || !URL.canParse(address)) return false;
  // A name before the host makes people believe they go elsewhere.
  return new URL(address).username === "";
}
