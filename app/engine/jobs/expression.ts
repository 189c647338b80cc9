/** How one field of an expression is said: every value, from a to b, from a on in steps of b, or these. */
export type FieldMode = "every" | "range" | "step" | "list";

export interface FieldSetting {
  mode: FieldMode;
  a: string;
  b: string;
}

/** What a field of an expression says, in the terms of the editor; what it has no terms for counts as a list. */
export function readField(field: string): FieldSetting {
  if (field === "*" || field === "?") return { mode: "every", a: "", b: "" };
  const range = /^(\d+)-(\d+)$/.exec(field);
  if (range) return { mode: "range", a: range[1] ?? "", b: range[2] ?? "" };
  const step = /^(\*|\d+)\/(\d+)$/.exec(field);
  if (step) return { mode: "step", a: step[1] === "*" ? "" : (step[1] ?? ""), b: step[2] ?? "" };
  return { mode: "list", a: field, b: "" };
}

/** The field of an expression that a setting means. Left out parts stay visible as `?`, so that the complaint names the field. */
export function writeField({ mode, a, b }: FieldSetting): string {
  const tidy = (text: string) => text.replaceAll(/\s+/g, "").replaceAll("，", ",");
  if (mode === "range") return `${tidy(a) || "?"}-${tidy(b) || "?"}`;
  if (mode === "step") return `${tidy(a) || "*"}/${tidy(b) || "?"}`;
  if (mode === "list") return tidy(a) || "--";
  return "*";
}
