import type { Company } from "./company";

export const ORDER = "purchase-orders/purchase-order";

/** What buyer A types for an order at supplier A: three lines, 4,881.63 with tax. */
export function orderValues(
  { ids }: Pick<Company, "ids">,
  overrides: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    supplier_id: ids.supplierA,
    company_id: ids.company,
    factory_id: ids.factory1,
    purchase_org_id: ids.org,
    purchase_group_id: ids.group1,
    items: [
      { material_id: ids.corn, qty: "1000", price: "3.5", required_date: "2025-03-20" },
      { material_id: ids.oil, qty: "10", price: "113", required_date: "2025-03-25" },
      { material_id: ids.box, qty: "200.5", price: "1.255", required_date: "2025-03-10" },
    ],
    ...overrides,
  };
}
