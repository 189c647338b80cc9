import type { HTMLAttributes } from "react";
import { dayInput } from "~/ui/dates/day-input";
import { TextInput } from "~/ui/mantine/TextInput";
import { useServerValue } from "../server-value";
import { type FieldProps, useInputProps } from "./input-props";
import { SearchField } from "./SearchField";

interface TextFieldProps extends FieldProps {
  type?: "text" | "date" | "datetime-local";
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
}

/** One line of text, a day or a moment, with its unit behind it; what may be meant by a text is offered where that is known. */
export function TextField(props: TextFieldProps) {
  return props.control.search ? <SearchField control={props.control} /> : <PlainField {...props} />;
}

function PlainField({ control, type = "text", inputMode }: TextFieldProps) {
  const ref = useServerValue<HTMLInputElement>(control.value, control);
  const { unit } = control;
  return (
    <TextInput
      {...useInputProps(control)}
      ref={ref}
      {...(type === "text" ? { type } : dayInput(type, control.value, control.days))}
      inputMode={inputMode}
      rightSection={unit ? <span className="fd-unit">{unit}</span> : undefined}
      rightSectionWidth={unit ? Array.from(unit).length * 14 + 16 : undefined}
      rightSectionPointerEvents="none"
    />
  );
}
