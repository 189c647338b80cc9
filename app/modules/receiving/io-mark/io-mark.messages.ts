import { message } from "~/engine/entity";

/** Finance, and who bought the goods; where the movement has no order, whoever looks after the supplier. */
const OURS = { people: ["order_id.buyer_id"], elsePeople: ["supplier_id.buyer_id"], roles: ["finance"] } as const;

export const ioMarkMessages = [
  message({
    on: ["differ", "set_apart"],
    scenario: "io-mark.differs",
    to: OURS,
    reads: ["io_no", "supplier_id.name", "qty", "sap_qty", "sync_from"],
    values: ({ text, value }) => ({
      voucher: text("io_no"),
      supplier: text("supplier_id.name"),
      ours: value("sync_from") === "sap" ? "无" : text("qty"),
      theirs: text("sap_qty") || "无",
    }),
  }),
  message({
    on: ["object"],
    scenario: "io-mark.disputed",
    to: OURS,
    asks: "answer",
    reads: ["io_no", "supplier_id.name"],
    values: ({ text, reason }) => ({ voucher: text("io_no"), supplier: text("supplier_id.name"), reason }),
  }),
  message({
    on: ["answer"],
    scenario: "io-mark.answered",
    to: { suppliers: ["supplier_id"] },
    reads: ["io_no"],
    values: ({ text, reason }) => ({ voucher: text("io_no"), reason }),
  }),
];
