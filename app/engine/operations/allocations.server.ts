import { z } from "zod";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { ask } from "./published.server";

const ALLOCATION = "purchase-management/allocation-detail";

/*
 * What plans and orders ask of the division of demand over suppliers, published by `purchase-management/allocation-detail` (decision 0180):
 * `propose` and `source_ended` of a plan, `divide_award` of an approved award, `orderable` of shares and `taken` of lines of demand that orders are made of.
 */

/** A plan whose demand is divided, or no longer counts. */
export const askedProposal = z.object({ kind: z.enum(["demand_plan", "purchase_plan"]), id: z.string() });

/** How many allocations were made, how many demands have no shares in force, and how many are left for another time. */
export const allocationProposed = z.object({ made: z.number(), without: z.number(), left: z.number() });

/** What an award gives a factory of a material in a month; `plan` is where the demand came from. */
export const askedAward = z.array(
  z.object({
    plan: askedProposal.nullable(),
    sourceNo: z.string(),
    materialId: z.string(),
    factoryId: z.string(),
    uom: z.string(),
    period: z.string(),
    /** From which the goods are wanted. */
    day: z.string(),
    shares: z.array(z.object({ supplierId: z.string(), quantity: z.string() })),
  }),
);

/** The allocation each award became, in their order, or why it became none. */
export const awardDivided = z.array(z.object({ number: z.string().nullable(), why: z.string().nullable() }));

/** Ids of lines: of shares, or of what suppliers were asked for. */
export const askedOrderable = z.array(z.string());

/** Why orders may not be made of shares, by the id of the share, and the number of the allocation of the first. */
export const orderableShares = z.object({ number: z.string().nullable(), problems: z.record(z.string(), z.string()) });

/** The number of the allocation that divides a line of demand, by the id of the line; of those alone that are divided. */
export const takenDemand = z.record(z.string(), z.string());
export type TakenDemand = z.infer<typeof takenDemand>;

type Plan = z.infer<typeof askedProposal>;

/**
 * Begins proposals of what a plan wants and nobody has divided yet.
 * @throws AppError("invalid") where there is nothing to divide
 */
export async function dividePlan(context: Context, plan: Plan): Promise<void> {
  const answer = allocationProposed;
  const found = await ask(context, { entityKey: ALLOCATION, name: "propose", input: plan, answer });
  if (found.made > 0) return;
  const message =
    found.without > 0 ? `有${found.without}项需求没有生效的货源比例，请先维护货源比例` : "没有待分配的需求";
  throw new AppError("invalid", { message });
}

/** What was proposed of a plan that no longer counts, and not ordered, is void. */
export async function endDivision(context: Context, plan: Plan): Promise<void> {
  await ask(context, { entityKey: ALLOCATION, name: "source_ended", input: plan, answer: z.null() });
}
