/** One password for all known accounts of the demo (ruling 23); the pages carry a banner that says so (ruling 7). */
export const DEMO_PASSWORD = "Demo@2026";

/** With this passphrase people of the demo open sealed inquiries together: manager1, finance1 and, when two administrators agree, supervisor1. */
export const OPENING_PASSPHRASE = "demo-opening-2026";

/** Accounts that every loaded demo has (ruling 23), as the sign-in page and the console list them. */
export const DEMO_ACCOUNTS = [
  { account: "buyer1", role: "采购员" },
  { account: "buyer2", role: "采购员（另一采购组）" },
  { account: "manager1", role: "采购经理" },
  { account: "leader1", role: "分管领导" },
  { account: "planner1", role: "计划员" },
  { account: "qa1", role: "质量工程师" },
  { account: "qamanager1", role: "质量经理" },
  { account: "supplieraudit1", role: "供应商审核员" },
  { account: "factoryqc1", role: "工厂质检员" },
  { account: "warehouse1", role: "仓管员" },
  { account: "finance1", role: "应付会计" },
  { account: "financelead1", role: "财务主管" },
  { account: "legal1", role: "法务" },
  { account: "sealadmin1", role: "印章管理员" },
  { account: "masterdata1", role: "主数据管理员" },
  { account: "supplier1", role: "供应商管理员" },
  { account: "supplieruser1", role: "供应商业务员（supplier1 的同事）" },
  { account: "supplier2", role: "供应商管理员（另一供应商）" },
  { account: "useradmin1", role: "用户管理员" },
  { account: "supervisor1", role: "监察" },
  { account: "auditor1", role: "审计员" },
  { account: "admin", role: "系统管理员" },
] as const;
