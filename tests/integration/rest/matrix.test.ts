import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Call, permissionsOf } from "~/engine/openapi/call";
import { callsFor, includesOne } from "~/engine/openapi/document.server";
import { callerOf, callsOfOpenapi, ENDING, everybody, sessionOf, titleOf } from "../../support/openapi/caller";
import { openWorld } from "../../support/world";

const FILE = path.resolve(import.meta.dirname, "../../../docs/rest-matrix.md");

const world = await openWorld();
afterAll(() => world.close());
const calls = callsOfOpenapi(world);
const send = callerOf(world);
const people = await everybody(world);

/** Per call, who gets past the door: nobody's right is asked of the answer, only whether it was refused for want of it. */
const passed = new Map<string, string[]>();

// Some thousand calls for each role, one after the other.
test("每个接口对每种角色：放行的正是契约所说的，没有令牌的都不放行", { timeout: 900_000 }, async () => {
  const wrong: string[] = [];
  for (const call of calls) {
    const title = titleOf(call);
    const anonymous = await send(call);
    if (!call.open && anonymous.status !== 401) wrong.push(`${title} nobody: ${anonymous.status}`);
    if (call.open && anonymous.status >= 500) wrong.push(`${title} nobody: ${anonymous.status}`);
    const let_in: string[] = call.open ? ["nobody"] : [];
    const answers = await Promise.all(
      people.map(async ({ context, token }) =>
        send(call, { token: ENDING.has(call.path) ? await sessionOf(world, String(context.actor.id)) : token }),
      ),
    );
    for (const [at, answer] of answers.entries()) {
      const person = people[at];
      if (!person) continue;
      if (answer.status >= 500) wrong.push(`${title} ${person.role}: ${answer.status} ${answer.text.slice(0, 200)}`);
      const isIn = call.open || (answer.status !== 401 && answer.status !== 403);
      if (isIn !== isMeant(call, person.context))
        wrong.push(`${title} ${person.role}: ${answer.status} ${answer.text.slice(0, 120)}`);
      if (isIn) let_in.push(person.role);
    }
    passed.set(title, let_in);
  }
  expect(wrong).toEqual([]);
});

/** What the OpenAPI document says about this person; for calls about oneself the probe is about somebody else. */
function isMeant(call: Call, context: (typeof people)[number]["context"]): boolean {
  if (call.open) return true;
  if (call.own) return includesOne(context, permissionsOf(call));
  return known(context).has(titleOf(call));
}

const lists = new Map<unknown, Set<string>>();
function known(context: (typeof people)[number]["context"]): Set<string> {
  const list = lists.get(context) ?? new Set(callsFor(context).map(titleOf));
  lists.set(context, list);
  return list;
}

test("docs/rest-matrix.md 与之相符；改了权限或接口后运行 npm run docs:rest", () => {
  const table = tableOf();
  if (process.env.DOCS === "write") writeFileSync(FILE, table);
  // Compared as one value: the difference of two long tables tells nobody anything.
  expect(readFileSync(FILE, "utf8") === table, "docs/rest-matrix.md is out of date: npm run docs:rest").toBe(true);
});

function tableOf(): string {
  const roles = ["nobody", ...people.map(({ role }) => role)];
  const groups = [...new Set(calls.map(({ group }) => group))];
  const head = (first: string) => [
    `| ${first} | right | ${roles.map((role) => role.replace(/_/g, " ")).join(" | ")} |`,
    `| --- | --- |${" --- |".repeat(roles.length)}`,
  ];
  const row = (call: Call) => {
    const inside = passed.get(titleOf(call)) ?? [];
    const rights = permissionsOf(call).join(" or ") + (call.own ? " (others than oneself)" : "");
    return `| ${titleOf(call)} | ${rights} | ${roles.map((role) => (inside.includes(role) ? "●" : "·")).join(" | ")} |`;
  };
  const sections = groups.flatMap((group) => [
    `## ${group}`,
    "",
    ...head("call"),
    ...calls.filter((call) => call.group === group).map(row),
    "",
  ]);
  return [
    "# Who may make which call",
    "",
    "Written by `npm run docs:rest`: a person of each role that comes with the product makes every call of the contract, and ● says that the",
    "call was not refused for want of a right. Which rows then are seen is another matter: the supplier wall and the personal scope decide it in",
    "the query and in the database. Calls about oneself are made here about somebody else. Rights are the defaults of a new installation.",
    "",
    ...sections,
  ].join("\n");
}
