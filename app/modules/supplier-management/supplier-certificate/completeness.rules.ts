/** What a file must say about a supplier, by field and how people call it. */
export const REQUIRED_FACTS = {
  name: "供应商名称",
  uscc: "统一社会信用代码",
  legal_person: "法定代表人",
  registered_capital: "注册资本",
  established_on: "成立日期",
  region: "所在省市",
  registered_address: "注册地址",
  business_scope: "经营范围",
  taxpayer_type: "纳税人类型",
  payment_term: "账期",
} as const;

/** What a file may lack, in the words people read. */
export interface Gaps {
  facts: readonly string[];
  certificates: readonly string[];
  rest: readonly string[];
  /** Whole percent, 0 to 100. */
  percent: number;
}

/**
 * How complete the file of a supplier is: facts that are filled in, compulsory certificates that are valid, a contact for business
 * and one for quality, a bank account in force, and for whoever makes food a site.
 * @param required compulsory certificate types; `valid` those of which a valid one is there, both by code
 * @param label how a type is called
 */
export function gapsOf(file: {
  supplier: Readonly<Record<string, unknown>>;
  duties: readonly string[];
  hasAccount: boolean;
  sites: { needed: boolean; there: boolean };
  required: readonly string[];
  valid: ReadonlySet<string>;
  label(type: string): string;
}): Gaps {
  const { supplier, duties, hasAccount, sites, required, valid, label } = file;
  const empty = (value: unknown) => value === null || value === undefined || value === "";
  const facts = Object.entries(REQUIRED_FACTS).flatMap(([name, called]) => (empty(supplier[name]) ? [called] : []));
  const certificates = required.filter((type) => !valid.has(type)).map(label);
  const checks: readonly [asked: boolean, there: boolean, called: string][] = [
    [true, duties.includes("business"), "业务联系人"],
    [true, duties.includes("quality"), "质量联系人"],
    [true, hasAccount, "银行账户"],
    [sites.needed, sites.there, "生产基地"],
  ];
  const asked = checks.filter(([isAsked]) => isAsked);
  const rest = asked.filter(([, there]) => !there).map(([, , called]) => called);
  const all = Object.keys(REQUIRED_FACTS).length + required.length + asked.length;
  const missing = facts.length + certificates.length + rest.length;
  return { facts, certificates, rest, percent: Math.floor(((all - missing) * 100) / all) };
}

/** What a transition says where nothing is missing: an empty text would mean that nothing is said. */
export const NO_GAPS = "无";

/** Parts of a file, and what is called missing of them. A change is proposed part by part, certificates stand for themselves. */
const GAP_PARTS: readonly { label: string; missing(gaps: Omit<Gaps, "percent">): readonly string[] }[] = [
  { label: "基本信息", missing: ({ facts }) => facts },
  { label: "联系人", missing: ({ rest }) => rest.filter((one) => one.endsWith("联系人")) },
  { label: "银行账户", missing: ({ rest }) => rest.filter((one) => one === "银行账户") },
  { label: "生产基地", missing: ({ rest }) => rest.filter((one) => one === "生产基地") },
  { label: "资质证照", missing: ({ certificates }) => certificates },
];

/** How the line of the gaps begins that says which compulsory certificates are missing. */
export const CERTIFICATES_LACKING = "资质证照：";

/** What is missing, one line per part of the file, as people read it: 「联系人：质量联系人」; null when nothing is. */
export function gapsText(gaps: Omit<Gaps, "percent">): string | null {
  const lines = GAP_PARTS.flatMap(({ label, missing }) => {
    const names = missing(gaps);
    return names.length > 0 ? [`${label}：${names.join("、")}`] : [];
  });
  return lines.length > 0 ? lines.join("\n") : null;
}
