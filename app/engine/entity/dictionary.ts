import { dictionaryFacts } from "~/shared/dictionaries";
import type { Tone } from "~/shared/tone";
import type { Field, KindOptions } from "./field";

/** One value of a dictionary as it applies now. */
export interface DictionaryEntry {
  value: string;
  label: string;
  tone: Tone | null;
  parent: string | null;
  isDefault: boolean;
  enabled: boolean;
}

export interface Dictionary {
  code: string;
  name: string;
  enabled: boolean;
  /** May be read without sign-in. */
  open: boolean;
  /** In order; what is below another value comes after it. */
  entries: readonly DictionaryEntry[];
}

/*
 * Kinds read and show values without waiting for storage, so what applies now is held here. It is one per process, as the
 * database is; `refreshDictionaries` puts it in place when a request begins.
 */
let current: ReadonlyMap<string, Dictionary> = new Map();

/** Puts the dictionaries in place that apply from now on. */
export function holdDictionaries(all: ReadonlyMap<string, Dictionary>): void {
  current = all;
}

/** A dictionary as it applies now; before storage was read, as the program brings it. */
export function dictionaryOf(code: string): Dictionary | undefined {
  const known = current.get(code);
  const facts = known ? undefined : dictionaryFacts(code);
  if (!facts) return known;
  const entries = Object.entries(facts.entries).map(([value, label]) => ({
    value,
    label,
    tone: facts.tones?.[value] ?? null,
    parent: null,
    isDefault: facts.initial === value,
    enabled: true,
  }));
  return { code, name: facts.name, enabled: true, open: facts.open ?? false, entries };
}

function entriesOf(options: KindOptions): readonly DictionaryEntry[] {
  return options.dictionary === undefined ? [] : (dictionaryOf(options.dictionary)?.entries ?? []);
}

/** Labels of everything a choice may hold, by value: also of what can no longer be chosen. */
export function choicesOf(options: KindOptions): Readonly<Record<string, string>> {
  if (options.dictionary === undefined) return options.choices ?? {};
  return Object.fromEntries(entriesOf(options).map(({ value, label }) => [value, label]));
}

/** How a value is called. A value that is not known any more stands for itself. */
export function choiceLabel(options: KindOptions, value: string): string {
  if (options.dictionary === undefined) return options.choices?.[value] ?? value;
  return entriesOf(options).find((entry) => entry.value === value)?.label ?? value;
}

/** Colour of a value; null: it is shown as plain text. */
export function choiceTone(options: KindOptions, value: string): Tone | null {
  if (options.dictionary === undefined) return options.tones?.[value] ?? null;
  return entriesOf(options).find((entry) => entry.value === value)?.tone ?? null;
}

/** Whether a value can be chosen now, for those who do not hold it already. */
function isOffered(options: KindOptions, value: string): boolean {
  if (options.dictionary === undefined) return Object.hasOwn(options.choices ?? {}, value);
  return entriesOf(options).some((entry) => entry.value === value && entry.enabled);
}

/** Why a value is not taken: it was switched off, and the record does not hold it already. Null: it is taken. */
export function stoppedComplaint({ kind, options }: Field, value: unknown, held: unknown): string | null {
  if (kind !== "choice" || typeof value !== "string" || value === held || isOffered(options, value)) return null;
  return `${options.label}「${choiceLabel(options, value)}」已停用，请重新选择`;
}

/** What a control offers: what can be chosen now, and what the record holds already. */
export function offeredChoices(options: KindOptions, held = ""): { value: string; label: string }[] {
  if (options.dictionary === undefined) {
    return Object.entries(options.choices ?? {}).map(([value, label]) => ({ value, label }));
  }
  return drawn(entriesOf(options).filter((entry) => entry.enabled || entry.value === held));
}

/** What a filter offers: everything that records may hold. */
export function filteredChoices(options: KindOptions): { value: string; label: string }[] {
  return options.dictionary === undefined ? offeredChoices(options) : drawn(entriesOf(options));
}

function drawn(entries: readonly DictionaryEntry[]): { value: string; label: string }[] {
  return entries.map(({ value, label, parent, enabled }) => ({
    value,
    label: `${parent === null ? "" : "　"}${label}${enabled ? "" : "（已停用）"}`,
  }));
}

/** What a required field starts with where its dictionary has a default. */
export function defaultChoice({ options, presence }: Field): string | null {
  if (options.dictionary === undefined || presence !== "required") return null;
  return entriesOf(options).find((entry) => entry.isDefault && entry.enabled)?.value ?? null;
}
