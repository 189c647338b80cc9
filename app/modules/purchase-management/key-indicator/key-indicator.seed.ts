import { type SampleRefs, seedOf } from "~/engine/entity/seed";
import { demoKeyIndicators } from "./key-indicator.demo";

const MONTHS = 12;

/** A month of its own for each, long ago, with the next one free to copy its target to: no order of the samples falls into it. */
function sample({ serial }: SampleRefs): Record<string, unknown> {
  const month = serial * 2;
  const year = 1000 + Math.floor(month / MONTHS);
  return { indicator: "rush_rate", period: `${year}-${String((month % MONTHS) + 1).padStart(2, "0")}`, target: "5" };
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/key-indicator",
  least: { needs: [], sample },
  rows: {
    names: ["indicator"],
    target: "indicator",
    async make({ add, at }) {
      await add("indicator", {
        ...{ indicator: "on_time_rate", period: "1899-12", target: "95", purchase_group_id: at("group1") },
      });
    },
  },
  demo: demoKeyIndicators,
});
