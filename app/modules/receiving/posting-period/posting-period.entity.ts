import { defineEntity, noSupplier, reference, section, text } from "~/engine/entity";

const READ = ["query", "get", "export"] as const;

/** Months in which goods are posted; a month without a row is open. */
export const postingPeriod = defineEntity({
  key: "receiving/posting-period",
  label: "过账期间",
  kind: "register",
  purpose: "按公司和月份关闭过账：关闭的月份不能再登记收货、退货和冲销；没有登记的月份可以过账。",
  title: ["month"],
  fields: {
    company_id: reference("master-data/company", { label: "公司", required: true }),
    month: text({
      label: "月份",
      required: true,
      maxLength: 7,
      pattern: { expression: /^20\d\d-(0[1-9]|1[0-2])$/, complaint: "请输入月份，例如 2025-03" },
    }),
    remark: text({ label: "备注", maxLength: 200 }),
  },
  unique: [{ columns: ["company_id", "month"], complaint: "该公司的这个月份已登记" }],
  list: {
    columns: ["month", "company_id", "remark", "updated_at", "updated_by", "state"],
    filters: ["month", "company_id", "state"],
    sort: "-month",
    rowActions: ["close", "reopen"],
    batch: ["close"],
  },
  form: [section("基本信息", ["company_id", "month", "remark"])],
  states: { open: "可过账", closed: "已关闭" },
  tones: { open: "running", closed: "closed" },
  editIn: ["open"],
  removable: false,
  transitions: {
    close: {
      label: "关闭期间",
      from: ["open"],
      to: "closed",
      by: ["finance", "finance_lead"],
      tone: "primary",
      reason: "required",
      reasonLabel: "关闭说明",
      confirm: "关闭后，过账日期在这个月份的收货、退货和冲销都不能再登记。正在过账的单据先完成。",
    },
    reopen: {
      label: "重新打开",
      from: ["closed"],
      to: "open",
      by: ["finance_lead"],
      tone: "danger",
      reason: "required",
      reasonLabel: "重新打开的原因",
      confirm: "重新打开后，可以再登记这个月份的收货、退货和冲销；已经按原数据开票和结算的，须另行核对。",
    },
  },
  access: {
    suppliers: noSupplier,
    grants: {
      finance: ["add", "edit", ...READ],
      finance_lead: ["add", "edit", ...READ],
      warehouse: ["query", "get"],
      supervisor: READ,
      system_admin: READ,
    },
  },
});
