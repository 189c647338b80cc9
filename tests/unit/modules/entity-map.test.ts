import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { registry } from "~/modules/registry.server";

const MODULES = path.resolve(import.meta.dirname, "../../../app/modules");

/** Types only: nothing of it is there at run time. */
const map = readFileSync(path.join(MODULES, "entity-map.ts"), "utf8");

test("the map of types names every definition that is about all others, which no line of the registry says", async () => {
  const lines = await Promise.all(
    ["contract", "master", "purchase", "supplier", "system"].map(async (tab) =>
      Object.values(await import(path.join(MODULES, `registry-${tab}.server.ts`))).flat(),
    ),
  );
  const brought = { scenarios: registry.scenarios, jobs: registry.jobs };
  const keys = lines.flat().map((line) => (typeof line === "function" ? line(brought) : line).entity.key);
  const aboutAll = registry.written.map(({ entity }) => entity.key).filter((key) => !keys.includes(key));
  const files = [...map.matchAll(/^import type \{ \w+Of \} from "\.\/(.+)\/[^/]+\.entity";$/gm)].map(([, key]) => key);
  expect(files.sort()).toEqual(aboutAll.sort());
});
