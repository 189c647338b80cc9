import { type SampleRefs, seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

/** A Monday of its own for each, far ahead: of two plans of a factory the later one replaces the earlier. */
function weekOfSample(serial: number): string {
  return addDays("2031-01-06", serial * 7);
}

function sample({ id, serial }: SampleRefs): Record<string, unknown> {
  const week = weekOfSample(serial);
  return {
    factory_id: id("master-data/factory"),
    base_week: week,
    weeks: "13",
    frozen_weeks: "0",
    items: [
      { material_id: id("master-data/material"), week_start: week, gross_qty: "100", uom: "pcs", stock_qty: "500" },
    ],
  };
}

/** Facts about it, for tests; the demo is told in `modules/demo/plans.server.ts`. */
export const demandPlanSeed = seedOf({
  entity: "purchase-orders/demand-plan",
  least: { needs: ["master-data/factory", "master-data/material"], sample },
  rows: {
    names: ["demandPlan"],
    target: "demandPlan",
    async make({ add, at }) {
      await add("demandPlan", {
        ...{ factory_id: at("factory1"), base_week: "2030-01-07", weeks: "4", frozen_weeks: "0" },
        items: [{ material_id: at("corn"), week_start: "2030-01-07", gross_qty: "100", uom: "kg", stock_qty: "500" }],
      });
    },
  },
});
