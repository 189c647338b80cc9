import { expect, test } from "vitest";
import { isPaused } from "~/engine/jobs/planning.server";
import { nextRuns, scheduleComplaint, scheduleText, zonedText } from "~/engine/jobs/schedule.server";

const NOW = new Date("2025-03-10T02:00:00.000Z");
const cron = (conf: string, zone = "Asia/Shanghai") => ({ type: "cron", conf, zone });
const texts = (runs: readonly Date[]) => runs.map((run) => run.toISOString());

test.each([
  ["0 * * * *", null],
  ["30 0 9 1 * *", null],
  ["0 9 * * 1-5", null],
  ["0 0 L * *", null],
  ["* * * *", "Cron表达式应为5段（分 时 日 月 周）或6段（秒 分 时 日 月 周），各段用空格分开"],
  ["61 * * * *", "Cron表达式不正确：第1段“61”应为分（0-59），可用 * , - / 组合"],
  ["0 a * * *", "Cron表达式不正确：第2段“a”应为时（0-23），可用 * , - / 组合"],
  ["0 0 0 1 13 *", "Cron表达式不正确：第5段“13”应为月（1-12），可用 * , - / 组合"],
  ["0 0 31 2 *", "该表达式没有下一次执行时间"],
  ["*/5 * * * * *", "执行间隔不能小于10秒"],
  ["0,5 0 3 * * *", "执行间隔不能小于10秒"],
  ["*/10 * * * * *", null],
])("表达式 %s：%s", (conf, complaint) => {
  expect(scheduleComplaint(cron(conf), NOW)).toBe(complaint);
});

test("下次时间按任务的时区计算；夏令时前后钟点不变", () => {
  expect(texts(nextRuns(cron("0 8 * * *"), NOW, 2))).toEqual(["2025-03-11T00:00:00.000Z", "2025-03-12T00:00:00.000Z"]);
  const london = nextRuns(cron("0 8 * * *", "Europe/London"), new Date("2025-03-29T00:00:00.000Z"), 2);
  expect(texts(london)).toEqual(["2025-03-29T08:00:00.000Z", "2025-03-30T07:00:00.000Z"]);
  expect(london.map((run) => zonedText(run, "Europe/London"))).toEqual([
    "2025-03-29 08:00:00 星期六",
    "2025-03-30 08:00:00 星期日",
  ]);
});

test("固定间隔从上一次的时间数起，错过的不补；时钟调回后最多等一个间隔", () => {
  const every = { type: "fix_rate", conf: "90", zone: "UTC" };
  const last = new Date(NOW.getTime() - 200_000);
  expect(texts(nextRuns(every, NOW, 2, last))).toEqual(["2025-03-10T02:01:10.000Z", "2025-03-10T02:02:40.000Z"]);
  expect(texts(nextRuns(every, NOW, 1, new Date(NOW.getTime() + 900_000)))).toEqual(["2025-03-10T02:01:30.000Z"]);
  expect(nextRuns({ ...every, conf: "9" }, NOW, 1)).toEqual([]);
  expect(nextRuns({ type: "none", conf: null, zone: "UTC" }, NOW, 1)).toEqual([]);
});

test("调度用中文说明", () => {
  expect(scheduleText(cron("0 9 * * 1-5"))).toBe("在09:00，星期一至星期五");
  expect(scheduleText(cron("0 0 L * *"))).toBe("在00:00，限每月的最后一天");
  expect(scheduleText({ type: "fix_rate", conf: "90", zone: "UTC" })).toBe("每隔90秒");
  expect(scheduleText({ type: "none", conf: null, zone: "UTC" })).toBe("不自动执行");
});

test.each([
  ["22:00", "06:00", "2025-03-10T15:00:00Z", true],
  ["22:00", "06:00", "2025-03-10T21:59:00Z", true],
  ["22:00", "06:00", "2025-03-10T22:00:00Z", false],
  ["12:00", "13:00", "2025-03-10T04:30:00Z", true],
  ["12:00", "13:00", "2025-03-10T05:00:00Z", false],
  [null, null, "2025-03-10T05:00:00Z", false],
])("停机窗口 %s-%s 在 %s：%s", (pauseFrom, pauseTo, at, paused) => {
  expect(isPaused({ pauseFrom, pauseTo }, new Date(at))).toBe(paused);
});
