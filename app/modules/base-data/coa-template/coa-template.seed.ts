import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";

const TEMPLATE = "base-data/coa-template";

/** Facts about it, for tests and the demo. Rows of the demo stand with those of its standards. */
export const seed = seedOf({
  entity: TEMPLATE,
  least: {
    needs: ["master-data/material-type"],
    sample: ({ id, serial }) => ({
      code: `CM${serial}`,
      title: `样例COA模板${serial}`,
      material_type_id: id("master-data/material-type"),
      items: [{ item_name: "水分", value_kind: "number", law_high: "14" }],
    }),
  },
  rows: {
    names: ["coaTemplate"],
    target: "coaTemplate",
    async make({ add, at }) {
      await add("coaTemplate", {
        code: "CM1",
        title: "谷物",
        material_type_id: at("grainType"),
        standard_no: "GB 1353",
        items: [
          { item_name: "水分", unit: "%", value_kind: "number", law_high: "14" },
          { item_name: "黄曲霉毒素B1", unit: "μg/kg", value_kind: "number", law_high: "20", key_item: "1" },
          { item_name: "气味", value_kind: "text" },
          { item_name: "感官", value_kind: "pass" },
        ],
      });
    },
  },
  fit: async (world, _id, transition) => {
    // What was made before leaves nothing to make.
    if (transition === "generate") await world.run(sql`delete from coa_standard where state = 'draft'`);
  },
});
