import { attribute, escapeHtml } from "~/ui/markup";
import type { Option } from "~/ui/model/form";
import type { Filter } from "~/ui/model/list";

/** Name of the fragment that carries the boxes of a filter. */
export const choicesFragment = (name: string) => `choices-${name}`;

/**
 * The boxes of a filter of which several can be chosen, as HTML: a list offers a hundred and more, and what is ticked lives in the page.
 * Written as a browser writes it back, so that what stands in the page equals what a later answer would draw.
 * @param id of the first box
 * @param ticked values whose boxes are ticked when the page comes
 */
export function choicesHtml(
  filter: Pick<Filter, "name" | "label">,
  id: string,
  options: readonly Option[],
  ticked: readonly string[],
): string {
  const name = attribute("name", filter.name);
  let html = `<legend class="vh">${escapeHtml(filter.label)}</legend>`;
  for (const [index, { value, label }] of options.entries()) {
    const first = index === 0 ? attribute("id", id) : "";
    const mark = ticked.includes(value) ? ' checked=""' : "";
    html += `<label><input${first} type="checkbox"${name}${attribute("value", value)}${mark}>${escapeHtml(label)}</label>`;
  }
  return `${html}<button type="submit" class="bt" data-tone="primary">查询</button>`;
}

/** What is ticked in such a filter, as people read it. */
export function chosenLabels({ options, chosen, values }: Pick<Filter, "options" | "chosen" | "values">): string[] {
  if (chosen || !Array.isArray(options)) return chosen ?? [];
  return options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
}
