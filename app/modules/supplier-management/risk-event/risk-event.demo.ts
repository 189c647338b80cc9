import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const RISK = "supplier-management/risk-event";

/** Risks of three suppliers, two of which are confirmed. */
export async function demoRisks(pen: DemoPen): Promise<void> {
  const [first, second, third] = pen.suppliers.filter(({ isAdmitted }) => isAdmitted);
  if (!first || !second || !third) return;
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 10));
  const manager = await pen.person("manager1");
  await pen.together(at(20), async () => {
    for (const [supplier, category, title, probability, impact, confirmed] of [
      [second, "penalty", "环保整改通知", "2", "4", true],
      [third, "sampling", "省级抽检水分超标", "3", "5", true],
      [first, "capacity", "产线检修可能影响交付", "2", "2", false],
    ] as const) {
      const { id } = await pen.create(at(20), RISK, {
        supplier_id: supplier.id,
        category,
        title,
        detail: "演示数据，内容为虚构。",
        occurred_on: pen.daysAgo(22),
        probability,
        impact,
        owner_id: manager.id,
        measures: [{ measure: "与供应商沟通并取得说明", due_date: pen.daysAgo(-10) }],
      });
      if (confirmed) await applyTransition(at(19), { entity: pen.screen(RISK).entity, id, name: "confirm" });
    }
  });
}
