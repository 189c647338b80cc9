import type { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import {
  type allocationProposed,
  askedOrderable,
  askedProposal,
  type TakenDemand,
} from "~/engine/operations/allocations.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { DIVIDING } from "./allocation-detail.rules";
import { planOf, splitDay, type Wanted, wantedKey } from "./allocation-source.server";
import { proposals, stoppedOf } from "./allocation-split.server";

/* What other documents ask of allocations; the questions are described in `engine/operations/allocations.server.ts`. */

const KEY = "purchase-management/allocation-detail";
const COMMIT = "purchase-orders/demand-commit";
/** Documents made at once. */
const MOST_MADE = 50;

/** What of a plan is not divided yet and has shares in force. */
export const propose: Published = async (context, input): Promise<z.infer<typeof allocationProposed>> => {
  const ref = askedProposal.parse(input);
  const plan = await planOf(context, ref);
  if (!plan) return { made: 0, without: 0, left: 0 };
  const column = ref.kind === "demand_plan" ? ("demand_plan_id" as const) : ("purchase_plan_id" as const);
  const divided = await unscopedRows(
    context,
    KEY,
    ["material_id", "period"],
    [where.eq(column, ref.id), where.oneOf("state", DIVIDING)],
  );
  const known = new Set(divided.map(({ material_id, period }) => wantedKey({ materialId: material_id, period })));
  const open = plan.wanted.filter((one) => !known.has(wantedKey(one)));
  const demandOf = (one: Wanted) => ({
    ...{ material_id: one.materialId, factory_id: plan.factoryId, demand_qty: one.quantity },
    wanted_on: splitDay(context, one.day),
  });
  const found = await proposals(context, open.map(demandOf));
  const agreed = open.filter((_, at) => found[at] !== null);
  const system = consequenceOf(context);
  const screen = context.services.registry.mainScreen(KEY);
  for (const one of agreed.slice(0, MOST_MADE))
    await createRecord(system, {
      screen,
      values: { source_type: ref.kind, [column]: ref.id, ...demandOf(one), period: one.period },
    });
  const made = Math.min(agreed.length, MOST_MADE);
  return { made, without: open.length - agreed.length, left: agreed.length - made };
};

/** A plan no longer counts: what was proposed of it and not ordered is void. */
export const sourceEnded: Published = async (context, input) => {
  const { kind, id } = askedProposal.parse(input);
  const rows = await unscopedRows(
    context,
    KEY,
    ["id"],
    [
      where.eq(kind === "demand_plan" ? "demand_plan_id" : "purchase_plan_id", id),
      where.oneOf("state", ["proposed", "locked"]),
    ],
  );
  const entity = context.services.registry.entity(KEY);
  for (const row of rows)
    await applyTransition(consequenceOf(context), {
      ...{ entity, id: row.id, name: "void_with_plan", reason: "计划已被替代或关闭" },
    });
  return null;
};

/** Why orders may not be made of these shares, by the id of the share; and the number of the first allocation. */
export const orderable: Published = async (context, input) => {
  const ids = askedOrderable.parse(input);
  const shares = await unscopedLines(context, {
    entityKey: KEY,
    lines: "shares",
    columns: ["id", "root_id", "supplier_id"],
    where: [where.oneOf("id", ids)],
  });
  const heads = await unscopedRows(
    context,
    KEY,
    ["id", "number", "material_id", "factory_id", "wanted_on", "state", "demand_plan_id", "purchase_plan_id"],
    [where.oneOf("id", [...new Set(shares.map(({ root_id }) => root_id))])],
  );
  const headOf = new Map(heads.map((head) => [head.id, head]));
  const parts = shares.flatMap((share) => {
    const head = headOf.get(share.root_id);
    return head ? [{ share, head }] : [];
  });
  const stopped = await stoppedOf(
    context,
    parts.map(({ share, head }) => ({
      ...{ supplierId: share.supplier_id, materialId: head.material_id, factoryId: head.factory_id },
      day: splitDay(context, head.wanted_on),
    })),
  );
  const names = await labelsOf(context, context.services.registry.entity("supplier-management/supplier"), [
    ...new Set(shares.map(({ supplier_id }) => supplier_id)),
  ]);
  const ended = await endedPlans(context, heads);
  const problems = parts.flatMap(({ share, head }, at): [string, string][] => {
    const number = head.number ?? "";
    if (head.state !== "locked" && head.state !== "used")
      return [[share.id, `分配明细${number}没有锁定，不能生成订单`]];
    if (ended.has(head.id)) return [[share.id, `分配明细${number}的计划已被替代或关闭，不能生成订单`]];
    if (!stopped[at]) return [];
    return [[share.id, `供应商【${names.get(share.supplier_id) ?? ""}】已冻结或没有有效货源，不能生成订单`]];
  });
  const first = parts.find(({ share }) => share.id === ids[0]) ?? parts[0];
  return { number: first?.head.number ?? null, problems: Object.fromEntries(problems) };
};

interface OfPlan {
  id: string;
  demand_plan_id: string | null;
  purchase_plan_id: string | null;
}

/** Which of these rest on a plan that is no longer in force. */
async function endedPlans(context: Context, heads: readonly OfPlan[]): Promise<ReadonlySet<string>> {
  const demandIds = heads.flatMap(({ demand_plan_id }) => demand_plan_id ?? []);
  const planIds = heads.flatMap(({ purchase_plan_id }) => purchase_plan_id ?? []);
  const released = await unscopedRows(
    context,
    "purchase-orders/demand-plan",
    ["id"],
    [where.oneOf("id", demandIds), where.eq("state", "released")],
  );
  const approved = await unscopedRows(
    context,
    "purchase-management/purchase-plan-apply",
    ["id"],
    [where.oneOf("id", planIds), where.eq("state", "approved")],
  );
  const standing = new Set([...released, ...approved].map(({ id }) => id));
  return new Set(
    heads
      .filter(({ demand_plan_id, purchase_plan_id }) => {
        const plan = demand_plan_id ?? purchase_plan_id;
        return plan !== null && !standing.has(plan);
      })
      .map(({ id }) => id),
  );
}

/** Which of these lines of what suppliers were asked for are divided by an allocation that stands, and its number. */
export const taken: Published = async (context, input): Promise<TakenDemand> => {
  const ids = askedOrderable.parse(input);
  const lines = await unscopedLines(context, {
    entityKey: COMMIT,
    lines: "items",
    columns: ["id", "root_id", "material_id", "week_start"],
    where: [where.oneOf("id", ids)],
  });
  const commits = await unscopedRows(
    context,
    COMMIT,
    ["id", "plan_id"],
    [where.oneOf("id", [...new Set(lines.map(({ root_id }) => root_id))])],
  );
  const planOfCommit = new Map(commits.map(({ id, plan_id }) => [id, plan_id]));
  const standing = await unscopedRows(
    context,
    KEY,
    ["number", "demand_plan_id", "material_id", "period"],
    [where.oneOf("demand_plan_id", [...new Set(planOfCommit.values())]), where.oneOf("state", DIVIDING)],
  );
  return Object.fromEntries(
    lines.flatMap(({ id, root_id, material_id, week_start }): [string, string][] => {
      const own = standing.find(
        (one) =>
          one.demand_plan_id === planOfCommit.get(root_id) &&
          one.material_id === material_id &&
          one.period === week_start.slice(0, 7),
      );
      return own ? [[id, own.number ?? ""]] : [];
    }),
  );
};
