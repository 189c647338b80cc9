import { type Complaint, complain, ok } from "~/engine/entity";

/** What a series of prices is about. */
export const MARKET_KINDS = { market: "市场行情", cost: "成本要素", benchmark: "内部基准价", freight: "运费" } as const;

interface About {
  material_id: string | null;
  material_type_id: string | null;
}

/** A series speaks of one material or of a whole type: of both nobody could say which one counts. */
export function oneSubject({ material_id, material_type_id }: About): Complaint | null {
  return material_id !== null && material_type_id !== null
    ? complain("material_type_id", "关联物料与物料类型只填一个")
    : ok;
}
