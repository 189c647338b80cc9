import { message, reminder } from "~/engine/entity";

const SUPPLIER = { suppliers: ["supplier_id"] } as const;
const OURS = { people: ["supplier_id.buyer_id"], roles: ["finance"] } as const;

export const monthConfirmationMessages = [
  message({
    on: ["issue"],
    scenario: "month.ready",
    to: SUPPLIER,
    asks: "confirm",
    reads: ["number", "month", "row_count"],
    values: ({ text }) => ({ number: text("number"), month: text("month"), rows: text("row_count") }),
  }),
  message({
    on: ["confirm"],
    scenario: "month.confirmed",
    to: { roles: ["finance"] },
    reads: ["number", "month", "row_count", "supplier_id.name"],
    values: ({ text }) => ({
      number: text("number"),
      month: text("month"),
      supplier: text("supplier_id.name"),
      rows: text("row_count"),
    }),
  }),
];

export const monthConfirmationDeadlines = {
  answer: {
    label: "月度出入库确认期限",
    at: "ready_on",
    after: { unit: "day", initial: 5, label: "确认时限" },
    in: ["to_confirm", "disputed"],
    reminders: {
      supplier: reminder({
        label: "催供应商确认",
        days: [-2, 0],
        every: 3,
        scenario: "month.due",
        to: SUPPLIER,
        asks: "confirm",
        reads: ["number", "month"],
        values: ({ text, day }) => ({ number: text("number"), month: text("month"), day }),
      }),
      ours: reminder({
        label: "告知财务和采购员逾期",
        days: [1],
        every: 7,
        scenario: "month.overdue",
        to: OURS,
        reads: ["number", "month", "supplier_id.name"],
        values: ({ text }) => ({
          number: text("number"),
          month: text("month"),
          supplier: text("supplier_id.name"),
        }),
      }),
    },
  },
} as const;
