import type { Module, TopTab } from "~/engine/entity/registry";

/** Top tabs in order. A tab stands here once it has a screen. */
export const topTabs: readonly TopTab[] = [
  { id: "purchase", label: "采购执行" },
  { id: "supplier", label: "供应商" },
  { id: "contract", label: "合同" },
  { id: "master", label: "基础资料" },
  { id: "system", label: "系统" },
];

/** Directories of the side menu, in order. */
export const modules: readonly Module[] = [
  { key: "purchase-orders", label: "采购订单", top: "purchase" },
  { key: "supplier-management", label: "供应商管理", top: "supplier" },
  { key: "contract-management", label: "合同管理", top: "contract" },
  { key: "master-data", label: "主数据", top: "master" },
  { key: "system-management", label: "系统管理", top: "system" },
  { key: "user-administration", label: "用户授权", top: "system" },
];
