import { seedOf } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

/** A day of its own for each, far ahead, so that no two speak of the same time. */
const dayOfSample = (serial: number) => addDays("2031-01-01", serial);

/** Facts about it, for tests; the demo ties it to the market and the price book (`modules/demo/cost-models.server.ts`). */
export const costModelSeed = seedOf({
  entity: "purchase-management/cost-model",
  least: {
    needs: ["master-data/material"],
    sample: ({ id, serial }) => ({
      ...{ name: `样例模型${serial}`, material_id: id("master-data/material"), base_uom: "kg", currency: "CNY" },
      ...{ valid_from: dayOfSample(serial), valid_to: dayOfSample(serial), formula: "RAW + LABOR" },
      elements: [
        { code: "RAW", name: "原料", kind: "fixed", value: "8" },
        { code: "LABOR", name: "人工", kind: "fixed", value: "2" },
      ],
    }),
  },
  rows: {
    names: ["costCorn", "costOil"],
    target: "costCorn",
    async make({ add, at }) {
      for (const [name, label, material] of [
        ["costCorn", "玉米成本", "corn"],
        ["costOil", "菜籽油成本", "oil"],
      ] as const)
        await add(name, {
          ...{ name: label, material_id: at(material), base_uom: "kg", currency: "CNY" },
          ...{ valid_from: "2030-01-01", formula: "RAW * (1 + LOSS) + LABOR" },
          elements: [
            { code: "RAW", name: "原料", kind: "fixed", value: "2.4" },
            { code: "LOSS", name: "损耗", kind: "rate", value: "3" },
            { code: "LABOR", name: "人工", kind: "fixed", value: "0.2" },
          ],
        });
    },
  },
});
