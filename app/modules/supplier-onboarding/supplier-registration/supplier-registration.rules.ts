import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { isCreditCode } from "~/shared/credit-code";

/** How long the review takes, as letters and pages promise it: the parameter of the deadline. */
export const REVIEW_TERM = "{{deadline.supplier-registration.review.term}}个工作日";

/** The parts of an application, in the order in which a company fills them in. */
export const STEPS = ["company", "account", "supply", "licences", "bank", "submit"] as const;
export type Step = (typeof STEPS)[number];

export const STEP_LABELS: Readonly<Record<Step, string>> = {
  company: "企业信息",
  account: "联系人与账号",
  supply: "供应物料与生产基地",
  licences: "资质证照",
  bank: "银行信息（可后补）",
  submit: "预览提交",
};

/** What each part has to say before the application can be handed in. */
export const NEEDED: Readonly<Record<Step, readonly string[]>> = {
  company: ["name", "supplier_type", "taxpayer_type", "legal_person", "established_on", "region", "registered_address"],
  account: ["contact_name", "contact_phone", "login_name"],
  supply: ["categories", "main_products"],
  licences: ["business_license"],
  bank: [],
  submit: [],
};

/** Types that make food or packaging themselves bring the permit to do so (food safety law, articles 35 and 36). */
const MAKERS = ["manufacturer", "oem", "packaging"];

type Applied = Readonly<Record<string, unknown>>;

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Whether a scan stands in the row of its certificate, or of one that is handed in at the same place. */
function isInRows(record: Applied, fits: (type: string) => boolean): boolean {
  const rows: readonly Applied[] = Array.isArray(record.certificates) ? record.certificates : [];
  return rows.some(({ certificate_type: type, files }) => fits(String(type)) && !isEmpty(files));
}

/** Scans that are asked for whatever the rules say. */
export function isScanNeeded(name: string, record: Applied): boolean {
  return name === "business_license" || (name === "production_permit" && MAKERS.includes(String(record.supplier_type)));
}

/** Names of what a part still lacks, in the order of the form. */
export function missingIn(step: Step, record: Applied): string[] {
  const names = [...NEEDED[step]];
  if (step === "licences" && isScanNeeded("production_permit", record)) names.push("production_permit");
  return names.filter((name) => isEmpty(record[name]) && !isInRows(record, (type) => isScan(type, name)));
}

/** The first part that is not complete; `submit` when everything is there. */
export function nextStep(record: Applied): Step {
  return STEPS.find((step) => missingIn(step, record).length > 0) ?? "submit";
}

/** Nothing is handed in half-done. Scans are asked for where the applicant hands in: whoever writes from outside brings none. */
export function isComplete(application: object): Complaint | null {
  const record: Applied = { ...application };
  const step = STEPS.find((one) => one !== "licences" && missingIn(one, record).length > 0);
  const [name] = step ? missingIn(step, record) : [];
  return step && name ? complain(name, `「${STEP_LABELS[step]}」还没有填写完整`) : ok;
}

/** A certificate by code, and how people call it. */
export interface Paper {
  type: string;
  name: string;
}

/** Where the scan of a certificate is handed in. */
export function scanFieldOf(type: string): "business_license" | "production_permit" | "other_papers" {
  if (type === "business_license") return "business_license";
  return ["food_production", "food_contact", "printing"].includes(type) ? "production_permit" : "other_papers";
}

/** Whether the scan of a certificate is what a field asks for; other papers are asked for by none. */
function isScan(type: string, name: string): boolean {
  return scanFieldOf(type) === name;
}

/** Compulsory certificates that are not listed, or of which no scan is there; each beside the part of the form where it belongs. */
export function lackingOf(documents: readonly Paper[], record: Applied): { field: string; message: string }[] {
  const rows = Array.isArray(record.certificates) ? record.certificates : [];
  const listed = new Set(rows.map((row: { certificate_type?: unknown }) => row.certificate_type));
  const said = (names: readonly string[]) => names.map((name) => `请上传【${name}】`).join("；");
  const unlisted = documents.filter(({ type }) => !listed.has(type));
  const unseen = documents.filter(
    ({ type }) => listed.has(type) && isEmpty(record[scanFieldOf(type)]) && !isInRows(record, (own) => own === type),
  );
  const fields = [...new Set(unseen.map(({ type }) => scanFieldOf(type)))];
  return [
    ...(unlisted.length > 0
      ? [{ field: "certificates", message: `${said(unlisted.map(({ name }) => name))}，并在清单中填写编号和有效期` }]
      : []),
    ...fields.map((field) => ({
      field,
      message: said(unseen.filter(({ type }) => scanFieldOf(type) === field).map(({ name }) => name)),
    })),
  ];
}

