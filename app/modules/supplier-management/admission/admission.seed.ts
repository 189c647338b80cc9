import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";

/** States that are reached without verifying anything, where the rules ask for no step. */
const BEYOND_VERIFYING: readonly (string | null)[] = ["assessing", "pending", "approved"];

async function fitAdmission(world: SeedWorld, id: string, transition: string, wanted: string | null): Promise<void> {
  // One case is open at a time.
  if (transition === "submit") await world.run(sql`update admission set state = 'terminated' where id <> ${id}`);
  if (transition === "pass_first") {
    await world.run(sql`update admission_checklist set result = 'ok' where root_id = ${id}`);
    if (BEYOND_VERIFYING.includes(wanted))
      await world.run(
        sql`update admission set need_audit = false, need_sample = false, need_trial = false where id = ${id}`,
      );
  }
  if (transition === "use_audit")
    await world.run(
      sql`update supplier_audit set state = 'closed', conclusion = 'pass' where id = ${world.ids.auditA}`,
    );
  if (transition === "verified") {
    await world.run(sql`update admission set audit_result = 'pass', audit_score = 90 where id = ${id}`);
    await world.run(
      sql`update admission_materials set sample_result = 'pass', trial_result = 'pass' where root_id = ${id}`,
    );
  }
  if (transition === "vote" || transition === "submit_approval") {
    const actor = await world.personWith("buyer");
    const vote = transition === "vote" ? null : "agree";
    await world.run(sql`insert into admission_assessors (id, root_id, line_no, user_id, vote)
        values (${world.engine.newId()}, ${id}, 10, ${actor.id}, ${vote})`);
  }
  if (transition === "submit_approval")
    await world.run(sql`update admission set conclusion = 'qualified' where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/admission",
  least: {
    needs: [
      "supplier-management/supplier",
      "master-data/purchase-org",
      "master-data/material-type",
      "master-data/material",
      "master-data/factory",
      "system-management/user",
    ],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      purchase_org_id: id("master-data/purchase-org"),
      material_type_id: id("master-data/material-type"),
      demand_reason: "cost",
      reason_note: "样例需求",
      template_id: "初审表",
      buyer_id: id("system-management/user"),
      materials: [{ material_id: id("master-data/material"), factory_id: id("master-data/factory") }],
    }),
  },
  rows: {
    names: ["admissionA", "admissionB"],
    target: "admissionA",
    async make({ add, at, account, move }) {
      for (const [name, supplier] of [
        ["admissionA", "supplierA"],
        ["admissionB", "supplierB"],
      ] as const) {
        await add(name, {
          supplier_id: at(supplier),
          admission_type: "new_material",
          purchase_org_id: at("org"),
          material_type_id: at("packType"),
          demand_reason: "cost",
          reason_note: "包材备选",
          template_id: at("firstTrialTemplate"),
          buyer_id: account("manager"),
          materials: [{ material_id: at("box"), factory_id: at("factory2") }],
        });
        await move(name, "submit");
      }
    },
  },
  fit: fitAdmission,
});
