import type { DemoPen } from "~/engine/entity/seed";
import { ARTICLES, type Article } from "./material-articles.demo";

/** A material as the demo has it, with what an order needs to know of it. */
export interface PlannedMaterial {
  code: string;
  type: string;
  uom: Article["uom"];
  /** Taxed price per unit in yuan. */
  price: number;
  status: "active" | "trial" | "phase_out" | "stopped";
  values: Readonly<Record<string, unknown>>;
}

/** Codes of the purchase groups that buy the second-level material types. */
export const GROUP_OF_TYPE: Readonly<Record<string, string>> = {
  ...{ Y01: "R01", Y02: "R02", Y03: "R03", Y04: "R04", Y05: "R05", Y06: "R06", Y07: "R07" },
  ...{ F01: "F01", F02: "F02", W01: "F02", B01: "B01", B02: "B02", B03: "B03", B04: "B03" },
};

/** Materials that nobody may order any more, and others on their way in or out, by position in the list. */
function statusOf(position: number): PlannedMaterial["status"] {
  if (position % 41 === 40) return "stopped";
  if (position % 29 === 28) return "phase_out";
  return position % 23 === 22 ? "trial" : "active";
}

function valuesOf(type: string, article: Article): Record<string, unknown> {
  const isFood = type.startsWith("Y");
  const touchesFood = type === "B02" || type === "B03";
  return {
    uom: article.uom,
    tax_rate: article.tax,
    bill_policy: type === "W01" ? "ordered" : "received",
    shelf_life_days: article.shelfLifeDays ?? null,
    storage: article.storage ?? (type === "W01" ? null : "normal"),
    allergen: article.allergen ?? null,
    key_material: article.isKey ?? false,
    batch_managed: isFood || type.startsWith("F"),
    inspect_required: type !== "W01",
    type_report_required: isFood || touchesFood,
    artwork_version: type === "B04" || article.name.includes("彩印") ? "V1.2" : null,
  };
}

/** All materials in the order in which they are written. */
export function plannedMaterials(): PlannedMaterial[] {
  const planned: PlannedMaterial[] = [];
  for (const [type, articles] of Object.entries(ARTICLES)) {
    let number = 0;
    for (const article of articles) {
      for (const [index, spec] of article.specs.entries()) {
        number += 1;
        planned.push({
          code: `${type}${String(number).padStart(5, "0")}`,
          type,
          uom: article.uom,
          price: Number((article.price * (1 + index * 0.07)).toFixed(article.price < 10 ? 4 : 2)),
          status: statusOf(planned.length),
          values: { name: article.name, spec, ...valuesOf(type, article) },
        });
      }
    }
  }
  return planned;
}

/** Four hundred materials, most of which may be ordered. */
export async function demoMaterials(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(770), 14));
  await pen.together(context, async () => {
    for (const { code, type, status, values } of plannedMaterials()) {
      const group = GROUP_OF_TYPE[type];
      await pen.create(context, "master-data/material", {
        code,
        material_type_id: await pen.idOf("master-data/material-type", type),
        purchase_group_id: group ? await pen.idOf("user-administration/purchase-group", group) : null,
        material_status: status,
        ...values,
      });
    }
  });
}
