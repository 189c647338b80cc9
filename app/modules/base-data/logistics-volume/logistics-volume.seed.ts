import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const VOLUME = "base-data/logistics-volume";
const BOX = { pack_qty: "20", length_cm: "60", width_cm: "40", height_cm: "30", gross_kg: "21.5" };
const PALLET = { boxes_per_pallet: "40", stack_layers: "5", temp_zone: "normal" };

/** Packing of what is delivered most, with proposals that wait, were taken and were not. */
async function demoVolumes(pen: DemoPen): Promise<void> {
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 11));
  const { entity } = pen.screen(VOLUME);
  const move = (days: number, id: string, name: string, reason?: string) =>
    applyTransition(at(days), { entity, id, name, ...(reason ? { reason } : {}) });
  const sources = await unscopedRows(
    at(0),
    "base-data/source-data",
    ["supplier_id", "material_id"],
    [where.eq("state", "active")],
  );
  const materials = await unscopedRows(
    at(0),
    "master-data/material",
    ["id", "uom"],
    [where.oneOf("id", [...new Set(sources.map(({ material_id }) => material_id))])],
  );
  const byWeight = materials.filter(({ uom }) => uom === "kg").slice(0, 8);
  const draft = async (days: number, values: Readonly<Record<string, unknown>>, given = {}) =>
    (await pen.create(at(days), VOLUME, { ...BOX, ...PALLET, ...values }, given)).id;
  for (const [index, { id }] of byWeight.entries())
    await move(300 - index, await draft(301 - index, { material_id: id }), "confirm");
  const owners = sources.filter(({ material_id }) => byWeight.some(({ id }) => id === material_id));
  const [first, second, third] = owners;
  const proposal = async (days: number, owner: typeof first, more: Readonly<Record<string, unknown>>) => {
    if (!owner) return null;
    const { material_id, supplier_id } = owner;
    const id = await draft(days, { material_id, supplier_id, ...more }, { by_supplier: true });
    await move(days, id, "submit");
    return id;
  };
  const taken = await proposal(120, first, { height_cm: "28", gross_kg: "21.2" });
  if (taken) await move(118, taken, "confirm");
  await proposal(2, second, { pack_qty: "25", height_cm: "35", gross_kg: "26.4" });
  const refused = await proposal(60, third, { length_cm: "80", gross_kg: "20.1" });
  if (refused) await move(58, refused, "refuse", "与到货实测不符，请按实测填写");
  const [stopped] = byWeight.slice(-1);
  if (stopped) {
    const [row] = await unscopedRows(
      at(0),
      VOLUME,
      ["id"],
      [where.eq("material_id", stopped.id), where.eq("state", "active"), where.empty("supplier_id")],
    );
    if (row) await move(20, row.id, "disable", "改用吨袋");
    await draft(1, {
      material_id: stopped.id,
      pack_qty: "1000",
      height_cm: "120",
      length_cm: "100",
      width_cm: "100",
      gross_kg: "1012",
    });
  }
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: VOLUME,
  least: {
    needs: ["master-data/material", "supplier-management/supplier"],
    sample: ({ id }) => ({
      material_id: id("master-data/material"),
      supplier_id: id("supplier-management/supplier"),
      ...BOX,
    }),
    given: () => ({ by_supplier: true }),
  },
  rows: {
    names: ["volumeA", "volumeB"],
    target: "volumeA",
    async make({ add, at, move }) {
      for (const [name, supplier] of [
        ["volumeA", "supplierA"],
        ["volumeB", "supplierB"],
      ] as const) {
        await add(name, { material_id: at("box"), supplier_id: at(supplier), ...BOX, ...PALLET });
        await move(name, "confirm");
      }
    },
  },
  demo: demoVolumes,
});
