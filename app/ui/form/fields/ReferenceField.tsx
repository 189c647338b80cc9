import type { FieldProps } from "./input-props";
import { SelectField } from "./SelectField";
import { TextField } from "./TextField";

/** Another record: picked from a short list, or typed with suggestions when the list is long. */
export function ReferenceField({ control }: FieldProps) {
  return control.options ? <SelectField control={control} /> : <TextField control={control} />;
}
