/** `{{name}}` in a text; spaces inside the braces do not matter. */
const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Stands in the wording of every scenario: the name of whoever reads it. It is filled in per reader, see `fillIn`. */
export const READER = "receiver";

/**
 * A text with its variables filled in, once: what a value holds is never looked at again. Unknown variables, and the reader's
 * name unless it is given, stay as they are.
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : written,
  );
}

/** Names of the variables a text uses, each once, in order. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = ""]) => name))];
}
