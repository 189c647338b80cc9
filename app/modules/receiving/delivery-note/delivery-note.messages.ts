import { message } from "~/engine/entity";
import { where } from "~/shared/condition";

/** Whoever takes the goods in and judges them. */
const RECEIVERS = ["warehouse", "qa"] as const;

/** Whom a delivery note tells what. */
export const noteMessages = [
  message({
    on: ["ask_early"],
    scenario: "delivery.early-asked",
    to: { people: ["supplier_id.buyer_id"], elseRoles: ["buyer"] },
    reads: ["number", "supplier_id.name", "factory_id.name", "eta"],
    asks: "release_early",
    values: ({ text: shown, reason }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      factory: shown("factory_id.name"),
      eta: shown("eta"),
      reason,
    }),
  }),
  message({
    on: ["release_early", "refuse_early"],
    scenario: "delivery.early-answered",
    to: { suppliers: ["supplier_id"] },
    reads: ["number", "factory_id.name", "eta"],
    values: ({ text: shown, transition, reason }) => ({
      number: shown("number"),
      factory: shown("factory_id.name"),
      eta: shown("eta"),
      result: transition === "release_early" ? "同意" : "不同意",
      reason,
    }),
  }),
  message({
    on: ["submit"],
    scenario: "delivery.noticed",
    to: { roles: RECEIVERS },
    reads: ["number", "supplier_id.name", "factory_id.name", "eta", "vehicle_no"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      factory: shown("factory_id.name"),
      eta: shown("eta"),
      vehicle: shown("vehicle_no"),
    }),
  }),
  message({
    on: ["submit", "edit_trip"],
    when: where.atLeast("delay_days", 1),
    scenario: "delivery.delayed",
    to: { people: ["supplier_id.buyer_id"], elseRoles: ["buyer"] },
    reads: ["number", "supplier_id.name", "factory_id.name", "eta", "delay_days"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      factory: shown("factory_id.name"),
      eta: shown("eta"),
      days: shown("delay_days"),
    }),
  }),
  message({
    on: ["edit_trip"],
    scenario: "delivery.trip-changed",
    to: { roles: ["warehouse"] },
    reads: ["number", "supplier_id.name", "eta", "vehicle_no"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      eta: shown("eta"),
      vehicle: shown("vehicle_no"),
    }),
  }),
  message({
    on: ["cancel"],
    from: ["submitted"],
    scenario: "delivery.cancelled",
    to: { roles: RECEIVERS },
    reads: ["number", "supplier_id.name", "factory_id.name"],
    values: ({ text: shown, reason }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      factory: shown("factory_id.name"),
      reason,
    }),
  }),
  message({
    on: ["lose_slot"],
    scenario: "delivery.slot-lost",
    to: { suppliers: ["supplier_id"], roles: ["warehouse"] },
    reads: ["number", "supplier_id.name", "factory_id.name", "eta", "lost_slot"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      factory: shown("factory_id.name"),
      eta: shown("eta"),
      slot: shown("lost_slot"),
    }),
  }),
  message({
    on: ["withdraw_slot"],
    scenario: "delivery.slot-withdrawn",
    to: { suppliers: ["supplier_id"] },
    reads: ["number", "factory_id.name", "lost_slot"],
    values: ({ text: shown, reason }) => ({
      number: shown("number"),
      factory: shown("factory_id.name"),
      slot: shown("lost_slot"),
      reason,
    }),
  }),
  message({
    on: ["check_in"],
    scenario: "delivery.checked-in",
    to: { suppliers: ["supplier_id"] },
    reads: ["number", "factory_id.name", "vehicle_no", "arrived_at", "queue_no"],
    values: ({ text: shown }) => ({
      number: shown("number"),
      factory: shown("factory_id.name"),
      vehicle: shown("vehicle_no"),
      arrived: shown("arrived_at"),
      queue: shown("queue_no"),
    }),
  }),
  message({
    on: ["refuse"],
    scenario: "delivery.refused",
    to: { suppliers: ["supplier_id"], people: ["supplier_id.buyer_id"], elseRoles: ["buyer"] },
    reads: ["number", "supplier_id.name", "factory_id.name"],
    values: ({ text: shown, reason }) => ({
      number: shown("number"),
      supplier: shown("supplier_id.name"),
      factory: shown("factory_id.name"),
      reason,
    }),
  }),
  message({
    on: ["finish", "finish_received"],
    scenario: "delivery.received",
    to: { suppliers: ["supplier_id"] },
    reads: ["number", "factory_id.name"],
    values: ({ text: shown }) => ({ number: shown("number"), factory: shown("factory_id.name") }),
  }),
];
