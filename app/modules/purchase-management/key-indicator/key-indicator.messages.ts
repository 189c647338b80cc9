import { reminder } from "~/engine/entity";
import { where } from "~/shared/condition";

export const indicatorDeadlines = {
  /** What was missed is explained in the first days of the next month. */
  unexplained: {
    label: "差异说明期限",
    at: "month_end",
    after: { unit: "workday", initial: 3, label: "差异说明期限" },
    in: ["open"],
    where: where.all(where.eq("light", "red"), where.empty("comment")),
    reminders: {
      owner: reminder({
        label: "提醒负责人填写差异说明",
        days: [0],
        scenario: "indicator.unexplained",
        to: { people: ["owner_id"], elseRoles: ["purchase_manager"] },
        reads: ["number", "name", "target", "actual", "period"],
        values: (facts) => ({
          number: facts.text("number"),
          name: facts.text("name"),
          target: facts.text("target"),
          actual: facts.text("actual"),
          month: facts.text("period"),
        }),
      }),
    },
  },
} as const;
