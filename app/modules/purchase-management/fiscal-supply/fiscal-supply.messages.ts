import { message, reminder } from "~/engine/entity";

const SUPPLIER = { suppliers: ["supplier_id"] } as const;
/** Who wrote it down, and who buys of the supplier. */
const OURS = { people: ["created_by", "supplier_id.buyer_id"], elseRoles: ["buyer"] } as const;
const BOTH = { ...OURS, ...SUPPLIER, readers: "supplier_id" } as const;
const NAMED = ["number", "fiscal_year", "supplier_id.name", "material_id.name"] as const;

type Read = { text(column: (typeof NAMED)[number]): string };

const named = ({ text }: Read) => ({
  number: text("number"),
  year: text("fiscal_year"),
  supplier: text("supplier_id.name"),
  material: text("material_id.name"),
});
/** As suppliers hear of it. */
const ofMaterial = ({ text }: Read) => ({
  number: text("number"),
  year: text("fiscal_year"),
  material: text("material_id.name"),
});

export const fiscalMessages = [
  message({
    on: ["publish"],
    scenario: "fiscal.published",
    to: SUPPLIER,
    reads: [...NAMED, "commit_qty"],
    values: (facts) => ({ ...ofMaterial(facts), qty: facts.text("commit_qty") }),
  }),
  message({
    on: ["adjust"],
    scenario: "fiscal.adjusted",
    to: SUPPLIER,
    reads: [...NAMED, "commit_qty"],
    values: (facts) => ({ ...ofMaterial(facts), qty: facts.text("commit_qty"), reason: facts.reason }),
  }),
  message({
    on: ["cancel"],
    from: ["active"],
    scenario: "fiscal.cancelled",
    to: SUPPLIER,
    reads: NAMED,
    values: (facts) => ({ ...ofMaterial(facts), reason: facts.reason }),
  }),
  message({
    on: ["report_capacity"],
    scenario: "fiscal.capacity-given",
    to: OURS,
    reads: [...NAMED, "capacity_qty"],
    values: (facts) => ({ ...named(facts), qty: facts.text("capacity_qty") }),
  }),
];

export const fiscalDeadlines = {
  over: {
    label: "财年供货结束日期",
    at: "valid_to",
    in: ["active"],
    lapse: "end_in_time",
  },
  /** Once a month, until the supplier has said what it can make. */
  capacity: {
    label: "产能填报期限",
    rows: { from: "每月的产能填报日", columns: {} },
    in: ["active"],
    reminders: {
      supplier: reminder({
        label: "提醒供应商填报产能",
        days: [-5, 0],
        every: 5,
        scenario: "fiscal.capacity-due",
        to: SUPPLIER,
        together: "/purchase-management/fiscal-supply",
        reads: ["number"],
        values: ({ day, count }) => ({ day, count: String(count) }),
      }),
    },
  },
  /** What is still to come in a month is more than the supplier can make. */
  shortage: {
    label: "产能不足",
    rows: { from: "不足的月份的月末", columns: { month: "月份", can: "可供产能", owes: "未交订单" } },
    in: ["active"],
    reminders: {
      both: reminder({
        label: "通知双方产能不足",
        days: [-60],
        until: 0,
        scenario: "fiscal.capacity-short",
        to: BOTH,
        reads: [...NAMED, "+month", "+can", "+owes"],
        values: (facts) => ({
          ...named(facts),
          month: facts.text("+month"),
          can: facts.text("+can"),
          owes: facts.text("+owes"),
        }),
      }),
    },
  },
  gap: {
    label: "供货缺口",
    rows: { from: "每月1日", columns: { gap: "预计缺口" } },
    in: ["active"],
    reminders: {
      ours: reminder({
        label: "通知采购员预计缺口",
        days: [0],
        scenario: "fiscal.gap",
        to: OURS,
        reads: [...NAMED, "+gap"],
        values: (facts) => ({ ...named(facts), gap: facts.text("+gap") }),
      }),
    },
  },
} as const;
