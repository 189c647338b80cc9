import { type Complaint, complain, ok } from "~/engine/entity";
import { isCreditCode } from "~/shared/credit-code";

/** The check character of the company's social credit code, which is its tax number as well. */
export function taxNumberFits({ tax_number }: { tax_number: string }): Complaint | null {
  return isCreditCode(tax_number) ? ok : complain("tax_number", "统一社会信用代码校验不通过，请核对");
}
