import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoAudits } from "./supplier-audit.demo";

async function fitAudit(world: SeedWorld, id: string, transition: string, wanted: string | null): Promise<void> {
  // Others led those before, or the same person would have led too often.
  if (transition === "start")
    await world.run(
      sql`update supplier_audit set leader_id = ${world.accounts.buyerB} where state in ('correcting', 'closed')`,
    );
  // Whatever begins without a notice comes unannounced.
  if (transition === "start")
    await world.run(sql`update supplier_audit set audit_type = 'flight' where id = ${id} and state = 'planned'`);
  if (transition === "submit")
    await world.run(sql`update supplier_audit_items set result = 'conform', score = max_score where root_id = ${id}`);
  if (transition === "approve" && wanted !== "closed")
    await world.run(sql`insert into supplier_audit_findings (id, root_id, line_no, severity, description, photo_nos)
        select ${world.engine.newId()}, ${id}, 10, 'minor', '样例不符合', null
        where not exists (select from supplier_audit_findings where root_id = ${id})`);
  if (transition === "close")
    await world.run(sql`update corrective_action set state = 'closed' where audit_id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-management/supplier-audit",
  least: {
    needs: ["supplier-management/supplier", "master-data/material-type"],
    sample: ({ id }) => ({
      supplier_id: id("supplier-management/supplier"),
      audit_type: "annual",
      // Without paper that both sides sign on the spot.
      mode: "remote",
      template_id: id("supplier-management/scoring-template"),
      plan_date: "2025-03-20",
      // Not the buyer of the supplier.
      leader_id: "质量员",
      classes: [{ material_type_id: id("master-data/material-type") }],
    }),
  },
  rows: {
    names: ["auditA", "auditB"],
    target: "auditA",
    async make({ add, at, account, move }) {
      for (const mail of ["A", "B"] as const) {
        await add(`audit${mail}`, {
          supplier_id: at(`supplier${mail}`),
          audit_type: "annual",
          mode: "remote",
          template_id: at("template"),
          plan_date: "2025-06-20",
          leader_id: account("qa"),
          classes: [{ material_type_id: at("packType") }],
        });
        await move(`audit${mail}`, "notify");
      }
    },
  },
  fit: fitAudit,
  demo: demoAudits,
});
