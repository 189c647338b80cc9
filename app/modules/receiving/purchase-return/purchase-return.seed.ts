import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoReturns } from "./purchase-return.demo";

/** What people have typed by then: goods that were never posted go back at once, the others are agreed on. */
async function fitReturn({ run }: SeedWorld, id: string, transition: string): Promise<void> {
  const said = (mode: string, reason: string) =>
    run(
      sql`update purchase_return set return_mode = ${mode}, return_reason = ${reason}, reason_text = '测试' where id = ${id}`,
    );
  const lines = (mode: string) =>
    run(sql`update purchase_return_items set line_mode = ${mode}, qty = 1 where root_id = ${id}`);
  const modes: Readonly<Record<string, string>> = {
    submit: "refund",
    take_back: "unposted",
    destroy: "destroy",
    reverse: "unposted",
  };
  const mode = modes[transition];
  if (transition === "add_recalled") await said("refund", "recall");
  if (mode) {
    await said(mode, "surplus");
    await lines(mode);
  }
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "receiving/purchase-return",
  least: {
    needs: ["supplier-management/supplier", "master-data/factory"],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      factory_id: id("master-data/factory"),
      items: [{ receipt_line: id("receiving/goods-receipt#items"), qty: "1" }],
    }),
    // A supplier sees what it was once asked about.
    given: () => ({ asked_at: "2025-03-01T02:00:00.000Z" }),
  },
  fit: fitReturn,
  demo: demoReturns,
});
