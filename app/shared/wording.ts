import type { ScenarioFacts, Wording } from "./scenarios";

/** `{{name}}` in a text; spaces inside the braces do not matter. */
const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Stands in the wording of every scenario: the name of whoever reads it. It is filled in per reader, see `fillIn`. */
export const READER = "receiver";
const SAMPLE_READER = "李工";

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

type Variables = ScenarioFacts["variables"];

/** The variables of a scenario, one a line, as somebody who writes wording wants them. */
export function variablesText(variables: Variables): string {
  const lines = Object.entries(variables).map(([name, { label, sample }]) => `{{${name}}} ${label}，如：${sample}`);
  return [...lines, `{{${READER}}} 接收人姓名，如：${SAMPLE_READER}`].join("\n");
}

/** Wording as somebody would read it, with the samples of its scenario. */
export function previewText(variables: Variables, wording: Wording): string {
  const { title, content } = previewWording(variables, wording);
  return `${title}\n\n${content}`;
}

/** The same in its parts, with the variables that nobody would fill in. */
export function previewWording(variables: Variables, { title, content }: Wording): Wording & { unknown: string[] } {
  const samples = Object.fromEntries(Object.entries(variables).map(([name, { sample }]) => [name, sample]));
  const values = { ...samples, [READER]: SAMPLE_READER };
  return {
    title: fillIn(title, values),
    content: fillIn(content, values),
    unknown: variablesIn(`${title}\n${content}`).filter((name) => !Object.hasOwn(values, name)),
  };
}
