import { Combobox } from "../Combobox/Combobox";
import { useFault } from "../Watch/faults";
import { type FieldProps, fieldId } from "./input-props";

/** A field in which one looks for something while one types; drawn by hand, to look like the inputs around it. */
export function SearchField({ control, placeholder }: FieldProps & { placeholder?: string }) {
  const { name, label, required, help, autoFocus, maxLength } = control;
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
          maxLength,
          placeholder,
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
