import type { FieldProps } from "./input-props";
import { TextField } from "./TextField";

/** A day or a moment, in the browser's own picker: it works on every phone and without script. */
export function DateField({ control }: FieldProps) {
  return <TextField control={control} type={control.kind === "datetime" ? "datetime-local" : "date"} />;
}
