import type { MenuGroup, Module, TopTab } from "~/engine/entity/registry";

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
  { key: "price-approval", label: "核价管理", top: "purchase" },
  { key: "purchase-management", label: "采购管理", top: "purchase" },
  { key: "receiving", label: "收货管理", top: "purchase" },
  { key: "supplier-onboarding", label: "供应商引入", top: "supplier" },
  { key: "supplier-management", label: "供应商管理", top: "supplier" },
  { key: "supplier-performance", label: "供应商绩效", top: "supplier" },
  { key: "supplier-audit", label: "供应商审核", top: "supplier" },
  { key: "contract-management", label: "合同管理", top: "contract" },
  { key: "base-data", label: "采购基础数据", top: "master" },
  { key: "master-data", label: "主数据", top: "master" },
  { key: "system-management", label: "系统管理", top: "system" },
  { key: "user-administration", label: "用户授权", top: "system" },
];

/**
 * Folders inside the directories, in order. A registration names one as its `group`; a folder nothing stands in is not made.
 * Where a directory has folders and screens of its own, the folders come first.
 */
export const menuGroups: readonly MenuGroup[] = [
  { key: "accounts", module: "system-management", label: "用户与权限" },
  { key: "approvals", module: "system-management", label: "审批" },
  { key: "notices", module: "system-management", label: "消息通知" },
  { key: "content", module: "system-management", label: "新闻与反馈" },
  { key: "forms", module: "system-management", label: "表单填报" },
  { key: "jobs", module: "system-management", label: "定时任务" },
  { key: "logs", module: "system-management", label: "日志" },
  { key: "settings", module: "system-management", label: "系统设置" },
];
