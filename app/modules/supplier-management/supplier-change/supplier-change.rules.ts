import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { isCreditCode } from "~/shared/credit-code";

/** Parts of a supplier's file that are changed by a document of their own, each with reviewers of its own. */
export const SECTIONS = {
  base: "基本信息",
  contact: "联系人",
  bank: "银行账户",
  site: "生产基地",
  category: "供应类别",
} as const;

/** Facts of the file that can be proposed anew: field of the change, field of the supplier. */
export const BASE_FACTS = {
  new_name: "name",
  new_uscc: "uscc",
  new_short_name: "short_name",
  new_legal_person: "legal_person",
  new_registered_capital: "registered_capital",
  new_established_on: "established_on",
  new_region: "region",
  new_registered_address: "registered_address",
  new_business_scope: "business_scope",
  new_taxpayer_type: "taxpayer_type",
} as const;

/** The check character of a proposed credit code. */
export function newCodeFits({ new_uscc }: { new_uscc: string | null }): Complaint | null {
  return new_uscc === null || isCreditCode(new_uscc) ? ok : complain("new_uscc", "统一社会信用代码校验不通过，请核对");
}

/** An invitation says until when. */
export function invitedUntil({ due_date }: { due_date: string | null }): Complaint | null {
  return due_date === null ? complain("due_date", "请填写要求完成日期") : ok;
}

interface Proposed {
  section: string;
  differences: readonly unknown[];
  proof: readonly unknown[] | null;
}

/** There is something to review. */
export function somethingChanged({ differences }: Pick<Proposed, "differences">): Complaint | null {
  return differences.length > 0 ? ok : complain("section", "未检测到任何变更内容，无需提交");
}

/** Where money goes is proven on paper. */
export function accountProven({ section, proof }: Pick<Proposed, "section" | "proof">): Complaint | null {
  return section !== "bank" || (proof !== null && proof.length > 0)
    ? ok
    : complain("proof", "变更银行账户须上传开户证明并加盖公章");
}

/** Before an account is changed somebody calls the person who was on file before. */
export function calledBack(
  { section }: Pick<Proposed, "section">,
  { callback_note }: Readonly<Record<string, unknown>>,
): Complaint | null {
  return section !== "bank" || (typeof callback_note === "string" && callback_note !== "")
    ? ok
    : complain("callback_note", "请填写电话核实记录（须使用变更前预留联系人）");
}

interface Supplied {
  section: string;
  categories: readonly { material_type_id: string }[];
}

/** A supplier delivers something, and each kind of material is named once. */
export function categoriesNamed({ section, categories }: Supplied): Complaint | null {
  if (section !== "category") return ok;
  if (categories.length === 0) return complain("section", "请至少保留一个供应类别");
  const again = categories.findIndex(
    ({ material_type_id }, at) => categories.findIndex((one) => one.material_type_id === material_type_id) < at,
  );
  return again < 0
    ? ok
    : complain(lineField("categories", again + 1, "material_type_id"), "供应物料类别重复，请合并为一行");
}

interface Sectioned {
  section: string;
  site_name: string | null;
  site_address: string | null;
  bank_name: string | null;
  bank_cnaps: string | null;
  bank_account_name: string | null;
  bank_account_no: string | null;
}

/** A site and an account are described whole, or nobody could enter them. */
export function describedWhole(change: Sectioned): Complaint | null {
  const asked: Readonly<Record<string, readonly (readonly [keyof Sectioned, string])[]>> = {
    site: [
      ["site_name", "基地名称"],
      ["site_address", "地址"],
    ],
    bank: [
      ["bank_name", "开户行"],
      ["bank_cnaps", "联行号"],
      ["bank_account_name", "户名"],
      ["bank_account_no", "银行账号"],
    ],
  };
  const missing = asked[change.section]?.find(([name]) => change[name] === null || change[name] === "");
  return missing ? complain(missing[0], `请填写${missing[1]}`) : ok;
}
