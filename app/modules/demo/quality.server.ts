import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";
import { demoPicture } from "./pictures.server";
import type { Staff } from "./staff.server";
import type { DemoSupplier } from "./suppliers.server";

const TEMPLATE = "supplier-management/scoring-template";
const AUDIT = "supplier-management/supplier-audit";
const ACTION = "supplier-audit/corrective-action";
const SITE = "supplier-management/supplier-site";
const RISK = "supplier-management/risk-event";

const AUDIT_SHEET = {
  name: "原料供应商现场审核表",
  usage: "onsite_audit",
  pass_line: "85",
  conditional_line: "70",
  note: "年度审核和准入审核通用。",
  dims: [
    { code: "A", name: "厂区与卫生", weight: "30" },
    { code: "B", name: "过程控制", weight: "40" },
    { code: "C", name: "追溯与召回", weight: "30" },
  ],
  items: [
    { dim_code: "A", item: "厂区环境与虫害防治", requirement: "记录完整，布点图与现场一致", max_score: "10" },
    { dim_code: "A", item: "人员卫生与更衣", requirement: "一人一柜，洗手消毒设施可用", max_score: "10" },
    {
      dim_code: "B",
      item: "异物控制",
      requirement: "金属检测机每班校验",
      max_score: "20",
      is_veto: "1",
      na_allowed: "0",
    },
    { dim_code: "B", item: "关键工序参数记录", requirement: "按工艺卡记录并复核", max_score: "20" },
    { dim_code: "C", item: "批次追溯演练", requirement: "两小时内完成正反向追溯", max_score: "20", evidence: "1" },
    { dim_code: "C", item: "召回程序", requirement: "一年内至少演练一次", max_score: "10" },
  ],
};

const APPRAISAL_SHEET = {
  name: "食品供应商绩效考评表",
  usage: "appraisal",
  dims: [
    { code: "Q", name: "质量", weight: "40" },
    { code: "D", name: "交付", weight: "25" },
    { code: "P", name: "价格", weight: "20" },
    { code: "S", name: "服务", weight: "15" },
  ],
  items: [
    { dim_code: "Q", item: "来料批次合格率", method: "system", metric_code: "lot_pass_rate", max_score: "25" },
    { dim_code: "Q", item: "整改按时回复率", method: "system", metric_code: "capa_on_time", max_score: "15" },
    { dim_code: "D", item: "准时交货率", method: "system", metric_code: "otd", max_score: "25" },
    { dim_code: "P", item: "与最低报价价差", method: "system", metric_code: "price_gap", max_score: "20" },
    { dim_code: "S", item: "配合程度", method: "manual", scorer_role: "buyer", max_score: "15" },
  ],
  grades: [
    { grade: "A", min_score: "90", max_score: "100", tone: "done" },
    { grade: "B", min_score: "80", max_score: "90", tone: "running" },
    { grade: "C", min_score: "70", max_score: "80", tone: "warning" },
    { grade: "D", min_score: "0", max_score: "70", tone: "refused" },
  ],
};

/** Score sheets, an audit the first supplier has been told of, corrections that wait for an answer, and a few risks. */
export async function loadQuality(
  writer: DemoWriter,
  { manager }: Staff,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const admitted = suppliers.filter(({ isAdmitted }) => isAdmitted);
  const [first, second, third] = admitted;
  if (!first || !second || !third) return;
  const at = (days: number) => writer.context(writer.moment(writer.daysAgo(days), 10));
  const transition = (context: ReturnType<typeof at>, key: string, id: string, name: string) =>
    applyTransition(context, { entity: writer.screen(key).entity, id, name });
  const [qa] = await unscopedRows(at(0), "system-management/user", ["id"], [where.eq("accountname", "qa1")]);
  const inspector = String(qa?.id);
  await writer.together(at(200), async () => {
    for (const sheet of [AUDIT_SHEET, APPRAISAL_SHEET]) {
      const { id } = await writer.create(at(200), TEMPLATE, sheet);
      await transition(at(199), TEMPLATE, id, "publish");
    }
  });
  const [type] = await unscopedRows(at(0), "master-data/material-type", ["id"], [where.eq("code", first.type)]);
  const classes = [{ material_type_id: String(type?.id) }];
  const site = async (supplier: DemoSupplier, name: string, address: string) =>
    (await writer.create(at(210), SITE, { supplier_id: supplier.id, name, address, capacity: "年产能约5000吨" })).id;
  const [template] = await unscopedRows(at(0), TEMPLATE, ["id"], [where.eq("name", AUDIT_SHEET.name)]);
  await writer.together(at(9), async () => {
    const audit = await writer.create(at(9), AUDIT, {
      supplier_id: first.id,
      site_id: await site(first, "一号工厂", "演示市工业园一路1号"),
      classes,
      audit_type: "annual",
      mode: "onsite",
      template_id: String(template?.id),
      plan_date: writer.daysAgo(-12),
      leader_id: inspector,
      scope_note: "请准备近一年的批次追溯记录、虫害防治记录和员工健康证。",
    });
    await transition(at(8), AUDIT, audit.id, "notify");
    await writer.create(at(4), AUDIT, {
      supplier_id: third.id,
      site_id: await site(third, "南厂区", "演示市南环路18号"),
      classes,
      audit_type: "flight",
      mode: "onsite",
      template_id: String(template?.id),
      plan_date: writer.daysAgo(-5),
      leader_id: inspector,
    });
    for (const [supplier, title, problem, severity, days] of [
      [first, "外包装破损", "到货时约3%的外袋破损，内容物受潮。", "minor", 6],
      [second, "检验报告批号与实物不符", "随货检验报告批号与到货批号不一致，两批均如此。", "major", 5],
    ] as const) {
      const { id } = await writer.create(at(days), ACTION, {
        supplier_id: supplier.id,
        source_type: "quality_issue",
        source_no: `来料反馈${days}`,
        title,
        problem,
        severity,
        owner_id: inspector,
      });
      await transition(at(days), ACTION, id, "issue");
    }
    await overdueCorrection(writer, second, inspector);
  });
  // By itself: what a supplier uploads is received before anything is written.
  await answeredCorrection(writer, third, inspector);
  await writer.together(at(20), async () => {
    for (const [supplier, category, title, probability, impact, confirmed] of [
      [second, "penalty", "环保整改通知", "2", "4", true],
      [third, "sampling", "省级抽检水分超标", "3", "5", true],
      [first, "capacity", "产线检修可能影响交付", "2", "2", false],
    ] as const) {
      const { id } = await writer.create(at(20), RISK, {
        supplier_id: supplier.id,
        category,
        title,
        detail: "演示数据，内容为虚构。",
        occurred_on: writer.daysAgo(22),
        probability,
        impact,
        owner_id: manager.id,
        measures: [{ measure: "与供应商沟通并取得说明", due_date: writer.daysAgo(-10) }],
      });
      if (confirmed) await transition(at(19), RISK, id, "confirm");
    }
  });
}

