import type { Control, Option } from "~/ui/model/form";

const IS_ID = /^[0-9a-f-]{36}$/;

/** Choices as drawn: an empty one in front, and a stored value that may no longer be chosen is kept rather than silently replaced,
 * and so is a word that was pasted and is no choice. */
export function optionsOf({ value, options = [] }: Control): Option[] {
  const known = options.some((option) => option.value === value);
  return [
    ...(options.some((option) => option.value === "") ? [] : [{ value: "", label: "请选择" }]),
    ...(known || value === "" ? [] : [{ value, label: IS_ID.test(value) ? "原值（已不可选）" : value }]),
    ...options,
  ];
}
