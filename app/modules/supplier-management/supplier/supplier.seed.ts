import { sql } from "kysely";
import { inventedCreditCode, seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/supplier",
  least: {
    needs: ["master-data/supplier-class", "system-management/user"],
    given: () => ({ stage: "qualified" }),
    sample: ({ id, serial }) => ({
      name: `澜川样例供应商${serial}有限公司`,
      sap_code: `S${serial}`,
      uscc: inventedCreditCode(serial),
      supplier_type: "manufacturer",
      supplier_class_id: id("master-data/supplier-class"),
      region: "安徽省澜川市",
      registered_address: "安徽省澜川市样例路3号",
      taxpayer_type: "general",
      buyer_id: id("system-management/user"),
      contacts: [
        { name: "张业务", duty: "business", phone: "10012345678", is_primary: true },
        { name: "李质量", duty: "quality", phone: "10012345679" },
      ],
    }),
  },
  rows: {
    names: ["supplierA", "supplierB"],
    target: "supplierA",
    async make({ add, at, account }) {
      for (const [name, label, serial] of [
        ["supplierA", "甲供应商", 11],
        ["supplierB", "乙供应商", 12],
      ] as const) {
        await add(
          name,
          {
            name: label,
            uscc: inventedCreditCode(serial),
            supplier_type: "manufacturer",
            supplier_class_id: at("supplierClass"),
            region: "安徽省测试市",
            registered_address: "测试市供方路1号",
            taxpayer_type: "general",
            buyer_id: account("buyerA"),
            contacts: [
              { name: "业务", duty: "business", phone: "13800010001", is_primary: true },
              { name: "质量", duty: "quality", phone: "13800010002" },
            ],
          },
          { stage: "qualified" },
        );
      }
    },
  },
  fit: async (world, id, transition) => {
    if (transition === "end_supplement")
      await world.run(sql`update supplier set supplement_due = '2025-03-20' where id = ${id}`);
    if (transition === "confirm_merge" || transition === "cancel_merge")
      await world.run(sql`update supplier set merged_into_id = ${world.ids.supplierB} where id = ${id}`);
  },
});
