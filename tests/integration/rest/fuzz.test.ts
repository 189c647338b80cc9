import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Call } from "~/engine/openapi/call";
import { callsFor } from "~/engine/openapi/document.server";
import type { Schema } from "~/engine/openapi/field-schema";
import { howMany } from "../../support/length";
import { callerOf, callsTried, ENDING, everybody, sessionOf, titleOf } from "../../support/openapi/caller";
import { NOBODY, propertiesOf, requiredOf } from "../../support/openapi/sample";
import { openWorld } from "../../support/world";

const SEED = 20_260_310;
const RUNS = howMany({ usual: 2, full: 300 });

const world = await openWorld();
afterAll(() => world.close());
const send = callerOf(world);
const people = await everybody(world);
const reach = people.map(({ context }) => new Set(callsFor(context).map(titleOf)));
const calls = callsTried(world).filter((call) => reach.some((known) => known.has(titleOf(call))));

const id = fc.constantFrom(NOBODY, ...Object.values(world.ids), ...Object.values(world.accounts));
const nasty = fc.constantFrom(
  "",
  " ",
  "\u0000",
  "'; drop table app_user; --",
  "%",
  "_",
  "../../etc/passwd",
  "\ud800",
  "９",
  "=1+1",
  "1e999",
);
const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 10 }),
  nasty,
  id,
);
const junk = fc.oneof(fc.anything({ maxDepth: 2 }), nasty, fc.integer(), fc.double(), fc.constant(null));

/** Values of a schema, now and then something else in their place. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: rightOf(schema) }, { weight: 1, arbitrary: junk });
}

function rightOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = [schema.oneOf, schema.anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (choices.length > 0) return fc.oneof(...choices.map((one) => rightOf(Object(one))));
  switch (schema.type) {
    case "integer":
      return fc.integer({ min: -1, max: 300 });
    case "number":
      return fc.double();
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(Object(schema.items)), { maxLength: 3 });
    case "object":
      return objectOf(schema);
    default:
      if (typeof schema.pattern === "string")
        return fc.constantFrom(
          "1",
          "-1",
          "0.5",
          "99999999999999999999",
          "2025-03-10",
          "2025-02-30",
          "2025-03-10 08:00",
        );
      return words;
  }
}

function objectOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(propertiesOf(schema));
  const required = requiredOf(schema);
  const model = Object.fromEntries(properties.map(([name, one]) => [name, valuesOf(one)]));
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
}

const query = ({ query: asked = {} }: Call) =>
  fc.record(Object.fromEntries(Object.entries(asked).map(([name, one]) => [name, valuesOf(one)])), {
    requiredKeys: [],
  });

/** Lone halves of a sign cannot stand in an address. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** Text for an address or a form, as a program would write it. */
function texts(value: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === "string" ? wellFormed(one) : (JSON.stringify(one) ?? ""),
    ]),
  );
}

test.each(calls.map((call) => [titleOf(call), call] as const))("%s", async (title, call) => {
  const person = people[reach.findIndex((known) => known.has(title))];
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const at = fc.record(Object.fromEntries(names.map((name) => [name, fc.oneof(id, words)])));
  const isForm = call.path.startsWith("/v1");
  await fc.assert(
    fc.asyncProperty(at, query(call), objectOf(call.body ?? {}), async (given, asked, body) => {
      const token = ENDING.has(call.path) ? await sessionOf(world, String(person?.context.actor.id)) : person?.token;
      const parts = Object.fromEntries(Object.entries(given).map(([name, one]) => [name, wellFormed(String(one))]));
      const notified = await send(call, {
        token: token ?? "",
        at: parts,
        query: texts(asked),
        body: isForm ? texts(body) : body,
      });
      expect(notified.status, notified.text.slice(0, 300)).toBeLessThan(500);
      expect(!call.open && notified.code === 40105, "the session is still there").toBe(false);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
});
