import { seedOf } from "~/engine/entity/seed";
import { demoForms } from "./form.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/form",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      code: `BD${serial}`,
      name: `样例表单${serial}`,
      audience: "all",
      items: [{ label: "样例题目", type: "text" }],
    }),
  },
  rows: {
    names: ["form"],
    target: "form",
    async make({ add, move }) {
      await add("form", {
        code: "FOOD",
        name: "食品安全自查",
        audience: "all",
        items: [{ label: "是否通过体系认证", type: "yesno", required: true, score: "10" }],
      });
      await move("form", "publish");
    },
  },
  demo: demoForms,
});
