import { describe, expect, test } from "vitest";
import {
  acceptRate,
  classesBelow,
  classesOnce,
  deadlineGiven,
  dueFor,
  effectiveFromNow,
  textBlocks,
} from "~/modules/base-data/provision/provision.rules";
import { notRemindedToday, READ_FIRST, readToEnd } from "~/modules/base-data/provision-receipt/provision-receipt.rules";
import { initialLimit } from "../../support/limits";

const facts = {
  now: "2025-03-10T02:00:00.000Z",
  today: "2025-03-10",
  actorId: null,
  supplierId: null,
  limit: initialLimit,
};
const nothing = new Map();

describe("发布的条件", () => {
  test("生效日期不早于今天，今天可以", () => {
    const on = (effective_date: string) => effectiveFromNow({ effective_date }, {}, nothing, facts)?.message;
    expect(on("2025-03-09")).toBe("生效日期不能早于今天");
    expect(on("2025-03-10")).toBeUndefined();
  });

  test("必须确认的要写期限；期限不能已经过去", () => {
    const given = (must_accept: boolean, accept_deadline: string | null) =>
      deadlineGiven({ must_accept, accept_deadline }, {}, nothing, facts)?.message;
    expect(given(true, null)).toBe("必须确认的规定请填写确认期限");
    expect(given(false, null)).toBeUndefined();
    expect(given(true, "2025-03-09")).toBe("确认期限不能早于今天");
    expect(given(true, "2025-03-10")).toBeUndefined();
  });

  test("同一分类只写一次，指出第几行", () => {
    const classes = [{ supplier_class_id: "a" }, { supplier_class_id: "b" }, { supplier_class_id: "a" }];
    expect(classesOnce({ classes })?.field).toBe("classes.2.supplier_class_id");
    expect(classesOnce({ classes: classes.slice(0, 2) })).toBeNull();
  });
});

describe("谁在什么时候以前确认", () => {
  test("分类包括它的下级，上下级成环也能算完", () => {
    const all = [
      { id: "raw", parent_id: null },
      { id: "grain", parent_id: "raw" },
      { id: "corn", parent_id: "grain" },
      { id: "box", parent_id: null },
      { id: "x", parent_id: "y" },
      { id: "y", parent_id: "x" },
    ];
    expect([...classesBelow(["raw"], all)].sort()).toEqual(["corn", "grain", "raw"]);
    expect([...classesBelow(["x"], all)].sort()).toEqual(["x", "y"]);
  });

  test("发布时通知的按规定的期限，后来准入的另有天数，但不早于规定的期限", () => {
    const due = (accept_deadline: string | null, lateDays: number | null) =>
      dueFor({ accept_deadline }, { today: "2025-03-10", lateDays });
    expect(due("2025-03-12", null)).toBe("2025-03-12");
    expect(due("2025-01-31", 7)).toBe("2025-03-17");
    expect(due("2025-04-30", 7)).toBe("2025-04-30");
    expect(due(null, 7)).toBeNull();
  });

  test("确认率保留一位小数，没有通知过谁的为空", () => {
    expect(acceptRate(7, 8)).toBe("87.5%");
    expect(acceptRate(0, 0)).toBe("");
  });
});

describe("正文", () => {
  test("章、条开头的短行是标题，其余按空行分段，行内换行保留", () => {
    expect(textBlocks("第一章 总则\n一、适用范围\n（一）原料\n适用于原料。\n也适用于包装。\n\n## 附\n以上。")).toEqual([
      { kind: "heading", text: "第一章 总则" },
      { kind: "heading", text: "一、适用范围" },
      { kind: "subheading", text: "（一）原料" },
      { kind: "paragraph", text: "适用于原料。\n也适用于包装。" },
      { kind: "subheading", text: "附" },
      { kind: "paragraph", text: "以上。" },
    ]);
  });

  test("像条款那样开头的长句不是标题；网页标签只是文字", () => {
    const long = `一、${"供应商应当按照订单要求的时间和地点交货，".repeat(3)}`;
    expect(textBlocks(long)).toEqual([{ kind: "paragraph", text: long }]);
    expect(textBlocks("<script>alert(1)</script>")).toEqual([{ kind: "paragraph", text: "<script>alert(1)</script>" }]);
  });
});

describe("确认和催确认", () => {
  test("没有打开过正文，或没有读到最后的，不能确认", () => {
    const opened = { read_at: "2025-03-10T02:00:00.000Z" };
    expect(readToEnd({ read_at: null }, { read_to_end: true })?.message).toBe(READ_FIRST);
    expect(readToEnd(opened, { read_to_end: false })?.message).toBe(READ_FIRST);
    expect(readToEnd(opened, { read_to_end: true })).toBeNull();
  });

  test("一天最多提醒一次", () => {
    const last = (reminded_on: string | null) => notRemindedToday({ reminded_on }, {}, nothing, facts);
    expect(last("2025-03-10")?.message).toContain("今天已经提醒过");
    expect(last("2025-03-09")).toBeNull();
    expect(last(null)).toBeNull();
  });
});
