import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

const DUTY = "base-data/duty-rate";

/** Of all goods of an origin, of a type, one that ended and the one after it. Figures of the demo, not of the tariff. */
async function demoDuties(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(300), 9));
  const type = await pen.idOf("master-data/material-type", "B01");
  const rates = [
    { origin: "US", rate: "15", valid_from: pen.daysAgo(300), basis: "最惠国税率" },
    { origin: "AU", rate: "0", valid_from: pen.daysAgo(300), basis: "自贸协定税率" },
    { origin: "VN", rate: "8", valid_from: pen.daysAgo(300), valid_to: pen.daysAgo(181), basis: "最惠国税率" },
    { origin: "VN", rate: "5", valid_from: pen.daysAgo(180), basis: "协定税率下调" },
    { origin: "VN", material_type_id: type, rate: "3", valid_from: pen.daysAgo(180), basis: "纸制品协定税率" },
  ];
  for (const rate of rates) await pen.create(context, DUTY, rate);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: DUTY,
  least: {
    needs: [],
    // A day of its own for each, long ago: no rate of another test holds on it.
    sample: ({ serial }) => ({
      ...{ origin: "US", rate: "8", basis: `样例${serial}` },
      ...{ valid_from: addDays("1995-01-01", serial), valid_to: addDays("1995-01-01", serial) },
    }),
  },
  rows: {
    names: ["duty"],
    target: "duty",
    async make({ add }) {
      await add("duty", { origin: "BR", rate: "9", valid_from: "2024-01-01", basis: "最惠国税率" });
    },
  },
  demo: demoDuties,
});
