import { refreshExtensions } from "~/engine/extensions.server";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";

const FACTORY = "master-data/factory";

/** Fields the demo company added to its factories, and what stands in them. */
export async function loadExtensionFields(writer: DemoWriter, organisation: Organisation): Promise<void> {
  const context = writer.context(writer.moment(writer.daysAgo(60), 10));
  const field = (values: Readonly<Record<string, unknown>>) =>
    writer.create(context, "master-data/field", { entity: FACTORY, ...values });
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
  await refreshExtensions(writer.services);
  let docks = 3;
  for (const id of organisation.factories.values()) {
    docks += 1;
    const values = {
      x_dock_count: String(docks),
      x_cold_room: docks % 2 === 0,
      x_weigh_until: writer.daysAgo(-90 * docks),
    };
    await writer.change(context, FACTORY, id, values);
  }
}
