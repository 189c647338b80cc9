import { Combobox } from "../Combobox/Combobox";
import { useFault } from "../Watch/faults";
import { type FieldProps, fieldId } from "./input-props";
import { SelectField } from "./SelectField";
import { TextField } from "./TextField";

/** Another record: picked from a short list, or looked for while one types when the list is long. */
export function ReferenceField({ control }: FieldProps) {
  if (control.options) return <SelectField control={control} />;
  return control.search ? <SearchField control={control} /> : <TextField control={control} />;
}

/** Drawn by hand, to look like the inputs around it. */
function SearchField({ control }: FieldProps) {
  const { name, label, required, help, autoFocus } = control;
  const error = useFault(name, control.error);
  const id = fieldId(name);
  const described = [error ? `${id}-error` : "", help ? `${id}-description` : ""].filter(Boolean).join(" ");
  return (
    <div className="fd">
      <label className="fd-label" htmlFor={id}>
        {label}
        {required ? (
          <span className="fd-star" aria-hidden="true">
            {" *"}
          </span>
        ) : null}
      </label>
      <Combobox
        control={control}
        name={name}
        what={label}
        input={{
          id,
          "aria-required": required || undefined,
          autoFocus,
          placeholder: "编码、名称或拼音",
          "aria-invalid": error ? true : undefined,
          "aria-describedby": described || undefined,
        }}
      />
      {error ? (
        <p className="fd-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {help ? (
        <p className="fd-help" id={`${id}-description`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
