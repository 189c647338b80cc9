import type { Context } from "~/engine/context.server";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const AUDIT = "supplier-management/supplier-audit";
const SITE = "supplier-management/supplier-site";
const TEMPLATE = "supplier-management/scoring-template";

/**
 * An audit the first supplier has been told of, a flight audit that is planned, and one under way with a picture of its first clause; those
 * of admissions are told along with them.
 */
export async function demoAudits(pen: DemoPen): Promise<void> {
  const [first, second, third] = pen.suppliers.filter(({ isAdmitted }) => isAdmitted);
  if (!first || !second || !third) return;
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 10));
  const { entity } = pen.screen(AUDIT);
  const leader = await pen.person("qa1");
  const leader_id = leader.id;
  const classes = [{ material_type_id: await pen.idOf("master-data/material-type", first.type) }];
  const site = async (supplier: DemoSupplier, name: string, address: string) =>
    (await pen.create(at(210), SITE, { supplier_id: supplier.id, name, address, capacity: "年产能约5000吨" })).id;
  const [template] = await unscopedRows(at(0), TEMPLATE, ["id"], [where.eq("name", "原料供应商现场审核表")]);
  await pen.together(at(9), async () => {
    const audit = await pen.create(at(9), AUDIT, {
      supplier_id: first.id,
      site_id: await site(first, "一号工厂", "演示市工业园一路1号"),
      classes,
      audit_type: "annual",
      mode: "onsite",
      template_id: String(template?.id),
      plan_date: pen.daysAgo(-12),
      leader_id,
      scope_note: "请准备近一年的批次追溯记录、虫害防治记录和员工健康证。",
    });
    await applyTransition(at(8), { entity, id: audit.id, name: "notify" });
    await pen.create(at(4), AUDIT, {
      supplier_id: third.id,
      site_id: await site(third, "南厂区", "演示市南环路18号"),
      classes,
      audit_type: "flight",
      mode: "onsite",
      template_id: String(template?.id),
      plan_date: pen.daysAgo(-5),
      leader_id,
    });
  });
  const { id } = await pen.create(at(1), AUDIT, {
    supplier_id: second.id,
    site_id: await site(second, "包装车间", "演示市创业路6号"),
    classes,
    audit_type: "flight",
    mode: "onsite",
    template_id: String(template?.id),
    plan_date: pen.daysAgo(1),
    leader_id,
  });
  await applyTransition(at(1), { entity, id, name: "start" });
  await judgedFirst(pen, pen.context(pen.moment(pen.daysAgo(1), 14), leader), id);
}

/** The leader judges the first clause of the sheet and shows it; files are brought in by people. */
async function judgedFirst(pen: DemoPen, context: Context, id: string): Promise<void> {
  const screen = pen.screen(AUDIT);
  const { record } = await openRecord(context, { entity: screen.entity, id });
  const photos = await pen.picture(context, screen.entity, "items.photos", "现场记录.png");
  const items = linesOf(record, "items").map((row, index) =>
    index === 0 ? { id: row.id, result: "conform", evidence: "现场查看，记录完整。", photos } : { id: row.id },
  );
  await updateRecordBy(context, { screen, id, version: record.version, values: { items } });
}
