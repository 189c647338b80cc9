import { type Complaint, complain, ok } from "~/engine/entity";

/** What the hook knows about the neighbours of a material type in the tree. */
export interface TypeNeighbours {
  parent: { parent_id: unknown; category: unknown } | null;
  childCount: number;
}

/** The tree of material types has two levels, and a type is of the same kind as the one above it. */
export function levelComplaints(
  type: { id: string; parent_id: unknown; category: unknown },
  { parent, childCount }: TypeNeighbours,
): Complaint | null {
  if (!parent) return ok;
  if (type.parent_id === type.id) return complain("parent_id", "上级类型不能是自身");
  if (typeof parent.parent_id === "string") return complain("parent_id", "物料类型只有两级，请选择一级类型作为上级");
  if (childCount > 0) return complain("parent_id", "该类型已有下级，不能再挂到其他类型下");
  return parent.category === type.category ? ok : complain("category", "类别须与上级类型一致");
}
