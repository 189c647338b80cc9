export interface MenuGroup {
  key: string;
  label: string;
  /** One or two characters for the tile in front; default: the first character of the label. */
  icon?: string;
  items: MenuItem[];
}

export interface MenuItem {
  key: string;
  label: string;
  href: string;
  /** `_blank` for addresses of other systems. */
  target?: string;
}

/**
 * The side menu as plain HTML, made once per permission version and kept. Nothing is marked as active in it.
 * @param base put in front of addresses that begin with `/` and do not have it yet, e.g. `/web`
 */
export function menuHtml(groups: readonly MenuGroup[], base = ""): string {
  return groups.map((group) => groupHtml(group, base)).join("");
}

/**
 * Opens the group and marks the entry one is in. A key that is not in the menu changes nothing.
 * @param html what `menuHtml` made
 */
export function markActive(html: string, groupKey: string, itemKey: string): string {
  const group = attribute("data-d", groupKey);
  const start = html.indexOf(group);
  if (start < 0) return html;
  const opened = insert(html, start + group.length, " open");
  const item = attribute("data-k", itemKey);
  const at = opened.indexOf(item, start);
  return at < 0 ? opened : insert(opened, at + item.length, ' aria-current="page"');
}

function groupHtml({ key, label, icon, items }: MenuGroup, base: string): string {
  const tile = escapeHtml(icon || (Array.from(label)[0] ?? ""));
  const entries = items.map((item) => `<li>${itemHtml(item, base)}</li>`).join("");
  return (
    `<details${attribute("data-d", key)}><summary><b aria-hidden="true">${tile}</b><span>${escapeHtml(label)}</span></summary>` +
    `<ul>${entries}</ul></details>`
  );
}

function itemHtml({ key, label, href, target }: MenuItem, base: string): string {
  const away = target ? `${attribute("target", target)} rel="noopener noreferrer"` : "";
  return `<a${attribute("data-k", key)}${attribute("href", address(href, base))}${away}>${escapeHtml(label)}</a>`;
}

function address(href: string, base: string): string {
  // Menu rows are data: a script address in one must not become a link.
  if (/^https?:\/\//.test(href)) return href;
  if (!href.startsWith("/") || href.startsWith("//")) return "#";
  return href === base || href.startsWith(`${base}/`) ? href : base + href;
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeHtml(value)}"`;
}

function insert(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
