import { sql } from "kysely";
import { seedOf } from "~/engine/entity/seed";
import { demoQuoteTemplates } from "./quote-template.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "purchase-management/quote-template",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      name: `样例模板${serial}`,
      elements: [
        { code: "RAW", name: "原料", kind: "amount", required: true },
        { code: "LABOR", name: "人工", kind: "amount", required: true },
      ],
    }),
  },
  async fit({ run }, id, transition) {
    if (transition !== "take_elements") return;
    await run(sql`update quote_template set cost_model_id = (select id from cost_model limit 1) where id = ${id}`);
    await run(sql`update cost_model_elements set show_to_supplier = true`);
    await run(sql`delete from quote_template_elements where root_id = ${id}`);
  },
  rows: {
    names: ["boxTemplate"],
    target: "boxTemplate",
    async make({ add, move }) {
      await add("boxTemplate", {
        name: "纸箱报价模板",
        clauses: "单价含税含包装，送货到厂。",
        elements: [
          { code: "RAW", name: "原纸", kind: "amount", required: true },
          { code: "LABOR", name: "加工费", kind: "amount", required: true },
          { code: "LOSS", name: "损耗率", kind: "figure", unit: "%", required: false },
          {
            ...{ code: "SHARE", name: "加工占比", kind: "figure", unit: "%", required: false },
            formula: "加工费 / (原纸 + 加工费)",
          },
        ],
        terms: [
          { code: "ORIGIN", name: "原纸产地", answer_type: "text", level: "head", required: true, in_compare: true },
        ],
      });
      await move("boxTemplate", "enable");
    },
  },
  demo: demoQuoteTemplates,
});
