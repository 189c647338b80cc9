/** Text of a form, as far as its places are concerned. */
export interface Holder {
  values: Record<string, string>;
  lines?: Record<string, Holder[]> | undefined;
}

/** Name of a control: `supplier_id`, `items.0.material_id`, `items.0.schedules.1.plan_qty`. */
const CONTROL = /^\w+(?:\.\d{1,4}\.\w+)*$/;

/** Whether a text can be the name of a control of a form at all. */
export function isControlName(name: string): boolean {
  return CONTROL.test(name);
}

/** The head or the row a control stands in; undefined when the form holds no such row. */
export function holderOf(text: Holder, name: string): Holder | undefined {
  const [table, position, ...rest] = name.split(".");
  if (position === undefined || table === undefined) return text;
  const rows = text.lines && Object.hasOwn(text.lines, table) ? text.lines[table] : undefined;
  const row = rows?.[Number(position)];
  return row && holderOf(row, rest.join("."));
}

/** What stands in a control; empty where there is none. */
export function textAt(text: Holder, name: string): string {
  const values = holderOf(text, name)?.values;
  const own = name.slice(name.lastIndexOf(".") + 1);
  return values && Object.hasOwn(values, own) ? (values[own] ?? "") : "";
}
