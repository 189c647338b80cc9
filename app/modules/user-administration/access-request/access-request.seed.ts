import { sql } from "kysely";
import { type DemoPen, type SeedWorld, seedOf } from "~/engine/entity/seed";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const KEY = "user-administration/access-request";
const ROLE = "system-management/role";

/** What people of the invented company have asked for lately, one in each state. */
const ASKED = [
  {
    by: "planner1",
    daysAgo: 40,
    role: "warehouse",
    until: 5,
    reason: "盘点期间协助仓库登记收货，需要查看和登记收货单。",
    missing: "warehouse.query",
    moves: [
      { name: "approve", by: "useradmin1", after: 1 },
      // Housekeeping finds the last day over.
      { name: "expire", by: null, after: 36 },
    ],
  },
  {
    by: "qa1",
    daysAgo: 12,
    role: "supplier_auditor",
    until: -60,
    reason: "参加本季度供应商现场审核，需要填写审核记录。",
    moves: [{ name: "approve", by: "useradmin1", after: 1 }],
  },
  {
    by: "warehouse1",
    daysAgo: 20,
    role: "finance",
    until: -20,
    reason: "想查看付款进度，以便答复来电的供应商。",
    moves: [{ name: "reject", by: "useradmin1", after: 2, reason: "付款进度请向财务询问，不需要应付会计的全部权限" }],
  },
  {
    by: "buyer1",
    daysAgo: 8,
    role: "planner",
    until: -25,
    reason: "计划员休假期间代为维护采购计划。",
    moves: [{ name: "withdraw", by: "buyer1", after: 1 }],
  },
  {
    by: "finance1",
    daysAgo: 2,
    role: "cashier",
    until: -14,
    reason: "出纳外出培训两周，期间代为登记付款结果。",
    moves: [],
  },
  {
    by: "planner1",
    daysAgo: 1,
    role: "buyer",
    until: -90,
    reason: "协助采购一组处理旺季订单跟催，需要查看订单。",
    missing: "purchase-order.edit",
    moves: null,
  },
] as const;

/** Requests of staff and what became of them. */
async function demoRequests(pen: DemoPen): Promise<void> {
  const entity = pen.services.registry.entity(KEY);
  for (const one of ASKED) {
    const asked = pen.context(pen.moment(pen.daysAgo(one.daysAgo), 9, 20), await pen.person(one.by));
    const [role] = await unscopedRows(asked, ROLE, ["id"], [where.eq("code", one.role)]);
    const { id } = await createRecord(asked, {
      screen: pen.screen(KEY),
      values: {
        role_id: role?.id,
        reason: one.reason,
        valid_until: pen.daysAgo(one.until),
        ...("missing" in one ? { missing: one.missing } : {}),
      },
    });
    if (one.moves === null) continue;
    await applyTransition(asked, { entity, id, name: "submit" });
    for (const { by, name, after, ...rest } of one.moves) {
      const at = pen.moment(pen.daysAgo(one.daysAgo - after), 14);
      const acting = by === null ? pen.context(at) : pen.context(at, await pen.person(by));
      await applyTransition(acting, { entity, id, name, ...rest });
    }
  }
}

/** Whose it is: the tests make records as the system, which asks for nothing. A second administrator is there where it takes two. */
async function fitRequest(world: SeedWorld, id: string, transition: string, wanted: string | null): Promise<void> {
  if (!["submit", "withdraw", "approve", "confirm"].includes(transition)) return;
  const { id: requester } = await world.personWith("buyer");
  await world.run(sql`update access_request set requester_id = ${requester},
    valid_until = '2025-06-30' where id = ${id}`);
  // What an earlier request gave is not asked for again.
  await world.run(sql`delete from user_role where user_id = ${requester} and role_code = 'log_auditor'`);
  if (transition !== "approve") return;
  await world.personWith("system_admin");
  await world.personWith("user_admin");
  await world.run(sql`update access_request set takes_two = ${wanted === "second"} where id = ${id}`);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: KEY,
  least: {
    needs: [],
    // Nobody who asks in the tests holds it.
    sample: () => ({
      role_id: "log_auditor",
      reason: "样例原因：临时协助其他岗位",
      valid_until: "2025-06-30",
    }),
  },
  fit: fitRequest,
  demo: demoRequests,
});
