import { integer, lineSection, money, number, percent, section } from "~/engine/entity";
import { type Condition, where } from "~/shared/condition";
import { CERTIFICATES_LACKING } from "../supplier-certificate/completeness.rules";

export const read = ["query", "get", "export"] as const;

/** What a company is, on the sheet of those who keep it and in its own file. */
const COMPANY = [
  "short_name",
  "former_names",
  "uscc",
  "supplier_type",
  "supplier_class_id",
  "legal_person",
  "registered_capital",
  "established_on",
  "region",
  "registered_address",
  "business_scope",
] as const;

const TRADE = section("采购与结算", [
  "buyer_id",
  "sqe_id",
  "taxpayer_type",
  "default_tax_rate",
  "currency",
  "payment_term",
  "is_temporary",
  "temp_valid_to",
  "temp_amount_cap",
]);

/** Some certificate in use ends soon: what 资质证照管理 lists under the same words. */
const certificatesEnding = where.someRow({
  table: "supplier_certificate",
  column: "supplier_id",
  equals: "id",
  inner: where.all(where.oneOf("state", ["valid", "renewing"]), where.soon("valid_to", "warning.expiryDays")),
});

/** A certificate the rules of audit make compulsory is missing, as the gaps of the file say. */
const certificatesLacking: Condition = { op: "contains", columns: ["gaps"], text: CERTIFICATES_LACKING };

/** How 「供应商」 is listed. */
export const supplierList = {
  columns: [
    "code",
    "name",
    "supplier_type",
    "supplier_class_id",
    "stage",
    "grade",
    "risk_level",
    "freeze_status",
    "completeness",
    "buyer_id",
    "sqe_id",
    "updated_at",
  ],
  filters: [
    "code",
    "name",
    "uscc",
    "sap_code",
    "stage",
    "supplier_type",
    "supplier_class_id",
    "categories.material_type_id",
    "orgs.purchase_org_id",
    "grade",
    "risk_level",
    "freeze_status",
    "taxpayer_type",
    "region",
    "buyer_id",
    "sqe_id",
  ],
  sort: "-updated_at",
  toggles: {
    expiring_only: { label: "证照即将到期", where: certificatesEnding },
    lacking_only: { label: "缺必备证照", where: certificatesLacking },
    merging_only: {
      label: "合并待确认",
      where: where.all(where.eq("state", "active"), where.set("merged_into_id")),
    },
  },
  card: ["name", "stage", "freeze_status", "buyer_id"],
  batch: ["assign_buyer", "assign_sqe", "invite_supplement"],
  rowActions: ["invite_supplement", "confirm_merge"],
} as const;

/** How 「供应商」 is typed. */
export const supplierForm = [
  section("基本信息", ["code", "sap_code", "name", ...COMPANY]),
  section("状态", ["stage", "grade", "risk_level", "freeze_status", "completeness", "gaps"]),
  section("补充", ["supplement_due", "supplement_note"], where.set("supplement_due")),
  section("合并", ["merged_into_id", "merge_proposed_by", "merge_log"], where.set("merged_into_id")),
  TRADE,
  lineSection("联系人", "contacts"),
  lineSection("采购组织", "orgs"),
  lineSection("供应类别", "categories"),
  lineSection("关联方", "related_parties"),
] as const;

/** Menu entries of 「供应商」. */
export const supplierViews = [
  { screen: "supplier-management/supplier-maintenance", label: "供应商维护", figures: false },
  {
    screen: "supplier-management/supplier-info",
    label: "供应商信息",
    kind: "workbench",
    figures: false,
    related: false,
    list: {
      columns: [
        "code",
        "name",
        "stage",
        "grade",
        "completeness",
        "+certificates",
        "+inspections",
        "+corrections",
        "+changes",
        "supplement_due",
        "buyer_id",
      ],
      filters: ["name", "stage", "grade", "categories.material_type_id", "orgs.purchase_org_id", "supplement_due"],
      sort: "name",
      toggles: {
        expiring_only: { label: "证照即将到期", where: certificatesEnding },
        lacking_only: { label: "缺必备证照", where: certificatesLacking },
        incomplete_only: { label: "资料不全", where: where.set("gaps") },
        invited_only: { label: "待补充", where: where.set("supplement_due") },
        late_only: { label: "逾期未补充", where: where.past("supplement_due") },
      },
      batch: ["invite_supplement"],
      rowActions: ["invite_supplement"],
      card: ["name", "stage", "completeness", "+corrections", "supplement_due"],
    },
    form: [
      section("基本信息", ["code", "name", ...COMPANY]),
      section("状态", ["stage", "grade", "risk_level", "freeze_status", "completeness"]),
      TRADE,
      lineSection("联系人", "contacts"),
      lineSection("供应类别", "categories"),
      lineSection("采购组织", "orgs"),
    ],
    extra: {
      certificates: integer({ label: "将到期证照", system: true }),
      inspections: integer({ label: "超期型检", system: true }),
      corrections: integer({ label: "未关闭整改", system: true }),
      changes: integer({ label: "进行中的变更", system: true }),
    },
    grants: {
      buyer: read,
      purchase_manager: read,
      master_data: read,
      system_admin: read,
      qa: read,
      qa_manager: read,
      supplier_auditor: read,
      finance: read,
      finance_lead: read,
      planner: read,
      legal: read,
      leader: read,
      supervisor: read,
      supplier: read,
    },
  },
  {
    screen: "supplier-management/supplier-report",
    label: "供应商报表",
    where: where.eq("state", "active"),
    list: {
      columns: [
        "code",
        "name",
        "supplier_class_id",
        "supplier_type",
        "region",
        "stage",
        "grade",
        "risk_level",
        "freeze_status",
        "completeness",
        "+valid_rate",
        "+certificates",
        "+inspections",
        "+audit_score",
        "+corrections",
        "+ordered",
        "buyer_id",
      ],
      filters: [
        "name",
        "supplier_class_id",
        "supplier_type",
        "region",
        "stage",
        "grade",
        "risk_level",
        "freeze_status",
        "categories.material_type_id",
        "orgs.purchase_org_id",
        "orgs.factory_id",
        "buyer_id",
      ],
      sort: "code",
      toggles: {
        qualified_only: { label: "合格供应商名录", where: where.oneOf("stage", ["qualified", "preferred"]) },
        ended_only: { label: "淘汰与黑名单", where: where.oneOf("stage", ["eliminated", "blacklisted"]) },
        frozen_only: { label: "已冻结", where: where.not(where.eq("freeze_status", "none")) },
      },
      card: ["name", "supplier_class_id", "stage", "risk_level", "+certificates"],
    },
    extra: {
      certificates: integer({ label: "将到期证照", system: true }),
      inspections: integer({ label: "超期型检", system: true }),
      corrections: integer({ label: "未关闭整改", system: true }),
      valid_rate: percent({ label: "有效证照率", system: true }),
      audit_score: number({ label: "最近审核得分", precision: 5, scale: 1, system: true }),
      ordered: money({ label: "近12个月订单金额", unit: "元", system: true }),
    },
    grants: {
      buyer: read,
      purchase_manager: read,
      qa: read,
      qa_manager: read,
      leader: read,
      supervisor: read,
      system_admin: read,
    },
  },
] as const;
