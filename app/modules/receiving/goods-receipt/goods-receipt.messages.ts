import { message, reminder } from "~/engine/entity";
import { where } from "~/shared/condition";

/** Who hears what of a receipt. */
export const receiptMessages = [
  message({
    on: ["count"],
    when: where.eq("state", "inspecting"),
    scenario: "receipt.to-judge",
    asks: "judge",
    to: { roles: ["qa"] },
    reads: ["number", "supplier_id.name", "factory_id.name"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      factory: shown("factory_id.name"),
    }),
  }),
  message({
    on: ["recount"],
    scenario: "receipt.to-recount",
    to: { people: ["created_by"], elseRoles: ["warehouse"] },
    reads: ["number", "supplier_id.name"],
    values: ({ text: shown, reason }) => ({ number: shown("number"), supplier: shown("supplier_id.name"), reason }),
  }),
  message({
    on: ["judge"],
    scenario: "receipt.to-post",
    to: { people: ["created_by"], elseRoles: ["warehouse"] },
    reads: ["number", "supplier_id.name", "accept_qty", "reject_qty"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      accepted: shown("accept_qty"),
      rejected: shown("reject_qty"),
    }),
  }),
  message({
    on: ["post"],
    scenario: "receipt.posted",
    to: { suppliers: ["supplier_id"] },
    reads: ["number", "factory_id.name", "accept_qty", "reject_qty", "diff_qty"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      factory: shown("factory_id.name"),
      accepted: shown("accept_qty"),
      rejected: shown("reject_qty"),
      difference: shown("diff_qty"),
    }),
  }),
  message({
    on: ["post"],
    when: where.not(where.atMost("reject_qty", 0)),
    scenario: "receipt.rejected",
    to: { people: ["supplier_id.buyer_id"], elseRoles: ["buyer"] },
    reads: ["number", "supplier_id.name", "factory_id.name", "reject_qty"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      factory: shown("factory_id.name"),
      rejected: shown("reject_qty"),
    }),
  }),
  message({
    on: ["dispute_difference"],
    scenario: "receipt.disputed",
    to: { people: ["supplier_id.buyer_id", "created_by"], elseRoles: ["buyer"] },
    reads: ["number", "supplier_id.name", "diff_qty"],
    values: ({ text: shown, reason }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      difference: shown("diff_qty"),
      reason,
    }),
  }),
  message({
    on: ["settle_difference"],
    scenario: "receipt.settled",
    to: { suppliers: ["supplier_id"] },
    reads: ["number", "factory_id.name"],
    values: ({ text: shown, reason }) => ({ number: shown("number"), factory: shown("factory_id.name"), reason }),
  }),
  message({
    on: ["reverse"],
    scenario: "receipt.reversed",
    to: {
      suppliers: ["supplier_id"],
      people: ["supplier_id.buyer_id"],
      elseRoles: ["buyer"],
      readers: "supplier_id",
    },
    reads: ["number", "supplier_id.name", "factory_id.name"],
    values: ({ text: shown, reason }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      factory: shown("factory_id.name"),
      reason,
    }),
  }),
];

/** How long the supplier has to say something about a difference. */
export const receiptDeadlines = {
  difference: {
    label: "差异确认期限",
    at: "posted_at",
    after: { unit: "day", initial: 3, label: "供应商确认收货差异的时限" },
    in: ["posted"],
    where: where.eq("diff_status", "waiting"),
    reminders: {
      supplier: reminder({
        label: "提醒供应商确认差异",
        days: [-1],
        until: 0,
        scenario: "receipt.difference-due",
        asks: "confirm_difference",
        to: { suppliers: ["supplier_id"] },
        reads: ["number", "factory_id.name", "diff_qty"],
        values: ({ text: shown, day }) => ({
          number: shown("number"),
          factory: shown("factory_id.name"),
          difference: shown("diff_qty"),
          day,
        }),
      }),
    },
    lapse: "agree_silently",
  },
} as const;
