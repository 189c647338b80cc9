import { type Complaint, complain, ok } from "~/engine/entity";

/** A period ends after it begins. */
export function periodFits({ valid_from, valid_to }: { valid_from: string; valid_to: string }): Complaint | null {
  return valid_to < valid_from ? complain("valid_to", "截止日期不能早于开始日期") : ok;
}

/** Whom certificates of a supplier are trusted of, and when. */
export interface Trust {
  id: string;
  material_id: string | null;
  valid_from: string;
  valid_to: string;
}

/** What lets a certificate pass on a day: what is said of its material before what is said of all. */
export function trustOn<T extends Trust>(all: readonly T[], materialId: string, day: string): T | null {
  const counts = all.filter(({ valid_from, valid_to }) => valid_from <= day && day <= valid_to);
  return (
    counts.find(({ material_id }) => material_id === materialId) ??
    counts.find(({ material_id }) => material_id === null) ??
    null
  );
}
