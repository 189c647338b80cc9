import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";
import { daysBetween } from "~/shared/calendar";
import { distanceText } from "~/shared/day-steps";

/** Days, counted from the last one, on which suppliers and their staff are told of what runs out. */
export const BEFORE_THE_END = [-30, -15, -7, -1] as const;

interface Dated {
  issue_date: string;
  valid_to: string | null;
  is_long_term: boolean;
}

/** A certificate ends after it began. */
export function endsAfterIssue({ issue_date, valid_to }: Dated): Complaint | null {
  return valid_to !== null && valid_to < issue_date ? complain("valid_to", "有效期至不能早于发证日期") : ok;
}

/** It ends on a day, or it is said that it does not. */
export function endStated({ valid_to, is_long_term }: Dated): Complaint | null {
  if (valid_to === null && !is_long_term) return complain("valid_to", "请填写有效期，或勾选长期有效");
  return valid_to !== null && is_long_term ? complain("valid_to", "长期有效的证照不填有效期至") : ok;
}

const FOOD_PRODUCTION = /^SC\d{14}$/;

/** The licence to produce food has a number of its own form. */
export function licenceNumberFits(certificate: { certificate_type: string; certificate_no: string }): Complaint | null {
  const { certificate_type, certificate_no } = certificate;
  return certificate_type !== "food_production" || FOOD_PRODUCTION.test(certificate_no)
    ? ok
    : complain("certificate_no", "食品生产许可证编号格式应为SC加14位数字");
}

/** What has run out proves nothing any more. */
export function stillGood(
  { valid_to }: Pick<Dated, "valid_to">,
  _input: unknown,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  return valid_to !== null && valid_to < today
    ? complain("valid_to", "该证照已过有效期，不能核验通过，请退回让供应商更换")
    : ok;
}

/** What is to be verified can be looked at; what the program takes over from elsewhere, it takes as it is. */
export function scanAttached(
  { files }: { files: readonly unknown[] | null },
  _input: unknown,
  _lines: unknown,
  { actorId }: RuleFacts,
): Complaint | null {
  return actorId === null || (files !== null && files.length > 0) ? ok : complain("files", "请先上传证照扫描件");
}

/** A renewal is declared with the slip of the authority. */
export function slipAttached(_: unknown, { acceptance_slip }: Readonly<Record<string, unknown>>): Complaint | null {
  return Array.isArray(acceptance_slip) && acceptance_slip.length > 0
    ? ok
    : complain("acceptance_slip", "请上传受理回执");
}

/** `剩3天`, `今天到期`, `已过期2天`. */
export function leftText(validTo: string, today: string): string {
  return distanceText(daysBetween(validTo, today));
}