/** A correction whose report should have been here for more than a week. */
async function overdueCorrection(writer: DemoWriter, supplier: DemoSupplier, owner: string): Promise<void> {
  const at = writer.context(writer.moment(writer.daysAgo(24), 10));
  const screen = writer.screen(ACTION);
  const { id } = await writer.create(at, ACTION, {
    supplier_id: supplier.id,
    source_type: "quality_issue",
    source_no: "来料反馈4",
    title: "冷链运输温度记录缺失",
    problem: "连续两车到货没有提供全程温度记录，司机称记录仪未开启。",
    severity: "major",
    owner_id: owner,
    report_due: writer.daysAgo(9),
  });
  await applyTransition(at, { entity: screen.entity, id, name: "issue" });
}

/** A correction whose report came back once, has come in again and waits for us. */
async function answeredCorrection(writer: DemoWriter, supplier: DemoSupplier, owner: string): Promise<void> {
  const at = (days: number) => writer.context(writer.moment(writer.daysAgo(days), 10));
  const screen = writer.screen(ACTION);
  const { id } = await writer.create(at(8), ACTION, {
    supplier_id: supplier.id,
    source_type: "audit",
    source_no: "年度审核复查",
    title: "金属检测机校验记录缺失",
    problem: "抽查三个班次，均没有金属检测机开机校验记录。",
    severity: "major",
    method: "capa",
    owner_id: owner,
  });
  const issued = await applyTransition(at(8), { entity: screen.entity, id, name: "issue" });
  const saved = await updateRecordBy(at(5), {
    screen,
    id,
    version: issued.version,
    values: {
      root_cause: "夜班交接没有把校验列入开机清单，班长也没有复核；清单由设备部编制，未含检测设备。",
      prevent: "开机清单加入金属检测机三种试块校验，质量部每周抽查两个班次的记录。",
      actions: [
        {
          kind: "corrective",
          description: "补订开机清单并培训三个班次",
          owner: "陈班长",
          due_date: writer.daysAgo(-4),
        },
        { kind: "preventive", description: "质量部每周抽查校验记录", owner: "质量部", due_date: writer.daysAgo(-10) },
      ],
    },
  });
  await applyTransition(at(5), { entity: screen.entity, id, name: "submit", version: saved.version });
  const returned = await applyTransition(at(4), {
    entity: screen.entity,
    id,
    name: "send_back",
    reason: "请补充流出原因后重新提交",
    input: {
      note_cause: "只说明了为什么没有校验，没有说明为什么放行前没有发现。",
      note_prevent: "请写明横向展开到哪些产线。",
    },
  });
  const again = await updateRecordBy(at(3), {
    screen,
    id,
    version: returned.version,
    values: {
      escape_cause: "成品放行只核对检验结果，没有核对检测设备的校验记录。",
      horizontal: "同样的清单用于三条包装线的称重设备。",
    },
  });
  const shown = await photographed(writer, { supplier, id, version: again.version });
  await applyTransition(at(3), { entity: screen.entity, id, name: "submit", version: shown });
}

/** The first measure is done, and the supplier shows it in its row. @returns the version it stands at then */
async function photographed(
  writer: DemoWriter,
  { supplier, id, version }: { supplier: DemoSupplier; id: string; version: number },
): Promise<number> {
  const entity = writer.services.registry.entity(ACTION);
  const context = writer.context(writer.moment(writer.daysAgo(3), 11), supplier.actor);
  const { record } = await openRecord(context, { entity, id });
  const after_photos = await demoPicture(context, entity, "actions.after_photos", "新版开机清单.png");
  const actions = linesOf(record, "actions").map((row, position) =>
    position === 0 ? { id: row.id, done_date: writer.daysAgo(3), after_photos } : { id: row.id },
  );
  const own = writer.services.registry.screensOf(ACTION).find((one) => mayOnScreen(context, one, "edit"));
  const saved = await updateRecordBy(context, {
    screen: own ?? writer.screen(ACTION),
    id,
    version,
    values: { actions },
  });
  return saved.version;
}
