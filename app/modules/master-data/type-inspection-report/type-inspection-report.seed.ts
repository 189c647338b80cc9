import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "master-data/type-inspection-report",
  least: {
    needs: ["supplier-management/supplier", "master-data/material"],
    // As if the supplier had brought it.
    given: () => ({ by_supplier: true }),
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      report_no: `BG${serial}`,
      lab_name: "样例检测有限公司",
      cma_no: "C100",
      issue_date: "2025-01-06",
      standard_code: "GB/T 100",
      sample_batch: "P1",
      materials: [{ material_id: id("master-data/material") }],
    }),
  },
  rows: {
    names: ["reportA", "reportB"],
    target: "reportA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["reportA", "supplierA"],
        ["reportB", "supplierB"],
      ] as const) {
        const materials = [{ material_id: at("oil") }];
        const given = { report_no: `${name}-1`, lab_name: "测试检测有限公司", cma_no: "C1", issue_date: "2024-12-02" };
        await add(
          name,
          { supplier_id: at(supplier), ...given, standard_code: "GB/T 1", sample_batch: "B1", materials },
          // As if the supplier had brought it.
          { by_supplier: true },
        );
      }
    },
  },
  fit: async (world, id, transition) => {
    if (transition === "remind")
      await world.run(sql`update type_inspection_report set next_due_date = '2025-03-05' where id = ${id}`);
  },
});
