/**
 * A box of text shows a moment as people write it, `2026-01-31 17:30`; what is posted, kept and compared has the T of the browser's
 * own control.
 */
type Box = Pick<HTMLInputElement, "type" | "dataset">;

function showsMoment({ type, dataset }: Box): boolean {
  return type === "text" && dataset.day === "datetime-local";
}

/** The text a control shows for what the server or the calendar wrote. */
export function shownText(box: Box, text: string): string {
  return showsMoment(box) ? text.replace(/^(\d{4}-\d\d-\d\d)T(?=\d\d:\d\d)/, "$1 ") : text;
}

/** The text behind what a control shows. */
export function postedText(box: Box, text: string): string {
  return showsMoment(box) ? text.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:\d\d$)/, "$1T") : text;
}
