import { date, defineEntity, longText, ownSupplier, pointsAt, reference, section, text, yesNo } from "~/engine/entity";

const read = ["query", "get", "export"] as const;
const keep = ["add", "edit", "import", ...read] as const;

/** Where a supplier makes what it delivers: certificates, audits and approved sources name a site. */
export const supplierSite = defineEntity({
  key: "supplier-management/supplier-site",
  label: "生产基地",
  kind: "register",
  purpose: "供应商的生产基地：证照、审核和供货清单都落到具体基地；供应商通过信息变更单申请修改。",
  title: ["name"],
  search: ["name", "address", "sc_no", "supplier_id"],
  imports: true,
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true, writeIn: [] }),
    name: text({ label: "基地名称", required: true, maxLength: 60 }),
    address: text({ label: "地址", required: true }),
    sc_no: text({
      label: "食品生产许可证编号",
      help: "SC加14位数字；不生产食品的不填",
      pattern: { expression: /^SC\d{14}$/, complaint: "食品生产许可证编号格式应为SC加14位数字" },
    }),
    capacity: longText({ label: "产能说明", maxLength: 500 }),
    last_audit_at: date({ label: "最近审核", system: true }),
    next_audit_at: date({ label: "下次审核", system: true }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  unique: [{ columns: ["supplier_id", "name"], complaint: "该供应商已有同名生产基地" }],
  list: {
    columns: ["name", "supplier_id", "address", "sc_no", "last_audit_at", "next_audit_at", "enabled"],
    filters: ["supplier_id", "name", "sc_no", "next_audit_at", "enabled"],
    sort: "name",
    card: ["supplier_id", "address", "sc_no"],
  },
  form: [
    section("生产基地", ["supplier_id", "name", "address", "sc_no", "capacity", "enabled"]),
    section("审核", ["last_audit_at", "next_audit_at"]),
  ],
  related: [pointsAt("supplier_id")],
  access: {
    suppliers: ownSupplier("supplier_id"),
    suppliersMayWrite: [],
    grants: {
      buyer: keep,
      purchase_manager: keep,
      qa: keep,
      qa_manager: keep,
      master_data: "all",
      system_admin: "all",
      supplier_auditor: read,
      planner: read,
      leader: read,
      supervisor: read,
      supplier: read,
    },
  },
});
