import { describe, expect, test } from "vitest";
import { digestPeriod, dueOf } from "~/engine/deadlines/due";
import { deadlineParameters } from "~/engine/deadlines/parameters";
import {
  type AnyEntity,
  date,
  dateTime,
  defineEntity,
  digest,
  noSupplier,
  reminder,
  section,
  taskReminder,
  text,
} from "~/engine/entity";
import { deadlineFaults } from "~/engine/entity/check-deadlines";
import { messageFaults } from "~/engine/entity/check-messages";
import type { Deadline } from "~/engine/entity/deadlines";
import { message } from "~/engine/entity/messages";
import type { EntityServer } from "~/engine/entity/server-hooks";
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

const around = (entity: AnyEntity) => ({
  entities: new Map([[entity.key, entity]]),
  scenarios: registry.scenarios,
});
const said = (faults: string[]) => faults.map((fault) => fault.split(": ").slice(1).join(": "));
const faults = (deadline: Deadline, server: EntityServer = {}) => {
  const entity = pass({ ends: deadline });
  return said(deadlineFaults(entity, { ...around(entity), server }));
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
    expect(told({ to: { roles: ["buyer"], elsePeople: ["keeper"] } })).toEqual(['"keeper" is no column']);
  });

  test("到期后不再说的提醒，提醒日不能排在那之后；数的是真有的记录", () => {
    const told = (change: object) =>
      faults({ label: "有效期", at: "until", in: ["open"], reminders: { buyer: { ...late, ...change } } });
    expect(told({ until: 0 })).toEqual([]);
    expect(told({ until: 0, days: [-3, 1] })).toEqual(["some of its days come after the last one on which it is said"]);
    const counted = { of: "quality/pass", column: "remark", where: { op: "eq", column: "state", value: "open" } };
    expect(told({ counts: { open: counted } })).toEqual([]);
    expect(told({ counts: { open: { ...counted, of: "quality/other" } } })).toEqual([
      'counts rows of "quality/other", which is no entity',
    ]);
    expect(told({ counts: { open: { ...counted, column: "remarks" } } })).toEqual([
      'counts by "remarks", which is no column of "quality/pass"',
    ]);
    expect(told({ counts: { open: counted }, together: "/quality/pass" })).toEqual([
      "counts rows of one record and is said of several together",
    ]);
  });
});

describe("算出来的行、待办和汇总的定义", () => {
  const rows = { from: "明细", columns: { person: "责任人" } };
  const worked = { deadlines: { ends: async () => [] } };
  const inLines = {
    label: "明细",
    rows,
    in: ["open"],
    reminders: { person: { ...late, to: { people: ["+person"] } } },
  };

  test("算出来的行要有算它的代码，只提醒，读得到的只有它说的列", () => {
    expect(faults(inLines, worked)).toEqual([]);
    expect(faults(inLines)).toEqual(["its rows are worked out by no hook"]);
    expect(faults({ ...inLines, lapse: "end" }, worked)).toEqual(["rows that are worked out only remind"]);
    expect(faults({ ...inLines, at: "until" }, worked)).toEqual(["hangs on a column, and has its rows worked out"]);
    const strange = { person: { ...late, to: { people: ["+buyer"] } } };
    expect(faults({ ...inLines, reminders: strange }, worked)).toEqual(['"+buyer" is no column']);
    expect(faults({ label: "有效期", at: "until", in: ["open"], lapse: "end" }, worked)).toEqual([
      'the hook "deadlines.ends" belongs to no deadline that asks it',
    ]);
  });

  test("待办要说给谁，只在存在的状态里", () => {
    const task = (change: object) =>
      taskReminder({
        label: "待办",
        days: [0],
        reads: ["number"],
        task: { title: () => "核对", role: () => "buyer", while: ["open"], ...change },
      });
    const asked = (change: object) =>
      faults({ label: "有效期", at: "until", in: ["open"], reminders: { buyer: task(change) } });
    expect(asked({})).toEqual([]);
    expect(asked({ role: undefined })).toEqual(["its task is nobody's"]);
    expect(asked({ while: ["opened"] })).toEqual(['the state "opened" does not exist']);
    expect(asked({ role: undefined, supplier: "supplier" })).toEqual(['"supplier" is no column']);
  });

  test("汇总的日子在一周、一月之内，发得到人，只看存在的列", () => {
    const weekly = (change: object) => {
      const sound = digest({
        label: "周报",
        every: "week",
        day: 1,
        where: { op: "set", column: "until" },
        scenario: "sample.late",
        to: { roles: ["buyer"] },
        reads: ["until"],
        values: (all) => ({ number: String(all.length), day: "" }),
        path: "/",
      });
      const entity = { ...pass({}), digests: { weekly: { ...sound, ...change } } };
      return said(deadlineFaults(entity, around(entity)));
    };
    expect(weekly({})).toEqual([]);
    expect(weekly({ day: 8 })).toEqual(['"8" is no day of a week']);
    expect(weekly({ every: "month", day: 29 })).toEqual(['"29" is no day of a month']);
    expect(weekly({ to: {} })).toEqual(["reaches nobody"]);
    expect(weekly({ reads: ["untill"] })).toEqual(['"untill" is no column']);
    expect(weekly({ where: { op: "set", column: "untill" } })).toEqual([
      '"where" looks at "untill", which is no column',
    ]);
  });

  test("消息里由代码算出的人，要有算他们的代码；从哪个状态来的要存在", () => {
    const told = (change: object, server: EntityServer = {}) => {
      const one = message({
        on: ["end"],
        scenario: "sample.late",
        to: { people: ["+buyers"] },
        reads: ["number"],
        values: ({ text: shown, today }) => ({ number: shown("number"), day: today }),
      });
      const entity = { ...pass({}), messages: [{ ...one, ...change }] };
      return said(messageFaults(entity, { ...around(entity), server }));
    };
    const audiences = { audiences: { buyers: async () => [] } };
    expect(told({}, audiences)).toEqual([]);
    expect(told({})).toEqual(['"+buyers" is worked out by no hook']);
    expect(told({ from: ["opened"] }, audiences)).toEqual(['the state "opened" does not exist']);
    expect(told({ to: { roles: ["buyer"] } }, audiences)).toEqual([
      'the hook "audiences.buyers" is asked by no message',
    ]);
  });
});

test("汇总到了日子才发，当周、当月内补得上；周和月各以第一天为准，改了日子不重发", () => {
  // 10 March 2025 is a Monday.
  expect(digestPeriod("week", 1, "2025-03-10")).toBe("2025-03-10");
  expect(digestPeriod("week", 1, "2025-03-16")).toBe("2025-03-10");
  expect(digestPeriod("week", 3, "2025-03-11")).toBeNull();
  expect(digestPeriod("week", 3, "2025-03-12")).toBe("2025-03-10");
  expect(digestPeriod("week", 7, "2025-03-16")).toBe("2025-03-10");
  expect(digestPeriod("month", 1, "2025-03-01")).toBe("2025-03-01");
  expect(digestPeriod("month", 28, "2025-03-27")).toBeNull();
  expect(digestPeriod("month", 28, "2025-02-28")).toBe("2025-02-01");
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
