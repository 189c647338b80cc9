import type { Context } from "~/engine/context.server";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";

const ACTION = "supplier-audit/corrective-action";

/** A correction and how far it has come. */
interface Course {
  /** Issued so many days ago. */
  days: number;
  title: string;
  problem: string;
  /** A report of the whole eight steps, begun with what is done at once. */
  d8?: true;
  end: "draft" | "cancelled" | "contained" | "returned" | "verifying" | "closed";
}

const COURSES: readonly Course[] = [
  {
    ...{ days: 0, end: "draft", title: "托盘破损" },
    problem: "到货托盘有三块断板，叉车作业有倾倒风险，数量待仓库确认。",
  },
  {
    ...{ days: 11, end: "cancelled", title: "净含量偏低" },
    problem: "抽称十袋，平均净含量低于标示值0.4%。",
  },
  {
    ...{ days: 2, end: "contained", title: "包装内发现异物", d8: true },
    problem: "开袋检查发现一段约2厘米的编织线，来源疑为缝包线。",
  },
  {
    ...{ days: 15, end: "returned", title: "色泽与封样不一致" },
    problem: "两个批次色泽明显深于封样，投料前由操作工发现。",
  },
  {
    ...{ days: 33, end: "verifying", title: "批号喷码模糊" },
    problem: "外包装批号有三成无法辨认，入库时无法登记批次。",
  },
  {
    ...{ days: 58, end: "closed", title: "随货单据缺失" },
    problem: "连续三车没有随货附出厂检验报告，卸货等待超过两小时。",
  },
];

/** Corrections in every state: new ones, one that is overdue, one whose answer waits for us, and what became of others. */
export async function demoCorrections(pen: DemoPen): Promise<void> {
  const [first, second, third, ...others] = pen.suppliers.filter(({ isAdmitted }) => isAdmitted);
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
  for (const [index, course] of COURSES.entries()) {
    const supplier = others[index + 3];
    if (supplier) await new Correcting(pen, supplier, course).tell();
  }
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

/** One correction, by those who have to do with it. */
class Correcting {
  private id = "";

  constructor(
    private readonly pen: DemoPen,
    private readonly supplier: DemoSupplier,
    private readonly course: Course,
  ) {}

  /** @param after days after it was issued @param account of ours; none for the supplier's own person */
  private async at(after: number, account?: string): Promise<Context> {
    const { pen } = this;
    const days = Math.max(0, this.course.days - after);
    return pen.context(pen.moment(pen.daysAgo(days), 10), account ? await pen.person(account) : this.supplier.actor);
  }

  private move(context: Context, name: string, more: object = {}) {
    return applyTransition(context, { entity: this.pen.screen(ACTION).entity, id: this.id, name, ...more });
  }

  private async record(context: Context) {
    return (await openRecord(context, { entity: this.pen.screen(ACTION).entity, id: this.id })).record;
  }

  private async write(context: Context, values: Readonly<Record<string, unknown>>): Promise<void> {
    const { services } = this.pen;
    const screen = services.registry.screensOf(ACTION).find((one) => mayOnScreen(context, one, "edit"));
    const { version } = await this.record(context);
    await updateRecordBy(context, { screen: screen ?? this.pen.screen(ACTION), id: this.id, version, values });
  }

  async tell(): Promise<void> {
    const { pen, course } = this;
    const raised = await this.at(0, "qa1");
    const { id } = await pen.create(raised, ACTION, {
      ...{ supplier_id: this.supplier.id, source_type: "quality_issue", source_no: `来料反馈${course.days + 20}` },
      ...{ title: course.title, problem: course.problem, severity: course.d8 ? "major" : "minor" },
      ...{ method: course.d8 ? "d8" : "capa", owner_id: raised.actor.id },
    });
    this.id = id;
    if (course.end === "draft") return;
    await this.move(raised, "issue");
    if (course.end === "cancelled") {
      const reason = "复称确认秤台漂移，实际净含量合格。";
      await this.move(await this.at(2, "qamanager1"), "cancel", { reason });
    } else if (course.end === "contained") await this.contain();
    else await this.answered();
  }

  private async contain(): Promise<void> {
    const context = await this.at(1);
    await this.write(context, {
      containment: "同批次库存全部隔离，已发出的通知停用并安排更换。",
      contained: [
        { place: "supplier", qty: "120", treatment: "隔离待挑选" },
        { place: "warehouse", qty: "40", treatment: "更换" },
      ],
    });
    await this.move(context, "contain");
  }

  private async answered(): Promise<void> {
    const { pen, course } = this;
    const context = await this.at(6);
    const due = (after: number) => pen.daysAgo(course.days - after);
    await this.write(context, {
      root_cause: "换班后首件确认没有写进作业指导书，设备参数偏移后没有人复核。",
      escape_cause: "出货检验按整批抽样，没有覆盖换班后的首件。",
      prevent: "作业指导书增加换班首件确认，每月由质量部抽查执行记录。",
      actions: [
        { kind: "corrective", description: "修订作业指导书并培训三个班组", owner: "李班长", due_date: due(12) },
        { kind: "preventive", description: "出货检验增加换班首件抽样", owner: "质量部", due_date: due(14) },
      ],
    });
    await this.move(context, "submit");
    const judged = await this.at(8, "qa1");
    if (course.end === "returned") {
      await this.move(judged, "send_back", {
        reason: "措施与原因对应不上，请补充后重新提交。",
        input: { note_actions: "没有针对参数偏移的措施，请写明如何监控设备参数。" },
      });
      return;
    }
    await this.move(judged, "accept", { reason: "原因清楚，措施可行。", input: { report_score: "4" } });
    if (course.end === "closed") await this.close();
  }

  private async close(): Promise<void> {
    const { pen, course } = this;
    const own = await this.at(14);
    const done_date = pen.daysAgo(course.days - 14);
    const photos = await pen.picture(own, pen.screen(ACTION).entity, "after_photos", "首件确认记录.png");
    const lines = linesOf(await this.record(own), "actions").map(({ id }) => id);
    const inputs = (values: object) => Object.fromEntries(lines.map((id) => [id, values]));
    await this.move(own, "report_done", { lineInput: inputs({ done_date }), input: { after_photos: photos } });
    await this.move(await this.at(30, "qa1"), "close", {
      input: { verify_note: "其后五批到货单据齐全，措施有效。" },
      lineInput: inputs({ check: "pass" }),
    });
  }
}
