import { type DemoPen, seedOf } from "~/engine/entity/seed";

const VEHICLE = "base-data/vehicle-type";

/** Usual lorries; figures are rounded. */
const VEHICLES = [
  { code: "V42", name: "4.2米厢式", load_m3: "15", load_kg: "1800" },
  { code: "V68", name: "6.8米厢式", load_m3: "36", load_kg: "8000" },
  { code: "V96", name: "9.6米厢式", load_m3: "55", load_kg: "15000" },
  { code: "V135", name: "13.5米高栏", load_m3: "85", load_kg: "32000" },
  { code: "L76", name: "7.6米冷藏", load_m3: "42", load_kg: "9000" },
  { code: "V30", name: "3米面包（已不用）", load_m3: "6", load_kg: "1000", enabled: "0" },
];

async function demoVehicles(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(400), 9));
  for (const vehicle of VEHICLES) await pen.create(context, VEHICLE, vehicle);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: VEHICLE,
  rows: {
    names: ["vehicle"],
    target: "vehicle",
    async make({ add }) {
      await add("vehicle", { code: "V96", name: "9.6米厢式", load_m3: "50", load_kg: "10000" });
    },
  },
  demo: demoVehicles,
});
