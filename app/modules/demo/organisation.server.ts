import { inventedCreditCode, inventedPhone } from "~/engine/entity/seed";
import type { DemoWriter } from "./demo-writer.server";

/** Codes of what the rest of the demo refers to, with the ids they got. */
export type Ids = ReadonlyMap<string, string>;

const COMPANIES = [
  { code: "1000", name: "香满园食品（演示）有限公司", address: "安徽省澜川市高新区演示大道1号" },
  { code: "2000", name: "香满园调味品（演示）有限公司", address: "浙江省云岫市临江新区演示大道2号" },
];

const ORGS = [
  { code: "P100", name: "香满园采购中心", parent: null },
  { code: "P110", name: "原料采购部", parent: "P100" },
  { code: "P120", name: "包材采购部", parent: "P100" },
  { code: "P130", name: "辅料与服务采购部", parent: "P100" },
];

/** Purchase groups; what they buy stands beside the materials. */
export const GROUPS = [
  { code: "R01", name: "谷物面粉组", org: "P110" },
  { code: "R02", name: "糖类组", org: "P110" },
  { code: "R03", name: "油脂组", org: "P110" },
  { code: "R04", name: "坚果籽仁组", org: "P110" },
  { code: "R05", name: "乳蛋组", org: "P110" },
  { code: "R06", name: "肉与水产组", org: "P110" },
  { code: "R07", name: "果蔬制品组", org: "P110" },
  { code: "F01", name: "调味料组", org: "P130" },
  { code: "F02", name: "添加剂与服务组", org: "P130" },
  { code: "B01", name: "纸箱纸盒组", org: "P120" },
  { code: "B02", name: "软包装组", org: "P120" },
  { code: "B03", name: "瓶罐标签组", org: "P120" },
] as const;

export const FACTORIES = [
  {
    code: "1010",
    name: "澜川工厂",
    company: "1000",
    province: "安徽省",
    city: "澜川市",
    street: "高新区麦香路18号",
    receiver: "周强",
  },
  {
    code: "1020",
    name: "禾阳工厂",
    company: "1000",
    province: "河南省",
    city: "禾阳市",
    street: "产业集聚区金穗路6号",
    receiver: "冯磊",
  },
  {
    code: "2010",
    name: "云岫工厂",
    company: "2000",
    province: "浙江省",
    city: "云岫市",
    street: "临江新区鲜味路9号",
    receiver: "蒋涛",
  },
] as const;

const MATERIAL_TYPES = [
  { code: "Y", name: "原料", parent: null, category: "raw" },
  { code: "Y01", name: "谷物面粉", parent: "Y" },
  { code: "Y02", name: "糖类", parent: "Y" },
  { code: "Y03", name: "油脂", parent: "Y" },
  { code: "Y04", name: "坚果籽仁", parent: "Y" },
  { code: "Y05", name: "乳蛋", parent: "Y" },
  { code: "Y06", name: "肉与水产", parent: "Y" },
  { code: "Y07", name: "果蔬制品", parent: "Y" },
  { code: "F", name: "辅料", parent: null, category: "auxiliary" },
  { code: "F01", name: "调味料与香辛料", parent: "F" },
  { code: "F02", name: "食品添加剂", parent: "F" },
  { code: "B", name: "包材", parent: null, category: "packaging" },
  { code: "B01", name: "纸箱纸盒", parent: "B" },
  { code: "B02", name: "软包装", parent: "B" },
  { code: "B03", name: "瓶罐", parent: "B" },
  { code: "B04", name: "标签", parent: "B" },
  { code: "W", name: "服务", parent: null, category: "service" },
  { code: "W01", name: "检测与仓储服务", parent: "W" },
];

const LICENCE = { cert_name: "营业执照", required: true, expiry_managed: false, block_on_expiry: true };
const FOOD_LICENCE = { cert_name: "食品生产许可证", required: true, expiry_managed: true, block_on_expiry: true };
const TYPE_REPORT = { cert_name: "型式检验报告", required: true, expiry_managed: true, block_on_expiry: false };

