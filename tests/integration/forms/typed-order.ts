import type { newFormModel } from "~/engine/screen/form-model.server";
import { orderValues } from "../../support/order-values";
import type { World } from "../../support/world";

/** A form as a browser posts it. */
export function posted(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** The form of a new order with its lines, as buyer A would fill it in. */
export function typedOrder(world: World, more: Readonly<Record<string, string>> = {}): FormData {
  const { items, ...head } = orderValues(world);
  const rows = Array.isArray(items) ? items : [];
  const lines = rows.flatMap((row: object, index) =>
    Object.entries(row).map(([name, value]) => [`items.${index}.${name}`, String(value)]),
  );
  return posted({ ...Object.fromEntries([...Object.entries(head), ...lines]), ...more });
}

type Model = Awaited<ReturnType<typeof newFormModel>>;

/** All controls of a form by name. */
export function controlsOf({ sections }: Model) {
  const controls = sections.flatMap((section) =>
    section.kind === "fields" ? section.controls : section.rows.flatMap((row) => row.controls),
  );
  return Object.fromEntries(controls.map((control) => [control.name, control]));
}
