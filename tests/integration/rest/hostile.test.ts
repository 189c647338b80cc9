import { afterAll, expect, test } from "vitest";
import type { Call } from "~/engine/openapi/call";
import { callsFor } from "~/engine/openapi/document.server";
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

/** Every way in which one hostile value comes with a call. */
function* sendings(call: Call) {
  for (const hostile of HOSTILE) {
    const text = Buffer.from(String(hostile)).toString();
    for (const [, name = ""] of call.path.matchAll(/\{(\w+)\}/g)) yield { at: { [name]: text } };
    for (const name of Object.keys(call.query ?? {})) yield { query: { [name]: text } };
    const body = wholeOf(call.body ?? {});
    const isForm = call.path.startsWith("/v1");
    if (call.method === "get" || typeof body !== "object" || body === null) continue;
    for (const one of withEach({ requestId: "hostile", ...body }, hostile)) yield { body: isForm ? forms(one) : one };
  }
}

test.each(calls.map((call) => [titleOf(call), call] as const))("%s", async (title, call) => {
  const person = people[reach.findIndex((known) => known.has(title))];
  for (const how of sendings(call)) {
    const isEnding = ENDING.has(call.path);
    const token = isEnding ? await sessionOf(world, String(person?.context.actor.id)) : (person?.token ?? "");
    const answer = await send(call, { token, ...how });
    expect(answer.status, `${JSON.stringify(how)} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  }
});
