import { inDays, ORDERS, openOrder } from "./orders";
import type { Page, Visitor } from "./page";
import { eventually, fill, follow, send, signIn, textOf } from "./pages";
import type { Rest } from "./rest";

export const FLOWS = "system-management/approval-flow";

/** From this amount on orders go past the manager and then to the office system, once `askTheGroup` was called. */
export const GROUP_AMOUNT = "5000000";

/** Publishes a flow for the largest orders: the purchase manager, then the office system. */
export async function askTheGroup(admin: Rest): Promise<void> {
  const { id } = await admin.create(FLOWS, {
    code: "PO-GROUP",
    name: "五百万元以上采购订单",
    document: ORDERS,
    priority: "20",
    conditions: [{ field: "amount", comparison: "gte", value: GROUP_AMOUNT }],
    steps: [
      { step_no: "1", name: "采购经理审批", decider: "role", role_id: "purchase_manager" },
      { step_no: "2", name: "集团审批", decider: "outside", system_name: "OA" },
    ],
  });
  await admin.move(FLOWS, id, "publish", { version: 1 });
}

/** One line of that amount, without tax. */
export function lineOf(materialCode: unknown, amount: string): Record<string, unknown> {
  return { material_id: materialCode, qty: "1", price: amount, required_date: inDays(10) };
}

/** A button in the head of the order, and the page that asks. */
export async function begin(page: Page, id: string, label: string): Promise<void> {
  await openOrder(page, id);
  await follow(page, page.locator("main").getByRole("link", { name: label, exact: true }));
}

/** Makes a transition on the order and waits until it is no longer offered. */
export async function act(page: Page, id: string, label: string, values: Record<string, string> = {}): Promise<void> {
  await begin(page, id, label);
  await fill(page, values);
  await send(page, label);
  await eventually(() => page.locator("main").getByRole("link", { name: label, exact: true }).count()).toBe(0);
}

export async function stateFor(page: Page, id: string): Promise<string> {
  await openOrder(page, id);
  return textOf(page.locator("h1 .bd"));
}

export async function personAt(browser: Visitor, account: string): Promise<Page> {
  const page = await browser.newPage();
  await signIn(page, account);
  return page;
}
