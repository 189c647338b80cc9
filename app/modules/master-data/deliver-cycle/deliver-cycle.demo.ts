import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const CYCLE = "master-data/deliver-cycle";
const TYPES = "master-data/material-type";

/** Days of preparation, transport and inspection. */
type Days = readonly [prepare: number, transit: number, inspect: number];

/** The types that have a lead time of their own. */
const TIMED = ["Y", "Y01", "Y02", "Y03", "Y04", "Y05"];
const NEAR_FACTORY = "1010";

/** Lead times by type, and narrower ones of two suppliers, the first of which would like a longer one. */
export async function demoDeliverCycles(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(60), 10));
  const cycle = (values: Readonly<Record<string, unknown>>, [prepare, transit, inspect]: Days) =>
    pen.create(context, CYCLE, {
      ...values,
      prepare_days: String(prepare),
      transit_days: String(transit),
      inspect_days: String(inspect),
      valid_from: pen.daysAgo(60),
    });
  const [first, second] = pen.suppliers;
  const season = { season_from: "12-20", season_to: "02-15", season_extra: "7" };
  const proposed: string[] = [];
  await pen.together(context, async () => {
    for (const [at, code] of TIMED.entries()) {
      const type = await pen.idOf(TYPES, code);
      await cycle({ material_type_id: type, ...(at % 2 === 0 ? season : {}) }, [3 + at, 2, 1]);
    }
    for (const [supplier, days] of [
      [first, [5, 2, 1]],
      [second, [7, 3, 1]],
    ] as const) {
      const material = supplier ? await firstOf(pen, supplier.type) : undefined;
      if (!supplier || !material) continue;
      const agreed = await cycle({ supplier_id: supplier.id, material_id: material }, days);
      if (supplier === first) proposed.push(agreed.id);
      await cycle(
        {
          supplier_id: supplier.id,
          material_id: material,
          factory_id: await pen.idOf("master-data/factory", NEAR_FACTORY),
          remark: "该工厂距离近，运输少一天。",
        },
        [days[0], days[1] - 1, days[2]],
      );
    }
  });
  const [own] = proposed;
  if (first && own)
    await applyTransition(pen.context(pen.moment(pen.daysAgo(2), 15), first.actor), {
      entity: pen.screen(CYCLE).entity,
      id: own,
      name: "propose",
      input: { prepare_days: "7", transit_days: "2" },
      reason: "制粉线年底检修，排产紧张，备货需要增加两天。",
    });
}

/** The first material of a type that may be ordered. */
async function firstOf(pen: DemoPen, type: string): Promise<string | undefined> {
  const standing = [
    where.eq("material_type_id", await pen.idOf(TYPES, type)),
    where.not(where.eq("material_status", "stopped")),
  ];
  const rows = await unscopedRows(pen.context(pen.now), "master-data/material", ["id", "code"], standing);
  return rows.sort((a, b) => a.code.localeCompare(b.code))[0]?.id;
}
