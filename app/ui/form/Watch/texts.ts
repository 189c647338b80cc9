import { postedText } from "~/ui/dates/moment-text";
import type { Texts } from "./faults";

/** Controls whose names begin with an underscore are the form's own; files and what a box for pasted cells holds are not kept either. */
function isTyped(element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return isOwn(element.name);
  return (
    element instanceof HTMLInputElement && isOwn(element.name) && !["file", "submit", "button"].includes(element.type)
  );
}

function isOwn(name: string): boolean {
  return name !== "" && !name.startsWith("_");
}

/** What stands in a form now. Controls of one name, such as boxes, are one text. */
export function textsIn(form: HTMLFormElement): Texts {
  return collect(form, (element) => {
    if (element instanceof HTMLSelectElement) return element.value;
    if (isBox(element)) return element.checked ? element.value : null;
    return element instanceof HTMLInputElement ? postedText(element, element.value) : element.value;
  });
}

/** What stood in a form when the page came. */
export function textsAtFirst(form: HTMLFormElement): Texts {
  return collect(form, (element) => {
    if (element instanceof HTMLSelectElement)
      return ([...element.options].find((option) => option.defaultSelected) ?? element.options[0])?.value ?? "";
    return isBox(element) ? (element.defaultChecked ? element.value : null) : element.defaultValue;
  });
}

function isBox(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio");
}

function collect(
  form: HTMLFormElement,
  read: (element: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) => string | null,
): Texts {
  const found = new Map<string, string[]>();
  for (const element of form.elements) {
    if (!isTyped(element)) continue;
    const texts = found.get(element.name) ?? [];
    const text = read(element);
    found.set(element.name, text === null ? texts : [...texts, text]);
  }
  return Object.fromEntries([...found].map(([name, texts]) => [name, texts.join("\n")]));
}
