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

/** A select whose choices are others is another one: browsers let go of what is chosen while its options are exchanged. */
export function optionsKey({ options = [] }: Control): string {
  return options.map(({ value }) => value).join();
}

/** Choices under their headings, as the browser's own select draws them. */
export function grouped(options: Option[]): (Option | { group: string; items: Option[] })[] {
  const drawn: ReturnType<typeof grouped> = [];
  for (const { group, ...option } of options) {
    const last = drawn.at(-1);
    if (group === undefined) drawn.push(option);
    else if (last && "items" in last && last.group === group) last.items.push(option);
    else drawn.push({ group, items: [option] });
  }
  return drawn;
}
