import { type Complaint, complain, ok, type Value } from "~/engine/entity";

export const MATERIAL_STATES = { active: "正常", trial: "试用", phase_out: "淘汰中", stopped: "停用" } as const;
export const BILL_POLICIES = { received: "按收货数量", ordered: "按订单数量" } as const;

const FOOD = ["raw", "finished"];

interface UnitedMaterial {
  uom: string;
  purchase_uom: string | null;
  uom_rate: string | null;
}

/** Another unit for buying needs to say how many base units it holds. */
export function rateForPurchaseUnit({ uom, purchase_uom, uom_rate }: UnitedMaterial): Complaint | null {
  return purchase_uom !== null && purchase_uom !== uom && uom_rate === null
    ? complain("uom_rate", "采购单位与基本单位不同，请填写换算率")
    : ok;
}

/** Raw materials and bought-in products are food, and food has a shelf life. */
export function shelfLifeOfFood(category: unknown, shelfLifeDays: unknown): Complaint | null {
  return typeof category === "string" && FOOD.includes(category) && typeof shelfLifeDays !== "number"
    ? complain("shelf_life_days", "食品类物料请填写保质期")
    : ok;
}

/** Quantities of documents are in the base unit: it stays once there are any. */
export function baseUnitStays(from: unknown, to: unknown, usedInLines: number): Complaint | null {
  return from !== to && usedInLines > 0 ? complain("uom", "物料已有业务，不能修改基本单位") : ok;
}

/** A change of many materials changes something. */
export function somethingToChange(_material: object, input: Readonly<Record<string, Value>>): Complaint | null {
  const isEmpty = Object.values(input).every((value) => value === null || value === "");
  return isEmpty ? complain("material_status", "请至少填写一项要修改的内容") : ok;
}
