import { Checkbox } from "~/ui/mantine/Checkbox";
import { useServerValue } from "../server-value";
import { useFault } from "../Watch/faults";
import { type FieldProps, fieldId } from "./input-props";

/** Yes or no; a tick posts "1", no tick posts nothing. */
export function CheckboxField({ control }: FieldProps) {
  const { name, label, value, required, help, autoFocus } = control;
  const error = useFault(name, control.error);
  const ref = useServerValue<HTMLInputElement>(value, control);
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
      <Checkbox
        ref={ref}
        id={id}
        name={name}
        value="1"
        defaultChecked={value === "1"}
        autoFocus={autoFocus}
        error={Boolean(error)}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        classNames={{ root: "fd-in", body: "fd-tick" }}
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
