import { describe, expect, test } from "vitest";
import { dueOf } from "~/engine/deadlines/due";
import { deadlineParameters } from "~/engine/deadlines/parameters";
import { type AnyEntity, date, dateTime, defineEntity, noSupplier, reminder, section, text } from "~/engine/entity";
import { deadlineFaults } from "~/engine/entity/check-deadlines";
import type { Deadline } from "~/engine/entity/deadlines";
import { registry } from "~/modules/registry.server";

const late = reminder({
  label: "催办",
  days: [-3, 0],
  scenario: "sample.late",
  to: { roles: ["buyer"] },
  reads: ["number"],
  values: ({ text: shown, day }) => ({ number: shown("number"), day }),
});

function pass(deadlines: Readonly<Record<string, Deadline>>): AnyEntity {
  const sound = defineEntity({
    key: "quality/pass",
    label: "放行单",
    kind: "document",
    purpose: "放行。",
    number: "FX{YYYY}-{0001}",
    fields: {
      until: date({ label: "有效期至" }),
      asked_at: dateTime({ label: "提交时间" }),
      remark: text({ label: "备注" }),
    },
    list: { columns: ["number"], filters: ["number"], sort: "-created_at" },
    form: [section("放行", ["until", "asked_at", "remark"])],
    states: { open: "有效", ended: "已失效" },
    transitions: {
      end: { label: "失效", from: ["open"], to: "ended", by: "system" },
      refuse: { label: "退回", from: ["open"], to: "ended", by: "system", reason: "required" },
    },
    access: { suppliers: noSupplier, grants: {} },
  });
  return { ...(sound as AnyEntity), deadlines };
}

const faults = (deadline: Deadline) => {
  const entity = pass({ ends: deadline });
  return deadlineFaults(entity, new Map([[entity.key, entity]])).map((fault) => fault.split(": ").slice(1).join(": "));
};

describe("期限的定义", () => {
  test("说得全的没有错误", () => {
    expect(faults({ label: "有效期", at: "until", in: ["open"], lapse: "end", reminders: { buyer: late } })).toEqual(
      [],
    );
    expect(
      faults({ label: "有效期", at: "until", in: ["open"], lapse: { transition: "refuse", reason: "到期" } }),
    ).toEqual([]);
  });

  test("不存在的字段、状态、动作，启动时就拒绝", () => {
    expect(faults({ label: "有效期", at: "remark", in: ["open"], lapse: "end" })).toEqual([
      '"remark" is no field that holds a day or an instant',
    ]);
    expect(faults({ label: "有效期", at: "until", in: ["opened"], lapse: "end" })).toEqual([
      'the state "opened" does not exist',
      '"end" does not start from "opened"',
    ]);
    expect(faults({ label: "有效期", at: "until", in: ["open"], lapse: "close" })).toEqual([
      'ends in "close", which is no transition',
    ]);
    expect(faults({ label: "有效期", at: "until", lapse: "end" })).toEqual(["says no state in which it runs"]);
    const where = { op: "eq", column: "remarks", value: "1" } as const;
    expect(faults({ label: "有效期", at: "until", in: ["open"], where, lapse: "end" })).toEqual([
      '"where" looks at "remarks", which is no column',
    ]);
  });

  test("时间给不出的，到期时也给不出：原因要写明", () => {
    expect(faults({ label: "有效期", at: "until", in: ["open"], lapse: "refuse" })).toEqual([
      '"refuse" asks for a reason, and none is given',
    ]);
    const after = { unit: "hour", initial: 2, label: "时限" } as const;
    expect(faults({ label: "有效期", at: "until", after, in: ["open"], lapse: "end" })).toEqual([
      "hours cannot be counted from a day",
    ]);
  });

  test("什么都不做的、提醒不到人的、数不出日子的，都是错误", () => {
    expect(faults({ label: "有效期", at: "until", in: ["open"] })).toEqual(["reminds nobody and ends in nothing"]);
    const told = (change: object) =>
      faults({ label: "有效期", at: "until", in: ["open"], reminders: { buyer: { ...late, ...change } } });
    expect(told({ to: {} })).toEqual(["reaches nobody"]);
    expect(told({ days: [] })).toEqual(["its days cannot be counted"]);
    expect(told({ days: [1.5] })).toEqual(["its days cannot be counted"]);
    expect(told({ reads: ["numbers"] })).toEqual(['"numbers" is no column']);
    expect(told({ to: { people: ["supplier_id.buyer_id"] } })).toEqual(['"supplier_id.buyer_id" is no column']);
  });
});

describe("哪一天到期", () => {
  const on = (deadline: Partial<Deadline>, held: string, isDay: boolean, term: number) =>
    dueOf({ label: "", at: "until", ...deadline }, held, isDay, term);

  test("按天的算到那一天，按工作日的跳过周末，按小时的算到那一刻", () => {
    expect(on({}, "2025-03-14", true, 0)).toEqual({ day: "2025-03-14", instant: null });
    const term = (unit: "day" | "workday" | "hour") => ({ after: { unit, initial: 1, label: "" } });
    expect(on(term("day"), "2025-03-14", true, 3).day).toBe("2025-03-17");
    expect(on(term("workday"), "2025-03-14", true, 3).day).toBe("2025-03-19");
    const at = "2025-03-14T15:30:00.000Z";
    expect(on({}, at, false, 0)).toEqual({ day: "2025-03-14", instant: at });
    expect(on(term("hour"), at, false, 2)).toEqual({ day: "2025-03-15", instant: "2025-03-14T17:30:00.000Z" });
    // Half past eleven on Friday evening in China.
    expect(on(term("workday"), at, false, 1)).toEqual({ day: "2025-03-17", instant: null });
  });
});

test("每个期限的天数都是参数，键各不相同、装得下", () => {
  const all = deadlineParameters(registry.registrations.map(({ entity }) => entity));
  const keys = all.map(([key]) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => key.length > 60)).toEqual([]);
  expect(keys).toContain("deadline.sample-verification.arrives.supplier.days");
  for (const [, { name }] of all) expect(name.length).toBeLessThanOrEqual(60);
});
