import { addDays, dayOf } from "~/shared/calendar";
import type { Page } from "./page";
import { fill, open } from "./pages";
import type { Portal } from "./portal";
import type { Row } from "./rest";

export const ORDERS = "purchase-orders/purchase-order";

/** Today in China, and days counted from it; the same throughout a spec file. */
export const today = dayOf(new Date());
export const inDays = (days: number) => addDays(today, days);

export interface Goods {
  /** supplier1's company: what it is ordered from. */
  supplier: Row;
  /** Three materials buyer1 may order, e.g. `{code, uom, tax_rate}`. */
  materials: [Row, Row, Row];
}

/** What buyer1 can order at supplier1's company. */
export async function goodsOf(portal: Pick<Portal, "rest">): Promise<Goods> {
  const { supplierId } = await (await portal.rest("supplier1")).whoami();
  const supplier = await (await portal.rest("buyer1")).get("supplier-management/supplier", supplierId ?? "");
  const usable = (await (await portal.rest("buyer1")).list("master-data/material"))
    .filter((row) => row.material_status !== "stopped")
    .sort((one, other) => (String(one.code) < String(other.code) ? -1 : 1));
  const [first, second, third] = usable;
  if (!first || !second || !third) throw new Error("the demo lacks goods to order");
  return { supplier, materials: [first, second, third] };
}

/** Fills the head of a new order at that supplier; everything else stays as the form proposes it. */
export async function fillHead(page: Page, supplier: Row, more: Record<string, string | boolean> = {}): Promise<void> {
  await fill(page, {
    supplier_id: String(supplier.code),
    company_id: "1000",
    factory_id: "1010",
    purchase_org_id: "P110",
    purchase_group_id: "R01",
    order_date: today,
    ...more,
  });
}

export interface TypedLine {
  material: Row;
  qty: string;
  price: string;
  required: string;
}

/** Types a line of the order form; unit, tax rate and specification come from the material. */
export async function fillLine(page: Page, index: number, line: TypedLine): Promise<void> {
  await fill(page, {
    [`items.${index}.material_id`]: String(line.material.code),
    [`items.${index}.qty`]: line.qty,
    [`items.${index}.price`]: line.price,
    [`items.${index}.required_date`]: line.required,
  });
}

/** Values of a small order as REST takes them, made by buyer1 at supplier1's company. */
export async function orderValues(
  portal: Pick<Portal, "rest">,
  more: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { supplier, materials } = await goodsOf(portal);
  return {
    supplier_id: supplier.code,
    company_id: "1000",
    factory_id: "1010",
    purchase_org_id: "P110",
    purchase_group_id: "R01",
    order_date: today,
    items: [{ material_id: materials[0].code, qty: "10", price: "3.5", required_date: inDays(10) }],
    ...more,
  };
}

/** An order of one line as buyer1 has just saved it. */
export async function draftOrder(portal: Pick<Portal, "rest">, more: Record<string, unknown> = {}): Promise<Row> {
  const buyer = await portal.rest("buyer1");
  const { id } = await buyer.create(ORDERS, await orderValues(portal, more));
  return buyer.get(ORDERS, id);
}

/** An order that its supplier can see. */
export async function releasedOrder(portal: Portal): Promise<Row> {
  const buyer = await portal.rest("buyer1");
  const { id } = await draftOrder(portal);
  await buyer.move(ORDERS, id, "submit", { version: 1 });
  await buyer.move(ORDERS, id, "release", { version: 2 });
  return buyer.get(ORDERS, id);
}

/** Id of the order whose page is open. */
export function idInAddress(page: Page): string {
  const id = /\/purchase-order\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  if (!id) throw new Error(`${page.url()} is not the page of an order`);
  return id;
}

export async function openOrder(page: Page, id: string, rest = ""): Promise<void> {
  await open(page, `/${ORDERS}/${id}${rest}`);
}
