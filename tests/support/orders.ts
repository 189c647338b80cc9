import { expect } from "vitest";
import type { Context } from "~/engine/context.server";
import type { AnyLine, AnyRecord } from "~/engine/entity";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading, type Saved } from "~/engine/operations/transaction.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import type { AccountName } from "./company";
import { ORDER, orderValues } from "./order-values";
import type { World } from "./world";

export { ORDER, orderValues };

/** A draft order of this person. */
export function order(
  world: World,
  context: Context,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<Saved> {
  return createRecord(context, { screen: world.screen(ORDER), values: orderValues(world, overrides) });
}

/** Makes a transition on an order at the version it has now, unless the test says which version was seen. */
export async function transition(
  world: World,
  {
    context,
    id,
    name,
    more = {},
  }: { context: Context; id: string; name: string; more?: Partial<Omit<TransitionInput, "entity" | "id" | "name">> },
): Promise<Saved> {
  const version = more.version ?? (await stored(world, id)).version;
  return applyTransition(context, { entity: world.entity(ORDER), id, name, ...more, version });
}

/** The whole order as it is stored, whoever may see it. */
export async function stored(world: World, id: string): Promise<AnyRecord> {
  return (await openRecord(world.system(), { entity: world.entity(ORDER), id })).record;
}

/** The order as this person sees it. */
export async function seen(world: World, context: Context, id: string): Promise<AnyRecord> {
  return (await reading(context, () => openRecord(context, { entity: world.entity(ORDER), id }))).record;
}

export function items(record: AnyRecord): AnyLine[] {
  return linesOf(record, "items");
}

/** Planned deliveries of a line. */
export function deliveries(line: AnyLine | undefined): AnyLine[] {
  return line ? linesOf(line, "schedules") : [];
}

export async function submitted(world: World, overrides: Readonly<Record<string, unknown>> = {}): Promise<Saved> {
  const buyer = await world.as("buyerA");
  const draft = await order(world, buyer, overrides);
  return transition(world, { context: buyer, id: draft.id, name: "submit" });
}

/** An order of buyer A that supplier A has to confirm. */
export async function released(world: World, overrides: Readonly<Record<string, unknown>> = {}): Promise<Saved> {
  const { id } = await submitted(world, overrides);
  return transition(world, { context: await world.as("buyerA"), id, name: "release", more: { reason: "测试" } });
}

export async function confirmed(world: World, account: AccountName = "supplierA"): Promise<Saved> {
  const { id } = await released(world);
  return transition(world, { context: await world.as(account), id, name: "confirm" });
}

/** What is typed beside the first delivery of the first line, the rest as it is. */
export async function otherDelivery(
  world: World,
  id: string,
  values: Readonly<Record<string, string>>,
): Promise<Record<string, Record<string, string>>> {
  const [first] = deliveries(items(await stored(world, id))[0]);
  return {
    [first?.id ?? ""]: { plan_qty: String(first?.plan_qty), plan_date: String(first?.plan_date), ...values },
  };
}

/** The proposal of supplier A: so much of the first line instead. */
export async function proposed(world: World, id: string, values: Readonly<Record<string, string>>): Promise<Saved> {
  const lineInput = await otherDelivery(world, id, values);
  return transition(world, {
    context: await world.as("supplierA"),
    id,
    name: "propose",
    more: { lineInput, reason: "产能不足" },
  });
}

/** Expects that something is refused by a known error and answers that error. */
export async function refusal(work: Promise<unknown>, error: string): Promise<RefusedWork> {
  const outcome = await work.then(
    (done) => ({ done }),
    (refused: RefusedWork) => ({ refused }),
  );
  expect(outcome).toMatchObject({ refused: { name: "AppError", error } });
  if (!("refused" in outcome)) throw new Error("unreachable");
  return outcome.refused;
}

export interface RefusedWork {
  message: string;
  complaints: readonly { field: string; message: string }[];
  facts: Readonly<Record<string, unknown>>;
}
