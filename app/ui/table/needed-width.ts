import type { Control } from "~/ui/model/form";
import type { Cell, Table } from "~/ui/model/table";

/**
 * How a table is drawn where the window has no room for its columns side by side: under each other, each cell below its own name.
 * `wide` also beside the open menu of an ordinary screen. See the rules of `data-stack` in table.css, which know these widths.
 */
export type Stack = "narrow" | "wide";

/** In a window of 820 pixels the content of a page has 692. */
const ON_A_TABLET = 680;
/** In a window of 1200 pixels the menu opens beside the page and leaves 896. */
const LINES_BESIDE_THE_MENU = 880;

const HALF_SIGN = 7.6;
const WHOLE_SIGN = 13.5;
const PADDING = 12;
const BADGE = 12;
const PICK = 24;
const BETWEEN_ACTIONS = 10;
/** On both sides of it, see table.css. */
const ACTIONS_PADDING = 20;
/** Beside a row stand so many actions; the rest unfold. */
export const SHOWN_ACTIONS = 3;
/** What table.css gives to texts that wrap, at least. */
const WRAPPED = { blanks: 92, anywhere: 154 };

/** Rows that can be read: how wide their columns are, estimated from their longest texts. */
export function tableStack({ columns, rows, totals, hasActions }: Table): Stack | undefined {
  let needed = 0;
  for (const [index, { label, sort }] of columns.entries()) {
    let widest = textWidth(label) + (sort ? WHOLE_SIGN : 0);
    for (const { cells, pick } of rows)
      widest = Math.max(widest, cellWidth(cells[index]) + (index === 0 && pick ? PICK : 0));
    for (const sum of totals?.[index]?.split("\n") ?? []) widest = Math.max(widest, textWidth(sum));
    needed += widest + PADDING;
  }
  if (hasActions) needed += actionsWidth(rows) + PADDING;
  return needed > ON_A_TABLET ? "narrow" : undefined;
}

/** Figures side by side in several rows are there to be compared: as cards nobody could. */
const COMPARED = { rows: 3, figures: 5 };
/** Of a long table fewer are enough: its cards would be many screens. */
const LONG = { rows: 11, figures: 3 };

/** Whether a table inside a page stays one on a phone, too, and moves sideways there. */
export function isCompared({ columns, rows }: Table): boolean {
  const figures = columns.filter(({ align }) => align === "end").length;
  if (rows.length >= LONG.rows && figures >= LONG.figures) return true;
  const areMost = figures > 1 && figures * 2 > columns.length;
  return rows.length >= COMPARED.rows && (figures >= COMPARED.figures || areMost);
}

function cellWidth(cell: Cell | undefined): number {
  if (!cell) return 0;
  if (cell.files) return WRAPPED.anywhere;
  return Math.max(wrappedWidth(cell.text) + (cell.tone ? BADGE : 0), cell.mark ? textWidth(cell.mark) + BADGE : 0);
}

function wrappedWidth(text: string): number {
  const whole = textWidth(text);
  const wrapped = wrapOf(text);
  if (wrapped === undefined) return whole;
  if (wrapped === "anywhere") return Math.min(whole, WRAPPED.anywhere);
  return Math.min(whole, Math.max(WRAPPED.blanks, ...text.split(" ").map(textWidth)));
}

/** How wide the column of the actions becomes, its padding included: what stands fixed before it begins there. */
export function actionsColumn({ rows, hasActions }: Table): number {
  return hasActions ? Math.ceil(actionsWidth(rows)) - BETWEEN_ACTIONS + ACTIONS_PADDING : 0;
}

function actionsWidth(rows: Table["rows"]): number {
  let widest = textWidth("操作");
  for (const { actions = [] } of rows) {
    const shown =
      actions.length <= SHOWN_ACTIONS ? actions : [...actions.slice(0, SHOWN_ACTIONS - 1), { label: "更多" }];
    widest = Math.max(
      widest,
      shown.reduce((sum, { label }) => sum + textWidth(label) + BETWEEN_ACTIONS, 0),
    );
  }
  return widest;
}

/** What form.css gives to a control in a line, at least. */
const CONTROLS: Partial<Record<Control["kind"], number>> = {
  reference: 180,
  textarea: 180,
  date: 136,
  datetime: 168,
  decimal: 96,
  integer: 96,
  checkbox: 24,
  files: 200,
};
const CONTROL = 100;
const READ_ONLY = 90;
const CELL_PADDING = 8;
const NUMBER_OF_LINE = 34;
const COPY_AND_REMOVE = 112;

/**
 * Lines that are edited: a control has the width of its kind.
 * @param heads names of the columns
 * @param controls one per column that is typed into; the other columns hold texts
 * @param hasButtons lines have a number, and buttons that copy and remove them
 */
export function linesStack(
  heads: readonly string[],
  controls: readonly Control[],
  hasButtons: boolean,
): Stack | undefined {
  const typed = controls.filter(({ readOnly }) => readOnly === undefined);
  const unitOf = ({ unit }: Control) => (unit ? textWidth(unit) + 4 : 0);
  const ofControls = typed.reduce((sum, one) => sum + (CONTROLS[one.kind] ?? CONTROL) + unitOf(one) + CELL_PADDING, 0);
  const texts = Math.max(0, heads.length - typed.length) * (READ_ONLY + CELL_PADDING);
  const needed = ofControls + texts + NUMBER_OF_LINE + (hasButtons ? COPY_AND_REMOVE : 0);
  if (needed > LINES_BESIDE_THE_MENU) return "wide";
  return needed > ON_A_TABLET ? "narrow" : undefined;
}

/** A piece beyond this (in digits; a Chinese character is two) may wrap anywhere, other texts at their blanks only. */
const LONG_PIECE = 24;

/** A day and a time: the browser would break the day at its hyphens, too. */
const MOMENT = /^\d{4}-\d\d-\d\d /;

/** Where a text may wrap. */
export function wrapOf(text: string): "blanks" | "moment" | "anywhere" | undefined {
  const hasBlanks = text.includes(" ");
  if (text.length * 2 > LONG_PIECE && text.split(" ").some(isLong)) return "anywhere";
  if (MOMENT.test(text)) return "moment";
  return hasBlanks ? "blanks" : undefined;
}

function isLong(piece: string): boolean {
  return piece.length * 2 > LONG_PIECE && halfSigns(piece) > LONG_PIECE;
}

function halfSigns(text: string): number {
  let signs = 0;
  for (const sign of text) signs += isWhole(sign) ? 2 : 1;
  return signs;
}

const isWhole = (sign: string) => sign > "⺀";

function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += isWhole(sign) ? WHOLE_SIGN : HALF_SIGN;
  return width;
}
