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
  const lines = [...map.matchAll(/^ {4}"([^"]+)": (ReturnType<)?typeof (\w+)>?;$/gm)];
  expect(lines.map(([, key]) => key).sort()).toEqual(registry.registrations.map(({ entity }) => entity.key).sort());
  for (const [, key = "", made, name = ""] of lines) {
    const path = join(MODULES, `${files.get(name)}.ts`);
    const value = (await import(path))[name];
    // What a function makes is known by its key alone: it has to be told of the other definitions.
    if (made) expect(readFileSync(path, "utf8"), key).toContain(`"${key}"`);
    else expect(value.key).toBe(key);
  }
});
