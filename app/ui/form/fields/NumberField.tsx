import type { FieldProps } from "./input-props";
import { TextField } from "./TextField";

/** A figure. A text field on purpose: the server reads thousands separators and full-width digits, and says what is wrong. */
export function NumberField({ control }: FieldProps) {
  return <TextField control={control} inputMode={control.kind === "integer" ? "numeric" : "decimal"} />;
}
