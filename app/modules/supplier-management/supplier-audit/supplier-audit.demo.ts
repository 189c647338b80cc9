import type { Actor, Context } from "~/engine/context.server";
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
 * An audit the first supplier has been told of, a flight audit that is planned, one under way with a picture of its first clause, one whose
 * report waits, one whose fault is being put right and one that was called off; those of admissions are told along with them.
 */
export async function demoAudits(pen: DemoPen): Promise<void> {
  const [first, second, third, fourth, fifth, sixth] = pen.suppliers.filter(({ isAdmitted }) => isAdmitted);
  if (!first || !second || !third || !fourth || !fifth || !sixth) return;
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
  const special = { template: String(template?.id), leader };
  await reported(pen, { ...special, supplier: fourth, day: 1, fault: null });
  const fault = "近一年没有召回演练记录，程序文件中没有规定演练频次。";
  const faulty = await reported(pen, { ...special, supplier: fifth, day: 7, fault });
  const manager = await pen.person("qamanager1");
  await applyTransition(pen.context(pen.moment(pen.daysAgo(5), 11), manager), { entity, id: faulty, name: "approve" });
  const planned = await announced(pen, { ...special, supplier: sixth, day: -18, written: 12 });
  await applyTransition(pen.context(pen.moment(pen.daysAgo(4), 15), manager), {
    ...{ entity, id: planned, name: "cancel" },
    reason: "供应商车间改造停产，改到复产后再审。",
  });
}

interface Special {
  supplier: DemoSupplier;
  template: string;
  leader: Actor;
  /** So many days ago it is carried out; negative for days to come. */
  day: number;
}

/** The leader plans an audit by video and tells the supplier. */
async function announced(
  pen: DemoPen,
  { supplier, template, leader, day, written }: Special & { written: number },
): Promise<string> {
  const at = pen.context(pen.moment(pen.daysAgo(written), 9), leader);
  const { id } = await pen.create(at, AUDIT, {
    ...{ supplier_id: supplier.id, audit_type: "special", mode: "remote", template_id: template },
    ...{ plan_date: pen.daysAgo(day), leader_id: leader.id, scope_note: "请备好近一年的召回演练和批次追溯记录。" },
    classes: [{ material_type_id: await pen.idOf("master-data/material-type", supplier.type) }],
  });
  await applyTransition(at, { entity: pen.screen(AUDIT).entity, id, name: "notify" });
  return id;
}

/** An audit by video up to the report of its leader; a fault is about the last clause, and shown. */
async function reported(pen: DemoPen, audit: Special & { fault: string | null }): Promise<string> {
  const { leader, day, fault } = audit;
  const screen = pen.screen(AUDIT);
  const { entity } = screen;
  const at = (hour: number) => pen.context(pen.moment(pen.daysAgo(day), hour), leader);
  const id = await announced(pen, { ...audit, written: day + 14 });
  await applyTransition(at(9), { entity, id, name: "start" });
  const { record } = await openRecord(at(10), { entity, id });
  const photos = fault === null ? [] : await pen.picture(at(10), entity, "items.photos", "召回程序文件.png");
  const rows = linesOf(record, "items");
  const items = rows.map((row, index) => ({
    id: row.id,
    ...(fault !== null && index === rows.length - 1 ? { result: "minor", photos } : { result: "conform" }),
    ...(row.evidence_required === true ? { evidence: "抽取一个批号，一小时二十分完成正反向追溯。" } : {}),
  }));
  const findings =
    fault === null
      ? []
      : [{ item_no: String(rows.length), severity: "minor", description: fault, due_date: pen.daysAgo(day - 30) }];
  await updateRecordBy(at(16), {
    ...{ screen, id, version: record.version },
    values: { items, findings, supplier_rep: "质量负责人", summary: "过程受控，具备稳定供货的条件。" },
  });
  await applyTransition(at(17), { entity, id, name: "submit" });
  return id;
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
