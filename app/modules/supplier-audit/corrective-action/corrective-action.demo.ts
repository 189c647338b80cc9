import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";

const ACTION = "supplier-audit/corrective-action";

/** Corrections that wait for an answer: new ones, one that is overdue, one whose answer waits for us. */
export async function demoCorrections(pen: DemoPen): Promise<void> {
  const [first, second, third] = pen.suppliers.filter(({ isAdmitted }) => isAdmitted);
  if (!first || !second || !third) return;
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 10));
  const inspector = String((await pen.person("qa1")).id);
  await pen.together(at(9), async () => {
    for (const [supplier, title, problem, severity, days] of [
      [first, "外包装破损", "到货时约3%的外袋破损，内容物受潮。", "minor", 6],
      [second, "检验报告批号与实物不符", "随货检验报告批号与到货批号不一致，两批均如此。", "major", 5],
    ] as const) {
      const { id } = await pen.create(at(days), ACTION, {
        supplier_id: supplier.id,
        source_type: "quality_issue",
        source_no: `来料反馈${days}`,
        title,
        problem,
        severity,
        owner_id: inspector,
      });
      await applyTransition(at(days), { entity: pen.screen(ACTION).entity, id, name: "issue" });
    }
    await overdueCorrection(pen, second, inspector);
  });
  // By itself: what a supplier uploads is received before anything is written.
  await answeredCorrection(pen, third, inspector);
}

/** A correction whose report should have been here for more than a week. */
async function overdueCorrection(pen: DemoPen, supplier: DemoSupplier, owner: string): Promise<void> {
  const at = pen.context(pen.moment(pen.daysAgo(24), 10));
  const screen = pen.screen(ACTION);
  const { id } = await pen.create(at, ACTION, {
    supplier_id: supplier.id,
    source_type: "quality_issue",
    source_no: "来料反馈4",
    title: "冷链运输温度记录缺失",
    problem: "连续两车到货没有提供全程温度记录，司机称记录仪未开启。",
    severity: "major",
    owner_id: owner,
    report_due: pen.daysAgo(9),
  });
  await applyTransition(at, { entity: screen.entity, id, name: "issue" });
}

/** A correction whose report came back once, has come in again and waits for us. */
async function answeredCorrection(pen: DemoPen, supplier: DemoSupplier, owner: string): Promise<void> {
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 10));
  const screen = pen.screen(ACTION);
  const { id } = await pen.create(at(8), ACTION, {
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
          due_date: pen.daysAgo(-4),
        },
        { kind: "preventive", description: "质量部每周抽查校验记录", owner: "质量部", due_date: pen.daysAgo(-10) },
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
  const shown = await photographed(pen, { supplier, id, version: again.version });
  await applyTransition(at(3), { entity: screen.entity, id, name: "submit", version: shown });
}

/** The first measure is done, and the supplier shows it in its row. @returns the version it stands at then */
async function photographed(
  pen: DemoPen,
  { supplier, id, version }: { supplier: DemoSupplier; id: string; version: number },
): Promise<number> {
  const entity = pen.services.registry.entity(ACTION);
  const context = pen.context(pen.moment(pen.daysAgo(3), 11), supplier.actor);
  const { record } = await openRecord(context, { entity, id });
  const after_photos = await pen.picture(context, entity, "actions.after_photos", "新版开机清单.png");
  const actions = linesOf(record, "actions").map((row, position) =>
    position === 0 ? { id: row.id, done_date: pen.daysAgo(3), after_photos } : { id: row.id },
  );
  const own = pen.services.registry.screensOf(ACTION).find((one) => mayOnScreen(context, one, "edit"));
  const saved = await updateRecordBy(context, {
    screen: own ?? pen.screen(ACTION),
    id,
    version,
    values: { actions },
  });
  return saved.version;
}
