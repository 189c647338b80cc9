import { sql } from "kysely";
import { type SeedWorld, seedOf } from "~/engine/entity/seed";
import { EMPLOYEES } from "~/shared/staff-roles";
import { demoTasks } from "./task.demo";

/** Agreed to by whom a case asks; without a document, so that the task alone is moved. */
async function fitTask(world: SeedWorld, id: string, transition: string): Promise<void> {
  if (transition !== "approve" && transition !== "snooze" && transition !== "wake") return;
  const actor = await world.personWith(EMPLOYEES[0] ?? "");
  if (transition !== "approve")
    await world.run(sql`update task set assignee_id = ${actor.id}, due_at = null,
        snoozed_until = case when ${transition === "wake"} then '2025-03-15T01:00:00Z'::timestamptz end where id = ${id}`);
  else await world.run(sql`update task set source = 'approval', assignee_id = ${actor.id} where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/task",
  least: {
    needs: ["system-management/user"],
    sample: ({ id, serial }) => ({ title: `样例任务${serial}`, assignee_id: id("system-management/user") }),
  },
  rows: {
    names: ["taskA", "taskB"],
    target: "taskA",
    async make({ add, at }) {
      for (const [name, supplier] of [
        ["taskA", "supplierA"],
        ["taskB", "supplierB"],
      ] as const) {
        await add(name, { title: "补充开户资料", supplier_id: at(supplier) });
      }
    },
  },
  fit: fitTask,
  demo: demoTasks,
});
