import {
  choice,
  defineEntity,
  integer,
  lineSection,
  lines,
  money,
  noSupplier,
  pointedAtBy,
  pointsAt,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { registerGrants } from "../register-grants";
import { certificatesOnce } from "./supplier-class.rules";

export const supplierClass = defineEntity({
  key: "master-data/supplier-class",
  label: "供应商分类",
  kind: "register",
  purpose:
    "供应商的分类树：建议的资质、审核模板，以及没有审核规则时的审核周期、没有型检规则时的型检周期；下级分类继承上级的。哪些资质必备并限制业务以审核规则为准。",
  imports: { key: "code" },
  fields: {
    code: text({ label: "分类编码", required: true, maxLength: 20, unique: "分类编码已存在" }),
    name: text({ label: "分类名称", required: true, maxLength: 60 }),
    parent_id: reference("master-data/supplier-class", { label: "上级分类" }),
    risk_level: choice({ label: "风险等级", required: true, dictionary: "risk_level" }),
    audit_template_id: reference("supplier-management/scoring-template", {
      label: "审核模板",
      only: where.all(where.eq("state", "published"), where.eq("usage", "onsite_audit")),
      help: "审核没有选择模板时使用；留空取上级分类的",
    }),
    audit_months: integer({
      label: "审核周期",
      unit: "个月",
      positive: true,
      max: "60",
      help: "审核规则没有规定频次的供应商按它定下次审核；留空取上级分类的",
    }),
    deposit_amount: money({ label: "入驻保证金" }),
    type_report_months: integer({
      label: "型检周期",
      unit: "个月",
      positive: true,
      max: "120",
      help: "没有型检规则的物料，型检报告签发后多久到期；接触食品的物料一般为12个月；留空取上级分类的",
    }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  lines: {
    certificates: lines({
      label: "资质要求",
      fields: {
        cert_name: text({ label: "资质名称", required: true, maxLength: 60 }),
        required: yesNo({ label: "必备" }),
        expiry_managed: yesNo({ label: "管理有效期" }),
        block_on_expiry: yesNo({ label: "过期限制下单" }),
      },
    }),
  },
  rules: [certificatesOnce],
  list: {
    columns: [
      "code",
      "name",
      "parent_id",
      "risk_level",
      "count(certificates)",
      "audit_template_id",
      "audit_months",
      "deposit_amount",
      "enabled",
    ],
    filters: ["code", "name", "parent_id", "risk_level", "enabled"],
    sort: "code",
  },
  form: [
    section("分类信息", [
      "code",
      "name",
      "parent_id",
      "risk_level",
      "audit_template_id",
      "audit_months",
      "type_report_months",
      "deposit_amount",
      "enabled",
    ]),
    lineSection("资质要求", "certificates"),
  ],
  related: [
    pointsAt("parent_id", { label: "上级分类" }),
    pointsAt("audit_template_id", { fact: "pass_line" }),
    pointedAtBy("master-data/supplier-class", "parent_id", { label: "下级分类", fact: "risk_level" }),
    pointedAtBy("supplier-management/supplier", "supplier_class_id", { label: "供应商清单", fact: "stage" }),
  ],
  doors: [
    {
      label: "新增下级",
      to: "/master-data/supplier-class/new?set=parent_id&value={id}",
      right: "supplier-class.add",
    },
  ],
  access: {
    suppliers: noSupplier,
    // A supplier reads what its own class is called, and that of nobody else.
    suppliersMayReadTitle: where.someRow({
      table: "supplier",
      column: "supplier_class_id",
      equals: "id",
      inner: where.own("id"),
    }),
    grants: registerGrants,
  },
});
