import { seedOf } from "~/engine/entity/seed";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-onboarding/preq-question",
  rows: {
    names: ["preqQuestionA", "preqQuestionB"],
    target: "preqQuestionA",
    async make({ add, at }) {
      for (const mail of ["A", "B"] as const)
        await add(`preqQuestion${mail}`, {
          prequalification_id: at("preqOpen"),
          supplier_id: at(`supplier${mail}`),
          question: "可以用复印件吗",
        });
    },
  },
});
