import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registry } from "~/modules/registry.server";

const MODULES = join(import.meta.dirname, "../../../app/modules");

test("every registered entity stands in the map of types, under its own key", async () => {
  const map = readFileSync(join(MODULES, "entity-map.ts"), "utf8");
  const files = new Map(
    [...map.matchAll(/^import type \{ ([^}]+) \} from "\.\/([^"]+)";$/gm)].flatMap(([, names = "", path = ""]) =>
      names.split(", ").map((name) => [name, path] as const),
    ),
  );
  const [entities = ""] = map.split('declare module "~/engine/entity/questions"');
  const lines = [...entities.matchAll(/^ {4}"([^"]+)": (ReturnType<)?typeof (\w+)>?;$/gm)];
  expect(lines.map(([, key]) => key).sort()).toEqual(registry.registrations.map(({ entity }) => entity.key).sort());
  for (const [, key = "", made, name = ""] of lines) {
    const path = join(MODULES, `${files.get(name)}.ts`);
    const value = (await import(path))[name];
    // What a function makes is known by its key alone: it has to be told of the other definitions.
    if (made) expect(readFileSync(path, "utf8"), key).toContain(`"${key}"`);
    else expect(value.key).toBe(key);
  }
});

test("the questions of the map of types are those that are registered", async () => {
  const map = readFileSync(join(MODULES, "entity-map.ts"), "utf8");
  const [, questions = ""] = map.split('declare module "~/engine/entity/questions"');
  const lines = [...questions.matchAll(/^ {4}"([^"]+)": typeof (\w+);$/gm)];
  const asked = registry.registrations.filter((one) => one.questions !== undefined);
  expect(lines.map(([, key]) => key).sort()).toEqual(asked.map(({ entity }) => entity.key).sort());
  for (const [, key = "", name = ""] of lines) {
    const [, path = ""] = map.match(new RegExp(`^import type \\{ ${name} \\} from "\\./([^"]+)";$`, "m")) ?? [];
    expect(registry.questions(key), key).toBe((await import(join(MODULES, `${path}.ts`)))[name]);
  }
});
