import type { Control } from "~/ui/model/form";
import { useFault } from "../Watch/faults";

export interface FieldProps {
  control: Control;
}

/** Id of a control's element; the links of the error summary lead to it. */
export function fieldId(name: string): string {
  return `f-${name}`;
}

const classNames = { root: "fd", label: "fd-label", wrapper: "fd-in", description: "fd-help", error: "fd-error" };
const inputWrapperOrder: ("label" | "input" | "error" | "description")[] = ["label", "input", "error", "description"];

/** What every Mantine input of a form has in common. It keeps what is typed; nothing is held in state. */
export function useInputProps(control: Control) {
  const { name, label, value, required, help, autoFocus, maxLength } = control;
  const error = useFault(name, control.error);
  return {
    id: fieldId(name),
    name,
    label,
    description: help,
    error,
    withAsterisk: required,
    "aria-required": required || undefined,
    autoFocus,
    maxLength,
    defaultValue: value,
    autoComplete: "off",
    "aria-invalid": error ? true : undefined,
    classNames,
    inputWrapperOrder,
  };
}
