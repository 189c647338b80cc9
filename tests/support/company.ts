import { type Context, type EngineServices, systemContext } from "~/engine/context.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addAccount as storeAccount } from "~/engine/session/account.server";
import { hashPassword } from "~/engine/session/password.server";
import { where } from "~/shared/condition";
import { creditCode } from "./samples";

export const PASSWORD = "Test@2025";

/**
 * The fixed small company of the tests, by name: `company`, `factory1`, `group2`, `supplierA`, `corn`, `contractA` …
 * and the ids of its accounts.
 */
export interface Company {
  ids: Readonly<Record<RowName, string>>;
  accounts: Readonly<Record<AccountName, string>>;
}

const ROW_NAMES = [
  "company",
  "org",
  "group1",
  "group2",
  "factory1",
  "factory2",
  "rawType",
  "grainType",
  "packType",
  "boxType",
  "supplierClass",
  "supplierA",
  "supplierB",
  "siteA",
  "siteB",
  "changeA",
  "changeB",
  "certificateA",
  "certificateB",
  "accountA",
  "accountB",
  "brandA",
  "brandB",
  "warningA",
  "warningB",
  "corn",
  "oil",
  "box",
  "contractA",
  "contractB",
  "template",
  "firstTrialTemplate",
  "preqTemplate",
  "preqOpen",
  "preqApplicationA",
  "preqApplicationB",
  "preqQuestionA",
  "preqQuestionB",
  "memberA",
  "memberB",
  "admissionA",
  "admissionB",
  "sampleA",
  "sampleB",
  "auditA",
  "auditB",
  "correctionA",
  "correctionB",
  "jobGroup",
  "form",
  "formRequest",
  "registration",
  "registrationInvite",
  "taskA",
  "taskB",
  "news",
  "composedMessage",
  "sourceA",
  "sourceB",
  "mailPlan",
  "mailLog",
  "mailLogB",
  "cycleA",
  "cycleB",
  "typeRule",
  "reportA",
  "reportB",
  "freezeA",
  "freezeB",
  "exemption",
  "dueA",
  "dueB",
  "forecast",
  "auditRule",
  "clause",
] as const;
export type RowName = (typeof ROW_NAMES)[number];

interface Account {
  name: string;
  role: string;
  factories?: readonly RowName[];
  groups?: readonly RowName[];
  types?: readonly RowName[];
  supplier?: RowName;
}

/** Buyer A works for factory 1 and group 1, buyer B for factory 2 and group 2; the rest of the staff sees all. */
const ACCOUNTS = {
  admin: { name: "管理员", role: "system_admin" },
  buyerA: { name: "甲采购", role: "buyer", factories: ["factory1"], groups: ["group1"] },
  buyerB: { name: "乙采购", role: "buyer", factories: ["factory2"], groups: ["group2"] },
  manager: { name: "采购经理", role: "purchase_manager" },
  masterData: { name: "主数据员", role: "master_data" },
  grainKeeper: { name: "谷物主数据员", role: "master_data", types: ["grainType"] },
  planner: { name: "计划员", role: "planner" },
  qa: { name: "质量员", role: "qa" },
  warehouse: { name: "仓管员", role: "warehouse", factories: ["factory1"] },
  finance: { name: "应付会计", role: "finance" },
  expert: { name: "评标专家", role: "expert" },
  supplierA: { name: "甲供方", role: "supplier_admin", supplier: "supplierA" },
  supplierB: { name: "乙供方", role: "supplier_admin", supplier: "supplierB" },
  supplierClerkA: { name: "甲供方业务员", role: "supplier_user", supplier: "supplierA" },
} as const satisfies Record<string, Account>;
export type AccountName = keyof typeof ACCOUNTS;
export const ACCOUNT_NAMES = Object.keys(ACCOUNTS) as AccountName[];

/** The account as it was meant, wider than the literal. */
export function accountOf(name: AccountName): Account {
  return ACCOUNTS[name];
}

