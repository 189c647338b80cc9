import type { DemoWriter } from "./demo-writer.server";
import { ARTICLES, type Article } from "./materials";
import { GROUPS, type Organisation } from "./organisation.server";

/** A material that may be ordered, with what an order needs to know of it. */
export interface DemoMaterial {
  id: string;
  type: string;
  uom: Article["uom"];
  /** Taxed price per unit in yuan. */
  price: number;
}

/** Materials that nobody may order any more, and others on their way in or out, by position in the list. */
function statusOf(position: number): "active" | "trial" | "phase_out" | "stopped" {
  if (position % 41 === 40) return "stopped";
  if (position % 29 === 28) return "phase_out";
  return position % 23 === 22 ? "trial" : "active";
}

/** All materials; answers those that may be ordered. */
export async function loadMaterials(writer: DemoWriter, organisation: Organisation): Promise<DemoMaterial[]> {
  const context = writer.context(writer.moment(writer.daysAgo(770), 14));
  const materials: DemoMaterial[] = [];
  await writer.together(context, async () => {
    let position = 0;
    for (const [type, articles] of Object.entries(ARTICLES)) {
      let number = 0;
      for (const article of articles) {
        for (const [index, spec] of article.specs.entries()) {
          number += 1;
          const status = statusOf(position);
          const saved = await writer.create(context, "master-data/material", {
            code: `${type}${String(number).padStart(5, "0")}`,
            name: article.name,
            spec,
            material_type_id: organisation.materialTypes.get(type),
            purchase_group_id: groupOf(organisation, type),
            material_status: status,
            ...valuesOf(type, article),
          });
          const price = Number((article.price * (1 + index * 0.07)).toFixed(article.price < 10 ? 4 : 2));
          if (status !== "stopped") materials.push({ id: saved.id, type, uom: article.uom, price });
          position += 1;
        }
      }
    }
  });
  return materials;
}

function groupOf(organisation: Organisation, type: string): string | null {
  const group = GROUPS.find((one) => one.types.some((own) => own === type));
  return (group && organisation.groups.get(group.code)) ?? null;
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
