import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";

async function fitApplication(world: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition === "submit") {
    await world.run(sql`update preq_application_answers set value = '是' where root_id = ${id}`);
    // One application of a company counts at a time.
    await world.run(sql`update preq_application set state = 'withdrawn' where id <> ${id} and state = 'submitted'`);
  }
  if (transition.startsWith("evaluate"))
    await world.run(sql`update preq_application_answers set kind = 'score', max_score = 100 where root_id = ${id}`);
  if (transition === "judge")
    await world.run(sql`update preq_application_answers set result = 'pass', points = 1 where root_id = ${id}`);
  if (transition === "appeal") await world.run(sql`update prequalification set appeal_until = '2099-01-01'`);
  if (transition === "uphold" || transition === "reverse")
    await world.run(sql`update preq_application set appeal = '样例异议' where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-onboarding/preq-application",
  rows: {
    names: ["preqApplicationA", "preqApplicationB"],
    target: "preqApplicationA",
    async make({ add, at, move }) {
      for (const mail of ["A", "B"] as const)
        await add(`preqApplication${mail}`, {
          prequalification_id: at("preqOpen"),
          supplier_id: at(`supplier${mail}`),
        });
      // One that is open to those who judge, and one that is still sealed.
      await move("preqApplicationA", "submit");
      await move("preqApplicationA", "open_review");
    },
  },
  fit: fitApplication,
});
