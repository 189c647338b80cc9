/** Systems the portal exchanges calls with; the key also names the secret in SSO_SECRETS. */
export const INTEGRATED_SYSTEMS = { oa: "OA", sap: "SAP", mdm: "主数据" } as const;
export type IntegratedSystem = keyof typeof INTEGRATED_SYSTEMS;

/** What is said over the borders of the portal: `out` by us, `in` to us. */
export const INTERFACES = {
  approval_opened: { label: "审批待办", system: "oa", direction: "out" },
  approval_closed: { label: "审批撤回", system: "oa", direction: "out" },
  approval_decision: { label: "审批结果", system: "oa", direction: "in" },
  order_released: { label: "采购订单下达", system: "sap", direction: "out" },
  order_changed: { label: "采购订单变更", system: "sap", direction: "out" },
  order_closed: { label: "采购订单关闭", system: "sap", direction: "out" },
  goods_received: { label: "收货过账", system: "sap", direction: "out" },
  receipt_reversed: { label: "收货冲销", system: "sap", direction: "out" },
  goods_returned: { label: "退货出库", system: "sap", direction: "out" },
  return_reversed: { label: "退货冲销", system: "sap", direction: "out" },
  vendor_changed: { label: "供应商主数据上传", system: "sap", direction: "out" },
  master_data: { label: "主数据下发", system: "sap", direction: "in" },
} as const satisfies Readonly<Record<string, { label: string; system: IntegratedSystem; direction: "out" | "in" }>>;
export type InterfaceCode = keyof typeof INTERFACES;

/** Labels of the interfaces, as a field of a definition takes them. */
export const INTERFACE_LABELS = Object.fromEntries(
  Object.entries(INTERFACES).map(([code, { label }]) => [code, label]),
) as Readonly<Record<InterfaceCode, string>>;

/** Whether a text names a system. */
export function isIntegratedSystem(key: string): key is IntegratedSystem {
  return Object.hasOwn(INTEGRATED_SYSTEMS, key);
}

/** Where a call goes below the address of the other system, and the last part of ours: `order-released`. */
export function interfacePath(code: InterfaceCode): string {
  return code.replaceAll("_", "-");
}

/** Whether a text names an interface; names in storage may be of a version that knew more. */
export function isInterface(code: string): code is InterfaceCode {
  return Object.hasOwn(INTERFACES, code);
}
