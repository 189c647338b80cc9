import {
  defineEntity,
  integer,
  lineSection,
  lines,
  noSupplier,
  person,
  pointedAtBy,
  pointsAt,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { registerGrants } from "../register-grants";
import { companiesOnce } from "./purchase-org.rules";

export const purchaseOrg = defineEntity({
  key: "master-data/purchase-org",
  label: "采购组织",
  kind: "register",
  fromIntegration: { by: "code", add: true },
  purpose: "采购组织的上下级结构，合同和订单归属于其中一个组织；采购组在用户授权中维护。",
  imports: { key: "code" },
  fields: {
    code: text({ label: "组织编码", required: true, maxLength: 20, unique: "组织编码已存在" }),
    name: text({ label: "组织名称", required: true, maxLength: 60 }),
    parent_id: reference("master-data/purchase-org", { label: "上级组织" }),
    leader_id: person({ label: "负责人" }),
    sap_code: text({ label: "SAP代码", maxLength: 20 }),
    seq: integer({ label: "排序" }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  lines: {
    companies: lines({
      label: "可采购公司",
      fields: { company_id: reference("master-data/company", { label: "公司", required: true }) },
    }),
  },
  rules: [companiesOnce],
  list: {
    columns: ["code", "name", "parent_id", "leader_id", "sap_code", "seq", "enabled"],
    filters: ["code", "name", "parent_id", "enabled"],
    sort: "seq",
  },
  form: [
    section("组织信息", ["code", "name", "parent_id", "leader_id", "sap_code", "seq", "enabled"]),
    lineSection("可采购公司", "companies"),
  ],
  related: [
    pointsAt("parent_id", { label: "上级组织" }),
    pointedAtBy("master-data/purchase-org", "parent_id", { label: "下级组织", fact: "leader_id" }),
    pointedAtBy("user-administration/purchase-group", "purchase_org_id", { label: "采购组" }),
  ],
  doors: [
    { label: "新增下级", to: "/master-data/purchase-org/new?set=parent_id&value={id}", right: "purchase-org.add" },
  ],
  access: { suppliers: noSupplier, suppliersMayReadTitle: true, grants: registerGrants },
});
