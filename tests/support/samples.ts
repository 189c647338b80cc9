import { registry } from "~/modules/registry.server";
import { addDays } from "~/shared/calendar";
import { creditCodeCheck } from "~/shared/credit-code";
import { derivedSample, type Sample } from "./derived-sample";

const COMPANY = "master-data/company";
const ORG = "master-data/purchase-org";
const TYPE = "master-data/material-type";
const CLASS = "master-data/supplier-class";
const SUPPLIER = "supplier-management/supplier";
const USER = "system-management/user";
const ROLE = "system-management/role";
const RESOURCE = "system-management/resource";
const GROUP = "user-administration/purchase-group";
const FACTORY = "master-data/factory";
const MATERIAL = "master-data/material";

const FORM = "system-management/form";
const REQUEST = "system-management/form-request";
const ANSWER = "system-management/form-answer";

const TEMPLATE = "supplier-management/scoring-template";
const AUDIT = "supplier-management/supplier-audit";
const ACTION = "supplier-audit/corrective-action";
const RISK = "supplier-management/risk-event";
const NEWS = "system-management/news";

const CODE_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** An invented credit code whose check character fits. */
export function creditCode(serial: number): string {
  const body = `91349902MADEM${String(serial % 10_000).padStart(4, "0")}`;
  return body + creditCodeCheck(body);
}

/** Three signs, as codes of purchase groups have. */
function threeSigns(serial: number): string {
  const base = CODE_SIGNS.length;
  return [Math.floor(serial / base ** 2) % base, Math.floor(serial / base) % base, serial % base]
    .map((digit) => CODE_SIGNS.charAt(digit))
    .join("");
}

const JOB_GROUP = "system-management/job-group";

