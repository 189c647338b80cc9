/**
 * Ready-made HTML, for what a page has hundreds of: the menu, the rows of a table. Whoever writes it passes every text
 * through `escapeHtml` or `attribute`; there is no other way in.
 */

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text as it stands between tags or within quotes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign) : text;
}

/** An attribute with the blank before it; nothing when there is no value. */
export function attribute(name: string, value: string | undefined): string {
  return value === undefined ? "" : ` ${name}="${escapeHtml(value)}"`;
}
