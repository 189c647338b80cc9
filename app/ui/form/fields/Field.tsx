import type { ComponentType } from "react";
import type { ControlKind } from "~/ui/model/form";
import { CheckboxField } from "./CheckboxField";
import { ChecksField } from "./ChecksField";
import { DateField } from "./DateField";
import { FilesField } from "./FilesField";
import type { FieldProps } from "./input-props";
import { NumberField } from "./NumberField";
import { ReadOnlyField } from "./ReadOnlyField";
import { ReferenceField } from "./ReferenceField";
import { SelectField } from "./SelectField";
import { TextareaField } from "./TextareaField";
import { TextField } from "./TextField";

const fields: Record<ControlKind, ComponentType<FieldProps>> = {
  text: TextField,
  textarea: TextareaField,
  decimal: NumberField,
  integer: NumberField,
  date: DateField,
  datetime: DateField,
  select: SelectField,
  checkbox: CheckboxField,
  checks: ChecksField,
  reference: ReferenceField,
  files: FilesField,
};

/** The control of a form for any kind of value. Must stand inside `MantineFrame`. */
export function Field({ control }: FieldProps) {
  const Kind = control.readOnly === undefined ? fields[control.kind] : ReadOnlyField;
  return <Kind control={control} />;
}
