import { type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";
import { isCreditCode } from "~/shared/credit-code";

interface Reachable {
  phone: string | null;
  email: string | null;
}

/** Those of a supplier's accounts that belong to a contact: by mail, however it is written, or by mobile. */
export function accountsOfContact<A extends Reachable>({ phone, email }: Reachable, accounts: readonly A[]): A[] {
  const mail = email?.trim().toLowerCase();
  return accounts.filter(
    (one) => (Boolean(mail) && one.email?.trim().toLowerCase() === mail) || (Boolean(phone) && one.phone === phone),
  );
}

/** The check character of the supplier's social credit code. */
export function creditCodeFits({ uscc }: { uscc: string }): Complaint | null {
  return isCreditCode(uscc) ? ok : complain("uscc", "统一社会信用代码校验不通过，请核对");
}

/** Stages in which a supplier delivers, and somebody must be reachable about orders and about quality. */
const DELIVERING = ["qualified", "preferred"];

interface ContactedSupplier {
  stage: string | null;
  contacts: readonly { duty: string; is_primary: boolean }[];
}

/** A qualified supplier has a primary contact for business and one for quality. */
export function contactsOfQualified({ stage, contacts }: ContactedSupplier): Complaint | null {
  if (stage === null || !DELIVERING.includes(stage)) return ok;
  const isReachable =
    contacts.some((contact) => contact.duty === "business" && contact.is_primary) &&
    contacts.some((contact) => contact.duty === "quality");
  return isReachable ? ok : complain("contacts", "请至少维护一名业务主联系人和一名质量联系人");
}

interface Temporary {
  is_temporary: boolean;
  temp_valid_to: string | null;
  temp_amount_cap: string | null;
}

/** Whoever is asked once only is limited in time and money. */
export function temporaryLimited({ is_temporary, temp_valid_to, temp_amount_cap }: Temporary): Complaint | null {
  if (!is_temporary || (temp_valid_to !== null && temp_amount_cap !== null)) return ok;
  const field = temp_valid_to === null ? "temp_valid_to" : "temp_amount_cap";
  return complain(field, "临时供应商必须填写有效期和采购限额");
}

interface WithParties {
  id: string;
  related_parties: readonly { related_supplier_id: string }[];
}

/** A supplier is not related to itself, and to another once. */
export function partiesElsewhere({ id, related_parties }: WithParties): Complaint | null {
  const ids = related_parties.map(({ related_supplier_id }) => related_supplier_id);
  const own = ids.indexOf(id);
  if (own >= 0) return complain(lineField("related_parties", own + 1, "related_supplier_id"), "关联供应商不能是自己");
  const twice = ids.findIndex((one, index) => ids.indexOf(one) !== index);
  return twice < 0
    ? ok
    : complain(lineField("related_parties", twice + 1, "related_supplier_id"), "该关联供应商已登记，请勿重复");
}

type Asked = Readonly<Record<string, unknown>>;

/** Whoever is asked for papers gets time for it. */
export function dueAhead(_supplier: unknown, { due }: Asked, _lines: unknown, { today }: RuleFacts): Complaint | null {
  return typeof due === "string" && due < today ? complain("due", "要求完成日期不能早于今天") : ok;
}

/** Nobody is asked for nothing. */
export function somethingToAsk({ gaps }: { gaps: string | null }, { note }: Asked): Complaint | null {
  return gaps !== null || (typeof note === "string" && note !== "")
    ? ok
    : complain("note", "该供应商资料已完整，请写明要补充的内容");
}

interface Supplemented {
  gaps: string | null;
  supplement_due: string | null;
  supplement_note: string | null;
}

/** What stands above the file: what its supplier is asked to complete, and for us that it is about to be merged. */
export function fileNotes(supplier: Supplemented & { merged_into_id?: string | null; state: string | null }): string[] {
  // Suppliers are never given the field.
  const isMerging = Boolean(supplier.merged_into_id) && supplier.state === "active";
  return [...(isMerging ? ["合并待确认：财务确认后，单据转到并入的供应商名下"] : []), ...supplementNotes(supplier)];
}

function supplementNotes({ gaps, supplement_due, supplement_note }: Supplemented): string[] {
  if (supplement_due === null) return [];
  const parts = (gaps ?? "").split("\n").flatMap((line) => (line === "" ? [] : [line.split("：")[0]]));
  const what = [
    ...(parts.length > 0 ? [`补充${parts.join("、")}`] : []),
    ...(supplement_note ? [supplement_note] : []),
  ];
  return [`请在${supplement_due}前完成资料补充：${what.join("；") || "资料已补齐，等待采购方确认"}`];
}
