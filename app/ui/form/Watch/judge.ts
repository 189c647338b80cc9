import { dayOf } from "~/shared/calendar";
import { fieldProblem } from "~/shared/field-rules";
import type { Judge, Ruled } from "./faults";

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
