import { createContext, useContext } from "react";
import type { FieldRules } from "~/shared/field-rules";

/** What is said of fields that were left: a complaint, or null for "nothing any more". */
export type Faults = Readonly<Record<string, string | null>>;

/** Texts of a form by the name of their control. */
export type Texts = Readonly<Record<string, string>>;

/** Says of each field it knows what is wrong with a text in it. */
export type Judge = (texts: Texts) => Faults;

/** A control as far as its rules go. */
export interface Ruled {
  name: string;
  required?: boolean;
  rules?: FieldRules;
  readOnly?: string;
}

/**
 * What is to be said at the fields of a form, beside what the server said of it.
 * @param texts what stands in it
 * @param judged what stood in it when the server spoke
 * @param left fields that were typed into and left since then
 */
export function faultsNow(judge: Judge, texts: Texts, judged: Texts, left: ReadonlySet<string>): Faults {
  const changed = Object.keys(texts).filter((name) => texts[name] !== judged[name]);
  const found = Object.entries(judge(texts)).filter(([name]) => left.has(name));
  return { ...Object.fromEntries(changed.map((name) => [name, null])), ...Object.fromEntries(found) };
}

export const NO_FAULTS: Faults = {};

export const FaultsContext = createContext<Faults>(NO_FAULTS);

/**
 * The complaint to show at a field: what is said of what stands in it now, else what the server said of what was sent.
 * @param name the control
 * @param said by the server
 */
export function useFault(name: string, said: string | undefined): string | undefined {
  const faults = useContext(FaultsContext);
  return Object.hasOwn(faults, name) ? (faults[name] ?? undefined) : said;
}
