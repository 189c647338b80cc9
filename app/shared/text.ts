/** Full-width digits, letters and punctuation as their half-width forms; outer blanks removed. */
export function halfWidth(text: string): string {
  // NUL means nothing to people and is refused by the database.
  return text.replaceAll("\0", "").normalize("NFKC").trim();
}

/** Fills `{name}` in a message. A name without a value stays visible, so that a wrong template is noticed. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
