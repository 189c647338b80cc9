import type { Field } from "./field";

/** Where a value is shown: among many in a list, or on the page of its record. */
export type MaskPlace = "list" | "record";

/** A text with stars in place of what is not to be read there. @example masked(phone, "13800012345", "list") → 138****2345 */
export function masked({ options: { mask } }: Field, text: string, place: MaskPlace): string {
  if (!mask || (mask.in === "lists" && place === "record")) return text;
  const signs = [...text];
  const hidden = signs.length - mask.head - mask.tail;
  // What is too short to keep anything back shows nothing.
  if (hidden <= 0) return "*".repeat(signs.length);
  return `${signs.slice(0, mask.head).join("")}${"*".repeat(hidden)}${signs.slice(signs.length - mask.tail).join("")}`;
}
