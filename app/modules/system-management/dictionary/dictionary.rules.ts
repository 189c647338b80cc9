import { type Complaint, complain, lineField, ok } from "~/engine/entity";

interface Entry {
  item_value: string;
  item_name: string;
  parent_value: string | null;
  is_default: boolean;
  enabled: boolean;
}

interface Entries {
  items: readonly Entry[];
}

/** A value means one thing within its dictionary. */
export function valuesOnce({ items }: Entries): Complaint | null {
  const values = items.map(({ item_value }) => item_value);
  const position = values.findIndex((value, index) => values.indexOf(value) !== index);
  return position < 0
    ? ok
    : complain(lineField("items", position + 1, "item_value"), `字典值“${values[position]}”重复`);
}

/** Nobody can guess which of two defaults is meant; one that is switched off proposes nothing. */
export function oneDefault({ items }: Entries): Complaint | null {
  const defaults = items.flatMap((item, index) => (item.is_default ? [index] : []));
  const second = defaults[1];
  if (second !== undefined) return complain(lineField("items", second + 1, "is_default"), "只能设置一个默认项");
  const stopped = items.findIndex((item) => item.is_default && !item.enabled);
  return stopped < 0 ? ok : complain(lineField("items", stopped + 1, "is_default"), "停用的字典项不能设为默认");
}

/** The value above is another one of the same dictionary, and no value stands above itself. */
export function parentsFit({ items }: Entries): Complaint | null {
  const above = new Map(items.map((item) => [item.item_value, item.parent_value]));
  for (const [index, { item_value, parent_value }] of items.entries()) {
    if (parent_value === null) continue;
    const here = lineField("items", index + 1, "parent_value");
    if (!above.has(parent_value)) return complain(here, `上级值“${parent_value}”不在本字典中`);
    const seen = new Set([item_value]);
    for (let up: string | null = parent_value; up !== null; up = above.get(up) ?? null) {
      if (seen.has(up)) return complain(here, "上级值不能形成循环");
      seen.add(up);
    }
  }
  return ok;
}

interface KeptEntry {
  id: string;
  item_value: string;
  item_name: string;
  enabled: boolean;
}

/** What a change of a dictionary takes away: entries that are gone, or whose value became another one. */
export function valuesLost<E extends KeptEntry>(before: readonly E[], after: readonly KeptEntry[]): E[] {
  const values = new Set(after.map(({ item_value }) => item_value));
  return before.filter(({ item_value }) => !values.has(item_value));
}
