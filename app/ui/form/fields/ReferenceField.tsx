import type { FieldProps } from "./input-props";
import { SearchField } from "./SearchField";
import { SelectField } from "./SelectField";
import { TextField } from "./TextField";

/** Another record: picked from a short list, or looked for while one types when the list is long. */
export function ReferenceField({ control }: FieldProps) {
  if (control.options) return <SelectField control={control} />;
  return control.search ? (
    <SearchField control={control} placeholder="编码、名称或拼音" />
  ) : (
    <TextField control={control} />
  );
}