/** Fills an empty installation; the same rows with the same names every time. */
export async function makeCompany(engine: EngineServices): Promise<Company> {
  const context = systemContext(engine, "测试数据");
  const rows = new Map<RowName, string>();
  const accounts = new Map<AccountName, string>();
  const add = async (
    name: RowName,
    key: string,
    values: Record<string, unknown>,
    given: Record<string, string | boolean> = {},
  ) => {
    rows.set(name, await addRow(context, key, values, given));
  };
  const at = (name: RowName) => rows.get(name);
  const addAccounts = async (names: readonly AccountName[]) => {
    for (const name of names) accounts.set(name, await addAccount(engine, name, rows));
  };

  await add("company", "master-data/company", {
    code: "1000",
    name: "测试食品有限公司",
    tax_number: creditCode(1),
    address: "测试市测试路1号",
  });
  await add("org", "master-data/purchase-org", {
    code: "P1",
    name: "采购中心",
    companies: [{ company_id: at("company") }],
  });
  for (const [name, code, label] of [
    ["group1", "G01", "原料组"],
    ["group2", "G02", "包材组"],
  ] as const) {
    await add(name, "user-administration/purchase-group", { code, name: label, purchase_org_id: at("org") });
  }
  for (const [name, code, label, address] of [
    ["factory1", "F1", "一厂", "测试市一厂路1号"],
    ["factory2", "F2", "二厂", "测试市二厂路2号"],
  ] as const) {
    const place = { province: "安徽省", city: "测试市", address };
    await add(name, "master-data/factory", { code, name: label, company_id: at("company"), ...place });
  }
  await add("jobGroup", "system-management/job-group", {
    code: "daily",
    name: "日常任务",
    max_parallel: 2,
    enabled: true,
  });
  await add("rawType", "master-data/material-type", { code: "Y", name: "原料", category: "raw" });
  await add("grainType", "master-data/material-type", { code: "Y1", name: "谷物", parent_id: at("rawType") });
  await add("packType", "master-data/material-type", { code: "B", name: "包材", category: "packaging" });
  await add("boxType", "master-data/material-type", { code: "B1", name: "纸箱", parent_id: at("packType") });
  await add("clause", "base-data/standard-clause", {
    title: "争议解决",
    category: "dispute",
    body: "因本合同发生争议的，由{{法院}}管辖。",
    risk_level: "low",
  });
  await add("supplierClass", "master-data/supplier-class", { code: "C1", name: "原料供应商", risk_level: "mid" });
  const grain = { material_type_id: at("grainType"), uom: "kg", tax_rate: "9", shelf_life_days: 180 };
  await add("corn", "master-data/material", { code: "M001", name: "玉米", spec: "一等", ...grain });
  await add("oil", "master-data/material", { code: "M002", name: "菜籽油", spec: "5L", ...grain, tax_rate: "13" });
  const box = { material_type_id: at("boxType"), uom: "pcs", tax_rate: "13" };
  await add("box", "master-data/material", { code: "M003", name: "外箱", spec: "40×30", ...box });

  const staff = ACCOUNT_NAMES.filter((name) => !accountOf(name).supplier);
  await addAccounts(staff);
  for (const [name, label, serial] of [
    ["supplierA", "甲供应商", 11],
    ["supplierB", "乙供应商", 12],
  ] as const) {
    await add(
      name,
      "supplier-management/supplier",
      {
        name: label,
        uscc: creditCode(serial),
        supplier_type: "manufacturer",
        supplier_class_id: at("supplierClass"),
        region: "安徽省测试市",
        registered_address: "测试市供方路1号",
        taxpayer_type: "general",
        buyer_id: accounts.get("buyerA"),
        contacts: [
          { name: "业务", duty: "business", phone: "13800010001", is_primary: true },
          { name: "质量", duty: "quality", phone: "13800010002" },
        ],
      },
      { stage: "qualified" },
    );
  }
  await addAccounts(ACCOUNT_NAMES.filter((name) => accountOf(name).supplier));
  for (const [mail, label] of [
    ["A", "甲"],
    ["B", "乙"],
  ] as const) {
    const supplier_id = at(`supplier${mail}`);
    await add(`site${mail}`, "supplier-management/supplier-site", {
      supplier_id,
      name: `${label}一厂`,
      address: "测试市供方路1号",
      sc_no: "SC10134010400011",
    });
    await add(`certificate${mail}`, "supplier-management/supplier-certificate", {
      supplier_id,
      certificate_type: "business_license",
      certificate_no: creditCode(mail === "A" ? 11 : 12),
      issuer: "测试市市场监督管理局",
      issue_date: "2020-01-01",
      is_long_term: "1",
    });
    for (const transition of ["submit", "verify"] as const) {
      await applyTransition(context, {
        entity: engine.registry.entity("supplier-management/supplier-certificate"),
        id: at(`certificate${mail}`) ?? "",
        name: transition,
        ...(transition === "verify" ? { input: { method: "online" } } : {}),
      });
    }
    await add(
      `change${mail}`,
      "supplier-management/supplier-change",
      { supplier_id, section: "base", reason: "简称调整", new_short_name: `${label}方` },
      { origin: "supplier" },
    );
    await add(
      `brand${mail}`,
      "supplier-management/brand-authorization",
      {
        supplier_id,
        brand_name: `${label}牌`,
        producer_name: "样例制造有限公司",
        auth_level: "level1",
        auth_no: `SQ-${mail}`,
        valid_from: "2025-01-01",
        valid_to: "2026-12-31",
        chain: [{ grantor: "样例制造有限公司", grantee: `${label}供应商`, valid_to: "2026-12-31" }],
        materials: [{ material_id: at("corn") }],
      },
      { origin: "supplier" },
    );
    const bank = { bank_name: "测试银行", cnaps: "102000000001", account_name: `${label}供应商` };
    const account_no = mail === "A" ? "6222000011112222" : "6222000033334444";
    await add(`account${mail}`, "supplier-management/supplier-bank-account", { supplier_id, ...bank, account_no });
    await applyTransition(context, {
      entity: engine.registry.entity("supplier-management/supplier-bank-account"),
      id: at(`account${mail}`) ?? "",
      name: "confirm",
      reason: "已核实",
    });
  }

  for (const [name, supplier, start, end] of [
    ["contractA", "supplierA", "2025-01-01", "2025-12-31"],
    ["contractB", "supplierB", "2024-01-01", "2024-12-31"],
  ] as const) {
    await add(name, "contract-management/contract", {
      title: `${start.slice(0, 4)}年度采购合同`,
      contract_type: "framework",
      company_id: at("company"),
      supplier_id: at(supplier),
      purchase_org_id: at("org"),
      start_date: start,
      end_date: end,
      amount_mode: "open",
      payment_term_days: 30,
      owner_id: accounts.get("buyerA"),
    });
    const transitions =
      name === "contractA"
        ? (["sign_offline", "activate"] as const)
        : (["sign_offline", "activate", "expire"] as const);
    const input = { signed_on: start };
    for (const transition of transitions) {
      const entity = engine.registry.entity("contract-management/contract");
      await applyTransition(context, {
        entity,
        id: at(name) ?? "",
        name: transition,
        ...(transition === "sign_offline" ? { input } : {}),
      });
    }
  }
  const transition = async (key: string, id: string | undefined, name: string) => {
    await applyTransition(context, { entity: engine.registry.entity(key), id: id ?? "", name });
  };
  for (const [name, supplier] of [
    ["sourceA", "supplierA"],
    ["sourceB", "supplierB"],
  ] as const) {
    // Ended long before the days of the tests, so that no order depends on it.
    await add(name, "base-data/source-data", {
      supplier_id: at(supplier),
      material_id: at("corn"),
      factory_id: at("factory1"),
      effective_from: "2024-01-01",
      effective_to: "2024-06-30",
    });
    await transition("base-data/source-data", at(name), "approve");
  }
  await add("mailPlan", "master-data/undelivered-mail", { title: "原料催交", before_days: "3", after_days: "2" });
  for (const [name, supplier] of [
    ["mailLog", "supplierA"],
    ["mailLogB", "supplierB"],
  ] as const) {
    await add(name, "master-data/undelivered-mail-log", {
      plan_id: at("mailPlan"),
      supplier_id: at(supplier),
      sent_at: "2024-12-02 08:00:00",
      line_count: "1",
      overdue_count: "0",
      mail_result: "sent",
    });
  }
  for (const [name, supplier] of [
    ["cycleA", "supplierA"],
    ["cycleB", "supplierB"],
  ] as const) {
    // In force long before the days of the tests alone.
    await add(name, "master-data/deliver-cycle", {
      supplier_id: at(supplier),
      material_id: at("corn"),
      prepare_days: "10",
      transit_days: "3",
      inspect_days: "1",
      valid_from: "2024-01-01",
      valid_to: "2024-06-30",
    });
  }
  await add("typeRule", "master-data/type-inspection-rule", {
    code: "XJ1",
    name: "谷物型式检验",
    material_type_id: at("rawType"),
    cycle_months: 12,
    enabled: "0",
  });
  for (const [name, supplier] of [
    ["reportA", "supplierA"],
    ["reportB", "supplierB"],
  ] as const) {
    const materials = [{ material_id: at("oil") }];
    const given = { report_no: `${name}-1`, lab_name: "测试检测有限公司", cma_no: "C1", issue_date: "2024-12-02" };
    await add(
      name,
      "master-data/type-inspection-report",
      { supplier_id: at(supplier), ...given, standard_code: "GB/T 1", sample_batch: "B1", materials },
      // As if the supplier had brought it.
      { by_supplier: true },
    );
  }
  for (const [name, supplier] of [
    ["freezeA", "supplierA"],
    ["freezeB", "supplierB"],
  ] as const) {
    await add(name, "supplier-performance/supplier-freeze", {
      supplier_id: at(supplier),
      reason: "付款争议",
      effective_from: "2024-05-01",
      on_rfq: "1",
      scopes: [{ factory_id: at("factory2") }],
    });
    for (const one of ["submit", "approve", "release"])
      await transition("supplier-performance/supplier-freeze", at(name), one);
  }
  await add("exemption", "supplier-management/gate-exemption", {
    supplier_id: at("supplierB"),
    material_id: at("oil"),
    valid_from: "2025-02-01",
    valid_to: "2025-02-10",
    lifts_source: "1",
    on_delivery: "1",
    reason: "生产急需",
    containment: "逐批检验",
  });
  for (const [name, supplier] of [
    ["dueA", "supplierA"],
    ["dueB", "supplierB"],
  ] as const) {
    await add(name, "master-data/type-inspection-due", {
      supplier_id: at(supplier),
      material_id: at("box"),
      due_date: "2025-05-01",
      last_day: "2025-05-16",
    });
  }
  for (const [name, supplier] of [
    ["warningA", "supplierA"],
    ["warningB", "supplierB"],
  ] as const) {
    await add(name, "supplier-management/supplier-warning", {
      kind: "qualification",
      supplier_id: at(supplier),
      subject: "食品生产许可证",
      due_date: "2025-05-01",
      level: "info",
    });
  }
  await add("forecast", "supplier-management/gate-forecast", {
    order_no: "CG20250301-0099",
    supplier_id: at("supplierB"),
    factory_id: at("factory1"),
    purchase_group_id: at("group1"),
    buyer_id: accounts.get("buyerA"),
    check_type: "freeze",
    blocked_from: "2025-03-20",
    reason_text: "供应商将被冻结",
  });
  await add("auditRule", "supplier-audit/audit-rule", {
    code: "SH1",
    name: "审核频次",
    rule_kind: "cycle",
    valid_from: "2025-01-01",
    cycles: [{ months: 24, mode: "onsite" }],
  });
  await add("template", "supplier-management/scoring-template", {
    name: "现场审核表",
    usage: "onsite_audit",
    pass_line: "85",
    conditional_line: "70",
    dims: [{ code: "A", name: "卫生", weight: "100" }],
    items: [
      { dim_code: "A", item: "车间清洁", max_score: "10" },
      { dim_code: "A", item: "异物控制", max_score: "10", is_veto: "1", na_allowed: "0" },
    ],
  });
  await transition("supplier-management/scoring-template", at("template"), "publish");
  await add("firstTrialTemplate", "supplier-management/scoring-template", {
    name: "初审表",
    usage: "first_trial",
    dims: [{ code: "A", name: "资料", weight: "100" }],
    items: [
      { dim_code: "A", item: "证照齐全", max_score: "10", is_veto: "1", na_allowed: "0" },
      { dim_code: "A", item: "产能满足", max_score: "10" },
    ],
  });
  await transition("supplier-management/scoring-template", at("firstTrialTemplate"), "publish");
  await add("preqTemplate", "supplier-management/scoring-template", {
    name: "预审表",
    usage: "prequalification",
    pass_line: "60",
    dims: [{ code: "A", name: "资料", weight: "100" }],
    items: [
      { dim_code: "A", item: "无重大处罚", method: "yes_no", max_score: "10" },
      { dim_code: "A", item: "产能说明", max_score: "10" },
    ],
  });
  await transition("supplier-management/scoring-template", at("preqTemplate"), "publish");
  await add("preqOpen", "supplier-onboarding/prequalification", {
    title: "包材公开预审",
    mode: "open",
    purchase_org_id: at("org"),
    material_type_id: at("packType"),
    template_id: at("preqTemplate"),
    notice: "请应答",
    deadline: "2025-05-30 17:00",
    valid_to: "2026-06-30",
    contact: accounts.get("manager"),
    criteria: [{ title: "无重大处罚", required: "0" }],
  });
  await transition("supplier-onboarding/prequalification", at("preqOpen"), "publish");
  for (const [name, question, supplier] of [
    ["preqApplicationA", "preqQuestionA", "supplierA"],
    ["preqApplicationB", "preqQuestionB", "supplierB"],
  ] as const) {
    const values = { prequalification_id: at("preqOpen"), supplier_id: at(supplier) };
    await add(name, "supplier-onboarding/preq-application", values);
    await add(question, "supplier-onboarding/preq-question", { ...values, question: "可以用复印件吗" });
  }
  // One that is open to those who judge, and one that is still sealed.
  await transition("supplier-onboarding/preq-application", at("preqApplicationA"), "submit");
  await transition("supplier-onboarding/preq-application", at("preqApplicationA"), "open_review");
  for (const [name, supplier] of [
    ["admissionA", "supplierA"],
    ["admissionB", "supplierB"],
  ] as const) {
    await add(name, "supplier-management/admission", {
      supplier_id: at(supplier),
      admission_type: "new_material",
      purchase_org_id: at("org"),
      material_type_id: at("packType"),
      demand_reason: "cost",
      reason_note: "包材备选",
      template_id: at("firstTrialTemplate"),
      buyer_id: accounts.get("manager"),
      materials: [{ material_id: at("box"), factory_id: at("factory2") }],
    });
    await transition("supplier-management/admission", at(name), "submit");
  }
  for (const [name, supplier] of [
    ["sampleA", "supplierA"],
    ["sampleB", "supplierB"],
  ] as const) {
    await add(name, "supplier-management/sample-verification", {
      supplier_id: at(supplier),
      material_id: at("box"),
      qty: "5",
      uom: "pcs",
      require_date: "2099-06-20",
      receiver_id: accounts.get("qa"),
      send_address: "测试市一厂路1号",
    });
  }
  for (const [mail, supplier] of [
    ["A", "supplierA"],
    ["B", "supplierB"],
  ] as const) {
    await add(`audit${mail}`, "supplier-management/supplier-audit", {
      supplier_id: at(supplier),
      audit_type: "annual",
      mode: "remote",
      template_id: at("template"),
      plan_date: "2025-06-20",
      leader_id: accounts.get("qa"),
      classes: [{ material_type_id: at("packType") }],
    });
    await transition("supplier-management/supplier-audit", at(`audit${mail}`), "notify");
    await add(`correction${mail}`, "supplier-audit/corrective-action", {
      supplier_id: at(supplier),
      source_type: "quality_issue",
      source_no: `PZ-${mail}`,
      title: "包装破损",
      problem: "到货时外袋破损",
      severity: "minor",
      owner_id: accounts.get("qa"),
    });
    await transition("supplier-audit/corrective-action", at(`correction${mail}`), "issue");
  }
  await add("form", "system-management/form", {
    code: "FOOD",
    name: "食品安全自查",
    audience: "all",
    items: [{ label: "是否通过体系认证", type: "yesno", required: true, score: "10" }],
  });
  await transition("system-management/form", at("form"), "publish");
  await add("formRequest", "system-management/form-request", {
    form_id: at("form"),
    name: "年度自查",
    due_date: "2099-12-31",
    suppliers: [{ supplier_id: at("supplierA") }, { supplier_id: at("supplierB") }],
    people: [{ user_id: accounts.get("buyerA") }],
  });
  await transition("system-management/form-request", at("formRequest"), "send");
  for (const [name, supplier] of [
    ["taskA", "supplierA"],
    ["taskB", "supplierB"],
  ] as const) {
    await add(name, "system-management/task", { title: "补充开户资料", supplier_id: at(supplier) });
  }
  for (const [name, supplier] of [
    ["memberA", "supplierA"],
    ["memberB", "supplierB"],
  ] as const)
    await add(name, "supplier-onboarding/member-request", {
      supplier_id: at(supplier),
      contact_name: "新同事",
      contact_phone: "13800010066",
      contact_email: `${name}@example.com`.toLowerCase(),
      login_name: name,
    });
  await add("registration", "supplier-onboarding/supplier-registration", {
    uscc: creditCode(90),
    name: "测试申请企业",
    contact_name: "申请人",
    contact_phone: "13800010090",
    contact_email: "apply@example.com",
  });
  await add("registrationInvite", "supplier-onboarding/registration-invite", { email: "invited@example.com" });
  // Published to a role nobody holds, so that nobody has been told anything yet.
  const [nobody] = await unscopedRows(context, "system-management/role", ["id"], [where.eq("code", "seal_admin")]);
  await add("news", "system-management/news", {
    title: "收货须知",
    category: "notice",
    content: "送货请提前预约。",
    audience: "listed",
    targets: [{ target_type: "role", role_id: nobody?.id }],
  });
  await transition("system-management/news", at("news"), "publish");
  await add("composedMessage", "system-management/composed-message", {
    title: "停机维护",
    content: "周六晚上停机维护。",
    audience: "internal",
  });
  return { ids: complete(ROW_NAMES, rows), accounts: complete(ACCOUNT_NAMES, accounts) };
}

