import type { DemoPen } from "~/engine/entity/seed";
import { refreshExtensions } from "~/engine/extensions.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";

const FACTORY = "master-data/factory";

/** Fields the demo company added to its factories, and what stands in them. */
export async function demoFields(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(60), 10));
  const field = (values: Readonly<Record<string, unknown>>) =>
    pen.create(context, "master-data/field", { entity: FACTORY, ...values });
  await field({
    code: "x_dock_count",
    label: "卸货月台数",
    field_type: "number",
    in_list: true,
    searchable: true,
    seq: 200,
  });
  await field({ code: "x_cold_room", label: "有冷库", field_type: "bool", searchable: true, seq: 210 });
  await field({ code: "x_weigh_until", label: "地磅检定有效期", field_type: "date", seq: 220 });
  await refreshExtensions(pen.services);
  let docks = 3;
  const factories = await unscopedRows(context, FACTORY, ["id", "code"], []);
  for (const { id } of factories.sort((a, b) => a.code.localeCompare(b.code))) {
    docks += 1;
    const values = {
      x_dock_count: String(docks),
      x_cold_room: docks % 2 === 0,
      x_weigh_until: pen.daysAgo(-90 * docks),
    };
    await pen.change(context, FACTORY, id, values);
  }
}
