import { applyTransition } from "~/engine/operations/transition.server";
import { momentOf } from "~/shared/calendar";
import type { DemoWriter } from "./demo-writer.server";

const CLAUSE = "base-data/standard-clause";
const FORM = "system-management/form";
const MESSAGE = "system-management/composed-message";
const NEWS = "system-management/news";
const TEMPLATE = "supplier-management/scoring-template";

/** A move of a document, so many days ago; by the program. */
interface Step {
  name: string;
  days: number;
  reason?: string;
  input?: Readonly<Record<string, unknown>>;
}

/** Writes documents in the states that no story above ends in: given up, replaced, called back. */
class LastStates {
  constructor(private readonly writer: DemoWriter) {}

  private at(days: number) {
    const { writer } = this;
    return writer.context(writer.moment(writer.daysAgo(days), 11));
  }

  private async go(key: string, id: string, steps: readonly Step[]): Promise<void> {
    const entity = this.writer.services.registry.entity(key);
    for (const { name, days, reason, input } of steps)
      await applyTransition(this.at(days), {
        ...{ entity, id, name },
        ...(reason ? { reason } : {}),
        ...(input ? { input } : {}),
      });
  }

  private async tell(key: string, days: number, values: object, steps: readonly Step[] = []): Promise<string> {
    const { id } = await this.writer.create(this.at(days), key, { ...values });
    await this.go(key, id, steps);
    return id;
  }

  async all(): Promise<void> {
    await this.writer.together(this.at(0), async () => {
      await this.papers();
      await this.sheets();
      await this.texts();
    });
  }

  private async papers(): Promise<void> {
    const clause = (title: string) => ({
      ...{ title, category: "delivery", body: "双方按本合同附件约定的包装规范交付。", risk_level: "low" },
    });
    const inForce: Step[] = [
      { name: "submit", days: 150 },
      { name: "approve", days: 149 },
    ];
    await this.tell(CLAUSE, 150, clause("包装与标识"), [
      ...inForce,
      { name: "revise", days: 6, reason: "新增可回收包装的要求" },
    ]);
    await this.tell(CLAUSE, 150, clause("传真通知（停用）"), [
      ...inForce,
      { name: "disable", days: 30, reason: "不再以传真通知" },
    ]);
  }

  private async sheets(): Promise<void> {
    const sheet = (name: string) => ({
      ...{ name, usage: "onsite_audit", pass_line: "80", conditional_line: "70" },
      dims: [{ code: "A", name: "现场管理", weight: "100" }],
      items: [
        { dim_code: "A", item: "现场整洁与标识", requirement: "分区清楚，标识齐全", max_score: "50" },
        { dim_code: "A", item: "设备点检", requirement: "每班点检并记录", max_score: "50" },
      ],
    });
    await this.tell(TEMPLATE, 2, sheet("包材供应商现场审核表（新）"));
    await this.tell(TEMPLATE, 300, sheet("现场审核简表"), [
      { name: "publish", days: 299 },
      { name: "retire", days: 190, reason: "由原料供应商现场审核表代替" },
    ]);
    await this.tell(
      FORM,
      200,
      {
        ...{ code: "SPRING", name: "节后复工情况调查", audience: "supplier", intro: "请在复工后三天内填写。" },
        items: [{ label: "复工日期", type: "date", required: "1" }],
      },
      [
        { name: "publish", days: 199 },
        { name: "stop", days: 120, reason: "调查已经结束" },
      ],
    );
  }

  private async texts(): Promise<void> {
    const { writer } = this;
    const text = (title: string, content: string) => ({ title, content, audience: "internal" });
    await this.tell(MESSAGE, 14, { ...text("盘点通知", "本周五盘点，下午停止收货。"), level: "info" }, [
      { name: "send", days: 14 },
      { name: "recall", days: 14, reason: "日期有误" },
    ]);
    const news = (title: string, content: string) => ({ ...text(title, content), category: "notice" });
    const planned = { publish_at: momentOf(writer.daysAgo(-7), "09:00") };
    await this.tell(NEWS, 1, { ...news("月末结账安排", "月末两天暂停入账。"), ...planned }, [
      { name: "schedule", days: 1, input: planned },
    ]);
    await this.tell(NEWS, 50, news("班车时刻调整", "自下周一起执行新时刻。"), [
      { name: "publish", days: 50 },
      { name: "recall", days: 49, reason: "时刻表有误，另行发布" },
    ]);
    await this.tell(NEWS, 80, news("节日值班安排", "值班表见各部门公告栏。"), [
      { name: "publish", days: 80 },
      { name: "expire", days: 65 },
    ]);
  }
}

/** Behind every story: documents in the states that none of them ends in. */
export async function loadLastStates(writer: DemoWriter): Promise<void> {
  await new LastStates(writer).all();
}
