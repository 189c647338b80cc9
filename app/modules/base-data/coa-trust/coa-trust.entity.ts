import {
  date,
  defineEntity,
  longText,
  message,
  ownSupplier,
  pointsAt,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { periodFits } from "./coa-trust.rules";

const read = ["query", "get", "export"] as const;
const REASON = { maxLength: 500, required: true } as const;

/** Whose certificates of analysis pass without a look while every item keeps to its limits; each for a time. */
export const coaTrust = defineEntity({
  key: "base-data/coa-trust",
  label: "COA免审",
  kind: "document",
  purpose:
    "哪些供应商的COA在各项合格时提交即通过、不必逐份审核；由质量经理批准，有期限，判过不合格或本厂复检不一致的自动终止。",
  number: "COAM{YYYY}-{0001}",
  search: ["number", "supplier_id", "material_id"],
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    material_id: reference("master-data/material", { label: "物料", help: "留空为该供应商的所有物料" }),
    valid_from: date({ label: "开始日期", required: true, initial: "today" }),
    valid_to: date({ label: "截止日期", required: true, help: "最长期限见参数“COA免审最长期限”" }),
    reason: longText({ label: "依据", ...REASON, hiddenFromSuppliers: true, help: "历史批次、现场审核等" }),
    approved_on: date({ label: "批准日期", system: true }),
    ended_on: date({ label: "终止日期", system: true }),
    ended_reason: text({ label: "终止原因", maxLength: 500, system: true }),
  },
  rules: [periodFits],
  list: {
    columns: ["number", "supplier_id", "material_id", "valid_from", "valid_to", "approved_on", "ended_reason", "state"],
    filters: ["number", "supplier_id", "material_id", "valid_from", "valid_to", "state"],
    sort: "-number",
    rowActions: ["approve", "end"],
    card: ["supplier_id", "material_id", "valid_to"],
  },
  form: [
    section("基本信息", ["supplier_id", "material_id", "valid_from", "valid_to", "reason"]),
    section("批准与终止", ["approved_on", "ended_on", "ended_reason"]),
  ],
  related: [pointsAt("supplier_id"), pointsAt("material_id")],
  states: { draft: "草稿", active: "生效", expired: "已到期", ended: "已终止" },
  tones: { draft: "draft", active: "done", expired: "closed", ended: "refused" },
  copy: { leaveOut: ["valid_from", "valid_to"] },
  removableWhen: { where: where.eq("state", "draft"), otherwise: "批准过的免审不能删除，不再适用的请终止" },
  deadlines: { ends: { label: "免审截止", at: "valid_to", in: ["active"], lapse: "expire" } },
  messages: [
    message({
      on: ["approve"],
      scenario: "coa.trust-granted",
      to: { suppliers: ["supplier_id"] },
      reads: ["number", "material_id", "valid_from", "valid_to"],
      values: ({ text: shown }) => ({
        number: shown("number"),
        material: shown("material_id") || "所有物料",
        from: shown("valid_from"),
        to: shown("valid_to"),
      }),
    }),
    message({
      on: ["end", "end_failed", "expire"],
      scenario: "coa.trust-ended",
      to: { suppliers: ["supplier_id"] },
      reads: ["number", "material_id"],
      values: ({ text: shown, transition }) => ({
        number: shown("number"),
        material: shown("material_id") || "所有物料",
        why: transition === "expire" ? "期限已到" : "已被终止",
      }),
    }),
    message({
      on: ["end_failed"],
      scenario: "coa.trust-lost",
      to: { roles: ["qa_manager"] },
      reads: ["number", "supplier_id"],
      values: ({ text: shown, reason }) => ({ number: shown("number"), supplier: shown("supplier_id"), reason }),
    }),
  ],
  transitions: {
    approve: {
      label: "批准免审",
      decides: "accepts",
      from: ["draft"],
      to: "active",
      by: ["qa_manager"],
      tone: "primary",
      todo: "批准COA免审",
      notByRefusal: "自己登记的免审由别人批准",
      acknowledge: true,
      reason: "optional",
      reasonLabel: "仍然批准的原因",
      confirm: "批准后，期限内该供应商提交的COA各项合格的直接通过，不再逐份审核。",
      done: "已批准免审",
      effect: (work) => work.set({ approved_on: work.today }),
    },
    end: {
      label: "终止",
      decides: { not: "Ends what holds; whoever wrote it down may take it back as well" },
      from: ["active"],
      to: "ended",
      by: ["qa", "qa_manager"],
      tone: "danger",
      reason: "required",
      confirm: "终止后该供应商的COA恢复逐份审核，已经通过的不受影响。",
      effect: (work) => work.set({ ended_on: work.today, ended_reason: work.reason }),
    },
    /** A batch that did not keep what the trust was given for. */
    end_failed: {
      label: "因不合格自动终止",
      from: ["active"],
      to: "ended",
      by: "system",
      reason: "optional",
      effect: (work) => work.set({ ended_on: work.today, ended_reason: work.reason }),
    },
    expire: { label: "到期", from: ["active"], to: "expired", by: "system" },
  },
  access: {
    suppliers: ownSupplier("supplier_id", where.oneOf("state", ["active", "expired", "ended"])),
    supplierStates: ["active", "expired", "ended"],
    suppliersMayWrite: [],
    grants: {
      qa: ["add", "edit", "delete", ...read],
      qa_manager: ["add", "edit", "delete", ...read],
      buyer: read,
      purchase_manager: read,
      supervisor: read,
      system_admin: read,
      supplier: read,
    },
  },
});