/** Samples that know more than the definition says: rules, check digits, rows that must fit each other. */
const written: Readonly<Record<string, Sample>> = {
  "system-management/job": {
    needs: [JOB_GROUP],
    sample: ({ id, serial }) => ({
      name: `样例任务${serial}`,
      group_id: id(JOB_GROUP),
      handler: "loose-files",
      schedule_conf: "0 3 * * *",
    }),
  },
  "system-management/report-definition": {
    needs: [],
    sample: ({ serial }) => ({
      code: `R${serial}`,
      name: `样例报表${serial}`,
      dataset: FACTORY,
      chart: "none",
      columns: [{ name: "工厂编码" }],
      // Nobody of the small company holds it: who sees which report has tests of its own.
      audience: [{ role_id: "legal" }],
    }),
  },
  "system-management/task": {
    needs: [USER],
    sample: ({ id, serial }) => ({ title: `样例任务${serial}`, assignee_id: id(USER) }),
  },
  [NEWS]: {
    needs: [],
    sample: ({ serial }) => ({
      title: `样例新闻${serial}`,
      category: "notice",
      content: "样例正文。",
      audience: "internal",
    }),
  },
  "system-management/homepage-suggestion": {
    needs: [],
    sample: ({ serial }) => ({
      title: `样例建议${serial}`,
      category: "feature",
      content: "希望列表能按工厂分组显示。",
    }),
  },
  "system-management/homepage-news": {
    needs: [NEWS],
    sample: ({ id, serial }) => ({
      news_id: id(NEWS),
      slot: serial % 2 === 0 ? "list" : "alert",
      sort_no: serial % 100,
    }),
  },
  [COMPANY]: {
    needs: [],
    sample: ({ serial }) => ({
      code: `C${serial}`,
      name: `样例公司${serial}`,
      tax_number: creditCode(serial),
      address: "样例市样例路1号",
    }),
  },
  "supplier-onboarding/member-request": {
    needs: [SUPPLIER],
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      contact_name: `样例同事${serial}`,
      contact_phone: `1390001${String(serial % 10_000).padStart(4, "0")}`,
      contact_email: `member${serial}@example.com`,
      login_name: `member${serial}`,
    }),
  },
  "supplier-onboarding/supplier-registration": {
    needs: [TYPE],
    sample: ({ id, serial }) => ({
      uscc: creditCode(serial),
      name: `样例申请企业${serial}`,
      supplier_type: "trader",
      taxpayer_type: "general",
      legal_person: `样例法人${serial}`,
      established_on: "2015-05-06",
      region: "安徽省样例市",
      registered_address: `样例申请路${serial}号`,
      contact_name: "样例联系人",
      contact_phone: `1390000${String(serial % 10_000).padStart(4, "0")}`,
      contact_email: `sample${serial}@example.com`,
      login_name: `applicant${serial}`,
      main_products: "样例产品",
      categories: [{ material_type_id: id(TYPE) }],
      declaration: "1",
    }),
    given: () => ({ email_verified_at: "2025-03-01T02:00:00.000Z" }),
  },
  [USER]: {
    needs: [],
    sample: ({ serial }) => ({
      accountname: `u-${serial}`,
      username: `样例用户${serial}`,
      phone: "13800000000",
      work_no: `W${serial}`,
    }),
  },
  [FORM]: {
    needs: [],
    sample: ({ serial }) => ({
      code: `BD${serial}`,
      name: `样例表单${serial}`,
      audience: "all",
      items: [{ label: "样例题目", type: "text" }],
    }),
  },
  [REQUEST]: {
    needs: [SUPPLIER],
    sample: ({ id, serial }) => ({
      form_id: id(FORM),
      name: `样例任务${serial}`,
      due_date: "2099-12-31",
      suppliers: [{ supplier_id: id(SUPPLIER) }],
    }),
  },
  [ANSWER]: {
    needs: [SUPPLIER],
    sample: ({ id, serial }) => ({
      task_id: id(REQUEST),
      form_id: id(FORM),
      name: `样例填报${serial}`,
      supplier_id: id(SUPPLIER),
      due_date: "2099-12-31",
      items: [{ label: "样例题目", type: "text" }],
    }),
  },
  [ORG]: { needs: [], sample: ({ serial }) => ({ code: `O${serial}`, name: `样例采购组织${serial}` }) },
  [GROUP]: {
    needs: [ORG],
    sample: ({ id, serial }) => ({ code: threeSigns(serial), name: `样例采购组${serial}`, purchase_org_id: id(ORG) }),
  },
  [ROLE]: {
    needs: [],
    sample: ({ serial }) => ({ code: `r${serial}`, name: `样例角色${serial}`, audience: "internal", rank: "30" }),
  },
  [RESOURCE]: {
    needs: [],
    sample: ({ serial }) => ({ name: `sample-${serial}`, title: `样例菜单${serial}`, type: "top", sort_no: "7000" }),
  },
  [FACTORY]: {
    needs: [COMPANY],
    sample: ({ id, serial }) => ({
      code: `F${serial}`,
      name: `样例工厂${serial}`,
      company_id: id(COMPANY),
      province: "安徽省",
      city: "澜川市",
      address: "安徽省澜川市样例路2号",
    }),
  },
  // Without a parent it is of the first level; the second level, which materials need, is made from `secondLevel`.
  [TYPE]: {
    needs: [],
    sample: ({ serial }) => ({ code: `T${serial}`, name: `样例类型${serial}`, category: "packaging" }),
  },
  [CLASS]: {
    needs: [],
    sample: ({ serial }) => ({ code: `K${serial}`, name: `样例分类${serial}`, risk_level: "low" }),
  },
  [MATERIAL]: {
    needs: [TYPE],
    sample: ({ id, serial }) => ({
      code: `M${serial}`,
      name: `样例物料${serial}`,
      material_type_id: id(TYPE),
      uom: "pcs",
      // Only food needs it, and the row a test has may be of either kind.
      shelf_life_days: "365",
    }),
  },
  [SUPPLIER]: {
    needs: [CLASS, USER],
    given: () => ({ stage: "qualified" }),
    sample: ({ id, serial }) => ({
      name: `澜川样例供应商${serial}有限公司`,
      sap_code: `S${serial}`,
      uscc: creditCode(serial),
      supplier_type: "manufacturer",
      supplier_class_id: id(CLASS),
      region: "安徽省澜川市",
      registered_address: "安徽省澜川市样例路3号",
      taxpayer_type: "general",
      buyer_id: id(USER),
      contacts: [
        { name: "张业务", duty: "business", phone: "10012345678", is_primary: true },
        { name: "李质量", duty: "quality", phone: "10012345679" },
      ],
    }),
  },
  "supplier-management/supplier-site": {
    needs: [SUPPLIER],
    sample: ({ id, serial }) => ({ supplier_id: id(SUPPLIER), name: `样例基地${serial}`, address: "样例市样例路4号" }),
  },
  "supplier-management/supplier-change": {
    needs: [SUPPLIER],
    given: () => ({ origin: "supplier" }),
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      section: "base",
      reason: "样例",
      new_short_name: `样例${serial}`,
    }),
  },
  "supplier-management/supplier-certificate": {
    needs: [SUPPLIER],
    given: () => ({ origin: "supplier" }),
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      certificate_type: "iso9001",
      certificate_no: `YL-${serial}`,
      issuer: "样例认证中心",
      issue_date: "2024-06-02",
      is_long_term: "1",
    }),
  },
  "supplier-management/brand-authorization": {
    needs: [SUPPLIER],
    given: () => ({ origin: "supplier" }),
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      brand_name: `样例牌${serial}`,
      producer_name: "样例制造有限公司",
      auth_level: "level1",
      auth_no: `SQ${serial}`,
      valid_from: "2025-01-01",
      valid_to: "2026-12-31",
      // Ends at the first supplier of the small company.
      chain: [{ grantor: "样例制造有限公司", grantee: "甲供应商", valid_to: "2026-12-31" }],
    }),
  },
  "supplier-management/supplier-bank-account": {
    needs: [SUPPLIER],
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      bank_name: "样例银行样例支行",
      cnaps: "102000000001",
      account_name: "样例户名",
      account_no: `62220000${String(serial).padStart(8, "0")}`,
      name_reason: "样例",
    }),
  },
  // Its rows come with the program; everything but the value is given.
  "system-management/number-rule": {
    needs: [],
    sample: () => ({ reset: "auto" }),
    given: (serial) => ({
      doc_type: `sample/kind-${serial}`,
      name: `样例单据${serial}`,
      default_pattern: `YL${serial}-{0001}`,
    }),
  },
  "system-management/parameter": {
    needs: [],
    given: (serial) => ({ key: `sample.${serial}`, name: `样例参数${serial}`, param_group: "ui", value_type: "text" }),
    sample: ({ serial }) => ({ value: `样例${serial}` }),
  },
  "system-management/msg-scenario": {
    needs: [],
    given: (serial) => ({
      code: `sample.${serial}`,
      name: `样例场景${serial}`,
      module: "样例",
      level: "info",
      audience: "both",
    }),
    sample: () => ({ on_site: "1", receiver_rule: "owner" }),
  },
  "system-management/msg-template": {
    needs: [],
    given: () => ({ scenario: "mention", channel: "site", side: "internal" }),
    sample: ({ serial }) => ({ title: `样例${serial} {{document}}`, content: "请看 {{comment}}" }),
  },
  "system-management/email": {
    needs: [],
    sample: ({ serial }) => ({ recipient: `a${serial}@example.com`, subject: `样例邮件${serial}`, body: "您好" }),
  },
  "system-management/dictionary": {
    needs: [],
    sample: ({ serial }) => ({
      code: `x_${serial}`,
      name: `样例字典${serial}`,
      items: [{ item_name: "甲", item_value: "a" }],
    }),
  },
  "master-data/field": {
    needs: [],
    sample: ({ serial }) => ({
      entity: FACTORY,
      code: `x_sample_${serial}`,
      label: `样例字段${serial}`,
      field_type: "text",
    }),
  },
  "system-management/order-rule": {
    needs: [],
    sample: ({ serial }) => ({ code: `X${serial}`, name: `样例规则${serial}`, check_type: "contract_window" }),
  },
  "system-management/approval-flow": {
    needs: [],
    sample: ({ serial }) => ({
      code: `A${serial}`,
      name: `样例流程${serial}`,
      document: "purchase-orders/purchase-order",
      steps: [{ step_no: "1", name: "上级审批", decider: "superior" }],
    }),
  },
  "system-management/approval-deputy": {
    needs: [USER],
    sample: ({ id }) => ({
      owner_id: id(USER),
      deputy_id: "采购经理",
      from_day: "2025-01-01",
      to_day: "2025-01-31",
    }),
  },
  [TEMPLATE]: {
    needs: [],
    sample: ({ serial }) => ({
      name: `样例模板${serial}`,
      usage: "onsite_audit",
      dims: [{ code: "A", name: "现场卫生", weight: "100" }],
      items: [{ dim_code: "A", item: "车间清洁", max_score: "10" }],
    }),
  },
  [AUDIT]: {
    needs: [SUPPLIER, TYPE],
    sample: ({ id }) => ({
      supplier_id: id(SUPPLIER),
      audit_type: "annual",
      // Without paper that both sides sign on the spot.
      mode: "remote",
      template_id: id(TEMPLATE),
      plan_date: "2025-03-20",
      // Not the buyer of the supplier.
      leader_id: "质量员",
      classes: [{ material_type_id: id(TYPE) }],
    }),
  },
  "supplier-management/sample-verification": {
    needs: [SUPPLIER, MATERIAL, USER],
    sample: ({ id }) => ({
      supplier_id: id(SUPPLIER),
      material_id: id(MATERIAL),
      qty: "2",
      uom: "pcs",
      require_date: "2099-06-20",
      receiver_id: id(USER),
      send_address: "样例路1号",
    }),
  },
  "supplier-onboarding/prequalification": {
    needs: [ORG, TYPE, USER],
    sample: ({ id, serial }) => ({
      title: `样例预审${serial}`,
      mode: "open",
      purchase_org_id: id(ORG),
      material_type_id: id(TYPE),
      template_id: "预审表",
      notice: "样例公告",
      deadline: "2025-05-30 17:00",
      valid_to: "2026-06-30",
      contact: id(USER),
    }),
  },
  "supplier-management/admission": {
    needs: [SUPPLIER, ORG, TYPE, MATERIAL, FACTORY, USER],
    sample: ({ id }) => ({
      supplier_id: id(SUPPLIER),
      purchase_org_id: id(ORG),
      material_type_id: id(TYPE),
      demand_reason: "cost",
      reason_note: "样例需求",
      template_id: "初审表",
      buyer_id: id(USER),
      materials: [{ material_id: id(MATERIAL), factory_id: id(FACTORY) }],
    }),
  },
  [ACTION]: {
    needs: [SUPPLIER, USER],
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      source_type: "audit",
      source_no: `GSH${serial}`,
      title: `样例整改${serial}`,
      problem: "样例问题",
      severity: "minor",
      method: "capa",
      owner_id: id(USER),
      verify_mode: "photo",
    }),
  },
  [RISK]: {
    needs: [SUPPLIER],
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      category: "penalty",
      title: `样例风险${serial}`,
      external_id: `EXT-${serial}`,
      detail: "样例描述",
      occurred_on: "2025-03-01",
      probability: "2",
      impact: "3",
      measures: [{ measure: "样例措施", done_date: "2025-03-01" }],
    }),
  },
  // A day of its own for each: the same source stands there once at a time.
  "base-data/source-data": {
    needs: [SUPPLIER, MATERIAL, FACTORY],
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      material_id: id(MATERIAL),
      factory_id: id(FACTORY),
      // Before anything an admission makes at the day of the tests, which has no end.
      effective_from: addDays("1990-01-01", serial),
      effective_to: addDays("1990-01-01", serial),
    }),
  },
  "master-data/delivery-assessment": {
    needs: [],
    sample: ({ serial }) => ({
      title: `考核规则${serial}`,
      due_source: "order",
      grace_days: "1",
      qty_tolerance: "2",
      bands: [
        { from_rate: "0", to_rate: "80", score: "0" },
        { from_rate: "80", to_rate: "100", score: "100" },
      ],
      // Two rules in use may not speak of the same.
      enabled: "0",
    }),
  },
  "master-data/undelivered-mail": {
    needs: [],
    sample: ({ serial }) => ({ title: `样例方案${serial}`, before_days: "3", after_days: "2" }),
  },
  "master-data/deliver-cycle": {
    needs: [MATERIAL, SUPPLIER],
    // A day of its own each, long gone: no order depends on it, and no two describe the same.
    sample: ({ id, serial }) => ({
      material_id: id(MATERIAL),
      supplier_id: id(SUPPLIER),
      prepare_days: "3",
      transit_days: "2",
      inspect_days: "1",
      valid_from: addDays("2001-01-01", serial),
      valid_to: addDays("2001-01-01", serial),
    }),
  },
  "master-data/type-inspection-rule": {
    needs: [TYPE],
    sample: ({ id, serial }) => ({
      code: `X${serial}`,
      name: `样例型检规则${serial}`,
      material_type_id: id(TYPE),
      cycle_months: "12",
      enabled: "0",
    }),
  },
  "supplier-audit/audit-rule": {
    needs: [],
    sample: ({ serial }) => ({
      code: `X${serial}`,
      name: `样例审核规则${serial}`,
      rule_kind: "cycle",
      valid_from: "2025-01-01",
      cycles: [{ months: "12", mode: "onsite" }],
    }),
  },
  "master-data/type-inspection-report": {
    needs: [SUPPLIER, MATERIAL],
    // As if the supplier had brought it.
    given: () => ({ by_supplier: true }),
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      report_no: `BG${serial}`,
      lab_name: "样例检测有限公司",
      cma_no: "C100",
      issue_date: "2025-01-06",
      standard_code: "GB/T 100",
      sample_batch: "P1",
      materials: [{ material_id: id(MATERIAL) }],
    }),
  },
  "supplier-performance/supplier-freeze": {
    needs: [SUPPLIER],
    sample: ({ id }) => ({
      supplier_id: id(SUPPLIER),
      reason: "样例原因",
      // Asked for as soon as the supplier is the only one for something, which other samples may make it.
      alternative: "样例替代方案",
      effective_from: "2025-06-02",
      on_rfq: "1",
    }),
  },
  // Days of its own for each: only so many may follow each other.
  "supplier-management/gate-exemption": {
    needs: [SUPPLIER],
    sample: ({ id, serial }) => ({
      supplier_id: id(SUPPLIER),
      valid_from: addDays("2030-01-01", serial * 40),
      valid_to: addDays("2030-01-01", serial * 40 + 9),
      lifts_stage: "1",
      on_rfq: "1",
      reason: "样例原因",
      containment: "样例措施",
    }),
  },
  "contract-management/contract": {
    needs: [COMPANY, SUPPLIER, ORG, USER],
    sample: ({ id, serial }) => ({
      title: `样例合同${serial}`,
      contract_type: "framework",
      company_id: id(COMPANY),
      supplier_id: id(SUPPLIER),
      purchase_org_id: id(ORG),
      start_date: "2025-01-01",
      end_date: "2025-12-31",
      amount_mode: "open",
      payment_term_days: "30",
      owner_id: id(USER),
    }),
  },
  "purchase-orders/purchase-order": {
    needs: [SUPPLIER, COMPANY, FACTORY, ORG, GROUP, USER, MATERIAL],
    sample: ({ id }) => ({
      supplier_id: id(SUPPLIER),
      company_id: id(COMPANY),
      factory_id: id(FACTORY),
      purchase_org_id: id(ORG),
      purchase_group_id: id(GROUP),
      buyer_id: id(USER),
      order_date: "2025-06-02",
      items: [
        {
          material_id: id(MATERIAL),
          qty: "100",
          uom: "pcs",
          price: "2.5",
          tax_rate: "13",
          required_date: "2025-06-20",
        },
      ],
    }),
  },
};

/** A minimal record of every registered entity that has a screen: a written one, else what its definition demands. */
export const samples: Readonly<Record<string, Sample>> = Object.fromEntries(
  registry.registrations
    .filter(({ entity }) => registry.screensOf(entity.key).length > 0)
    .map(({ entity }) => [entity.key, written[entity.key] ?? derivedSample(entity)]),
);

/** A material type of the second level, below the given one: what materials are filed under. */
export function secondLevel(parentId: string, serial: number): Record<string, unknown> {
  return { code: `T${serial}`, name: `样例二级类型${serial}`, parent_id: parentId };
}
