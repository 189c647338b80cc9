import { type Complaint, complain, ok } from "~/engine/entity";

/** Goods from here bear no duty. */
export const DOMESTIC = "CN";

export function foreignOrigin({ origin }: { origin: string }): Complaint | null {
  return origin === DOMESTIC ? complain("origin", "国产货物没有关税，请选择境外原产地") : ok;
}

interface Subject {
  material_id: string | null;
  material_type_id: string | null;
}

export function oneSubject({ material_id, material_type_id }: Subject): Complaint | null {
  return material_id !== null && material_type_id !== null
    ? complain("material_type_id", "物料与物料类型最多填一个")
    : ok;
}

export interface DutyDays {
  valid_from: string;
  valid_to: string | null;
}

export function endsAfterStart({ valid_from, valid_to }: DutyDays): Complaint | null {
  return valid_to !== null && valid_to < valid_from ? complain("valid_to", "失效日期不能早于生效日期") : ok;
}

/** Whether two rates hold on one and the same day. */
export function meets(one: DutyDays, other: DutyDays): boolean {
  const reaches = (end: string | null, start: string) => end === null || end >= start;
  return reaches(one.valid_to, other.valid_from) && reaches(other.valid_to, one.valid_from);
}
