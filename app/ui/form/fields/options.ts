import type { Control, Option } from "~/ui/model";

/** Choices as drawn: an empty one in front, and a stored value that may no longer be chosen is kept rather than silently replaced. */
export function optionsOf({ value, options = [] }: Control): Option[] {
  const known = options.some((option) => option.value === value);
  return [
    ...(options.some((option) => option.value === "") ? [] : [{ value: "", label: "请选择" }]),
    ...(known || value === "" ? [] : [{ value, label: "原值（已不可选）" }]),
    ...options,
  ];
}
