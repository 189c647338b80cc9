import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";

async function fitSample(world: SeedWorld, id: string, transition: string, wanted: string | null): Promise<void> {
  if (transition === "finish_test" || transition === "to_trial") {
    await world.run(sql`insert into sample_verification_tests (id, root_id, line_no, item, kind, value)
        select ${world.engine.newId()}, ${id}, 10, '水分', 'quantitative', 5
        where not exists (select from sample_verification_tests where root_id = ${id})`);
    const isTried = transition === "to_trial" || wanted === "trial";
    await world.run(sql`update sample_verification set need_trial = ${isTried} where id = ${id}`);
  }
  if (transition === "approve") await world.run(sql`update sample_verification set result = 'pass' where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/sample-verification",
  least: {
    needs: ["supplier-management/supplier", "master-data/material", "system-management/user"],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      material_id: id("master-data/material"),
      qty: "2",
      uom: "pcs",
      require_date: "2099-06-20",
      receiver_id: id("system-management/user"),
      send_address: "样例路1号",
    }),
  },
  rows: {
    names: ["sampleA", "sampleB"],
    target: "sampleA",
    async make({ add, at, account }) {
      for (const [name, supplier] of [
        ["sampleA", "supplierA"],
        ["sampleB", "supplierB"],
      ] as const) {
        await add(name, {
          supplier_id: at(supplier),
          material_id: at("box"),
          qty: "5",
          uom: "pcs",
          require_date: "2099-06-20",
          receiver_id: account("qa"),
          send_address: "测试市一厂路1号",
        });
      }
    },
  },
  fit: fitSample,
});
