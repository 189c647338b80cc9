import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { decimal } from "~/shared/decimal";

interface AimedRule {
  material_id: string | null;
  material_type_id: string | null;
}

/** A rule speaks about one material, or about one type of materials: never about both, never about nothing. */
export function oneSubject({ material_id, material_type_id }: AimedRule): Complaint | null {
  if (material_id === null && material_type_id === null) return complain("material_id", "请选择物料或物料类型");
  return material_id !== null && material_type_id !== null
    ? complain("material_type_id", "物料和物料类型只选一项")
    : ok;
}

interface LimitedItems {
  items: readonly { item: string; lower: string | null; upper: string | null }[];
}

export function limitsFit({ items }: LimitedItems): Complaint | null {
  const at = items.findIndex(
    ({ lower, upper }) => lower !== null && upper !== null && decimal(lower).gt(decimal(upper)),
  );
  return at < 0 ? ok : complain(lineField("items", at + 1, "upper"), `第${at + 1}行上限不能小于下限`);
}

export function itemsOnce({ items }: LimitedItems): Complaint | null {
  const names = items.map(({ item }) => item);
  const at = names.findIndex((name, index) => names.indexOf(name) !== index);
  return at < 0 ? ok : complain(lineField("items", at + 1, "item"), `第${at + 1}行检验项目重复`);
}
