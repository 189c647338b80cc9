import type { Value, Work } from "~/engine/entity";

/** Asked as a choice with nothing chosen, because a box that is not ticked would say no. */
const ASKED_AS_CHOICE = ["key_material", "batch_managed", "inspect_required", "type_report_required"];

/** Writes what was filled in, and leaves alone what was not. */
export function changeMany({ input, set }: Work<object>): void {
  const filled = Object.entries(input).filter(([, value]) => value !== null && value !== "");
  const values = filled.map(([name, value]): [string, Value] => [
    name,
    ASKED_AS_CHOICE.includes(name) ? value === "yes" : value,
  ]);
  set(Object.fromEntries(values));
}
