import { type Complaint, complain, ok } from "~/engine/entity";
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
