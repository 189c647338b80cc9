import { createContext, useContext } from "react";
import { dayOf } from "~/shared/calendar";
import { type FieldRules, fieldProblem } from "~/shared/field-rules";

/** What is said of fields that were left: a complaint, or null for "nothing any more". */
export type Faults = Readonly<Record<string, string | null>>;

/** Texts of a form by the name of their control. */
export type Texts = Readonly<Record<string, string>>;

/** Says of each field it knows what is wrong with a text in it. */
export type Judge = (texts: Texts) => Faults;

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

interface Ruled {
  name: string;
  required?: boolean;
  rules?: FieldRules;
  readOnly?: string;
}

/** Judges fields by the rules that came with them. */
export function judgeOf(fields: readonly Ruled[], now = new Date()): Judge {
  const ruled = fields.flatMap(({ name, required, rules, readOnly }) => {
    const { missing, ...others } = rules ?? {};
    const applied = required && missing !== undefined ? { ...others, missing } : others;
    return readOnly === undefined && Object.keys(applied).length > 0 ? [{ name, rules: applied }] : [];
  });
  const today = dayOf(now);
  return (texts) =>
    Object.fromEntries(ruled.map(({ name, rules }) => [name, fieldProblem(rules, texts[name] ?? "", today)]));
}
