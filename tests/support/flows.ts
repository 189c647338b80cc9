import { createRecord } from "~/engine/operations/save.server";
import type { Saved } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { initialLimit } from "./limits";
import type { World } from "./world";

export const FLOW = "system-management/approval-flow";

let serial = 0;

/** A step of a flow as it is typed; a decider has to be named. */
export type TypedStep = Readonly<Record<string, unknown>> & { decider: string };

/** Publishes a flow; its steps follow one another unless they say their number. */
export async function publishFlow(
  world: World,
  wanted: {
    document: string;
    steps: readonly TypedStep[];
    conditions?: readonly Readonly<Record<string, string>>[];
    priority?: string;
  },
): Promise<Saved> {
  serial += 1;
  const values = {
    code: `FLOW-${serial}`,
    name: `测试流程${serial}`,
    document: wanted.document,
    priority: wanted.priority ?? "10",
    conditions: wanted.conditions ?? [],
    steps: wanted.steps.map((step, index) => ({ step_no: String(index + 1), name: `第${index + 1}步`, ...step })),
  };
  const made = await createRecord(world.system(), { screen: world.screen(FLOW), values });
  return applyTransition(world.system(), { entity: world.entity(FLOW), id: made.id, name: "publish" });
}

/** Takes a flow out of use. */
export async function stopFlow(world: World, id: string): Promise<void> {
  await applyTransition(world.system(), { entity: world.entity(FLOW), id, name: "disable" });
}

/** Id of a role by its code. */
export async function roleId(world: World, code: string): Promise<string> {
  const { selectRows } = await import("~/data/store.server");
  const rows = await selectRows(world.engine.database.connection(), {
    table: "role",
    columns: ["id"],
    where: [{ op: "eq", column: "code", value: code }],
    facts: { supplierId: null, today: "", now: "", limit: initialLimit },
  });
  return String(rows[0]?.id);
}
