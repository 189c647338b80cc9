import { type Complaint, complain, lineField, ok } from "~/engine/entity";

/** What refuses a parent that is the organisation itself or stands below it. */
export const OWN_BRANCH = "上级组织不能是自身或下级";

/** A company stands once in the list of those an organisation buys for. */
export function companiesOnce(org: { companies: readonly { company_id: string }[] }): Complaint | null {
  const ids = org.companies.map((row) => row.company_id);
  const position = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return position < 0
    ? ok
    : complain(lineField("companies", position + 1, "company_id"), `第${position + 1}行公司重复，请删除`);
}
