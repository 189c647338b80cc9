import { afterAll, expect, test } from "vitest";
import type { Call } from "~/engine/openapi/call";
import { callsFor } from "~/engine/openapi/document.server";
import { isFull } from "../../support/length";
import { callerOf, callsTried, ENDING, everybody, sessionOf, titleOf } from "../../support/openapi/caller";
import { propertiesOf, sampleOf } from "../../support/openapi/sample";
import { openWorld } from "../../support/world";

/** What no database stores, and numbers that no column takes. */
const HOSTILE = ["a\u0000b", "\ud83e", "1e21", 1e21, -1e21, "9".repeat(40)];

const world = await openWorld();
afterAll(() => world.close());
const send = callerOf(world);
const people = await everybody(world);
const reach = people.map(({ context }) => new Set(callsFor(context).map(titleOf)));
const calls = callsTried(world).filter((call) => reach.some((known) => known.has(titleOf(call))));

/** Everything a body may hold, one of each, so that there is a place for each hostile value. */
function wholeOf(schema: unknown): unknown {
  const properties = propertiesOf(Object(schema));
  if (Object.keys(properties).length > 0)
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, wholeOf(one)]));
  if (Object(schema).type === "array") return [wholeOf(Object(schema).items)];
  return sampleOf(Object(schema));
}

/** The value with one leaf after the other in whose place the hostile one stands. */
function* withEach(value: unknown, hostile: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) {
    yield hostile;
    return;
  }
  for (const [name, inner] of Object.entries(value))
    for (const replaced of withEach(inner, hostile))
      yield Array.isArray(value)
        ? value.map((one, at) => (String(at) === name ? replaced : one))
        : { ...value, [name]: replaced };
}

const forms = (value: unknown) =>
  Object.fromEntries(
    Object.entries(Object(value)).map(([name, one]) => [name, typeof one === "string" ? one : JSON.stringify(one)]),
  );

/**
 * Every place of a call with a hostile value in it: usually one of them, another from place to place and from call to call; all of them
 * where walks go at full length.
 */
function* sendings(call: Call, serial: number) {
  let place = serial;
  for (const all of sendingsOf(call)) {
    if (isFull) yield* all;
    else if (all.length > 0) yield all[place % all.length] ?? {};
    place += 1;
  }
}

/** By place, every way in which a hostile value stands in it. */
function sendingsOf(call: Call): Record<string, unknown>[][] {
  const each = HOSTILE.map((hostile) => [...withOne(call, hostile)]);
  return (each[0] ?? []).map((_, place) => each.flatMap((ways) => (ways[place] ? [ways[place]] : [])));
}

function* withOne(call: Call, hostile: unknown): Generator<Record<string, unknown>> {
  const text = Buffer.from(String(hostile)).toString();
  for (const [, name = ""] of call.path.matchAll(/\{(\w+)\}/g)) yield { at: { [name]: text } };
  for (const name of Object.keys(call.query ?? {})) yield { query: { [name]: text } };
  const body = wholeOf(call.body ?? {});
  const isForm = call.path.startsWith("/v1");
  if (call.method === "get" || typeof body !== "object" || body === null) return;
  for (const one of withEach({ requestId: "hostile", ...body }, hostile)) yield { body: isForm ? forms(one) : one };
}

/** Requests that were sent. */
let sent = 0;

test.each(calls.map((call, at) => [titleOf(call), call, at] as const))("%s", async (title, call, at) => {
  const person = people[reach.findIndex((known) => known.has(title))];
  for (const how of sendings(call, at)) {
    const isEnding = ENDING.has(call.path);
    const token = isEnding ? await sessionOf(world, String(person?.context.actor.id)) : (person?.token ?? "");
    const answer = await send(call, { token, ...how });
    sent += 1;
    expect(answer.status, `${JSON.stringify(how)} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  }
});

test("发出的够多：平时每处一种，完整执行时每处每种", () => {
  expect(sent).toBeGreaterThan(isFull ? 30_000 : 2_000);
});
