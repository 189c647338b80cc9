import { expect } from "vitest";
import type { Call } from "~/engine/openapi/call";
import { callsFor } from "~/engine/openapi/document.server";
import type { World } from "../world";
import { callerOf, callsTried, ENDING, everybody, type Send, sessionOf, type Told, titleOf } from "./caller";
import { sampleOf } from "./sample";

/** The calls of the OpenAPI document that change something, and somebody to make each of them. */
export interface Changes {
  send: Send;
  /** Those of the contract that this run tries. */
  calls: readonly Call[];
  changing: readonly Call[];
  /** Those that change something, by the beginning of their path: `/v1`, `/v2/master-data` … */
  byModule: readonly (readonly [beginning: string, calls: readonly Call[]])[];
  /** A token of somebody whom the call lets in; null where no role that comes with the product may make it. */
  tokenFor(call: Call): Promise<string | null>;
}

export async function changesOf(world: World): Promise<Changes> {
  const people = await everybody(world);
  const reach = people.map(({ context }) => new Set(callsFor(context).map(titleOf)));
  const calls = callsTried(world);
  const changing = calls.filter(({ method, open }) => method !== "get" && !open);
  return {
    send: callerOf(world),
    calls,
    changing,
    byModule: byModule(changing),
    async tokenFor(call) {
      const person = people[reach.findIndex((known) => known.has(titleOf(call)))];
      if (!person) return null;
      return ENDING.has(call.path) ? sessionOf(world, String(person.context.actor.id)) : person.token;
    },
  };
}

function byModule(changing: readonly Call[]): [beginning: string, calls: readonly Call[]][] {
  const groups = new Map<string, Call[]>();
  for (const call of changing) {
    const beginning = /^\/v1|^\/v2\/[^/]+/.exec(call.path)?.[0] ?? call.path;
    groups.set(beginning, [...(groups.get(beginning) ?? []), call]);
  }
  return [...groups];
}

export const isJson = ({ path, bytes }: Call) => path.startsWith("/v2") && bytes === undefined;

/** A body that fits the OpenAPI document. */
export const bodyOf = (call: Call): Record<string, unknown> => ({
  ...Object(sampleOf(call.body ?? { type: "object" })),
});

export function expectRefusal(told: Told, what: string): void {
  expect([400, 403, 404], `${what}: ${told.status} ${told.text.slice(0, 200)}`).toContain(told.status);
}
