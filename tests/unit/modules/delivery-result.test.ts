import { expect, test } from "vitest";
import { judgeDelivery, scoreOf } from "~/modules/master-data/delivery-assessment/delivery-assessment.rules";
import {
  answersAreWhole,
  excusedByRule,
  fillRate,
  finesOf,
  objectsInTime,
  onTimeRate,
  proposedFine,
  type ResultLine,
  scored,
} from "~/modules/master-data/delivery-result/delivery-result.rules";
import { initialLimit } from "../../support/limits";

const measure = { graceDays: 1, earlyCounts: false, tolerance: "2", today: "2025-04-10" };
const line = { qty: "100", due: "2025-03-20", isOver: false };
const judged = (arrivals: [string, string][], more: object = {}, other: object = {}) =>
  judgeDelivery({ ...line, arrivals: arrivals.map(([day, qty]) => ({ day, qty })), ...more }, { ...measure, ...other });

test("宽限最后一天、容差以内交齐算准时足量；晚一天、少一点就不算", () => {
  expect(judged([["2025-03-21", "98"]])).toMatchObject({ on_time: true, in_full: true, complete_on: "2025-03-21" });
  expect(judged([["2025-03-22", "98"]])).toMatchObject({ on_time: false, in_full: true, late_days: 2 });
  expect(judged([["2025-03-21", "97.999"]])).toMatchObject({ on_time: false, in_full: false, complete_on: null });
});

test("分批到货按交齐的一天；按期收货只算期限以内的", () => {
  const arrivals: [string, string][] = [
    ["2025-03-25", "50"],
    ["2025-03-20", "50"],
  ];
  expect(judged(arrivals)).toMatchObject({
    received_qty: "50.000",
    total_qty: "100.000",
    late_days: 5,
    on_time: false,
  });
});

test("提前到货只在规则说了的时候不准时；宽限不影响提前", () => {
  expect(judged([["2025-03-19", "100"]])).toMatchObject({ on_time: true, early: true });
  expect(judged([["2025-03-19", "100"]], {}, { earlyCounts: true })).toMatchObject({ on_time: false, early: true });
  expect(judged([["2025-03-20", "100"]], {}, { earlyCounts: true })).toMatchObject({ on_time: true, early: false });
});

test("不再要的余量不算延期，足量照算；没有到货的延期算到计算日", () => {
  expect(judged([["2025-03-18", "60"]], { isOver: true })).toMatchObject({ on_time: true, in_full: false });
  expect(judged([], { isOver: true })).toMatchObject({ on_time: false, late_days: 21 });
});

test("得分按区间，下限算在内，100算最高一档；没有应交行没有得分", () => {
  const bands = [
    { from_rate: "0", to_rate: "90", score: "0" },
    { from_rate: "90", to_rate: "100", score: "80" },
  ];
  expect(scoreOf("89.9999", bands)).toBe("0");
  expect(scoreOf("90", bands)).toBe("80");
  expect(scoreOf("100", bands)).toBe("80");
  expect(scored({ items: [], bands })).toBeNull();
});

const one = (more: Partial<ResultLine> = {}): ResultLine => ({
  on_time: true,
  in_full: true,
  currency: "CNY",
  amount: "1000.00",
  fine: "0.00",
  exempt_reason: null,
  ...more,
});

test("免责的行不计入；各币种的扣款分开，低于起罚金额的没有", () => {
  const late = { on_time: false, fine: "60.00" };
  const items = [one(), one(late), one({ ...late, currency: "USD" }), one({ ...late, exempt_reason: "不可抗力" })];
  expect(onTimeRate({ items })).toBe("33.3333");
  expect(fillRate({ items })).toBe("100.0000");
  expect(proposedFine({ items, min_fine: null })).toBe("CNY 60.00；USD 60.00");
  expect(finesOf(items, "60.01").every(({ isBelow, fine }) => isBelow && fine === "0.00")).toBe(true);
  expect(proposedFine({ items, min_fine: "60.01" })).toBeNull();
});

test("异议期限当天还可以提，次日不行", () => {
  const at = (today: string) =>
    objectsInTime({ dispute_deadline: "2025-04-17" }, {}, new Map(), {
      today,
      now: "",
      actorId: null,
      supplierId: null,
      limit: initialLimit,
    });
  expect(at("2025-04-17")).toBeNull();
  expect(at("2025-04-18")?.message).toBe("已超过异议期限（2025-04-17），不能提出异议");
});

test("接受异议要有规则列出的免责原因，不接受要写答复", () => {
  const result = {
    exempt_reasons: "不可抗力；我方变更交期",
    items: [{ id: "1", line_no: 10, objection_status: "waiting", on_time: false }],
  };
  const answer = (values: Record<string, string>) => answersAreWhole(result, {}, new Map([["1", values]]))?.message;
  expect(answer({})).toBe("请至少答复一行异议");
  expect(answer({ decision: "accepted" })).toBe("第1行接受异议须填写免责原因");
  expect(answer({ decision: "accepted", exempt_reason: "天气" })).toContain("只能是：不可抗力、我方变更交期");
  expect(answer({ decision: "accepted", exempt_reason: "不可抗力" })).toBeUndefined();
  expect(answer({ decision: "refused" })).toBe("第1行不接受异议须填写答复");
  const excused = (reasons: string | null) =>
    excusedByRule({ ...result, exempt_reasons: reasons }, {}, new Map([["1", { exempt_reason: "不可抗力" }]]));
  expect(excused("不可抗力")).toBeNull();
  expect(excused(null)?.message).toContain("没有免责原因");
});
