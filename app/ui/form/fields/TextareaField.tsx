import { InputBase } from "~/ui/mantine/InputBase";
import { useServerValue } from "../server-value";
import { type FieldProps, useInputProps } from "./input-props";

/** Several lines of text. */
export function TextareaField({ control }: FieldProps) {
  const ref = useServerValue<HTMLTextAreaElement>(control.value, control);
  return (
    <InputBase
      component="textarea"
      multiline
      __vars={{ "--input-resize": "vertical" }}
      {...useInputProps(control)}
      ref={ref}
      rows={3}
    />
  );
}
