import { attribute, escapeHtml } from "../markup";

/** An entry of the side menu; with children it is a branch. */
export interface MenuItem {
  key: string;
  label: string;
  /** Left out for a directory that is no page and leads nowhere by itself. */
  href?: string;
  /** One or two characters for the tile in front; default for the outermost: the first character of the label. */
  icon?: string;
  /** `_blank` for addresses of other systems. */
  target?: string;
  items?: MenuItem[];
}

/**
 * The side menu as plain HTML, made once per permission version and kept. Nothing is marked as active in it.
 * @param base put in front of addresses that begin with `/` and do not have it yet, e.g. `/web`
 */
export function menuHtml(items: readonly MenuItem[], base = ""): string {
  return items.map((item) => itemHtml(item, base, true)).join("");
}

/**
 * Opens the branches and marks the entry one is in. Keys that are not in the menu change nothing.
 * @param html what `menuHtml` made
 * @param branches keys of the directories above the entry
 */
export function markActive(html: string, branches: readonly string[], itemKey: string): string {
  let marked = html;
  for (const key of branches) {
    const branch = attribute("data-d", key);
    const start = marked.indexOf(branch);
    if (start >= 0) marked = insert(marked, start + branch.length, " open");
  }
  const item = attribute("data-k", itemKey);
  const at = marked.indexOf(item);
  return at < 0 ? marked : insert(marked, at + item.length, ' aria-current="page"');
}

function itemHtml(item: MenuItem, base: string, outermost: boolean): string {
  if (!item.items?.length) {
    const link = linkHtml(item, base, tileHtml(item, outermost) + labelHtml(item, outermost));
    return outermost ? link : `<li>${link}</li>`;
  }
  const into = item.href === undefined ? "" : `<li>${linkHtml(item, base, "进入", item.label)}</li>`;
  const below = item.items.map((one) => itemHtml(one, base, false)).join("");
  const branch =
    `<details${attribute("data-d", item.key)}><summary>${tileHtml(item, outermost)}<span>${escapeHtml(item.label)}</span></summary>` +
    `<ul>${into}${below}</ul></details>`;
  return outermost ? branch : `<li>${branch}</li>`;
}

/** The outermost entries keep their tile when the bar is folded, so their label is an element of its own. */
function labelHtml({ label }: MenuItem, outermost: boolean): string {
  return outermost ? `<span>${escapeHtml(label)}</span>` : escapeHtml(label);
}

function tileHtml({ icon, label }: MenuItem, outermost: boolean): string {
  const signs = Array.from(icon || (outermost ? (Array.from(label)[0] ?? "") : ""));
  return signs.length === 0 ? "" : `<b aria-hidden="true">${escapeHtml(signs.slice(0, 2).join(""))}</b>`;
}

function linkHtml({ key, href = "", target }: MenuItem, base: string, text: string, label?: string): string {
  const away = target ? `${attribute("target", target)} rel="noopener noreferrer"` : "";
  const named = label ? attribute("aria-label", `进入${label}`) : "";
  return `<a${attribute("data-k", key)}${attribute("href", address(href, base))}${away}${named}>${text}</a>`;
}

function address(href: string, base: string): string {
  // Menu rows are data: a script address in one must not become a link.
  if (/^https?:\/\//i.test(href)) return href;
  if (!href.startsWith("/") || href.startsWith("//")) return "#";
  return href === base || href.startsWith(`${base}/`) ? href : base + href;
}

function insert(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at);
}
