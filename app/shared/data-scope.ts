/** On which rows a role lets its rights be used, from the widest down; `supplier` is what roles of suppliers always have. */
export const DATA_SCOPES = {
  all: "全部数据",
  granted: "已授权的工厂、采购组和物料类型",
  group: "本采购组",
  self: "仅本人",
  supplier: "本供应商",
} as const;

export type DataScope = keyof typeof DATA_SCOPES;

/** Those of staff, the widest first. */
const BY_WIDTH: readonly DataScope[] = ["all", "granted", "group", "self"];

/** A scope as it is read from storage; what nobody knows narrows most. */
export function dataScope(text: string): DataScope {
  return BY_WIDTH.find((one) => one === text) ?? "self";
}

/** The widest of several; null for none. */
export function widest(scopes: readonly DataScope[]): DataScope | null {
  return BY_WIDTH.find((one) => scopes.includes(one)) ?? null;
}

/** True when the first reaches rows that the second does not. */
export function isWider(one: DataScope, other: DataScope): boolean {
  return BY_WIDTH.indexOf(one) < BY_WIDTH.indexOf(other);
}
