import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const REQUEST = "system-management/form-request";

/** The questionnaire of the demo, sent to all suppliers that are qualified. */
export async function demoFormRequests(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(5), 10));
  const [survey] = await unscopedRows(context, "system-management/form", ["id"], [where.eq("code", "SITE")]);
  const qualified = where.eq("stage", "qualified");
  const suppliers = await unscopedRows(context, "supplier-management/supplier", ["id"], [qualified]);
  const task = await pen.create(context, REQUEST, {
    form_id: survey?.id,
    name: "现场审核前自查",
    due_date: pen.daysAgo(-10),
    note: "有疑问请联系质量部。",
    suppliers: suppliers.map(({ id }) => ({ supplier_id: id })),
  });
  await applyTransition(context, { entity: pen.screen(REQUEST).entity, id: task.id, name: "send" });
}