function complete<K extends string>(names: readonly K[], found: ReadonlyMap<K, string>): Record<K, string> {
  return Object.fromEntries(
    names.map((name) => {
      const id = found.get(name);
      if (id === undefined) throw new Error(`The company of the tests lacks "${name}"`);
      return [name, id];
    }),
  ) as Record<K, string>;
}

/** Makes a row as the system would; `given` sets fields that nobody types, such as the stage of a supplier. */
async function addRow(
  context: Context,
  key: string,
  values: Record<string, unknown>,
  given: Record<string, string | boolean>,
): Promise<string> {
  const screen = context.services.registry.mainScreen(key);
  const started = { ...screen, initial: { ...screen.initial, ...given } };
  return (await createRecord(context, { screen: started, values })).id;
}

let passwordHash: Promise<string> | undefined;

async function addAccount(
  engine: EngineServices,
  name: AccountName,
  rows: ReadonlyMap<RowName, string>,
): Promise<string> {
  const account = accountOf(name);
  const id = engine.newId();
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  const idsOf = (names: readonly RowName[] | undefined) => (names ? names.map((one) => rows.get(one) ?? "") : "all");
  await engine.database.transaction({ role: "owner" }, () =>
    storeAccount(engine, {
      id,
      account: name,
      name: account.name,
      userType: account.supplier ? "supplier" : "internal",
      supplierId: account.supplier ? (rows.get(account.supplier) ?? "") : null,
      email: null,
      phone: null,
      passwordHash: hash,
      mustChangePassword: false,
      roles: [account.role],
      scopes: {
        factory: idsOf(account.factories),
        purchase_group: idsOf(account.groups),
        material_type: idsOf(account.types),
      },
      at: engine.clock().toISOString(),
    }),
  );
  return id;
}
