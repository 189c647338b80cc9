import { type Condition, where } from "~/shared/condition";

export const SUPPLIER = "0195a000-0000-7000-8000-00000000000a";
export const OTHER_SUPPLIER = "0195b000-0000-7000-8000-00000000000b";

/** The day and instant at which moving conditions are judged. */
export const MOMENT = {
  today: "2025-03-10",
  now: "2025-03-10T04:00:00.000Z",
  /** All whole numbers that conditions name. */
  limit: () => 2,
};

/** Columns of the rows below, as the database types them. */
export const COLUMNS = {
  id: "integer",
  state: "text",
  amount: "numeric(18,2)",
  days: "integer",
  due: "date",
  at: "timestamptz",
  urgent: "boolean",
  supplier_id: "uuid",
} as const;

/** Rows as records carry them: decimals, days and instants are text. The last one is empty but for its id. */
export const ROWS: readonly Readonly<Record<string, string | number | boolean | null>>[] = [
  {
    id: 1,
    state: "released",
    amount: "9.00",
    days: 9,
    due: "2025-03-09",
    at: "2025-03-10T03:59:59.999Z",
    urgent: true,
    supplier_id: SUPPLIER,
  },
  {
    id: 2,
    state: "Draft",
    amount: "100.50",
    days: 100,
    due: "2025-03-10",
    at: "2025-03-10T04:00:00.000Z",
    urgent: false,
    supplier_id: OTHER_SUPPLIER,
  },
  {
    id: 3,
    state: "100%_off\\",
    amount: "-1.00",
    days: 0,
    due: "2025-03-11",
    at: "2025-03-11T00:00:00.000Z",
    urgent: false,
    supplier_id: SUPPLIER,
  },
  { id: 4, state: null, amount: null, days: null, due: null, at: null, urgent: null, supplier_id: null },
];

/** Conditions and the ids of the rows that satisfy them, in memory and in the database alike. */
export const CASES: readonly (readonly [name: string, condition: Condition, ids: readonly number[]])[] = [
  ["总是", where.always, [1, 2, 3, 4]],
  ["从不", where.never, []],
  ["等于", where.eq("state", "released"), [1]],
  ["等于，金额按数值比较", where.eq("amount", 9), [1]],
  ["不等于，空值不算", { op: "ne", column: "state", value: "released" }, [2, 3]],
  ["大于等于，金额不按字面比较", where.atLeast("amount", "10"), [2]],
  ["小于等于，数字写成文本或数都一样", where.atMost("amount", 9), [1, 3]],
  ["小于，负数在零之下", { op: "lt", column: "amount", value: "0" }, [3]],
  ["大于，整数", { op: "gt", column: "days", value: 9 }, [2]],
  ["日期先后", where.atMost("due", "2025-03-10"), [1, 2]],
  ["是与否", where.eq("urgent", false), [2, 3]],
  ["今天起若干天内，天数由参数说", where.soon("due", "warning.expiryDays"), [2, 3]],
  ["若干天以前，天数由参数说", where.not(where.pastBy("due", "warning.expiryDays")), [1, 2, 3]],
  ["达到参数所说的数，空值不算", where.reaches("days", "warning.expiryDays"), [1, 2]],
  ["其中之一", where.oneOf("state", ["released", "Draft"]), [1, 2]],
  ["其中之一，没有列出任何值", where.oneOf("state", []), []],
  ["不在空的列表里", where.not(where.oneOf("state", [])), [1, 2, 3, 4]],
  ["没有填写", where.empty("due"), [4]],
  ["填写了", where.set("due"), [1, 2, 3]],
  ["并非等于，空值不算", where.not(where.eq("state", "released")), [2, 3]],
  ["并非其中之一，空值不算", where.not(where.oneOf("state", ["released"])), [2, 3]],
  ["双重否定", where.not(where.not(where.eq("state", "released"))), [1]],
  ["都满足", where.all(where.set("due"), where.eq("urgent", false)), [2, 3]],
  ["都满足，没有条件", where.all(), [1, 2, 3, 4]],
  ["任一满足", where.any(where.empty("due"), where.eq("urgent", true)), [1, 4]],
  ["任一满足，没有条件", where.any(), []],
  ["并非都满足：一项不满足即可，未知的不算", where.not(where.all(where.set("id"), where.eq("urgent", false))), [1]],
  ["并非任一满足", where.not(where.any(where.eq("urgent", true), where.eq("state", "Draft"))), [3]],
  ["自己的", where.own("supplier_id"), [1, 3]],
  ["不是自己的", where.not(where.own("supplier_id")), [2]],
  ["过了今天", where.past("due"), [1]],
  ["过了此刻", where.past("at", "now"), [1]],
  ["还没有过今天", { op: "notBefore", column: "due", moment: "today" }, [2, 3]],
  ["还没有过此刻", { op: "notBefore", column: "at", moment: "now" }, [2, 3]],
  ["包含，不分大小写", { op: "contains", columns: ["state"], text: "DRA" }, [2]],
  ["包含，没有大小写的文字", { op: "contains", columns: ["state"], text: "0%_" }, [3]],
  ["包含，通配符只是字", { op: "contains", columns: ["state"], text: "0%_o" }, [3]],
  ["包含，反斜杠只是字", { op: "contains", columns: ["state"], text: "\\" }, [3]],
  ["不包含，空值不算", where.not({ op: "contains", columns: ["state"], text: "e" }), [2, 3]],
];
