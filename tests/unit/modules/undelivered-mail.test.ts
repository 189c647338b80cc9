import { describe, expect, test } from "vitest";
import {
  dueText,
  escalates,
  reminds,
  remindsOfSomething,
  runsOn,
} from "~/modules/master-data/undelivered-mail/undelivered-mail.rules";

const plan = { before_days: 3, after_days: 2, escalate_days: 7 };
const madeUp = 7;
const daily = (today: string) => ({ today, since: null, byHand: false, madeUp });

describe("未交货邮件方案", () => {
  test("交期前第三天和当天提醒，其间不提醒", () => {
    const notified = ["2025-03-06", "2025-03-07", "2025-03-08", "2025-03-09", "2025-03-10"].filter((day) =>
      reminds(plan, "2025-03-10", daily(day)),
    );
    expect(notified).toEqual(["2025-03-07", "2025-03-10"]);
  });

  test("逾期第一天起每隔两天提醒", () => {
    const notified = ["2025-03-11", "2025-03-12", "2025-03-13", "2025-03-14", "2025-03-15"].filter((day) =>
      reminds(plan, "2025-03-10", daily(day)),
    );
    expect(notified).toEqual(["2025-03-11", "2025-03-13", "2025-03-15"]);
    expect(reminds({ ...plan, after_days: null }, "2025-03-10", daily("2025-03-11"))).toBe(false);
  });

  test("周末没有运行的，周一补上；停得再久也只补规定的天数", () => {
    const missed = (due: string, today: string, since: string, most = madeUp) =>
      reminds({ ...plan, after_days: null }, due, { today, since, byHand: false, madeUp: most });
    // Due on Saturday the 8th: the day itself fell into the pause.
    expect(missed("2025-03-08", "2025-03-10", "2025-03-07")).toBe(true);
    expect(missed("2025-03-08", "2025-03-10", "2025-03-09")).toBe(false);
    expect(missed("2025-03-08", "2025-03-10", "2025-03-07", 2)).toBe(false);
    expect(missed("2025-03-01", "2025-03-20", "2025-01-01")).toBe(false);
    expect(missed("2025-03-01", "2025-03-20", "2025-01-01", 20)).toBe(true);
  });

  test("手工发送提醒期限内和逾期的全部行", () => {
    const byHand = { today: "2025-03-10", since: "2025-03-10", byHand: true, madeUp };
    expect(reminds(plan, "2025-03-12", byHand)).toBe(true);
    expect(reminds(plan, "2025-03-14", byHand)).toBe(false);
    expect(reminds(plan, "2025-02-01", byHand)).toBe(true);
  });

  test("升级从规定天数起；运行日按方案", () => {
    expect(escalates(plan, "2025-03-03", "2025-03-10")).toBe(true);
    expect(escalates(plan, "2025-03-04", "2025-03-10")).toBe(false);
    expect([runsOn("monday", "2025-03-10"), runsOn("monday", "2025-03-11")]).toEqual([true, false]);
    expect([runsOn("workdays", "2025-03-09"), runsOn("workdays", "2025-03-10")]).toEqual([false, true]);
    expect(runsOn("daily", "2025-03-09")).toBe(true);
    expect([dueText("2025-03-10", "2025-03-10"), dueText("2025-03-08", "2025-03-10")]).toEqual([
      "今天到期",
      "已逾期2天",
    ]);
  });

  test("方案要说明何时提醒；升级天数和收件人一起填", () => {
    expect(
      remindsOfSomething({ before_days: null, after_days: null, escalate_days: null, escalate_to: null })?.field,
    ).toBe("before_days");
    expect(remindsOfSomething({ ...plan, escalate_to: null })?.field).toBe("escalate_to");
    expect(remindsOfSomething({ ...plan, escalate_to: "x" })).toBeNull();
  });
});
