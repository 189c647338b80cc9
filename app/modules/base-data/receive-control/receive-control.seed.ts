import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const CONTROL = "base-data/receive-control";

/** Rules of every level beside the shipped one, and one that was switched off. */
async function demoRules(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(200), 10));
  const sources = await unscopedRows(
    context,
    "base-data/source-data",
    ["supplier_id", "material_id", "factory_id"],
    [where.eq("state", "active")],
  );
  const [first, second] = sources;
  if (!first || !second) return;
  const [material] = await unscopedRows(
    context,
    "master-data/material",
    ["material_type_id"],
    [where.eq("id", first.material_id)],
  );
  await pen.create(context, CONTROL, {
    name: "外仓收货时段紧",
    level: "factory",
    factory_id: first.factory_id,
    early_days: "1",
    late_days: "1",
  });
  await pen.create(context, CONTROL, {
    name: "原料按水分放宽数量",
    level: "type",
    material_type_id: material?.material_type_id,
    over_percent: "3",
    under_percent: "3",
    coa_required: "yes",
    mode: "block",
  });
  await pen.create(context, CONTROL, {
    name: "短保物料",
    level: "material",
    material_id: second.material_id,
    shelf_ratio: "80",
    fifo_batch: "yes",
    mode: "warn",
  });
  await pen.create(context, CONTROL, {
    name: "经协商的例外",
    level: "supplier_material",
    supplier_id: first.supplier_id,
    material_id: first.material_id,
    over_percent: "8",
    max_batches: "5",
    remark: "吨袋整车，按整车交货。",
  });
  await pen.create(context, CONTROL, {
    name: "春节前提前到货",
    level: "factory",
    factory_id: first.factory_id,
    early_days: "15",
    enabled: "0",
  });
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: CONTROL,
  least: {
    needs: ["master-data/material"],
    // Not in use: two about the same would say two things.
    sample: ({ id, serial }) => ({
      name: `样例收货规则${serial}`,
      level: "material",
      material_id: id("master-data/material"),
      over_percent: "2",
      enabled: "0",
    }),
  },
  rows: {
    names: ["receiveRuleA", "receiveRuleB"],
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["receiveRuleA", "supplierA"],
        ["receiveRuleB", "supplierB"],
      ] as const) {
        // Of a material that no test delivers.
        await add(name, {
          name: `外箱${supplier}`,
          level: "supplier_material",
          supplier_id: at(supplier),
          material_id: at("box"),
          over_percent: "6",
        });
      }
    },
  },
  demo: demoRules,
});
