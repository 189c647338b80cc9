import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, OwnSection, Published } from "~/engine/entity/server-hooks";
import { materialFacts } from "~/engine/operations/material-facts.server";
import { commonPacking } from "~/engine/operations/packing.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";
import { logisticsVolume } from "./logistics-volume.entity";
import { boxesIn, type Load, loadOf, loadRate, netWeight, stackOf } from "./logistics-volume.rules";

type LogisticsVolumeRecord = RecordFor<"base-data/logistics-volume">;

const { key } = logisticsVolume;
const VEHICLE = "base-data/vehicle-type";
const FULL = 100;

async function vehiclesInUse(context: Context) {
  const columns = ["id", "name", "load_m3", "load_kg"] as const;
  const rows = await unscopedRows(context, VEHICLE, columns, [where.eq("enabled", true)]);
  return rows.sort((a, b) => decimal(a.load_m3).cmp(decimal(b.load_m3)));
}

/** A box weighs at least what is in it. */
async function heavierThanContents(context: Context, record: LogisticsVolumeRecord): Promise<Complaint[]> {
  const material = String(record.material_id);
  const facts = (await materialFacts(context, [material])).get(material);
  const net = facts ? netWeight(String(record.pack_qty), facts.uom) : null;
  return net !== null && decimal(String(record.gross_kg)).lt(decimal(net))
    ? [complain("gross_kg", `单箱毛重不能小于净重${formatDecimal(net)}千克`)]
    : [];
}

/** What is confirmed takes the place of what was in force for the same material and supplier. */
async function takeOver(context: Context, record: LogisticsVolumeRecord): Promise<void> {
  const supplier = record.supplier_id;
  const others = await unscopedRows(
    context,
    key,
    ["id"],
    [
      where.eq("material_id", String(record.material_id)),
      typeof supplier === "string" ? where.eq("supplier_id", supplier) : where.empty("supplier_id"),
      where.eq("state", "active"),
      where.not(where.eq("id", record.id)),
    ],
  );
  const entity = context.services.registry.entity(key);
  for (const { id } of others) await applyTransition(consequenceOf(context), { entity, id, name: "replace" });
}

/** How high and how heavy a full pallet of it is. */
function palletSection(record: LogisticsVolumeRecord): OwnSection[] {
  const count = (value: unknown) => (typeof value === "number" ? value : null);
  const stack = stackOf(
    { boxes_per_pallet: count(record.boxes_per_pallet), stack_layers: count(record.stack_layers) },
    { height_cm: String(record.height_cm), gross_kg: String(record.gross_kg) },
  );
  if (!stack) return [];
  const labels = ["每层箱数", "货高（厘米）", "毛重（千克）"];
  const { inLayer, heightCm, weightKg } = stack;
  const cells = [String(inLayer), formatDecimal(heightCm), formatDecimal(weightKg)].map((text) => ({ text }));
  return [
    {
      kind: "table",
      title: "整托堆码",
      table: {
        caption: "一个整托，不含托盘本身",
        columns: columnsOf(labels, labels),
        rows: [{ id: record.id, cells }],
      },
    },
  ];
}

/** How much of it each vehicle takes. */
async function vehicleSection(context: Context, record: LogisticsVolumeRecord): Promise<OwnSection[]> {
  const box = {
    volume_m3: String(record.volume_m3),
    gross_kg: String(record.gross_kg),
  };
  const perPallet = typeof record.boxes_per_pallet === "number" ? record.boxes_per_pallet : null;
  const rows = await vehiclesInUse(context);
  return [
    {
      kind: "table",
      title: "车型容量",
      table: {
        caption: "只装这一种包装时，各车型最多装多少",
        columns: columnsOf(
          ["车型", "装载容积（m³）", "载重（千克）", "最多箱数", "托数", "最多数量", "受限于"],
          ["装载容积（m³）", "载重（千克）", "最多箱数", "托数", "最多数量"],
        ),
        rows: rows.map((vehicle) => {
          const { boxes, by } = boxesIn(box, vehicle);
          return {
            id: vehicle.id,
            cells: [
              { text: vehicle.name },
              { text: formatDecimal(vehicle.load_m3) },
              { text: formatDecimal(vehicle.load_kg) },
              { text: formatDecimal(String(boxes)) },
              { text: perPallet === null ? "" : String(Math.ceil(boxes / perPallet)) },
              { text: formatDecimal(decimal(String(record.pack_qty)).times(boxes).toString()) },
              { text: by },
            ],
          };
        }),
      },
    },
  ];
}

const question = z.object({
  supplierId: z.string(),
  lines: z.array(z.object({ materialId: z.string(), qty: z.string() })),
});

/** What a delivery takes. `missing` are materials whose packing nobody knows; they are not in the sums. */
interface LoadAnswer extends Load {
  missing: string[];
  /** Vehicles in use, the smallest first, with how full each is in percent; above 100 it does not take the load. */
  vehicles: { id: string; name: string; rate: string; fits: boolean }[];
}

/**
 * Volume, weight and pallets of quantities of a supplier, and how full they make each vehicle, published as
 * `base-data/logistics-volume.load`. The packing of the supplier counts before that of all. Answered in transactions of suppliers as well.
 */
const load: Published = async (context, input): Promise<LoadAnswer> => {
  const { supplierId, lines } = question.parse(input);
  const materials = [...new Set(lines.map(({ materialId }) => materialId))];
  const columns = ["material_id", "pack_qty", "volume_m3", "gross_kg", "boxes_per_pallet"] as const;
  const own = await unscopedRows(context, key, columns, [
    where.eq("state", "active"),
    where.oneOf("material_id", materials),
    where.eq("supplier_id", supplierId),
  ]);
  const packing = [...own, ...(await commonPacking(context, materials))];
  const boxOf = (material: string) => {
    const row = packing.find(({ material_id }) => material_id === material);
    return row ? { ...row, volume_m3: row.volume_m3 ?? "0" } : null;
  };
  const known = lines.flatMap(({ materialId, qty }) => {
    const box = boxOf(materialId);
    return box ? [{ box, qty }] : [];
  });
  const total = loadOf(known);
  const vehicles = await vehiclesInUse(context);
  return {
    ...total,
    missing: materials.filter((id) => boxOf(id) === null),
    vehicles: vehicles.map(({ id, name, ...vehicle }) => {
      const rate = loadRate(total, vehicle);
      return { id, name, rate, fits: decimal(rate).lte(FULL) };
    }),
  };
};

export const logisticsVolumeServer: EntityServer<"base-data/logistics-volume"> = {
  beforeSave({ context, record, before, set }) {
    if (before === null && context.actor.supplierId) set({ by_supplier: true });
    return heavierThanContents(context, record);
  },
  sections: async (context, record) => [...palletSection(record), ...(await vehicleSection(context, record))],
  transitions: {
    confirm: { effect: (context, { record }) => takeOver(context, record) },
  },
  publishes: { load },
};
