import { type RefObject, useEffect } from "react";
import { useAddress } from "~/ui/address";

/**
 * What was filled into each column of a form by the choice of rows: a line that is a copy of another holds it too, and is often given
 * another row then.
 */
const filled = new WeakMap<HTMLFormElement, Set<string>>();
/** What a reference held when the fields beside it were filled. */
const filledFor = new WeakMap<Element, string>();

/** A column and a text in it: `items.spec` and what stands there, whichever line it is. */
function entry(name: string, text: string): string {
  return `${name.replace(/\.\d+(?=\.)/g, "")} ${text}`;
}

/**
 * Puts what comes with a chosen row into the fields beside its control: those that are empty, or still hold what was put there before.
 * @param name the control of the reference, e.g. `items.0.material_id`
 */
export function applyFills(form: HTMLFormElement, name: string, fills: Readonly<Record<string, string>>): void {
  const row = name.slice(0, name.lastIndexOf(".") + 1);
  const known = filled.get(form) ?? new Set<string>();
  filled.set(form, known);
  const reference = form.elements.namedItem(name);
  if (reference instanceof HTMLInputElement || reference instanceof HTMLSelectElement)
    filledFor.set(reference, reference.value);
  for (const [own, text] of Object.entries(fills)) {
    const control = form.elements.namedItem(row + own);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    if (control.value !== "" && !known.has(entry(control.name, control.value))) continue;
    const option =
      control instanceof HTMLSelectElement ? [...control.options].find((one) => one.text === text) : undefined;
    const value = option?.value ?? text;
    if (control.value !== value) control.value = value;
    else if (known.has(entry(control.name, value))) continue;
    known.add(entry(control.name, control.value));
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Empties what came with the row chosen before: should the new one be late, saving fills it in, never the old one. */
function purgeFills(form: HTMLFormElement, name: string): void {
  const row = name.slice(0, name.lastIndexOf(".") + 1);
  const known = filled.get(form);
  if (!known) return;
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const own = control.name.startsWith(row) && !control.name.slice(row.length).includes(".");
    if (own && control.value !== "" && known.has(entry(control.name, control.value))) control.value = "";
  }
}

/** Fills as soon as a row is chosen from a short list, or its code is typed and left. */
export function useFills(form: RefObject<HTMLFormElement>): void {
  const { href } = useAddress();
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    async function changed({ target }: Event) {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
      const { fills } = target.dataset;
      const { name, value, form: owner } = target;
      if (!fills || !owner || value === "" || filledFor.get(target) === value) return;
      purgeFills(owner, target.name || name);
      try {
        const response = await fetch(`${href(fills)}&chosen=${encodeURIComponent(value)}`);
        if (response.ok && target.value === value) applyFills(owner, target.name || name, await response.json());
      } catch {
        // Saving fills what is left empty.
      }
    }
    element.addEventListener("change", changed);
    return () => element.removeEventListener("change", changed);
  }, [form, href]);
}
