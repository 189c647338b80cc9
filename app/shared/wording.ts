import { decimal } from "./decimal";
import type { ScenarioFacts, Wording } from "./scenarios";

/** `{{name}}` in a text; spaces inside the braces do not matter. */
const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Stands in the wording of every scenario: the name of whoever reads it. It is filled in per reader, see `fillIn`. */
export const READER = "receiver";
const SAMPLE_READER = "李工";

/** What may stand behind a variable, `{{amount|money}}`: how the value is written. */
export const FILTERS = { date: "日期", money: "金额", mask: "隐去中间" } as const;
type FilterName = keyof typeof FILTERS;

const DAY = /^\d{4}-\d{2}-\d{2}/;
const AMOUNT = /^-?\d+(\.\d+)?$/;

const WRITTEN: Readonly<Record<FilterName, (value: string) => string>> = {
  // What is no day, or no amount, stays as it is: a message with a strange word says more than one without.
  date: (value) => DAY.exec(value)?.[0] ?? value,
  money: (value) => (AMOUNT.test(value.replace(/,/g, "")) ? grouped(value.replace(/,/g, "")) : value),
  mask: (value) => {
    const signs = [...value];
    const kept = signs.length > 7 ? 3 : 1;
    return signs.length <= 2
      ? `${signs[0] ?? ""}*`
      : [...signs.slice(0, kept), "*".repeat(signs.length - 2 * kept), ...signs.slice(-kept)].join("");
  },
};

function grouped(value: string): string {
  const [whole = "", cents = ""] = decimal(value).toFixed(2).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
}

/** A variable as it was written: its name, and what stands behind it. */
function partsOf(written: string): { name: string; filters: string[] } {
  const [name = "", ...filters] = written.split("|").map((part) => part.trim());
  return { name, filters };
}

function isFilter(name: string): name is FilterName {
  return Object.hasOwn(FILTERS, name);
}

/** Filters a text names that nobody knows, each once, in order. */
export function unknownFilters(text: string): string[] {
  const named = [...text.matchAll(VARIABLE)].flatMap(([, written = ""]) => partsOf(written).filters);
  return [...new Set(named)].filter((name) => !isFilter(name));
}

/**
 * A text with its variables filled in, once: what a value holds is never looked at again. Unknown variables, and the reader's
 * name unless it is given, stay as they are.
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(VARIABLE, (written, inside: string) => {
    const { name, filters } = partsOf(inside);
    if (!Object.hasOwn(values, name)) return written;
    return filters.filter(isFilter).reduce((value, filter) => WRITTEN[filter](value), values[name] ?? "");
  });
}

/** Names of the variables a text uses, each once, in order. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, written = ""]) => partsOf(written).name))];
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
export function previewWording(
  variables: Variables,
  { title, content }: Wording,
  reader = SAMPLE_READER,
): Wording & { unknown: string[] } {
  const samples = Object.fromEntries(Object.entries(variables).map(([name, { sample }]) => [name, sample]));
  const values = { ...samples, [READER]: reader };
  return {
    title: fillIn(title, values),
    content: fillIn(content, values),
    unknown: variablesIn(`${title}\n${content}`).filter((name) => !Object.hasOwn(values, name)),
  };
}
