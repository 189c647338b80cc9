import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";

async function fitFreeze(world: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition === "countersign") await world.run(sql`update supplier_freeze set on_payment = true where id = ${id}`);
  if (transition === "lift")
    await world.run(
      sql`update supplier_freeze set effective_from = '2025-03-01', release_date = '2025-03-08' where id = ${id}`,
    );
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-performance/supplier-freeze",
  least: {
    needs: ["supplier-management/supplier"],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      reason: "样例原因",
      // Asked for as soon as the supplier is the only one for something, which other samples may make it.
      alternative: "样例替代方案",
      effective_from: "2025-06-02",
      on_rfq: "1",
    }),
  },
  rows: {
    names: ["freezeA", "freezeB"],
    target: "freezeA",
    async make({ add, at, move }) {
      for (const [name, supplier] of [
        ["freezeA", "supplierA"],
        ["freezeB", "supplierB"],
      ] as const) {
        await add(name, {
          supplier_id: at(supplier),
          reason: "付款争议",
          effective_from: "2024-05-01",
          on_rfq: "1",
          scopes: [{ factory_id: at("factory2") }],
        });
        for (const one of ["submit", "approve", "release"]) await move(name, one);
      }
    },
  },
  fit: fitFreeze,
});
