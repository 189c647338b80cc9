/** Full-width digits, letters and punctuation as their half-width forms; outer blanks removed. */
export function halfWidth(text: string): string {
  return text.normalize("NFKC").trim();
}

/** Without NUL, which means nothing to people and is refused by the database, and without outer blanks. */
export function plainText(text: string): string {
  return text.replaceAll("\0", "").trim();
}

/** What is searched for: half-width, and plain. */
export function searchText(text: string): string {
  return halfWidth(plainText(text));
}

/** Fills `{name}` in a message. A name without a value stays visible, so that a wrong template is noticed. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
