import { NativeSelect } from "~/ui/mantine/NativeSelect";
import { useServerValue } from "../server-value";
import { type FieldProps, useInputProps } from "./input-props";
import { grouped, optionsKey, optionsOf } from "./options";

/** One of a short list, in the browser's own select. */
export function SelectField({ control }: FieldProps) {
  const ref = useServerValue<HTMLSelectElement>(control.value, control);
  return (
    <NativeSelect
      key={optionsKey(control)}
      {...useInputProps(control)}
      ref={ref}
      data-fills={control.fills}
      data-leads={control.leads}
      data={grouped(optionsOf(control))}
      rightSection={<span className="fd-unit" aria-hidden="true" data-chevron="" />}
    />
  );
}
