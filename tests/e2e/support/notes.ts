import { inDays, ORDERS, releasedOrder, today } from "./orders";
import type { Portal } from "./portal";
import type { Row } from "./rest";

export const NOTES = "receiving/delivery-note";

/** An order of 10 that supplier1 has confirmed. */
export async function confirmedOrder(portal: Portal): Promise<Row> {
  const { id } = await releasedOrder(portal);
  const supplier = await portal.rest("supplier1");
  await supplier.move(ORDERS, id, "confirm", { version: 3 });
  return supplier.get(ORDERS, id);
}

let batches = 0;
const relaxed = new WeakSet<Portal>();

/** What lorries bring is taken early and without a certificate from here on: what is asked before goods leave has tests of its own. */
async function takeAnything(portal: Portal): Promise<void> {
  if (relaxed.has(portal)) return;
  relaxed.add(portal);
  const rest = await portal.rest("admin");
  for (const rule of await rest.all("base-data/receive-control")) {
    const values = { version: rule.version, early_days: "60", coa_required: "no" };
    await rest.change("base-data/receive-control", rule.id, values);
  }
}

/**
 * A lorry of supplier1 on its way to warehouse1's factory, with all of an order of its own.
 * @param batch what it brings is called so, where somebody compares; otherwise another name each time
 */
export async function lorryOnItsWay(portal: Portal, batch?: string): Promise<Row> {
  await takeAnything(portal);
  const order = await confirmedOrder(portal);
  const supplier = await portal.rest("supplier1");
  batches += 1;
  const { id } = await supplier.create(NOTES, {
    factory_id: "1010",
    ship_date: today,
    eta: `${inDays(1)} 09:00`,
    vehicle_no: "皖A12345",
    driver: "王师傅",
    driver_phone: "13800000000",
    items: [
      {
        order_line: Object(order.items)[0]?.id,
        qty: "10",
        batch_no: batch ?? `E${batches}`,
        produce_date: inDays(-5),
        expire_date: inDays(360),
      },
    ],
  });
  await supplier.move(NOTES, id, "submit", { version: 1 });
  return supplier.get(NOTES, id);
}
