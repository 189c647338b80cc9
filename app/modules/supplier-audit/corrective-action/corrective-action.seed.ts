import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { demoCorrections } from "./corrective-action.demo";

async function fitAction(world: SeedWorld, id: string, transition: string): Promise<void> {
  const { newId } = world.engine;
  if (transition === "accept") await world.run(sql`update corrective_action set severity = 'minor' where id = ${id}`);
  if (transition === "review")
    await world.run(sql`update corrective_action set severity = 'critical' where id = ${id}`);
  if (transition === "contain") {
    await world.run(sql`update corrective_action set method = 'd8', containment = '隔离库存' where id = ${id}`);
    await world.run(
      sql`insert into corrective_action_contained (id, root_id, line_no, place, qty) values (${newId()}, ${id}, 10, 'transit', 5)`,
    );
  }
  if (transition === "submit") {
    await world.run(
      sql`update corrective_action set root_cause = '刀具磨损', containment = '隔离库存' where id = ${id}`,
    );
    for (const [at, kind] of ["occur", "occur", "occur", "escape", "escape", "escape"].entries())
      await world.run(sql`insert into corrective_action_whys (id, root_id, line_no, kind, question, answer)
          values (${newId()}, ${id}, ${100 + at}, ${kind}, '为什么', '因为')`);
    for (const [at, kind] of ["corrective", "preventive"].entries())
      await world.run(sql`insert into corrective_action_actions (id, root_id, line_no, kind, description, owner, due_date)
          values (${newId()}, ${id}, ${100 + at}, ${kind}, '更换刀具', '张工', '2025-03-20')`);
  }
  if (transition === "record_lots")
    await world.run(sql`update corrective_action set verify_mode = 'lots' where id = ${id}`);
  if (transition === "close")
    await world.run(sql`update corrective_action_actions set done_date = '2025-03-09' where root_id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "supplier-audit/corrective-action",
  least: {
    needs: ["supplier-management/supplier", "system-management/user"],
    sample: ({ id, serial }) => ({
      supplier_id: id("supplier-management/supplier"),
      source_type: "audit",
      source_no: `GSH${serial}`,
      title: `样例整改${serial}`,
      problem: "样例问题",
      severity: "minor",
      method: "capa",
      owner_id: id("system-management/user"),
      verify_mode: "photo",
    }),
  },
  rows: {
    names: ["correctionA", "correctionB"],
    target: "correctionA",
    async make({ add, at, account, move }) {
      for (const mail of ["A", "B"] as const) {
        await add(`correction${mail}`, {
          supplier_id: at(`supplier${mail}`),
          source_type: "quality_issue",
          source_no: `PZ-${mail}`,
          title: "包装破损",
          problem: "到货时外袋破损",
          severity: "minor",
          owner_id: account("qa"),
        });
        await move(`correction${mail}`, "issue");
      }
    },
  },
  fit: fitAction,
  demo: demoCorrections,
});
