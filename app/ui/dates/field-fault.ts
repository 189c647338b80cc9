/** Where a complaint stands: behind the control with what belongs to it. */
const FRAME = ".fd-in, .lc, .fc-range";

interface Said {
  words: HTMLElement;
  described: string | null;
}

const complaints = new Map<HTMLInputElement, Said>();

/**
 * Says at a field what is wrong with it, in the place where the server's words would stand. Date fields stand in forms, lines,
 * filters and tables that are drawn each in its own way; this is the one for all of them.
 */
export function complain(field: HTMLInputElement, text: string): void {
  forgive(field);
  const frame = field.closest(FRAME) ?? field;
  const words = document.createElement("p");
  words.className = frame.matches(".fd-in") ? "fd-error" : "er";
  words.id = `${field.id || field.name}-unread`;
  words.textContent = text;
  const described = field.getAttribute("aria-describedby");
  frame.after(words);
  field.ariaInvalid = "true";
  field.setAttribute("aria-describedby", [described, words.id].filter(Boolean).join(" "));
  complaints.set(field, { words, described });
}

/** Takes back what was said. */
export function forgive(field: HTMLInputElement): void {
  const said = complaints.get(field);
  if (!said) return;
  complaints.delete(field);
  said.words.remove();
  field.removeAttribute("aria-invalid");
  if (said.described === null) field.removeAttribute("aria-describedby");
  else field.setAttribute("aria-describedby", said.described);
}

export function isComplainedOf(field: HTMLInputElement): boolean {
  return complaints.has(field);
}
