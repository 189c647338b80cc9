import { seedOf } from "~/engine/entity/seed";
import { demoScoringTemplates } from "./scoring-template.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/scoring-template",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      name: `样例模板${serial}`,
      usage: "onsite_audit",
      dims: [{ code: "A", name: "现场卫生", weight: "100" }],
      items: [{ dim_code: "A", item: "车间清洁", max_score: "10" }],
    }),
  },
  rows: {
    names: ["template", "firstTrialTemplate", "preqTemplate"],
    target: "template",
    async make({ add, move }) {
      await add("template", {
        name: "现场审核表",
        usage: "onsite_audit",
        pass_line: "85",
        conditional_line: "70",
        dims: [{ code: "A", name: "卫生", weight: "100" }],
        items: [
          { dim_code: "A", item: "车间清洁", max_score: "10" },
          { dim_code: "A", item: "异物控制", max_score: "10", is_veto: "1", na_allowed: "0" },
        ],
      });
      await move("template", "publish");
      await add("firstTrialTemplate", {
        name: "初审表",
        usage: "first_trial",
        dims: [{ code: "A", name: "资料", weight: "100" }],
        items: [
          { dim_code: "A", item: "证照齐全", max_score: "10", is_veto: "1", na_allowed: "0" },
          { dim_code: "A", item: "产能满足", max_score: "10" },
        ],
      });
      await move("firstTrialTemplate", "publish");
      await add("preqTemplate", {
        name: "预审表",
        usage: "prequalification",
        pass_line: "60",
        dims: [{ code: "A", name: "资料", weight: "100" }],
        items: [
          { dim_code: "A", item: "无重大处罚", method: "yes_no", max_score: "10" },
          { dim_code: "A", item: "产能说明", max_score: "10" },
        ],
      });
      await move("preqTemplate", "publish");
    },
  },
  demo: demoScoringTemplates,
});
