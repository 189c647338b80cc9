import type { Address } from "~/ui/address";
import { attribute, escapeHtml } from "~/ui/markup";
import type { Action } from "~/ui/model";
import type { Cell, Column, Row, ShownFile, Table } from "~/ui/model/table";
import { SHOWN_ACTIONS, wrapOf } from "./needed-width";

/**
 * The rows of a table as HTML. A list has hundreds of cells and none of them ever changes by itself: as texts they take the
 * server a tenth of what elements take, and a slow phone none of the work of taking them over.
 * @param address puts the base path in front of links
 * @param picked the rows that can be chosen are chosen when the page comes
 */
export function rowsHtml({ rows, columns, hasActions }: Table, address: Address, picked = false): string {
  const frames = columns.map(frameOf);
  const hasBoxes = rows.some(({ pick }) => pick !== undefined);
  let html = "";
  for (const row of rows) html += rowHtml({ row, hasBoxes, frames, address, picked, hasActions: hasActions ?? false });
  return html;
}

/** What every cell of a column has. */
interface Frame {
  before: string;
  after: string;
}

function frameOf({ align, label, wideOnly, stays }: Column): Frame {
  return {
    before: `${align === "end" ? ' class="n"' : ""}${attribute("data-label", label)}`,
    after: `${wideOnly ? ' data-wide=""' : ""}${stays ? ' data-stays=""' : ""}`,
  };
}

function rowHtml({
  row,
  hasBoxes,
  frames,
  address,
  picked,
  hasActions,
}: {
  row: Row;
  hasBoxes: boolean;
  frames: readonly Frame[];
  address: Address;
  picked: boolean;
  hasActions: boolean;
}): string {
  let html = "<tr>";
  for (const [index, frame] of frames.entries()) {
    const cell = row.cells[index];
    if (!cell) continue;
    const facts = `${frame.before}${cellFacts(cell)}${frame.after}`;
    if (index > 0) html += `<td${facts}>${cellHtml(cell, address)}</td>`;
    else {
      const first = row.href && !cell.href ? { ...cell, href: row.href } : cell;
      // Its number stands below those that have a box before them.
      const gap = hasBoxes && row.pick === undefined ? ' data-unpicked=""' : "";
      html += `<th scope="row"${facts}${gap}>${pickHtml(row, picked)}${cellHtml(first, address)}</th>`;
    }
  }
  return `${html}${hasActions ? `<td class="dt-do">${actionsHtml(row.actions ?? [], address)}</td>` : ""}</tr>`;
}

function pickHtml({ pick }: Row, picked: boolean): string {
  if (pick === undefined) return "";
  const name = attribute("aria-label", `选择 ${pick.label}`);
  return `<input type="checkbox" name="row"${attribute("value", pick.value)}${picked ? " checked" : ""}${name}/>`;
}

function cellHtml(cell: Cell, address: Address): string {
  const { text, href, tone, mark, files } = cell;
  if (files) return `<ul class="fl">${files.map((file) => `<li>${fileHtml(file, address)}</li>`).join("")}</ul>`;
  const words = escapeHtml(text);
  const shown = tone && text ? `<span class="bd"${attribute("data-tone", tone)}>${words}</span>` : words;
  const linked = href ? `<a${attribute("href", address.href(href))}>${shown}</a>` : shown;
  return mark ? `${linked}<span class="bd" data-tone="refused">${escapeHtml(mark)}</span>` : linked;
}

/** A file leads to itself; a picture shows itself small instead of its name. The browser saves and opens by itself. */
function fileHtml({ name, size, href, view, small, note }: ShownFile, address: Address): string {
  const words = escapeHtml(name);
  const link = (to: string, inside: string, how: string) =>
    `<a${attribute("href", address.href(to))}${how} data-reload="">${inside}</a>`;
  const inTab = ' target="_blank" rel="noreferrer"';
  const picture =
    small && view
      ? `<img${attribute("src", address.href(small))}${attribute("alt", name)} loading="lazy" decoding="async"/>`
      : "";
  const said = note ? `<span class="bd" data-tone="warning">${escapeHtml(note)}</span>` : "";
  if (picture && view) return link(view, picture, inTab) + said;
  const own = href ? link(href, words, ' download=""') : `<span>${words}</span>`;
  return `${own}<small>${escapeHtml(size)}</small>${view ? link(view, "预览", inTab) : ""}${said}`;
}

/** Nothing to say is left out of the card on a phone. */
function cellFacts({ text, tone }: Cell): string {
  if (!text || text === "—") return ' data-none=""';
  const wrapped = wrapOf(text);
  return `${tone ? ' data-badge=""' : ""}${wrapped ? ` data-wrap="${wrapped}"` : ""}`;
}

function actionsHtml(actions: readonly Action[], address: Address): string {
  const link = ({ label, href, tone }: Action) =>
    `<a${attribute("href", address.href(href))}${attribute("data-tone", tone)}>${escapeHtml(label)}</a>`;
  if (actions.length <= SHOWN_ACTIONS) return actions.map(link).join("");
  const first = actions
    .slice(0, SHOWN_ACTIONS - 1)
    .map(link)
    .join("");
  const rest = actions
    .slice(SHOWN_ACTIONS - 1)
    .map(link)
    .join("");
  return `${first}<details><summary>更多</summary>${rest}</details>`;
}
