import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { roleCodes } from "~/engine/access/roles";
import { type Call, permissionsOf } from "~/engine/openapi/call";
import { callsFor, includesOne } from "~/engine/openapi/document.server";
import {
  callerOf,
  callsOfOpenapi,
  ENDING,
  entityOf,
  everybody,
  type Person,
  sessionOf,
  type Told,
  titleOf,
} from "../../support/openapi/caller";
import { openWorld } from "../../support/world";

const FOLDER = path.resolve(import.meta.dirname, "../../../docs/rest-matrix");

const world = await openWorld();
afterAll(() => world.close());
const calls = callsOfOpenapi(world);
const send = callerOf(world);
const people = await everybody(world);

async function ask(call: Call, { context, token }: Person): Promise<Told> {
  return send(call, { token: ENDING.has(call.path) ? await sessionOf(world, String(context.actor.id)) : token });
}

/** Whether somebody got past the door: nobody's right is asked of the answer, only whether it was refused for want of it. */
const isIn = (call: Call, { status }: Told) => call.open === true || (status !== 401 && status !== 403);

const wordsOf = ({ status, text }: Told) => `${status} ${text.slice(0, 120)}`;

/** How much somebody may do. */
function widthOf({ context }: Person): number {
  return [...context.actor.permissions.values()].reduce((sum, actions) => sum + actions.size, 0);
}
const byWidth = [...people].sort((a, b) => widthOf(a) - widthOf(b));

describe("接口的门", () => {
  test("没有令牌的人，公开的接口以外一律是 401", async () => {
    const wrong: string[] = [];
    for (const call of calls) {
      const told = await send(call);
      if (call.open ? told.status >= 500 : told.status !== 401) wrong.push(`${titleOf(call)}：${wordsOf(told)}`);
    }
    expect(wrong).toEqual([]);
  });

  test("每个接口：有权的人里权限最少的进得去，无权的人里权限最多的进不去", async () => {
    const wrong: string[] = [];
    for (const call of calls) {
      const holder = byWidth.find((person) => isMeant(call, person));
      const stranger = byWidth.findLast((person) => !isMeant(call, person));
      for (const person of [holder, stranger]) {
        if (!person) continue;
        const told = await ask(call, person);
        if (told.status >= 500 || isIn(call, told) !== (person === holder))
          wrong.push(`${call.group} ${titleOf(call)} ${person.role}：${wordsOf(told)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("不属于单据的接口，供应商的两种角色进得去的正是契约所说的", async () => {
    const wrong: string[] = [];
    for (const person of people.filter(({ role }) => roleCodes("supplier").includes(role))) {
      for (const call of calls.filter((one) => entityOf(one) === null)) {
        const told = await ask(call, person);
        if (told.status >= 500 || isIn(call, told) !== isMeant(call, person))
          wrong.push(`${titleOf(call)} ${person.role}：${wordsOf(told)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** What the OpenAPI document says about this person; calls about oneself are looked at as calls about somebody else. */
function isMeant(call: Call, { context }: Person): boolean {
  if (call.open) return true;
  if (call.own) return includesOne(context, permissionsOf(call));
  return known(context).has(titleOf(call));
}

const lists = new Map<unknown, Set<string>>();
function known(context: Person["context"]): Set<string> {
  const list = lists.get(context) ?? new Set(callsFor(context).map(titleOf));
  lists.set(context, list);
  return list;
}

describe("docs/rest-matrix", () => {
  const wanted = new Map(documents().map(({ name, text }) => [name, text]));

  test("每个接口在恰好一页上", () => {
    const rows = [...wanted.values()].flatMap((text) =>
      [...text.matchAll(/^\| ((?:GET|POST|PUT|DELETE) \/\S+) \|/gm)].map(([, title = ""]) => title),
    );
    expect(rows.sort()).toEqual(calls.map(titleOf).sort());
  });

  test("每个模块一页，写的正是缺省的权限；改了权限或接口后运行 npm run docs:rest", () => {
    if (process.env.DOCS === "write") {
      rmSync(FOLDER, { recursive: true, force: true });
      mkdirSync(FOLDER);
      for (const [name, text] of wanted) writeFileSync(path.join(FOLDER, name), text);
    }
    const there = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
    // Names alone: the difference of two long tables tells nobody anything.
    const stale = [...new Set([...there, ...wanted.keys()])].filter(
      (name) => !there.includes(name) || readFileSync(path.join(FOLDER, name), "utf8") !== wanted.get(name),
    );
    expect(stale, "out of date: npm run docs:rest").toEqual([]);
  });
});

function documents(): { name: string; text: string }[] {
  const { modules } = world.engine.registry;
  const moduleOf = (call: Call) => entityOf(call)?.split("/")[0] ?? null;
  const pages = [
    { name: "fixed.md", title: "Calls of no entity", module: null },
    ...modules.map(({ key, label }) => ({ name: `${key}.md`, title: label, module: key })),
  ].flatMap((page) => {
    const own = calls.filter((call) => moduleOf(call) === page.module);
    return own.length > 0 ? [{ ...page, own }] : [];
  });
  return [
    {
      name: "README.md",
      text: [
        "# Who may make which call",
        "",
        "Written by `npm run docs:rest` from the rights of a new installation: ● says that a role holds one of the rights the call asks for.",
        "Each call is tried by two people: of those who may make it the one with the fewest rights, of the others the one with the most. Which",
        "rows then are seen is another matter: the supplier wall and the personal scope decide it in the query and in the database. Calls",
        "about oneself are looked at here as calls about somebody else.",
        "",
        "| calls | count |",
        "| --- | --- |",
        ...pages.map(({ name, title, own }) => `| [${title}](${name}) | ${own.length} |`),
        "",
      ].join("\n"),
    },
    ...pages.map(({ name, title, own }) => ({ name, text: tableOf(title, own) })),
  ];
}

function tableOf(title: string, own: readonly Call[]): string {
  const head = [
    `| call | right | nobody | ${people.map(({ role }) => role.replace(/_/g, " ")).join(" | ")} |`,
    `| --- | --- |${" --- |".repeat(people.length + 1)}`,
  ];
  const row = (call: Call) => {
    const rights = permissionsOf(call).join(" or ") + (call.own ? " (others than oneself)" : "");
    const inside = [call.open ?? false, ...people.map((person) => isMeant(call, person))];
    return `| ${titleOf(call)} | ${rights} | ${inside.map((has) => (has ? "●" : "·")).join(" | ")} |`;
  };
  const sections = [...new Set(own.map(({ group }) => group))].flatMap((group) => [
    `## ${group}`,
    "",
    ...head,
    ...own.filter((call) => call.group === group).map(row),
    "",
  ]);
  return [`# ${title}`, "", "[What this says](README.md)", "", ...sections].join("\n");
}