const CLASSES = [
  {
    code: "G1",
    name: "原料供应商",
    parent: null,
    risk: "high",
    audit: 12,
    report: 12,
    deposit: "50000",
    certificates: [LICENCE, FOOD_LICENCE],
  },
  {
    code: "G11",
    name: "谷物糖油",
    parent: "G1",
    risk: "mid",
    audit: 12,
    report: 12,
    deposit: "50000",
    certificates: [TYPE_REPORT],
  },
  {
    code: "G12",
    name: "坚果果蔬",
    parent: "G1",
    risk: "mid",
    audit: 12,
    report: 12,
    deposit: "30000",
    certificates: [{ cert_name: "农残检测报告", required: true, expiry_managed: true, block_on_expiry: false }],
  },
  {
    code: "G13",
    name: "乳蛋肉水产",
    parent: "G1",
    risk: "high",
    audit: 6,
    report: 6,
    deposit: "80000",
    certificates: [{ cert_name: "动物检疫合格证明", required: true, expiry_managed: false, block_on_expiry: false }],
  },
  {
    code: "G2",
    name: "辅料供应商",
    parent: null,
    risk: "mid",
    audit: 12,
    report: 12,
    deposit: "30000",
    certificates: [LICENCE, FOOD_LICENCE, TYPE_REPORT],
  },
  {
    code: "G3",
    name: "包材供应商",
    parent: null,
    risk: "mid",
    audit: 24,
    report: 12,
    deposit: "20000",
    certificates: [LICENCE],
  },
  {
    code: "G31",
    name: "直接接触食品包材",
    parent: "G3",
    risk: "high",
    audit: 12,
    report: 12,
    deposit: "30000",
    certificates: [
      { cert_name: "全国工业产品生产许可证", required: true, expiry_managed: true, block_on_expiry: true },
      TYPE_REPORT,
    ],
  },
  {
    code: "G32",
    name: "外包装",
    parent: "G3",
    risk: "low",
    audit: 24,
    report: 24,
    deposit: "20000",
    certificates: [{ cert_name: "印刷经营许可证", required: false, expiry_managed: true, block_on_expiry: false }],
  },
  {
    code: "G4",
    name: "服务商",
    parent: null,
    risk: "low",
    audit: 24,
    report: null,
    deposit: null,
    certificates: [LICENCE],
  },
];

export interface Organisation {
  companies: Ids;
  orgs: Ids;
  groups: Ids;
  factories: Ids;
  materialTypes: Ids;
  supplierClasses: Ids;
}

/** Companies, purchasing organisation, factories and the two classifications. */
export async function loadOrganisation(writer: DemoWriter): Promise<Organisation> {
  const context = writer.context(writer.moment(writer.daysAgo(800), 9));
  return writer.together(context, async () => {
    const add = async (key: string, code: string, values: Record<string, unknown>, into: Map<string, string>) => {
      into.set(code, (await writer.create(context, key, { code, ...values })).id);
    };
    const companies = new Map<string, string>();
    for (const [index, { code, name, address }] of COMPANIES.entries()) {
      const tax_number = inventedCreditCode(9001 + index, "349901");
      await add("master-data/company", code, { name, address, tax_number }, companies);
    }
    const orgs = new Map<string, string>();
    for (const [index, { code, name, parent }] of ORGS.entries()) {
      const values = {
        name,
        parent_id: parent && orgs.get(parent),
        seq: (index + 1) * 10,
        companies: listed("company_id", companies),
      };
      await add("master-data/purchase-org", code, values, orgs);
    }
    const groups = new Map<string, string>();
    for (const { code, name, org } of GROUPS) {
      await add("user-administration/purchase-group", code, { name, purchase_org_id: orgs.get(org) }, groups);
    }
    const factories = new Map<string, string>();
    for (const [index, { code, name, company, province, city, street, receiver }] of FACTORIES.entries()) {
      const values = {
        name,
        company_id: companies.get(company),
        province,
        city,
        address: `${province}${city}${street}`,
        receiver,
        receiver_phone: inventedPhone(900 + index),
        sap_code: code,
        purchase_orgs: listed("purchase_org_id", orgs),
        windows: [
          { days: "workday", start_time: "08:00", end_time: "11:30" },
          { days: "workday", start_time: "13:30", end_time: "17:00" },
          { days: "saturday", start_time: "08:30", end_time: "11:30" },
        ],
      };
      await add("master-data/factory", code, values, factories);
    }
    const materialTypes = new Map<string, string>();
    for (const { code, name, parent, category } of MATERIAL_TYPES) {
      const values = { name, ...(category ? { category } : {}), parent_id: parent && materialTypes.get(parent) };
      await add("master-data/material-type", code, values, materialTypes);
    }
    const supplierClasses = new Map<string, string>();
    for (const { code, name, parent, risk, audit, report, deposit, certificates } of CLASSES) {
      const values = {
        name,
        parent_id: parent && supplierClasses.get(parent),
        risk_level: risk,
        audit_months: audit,
        type_report_months: report,
        deposit_amount: deposit,
        certificates,
      };
      await add("master-data/supplier-class", code, values, supplierClasses);
    }
    return { companies, orgs, groups, factories, materialTypes, supplierClasses };
  });
}

function listed(column: string, ids: Ids): Record<string, string>[] {
  return [...ids.values()].map((id) => ({ [column]: id }));
}
