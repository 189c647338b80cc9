import { type DemoPen, inventedPhone } from "~/engine/entity/seed";
import { unscopedRows } from "~/engine/operations/unscoped.server";

const WAREHOUSE = "master-data/warehouse";

/** Rooms of a factory: what is stored there decides how warm they are. */
const ROOMS = [
  { suffix: "1", name: "原料常温库", temp_zone: "ambient", keeper: "周样" },
  { suffix: "2", name: "原料阴凉库", temp_zone: "cool", keeper: "秦样" },
  { suffix: "3", name: "冷藏库", temp_zone: "chilled", keeper: "韩样" },
  { suffix: "4", name: "包材库", temp_zone: "ambient", keeper: "吕样" },
] as const;

/** The rooms goods are received in, the same in each factory. */
export async function demoWarehouses(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(795), 9));
  const rows = await unscopedRows(context, "master-data/factory", ["id", "code", "name"], []);
  const factories = rows.sort((a, b) => a.code.localeCompare(b.code));
  await pen.together(context, async () => {
    for (const [index, { id, code, name }] of factories.entries())
      for (const [room, { suffix, name: what, temp_zone, keeper }] of ROOMS.entries())
        await pen.create(context, WAREHOUSE, {
          code: `${code}-${suffix}`,
          name: `${name}${what}`,
          factory_id: id,
          temp_zone,
          keeper,
          keeper_phone: inventedPhone(950 + index * ROOMS.length + room),
        });
  });
}
