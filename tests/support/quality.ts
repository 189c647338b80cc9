import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { reading, type Saved } from "~/engine/operations/transaction.server";
import { applyTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { minimal } from "./conformance";
import type { World } from "./world";

/** A record of this person: the least the definition takes, with what the test says. */
export function make(
  world: World,
  context: Context,
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): Promise<Saved> {
  return createRecord(context, { screen: world.screen(key), values: { ...minimal(world, key), ...values } });
}

/** Makes a transition on a record at the version it has now. */
export async function transition(
  world: World,
  {
    context,
    key,
    id,
    name,
    more = {},
  }: {
    context: Context;
    key: string;
    id: string;
    name: string;
    more?: Partial<Omit<TransitionInput, "entity" | "id" | "name">>;
  },
): Promise<Saved> {
  const { version } = await stored(world, key, id);
  return applyTransition(context, { entity: world.entity(key), id, name, version, ...more });
}

export interface ChangeInput {
  context: Context;
  key: string;
  id: string;
  values: Readonly<Record<string, unknown>>;
}

/** Changes a record at the version it has now. */
export async function change(world: World, { context, key, id, values }: ChangeInput): Promise<Saved> {
  const { version } = await stored(world, key, id);
  // Suppliers work on screens of their own.
  const own = world.engine.registry.screensOf(key).find((screen) => mayOnScreen(context, screen, "edit"));
  return updateRecordBy(context, { screen: own ?? world.screen(key), id, version, values });
}

/** The whole record as it is stored, whoever may see it. */
export async function stored(world: World, key: string, id: string): Promise<AnyRecord> {
  return (await openRecord(world.system(), { entity: world.entity(key), id })).record;
}

/** The record as this person sees it. */
export async function seen(world: World, context: Context, key: string, id: string): Promise<AnyRecord> {
  return (await reading(context, () => openRecord(context, { entity: world.entity(key), id }))).record;
}
