import { Textarea } from "~/ui/mantine/Textarea";
import { useServerValue } from "../server-value";
import { type FieldProps, useInputProps } from "./input-props";

/** Several lines of text. */
export function TextareaField({ control }: FieldProps) {
  const ref = useServerValue<HTMLTextAreaElement>(control.value, control);
  return <Textarea {...useInputProps(control)} ref={ref} rows={3} resize="vertical" />;
}
