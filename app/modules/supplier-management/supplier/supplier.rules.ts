import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { isCreditCode } from "~/shared/credit-code";

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