/** A name without what all companies of a kind share, for comparing. */
function bareName(name: string): string {
  return name
    .replace(/\s|[()（）]/g, "")
    .replace(/(股份)?(有限(责任)?公司|集团|农民专业合作社|专业合作社|合作社|厂)$/, "");
}

/** Fewer signs stand in too many names. */
const TELLING_SIGNS = 4;

/** Names that are the same but for the form of the company, or of which one holds the other, as 合肥绿野香料 holds 绿野香料. */
export function likeNames(one: string, other: string): "same" | "like" | null {
  const [a, b] = [bareName(one), bareName(other)];
  if (a === "" || b === "") return null;
  if (a === b) return "same";
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= TELLING_SIGNS && long.includes(short) ? "like" : null;
}

/** Mailboxes anybody can have, and the names that stand in examples (RFC 2606): sharing one says nothing. */
const PUBLIC_HOSTS = [
  ...["qq.com", "foxmail.com", "163.com", "126.com", "yeah.net", "sina.com", "sina.cn", "sohu.com", "aliyun.com"],
  ...["139.com", "189.cn", "wo.cn", "21cn.com", "tom.com", "gmail.com", "outlook.com", "hotmail.com", "live.com"],
  ...["icloud.com", "yahoo.com", "example.com", "example.org", "example.net"],
];

/** The host of a mailbox that belongs to a company; null where anybody can have one there. */
export function companyMailHost(email: string): string | null {
  const host = email.split("@")[1]?.toLowerCase() ?? "";
  return host === "" || PUBLIC_HOSTS.includes(host) ? null : host;
}

/** Whoever hands it in stands for what it says. */
export function isDeclared({ declaration }: { declaration: boolean }): Complaint | null {
  return declaration ? ok : complain("declaration", "请阅读并同意承诺声明");
}

/** The mailbox answers: a code that was sent there came back. */
export function isReachable({ email_verified_at }: { email_verified_at: string | null }): Complaint | null {
  return email_verified_at ? ok : complain("contact_email", "请先验证邮箱");
}

/** The check character of the credit code. */
export function creditCodeFits({ uscc }: { uscc: string }): Complaint | null {
  return isCreditCode(uscc) ? ok : complain("uscc", "统一社会信用代码校验不通过，请核对");
}

interface Licensed {
  certificates: readonly {
    certificate_type: string;
    certificate_no: string;
    issue_date: string;
    valid_to: string | null;
    is_long_term: boolean;
  }[];
}

/** A licence ends on some day after it began, or never: what the register of certificates will ask of it. */
export function licencesEnd({ certificates }: Licensed): Complaint | null {
  for (const [at, { issue_date, valid_to, is_long_term }] of certificates.entries()) {
    const field = lineField("certificates", at + 1, "valid_to");
    if (!valid_to && !is_long_term) return complain(field, "请填写有效期，或勾选长期有效");
    if (valid_to && is_long_term) return complain(field, "长期有效的证照不填有效期至");
    if (valid_to && valid_to < issue_date) return complain(field, "有效期至不能早于发证日期");
  }
  return ok;
}

/** One licence, one row. */
export function licencesOnce({ certificates }: Licensed): Complaint | null {
  const named = certificates.map((one) => `${one.certificate_type} ${one.certificate_no}`);
  const twice = named.findIndex((name, at) => named.indexOf(name) !== at);
  return twice < 0 ? ok : complain(lineField("certificates", twice + 1, "certificate_no"), "该证照编号已填写");
}

const FOOD_PRODUCTION = /^SC\d{14}$/;

/** The licence to produce food has a number of its own form. */
export function foodLicenceFits({ certificates }: Licensed): Complaint | null {
  const at = certificates.findIndex(
    (one) => one.certificate_type === "food_production" && !FOOD_PRODUCTION.test(one.certificate_no),
  );
  const field = lineField("certificates", at + 1, "certificate_no");
  return at < 0 ? ok : complain(field, "食品生产许可证编号格式应为SC加14位数字");
}

interface Located {
  categories: readonly { material_type_id: string }[];
}

/** Each kind of material stands once. */
export function categoriesOnce({ categories }: Located): Complaint | null {
  const ids = categories.map(({ material_type_id }) => material_type_id);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  return twice < 0 ? ok : complain(lineField("categories", twice + 1, "material_type_id"), "该物料类别已填写");
}

/** A mailbox as others may read it: `l***@example.com`. */
export function maskedEmail(email: string): string {
  const [name = "", place = ""] = email.split("@");
  return `${name.slice(0, 1)}***@${place}`;
}
