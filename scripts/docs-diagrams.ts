// Draws the states of every document into docs/diagrams, from the definitions:
//   npm run docs:diagrams
// A test fails when a drawing that is committed is out of date.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { diagramFiles } from "~/engine/screen/state-diagrams.server";
import { registry } from "~/modules/registry.server";

const folder = fileURLToPath(new URL("../docs/diagrams", import.meta.url));

await mkdir(folder, { recursive: true });
for (const { name, text } of diagramFiles(registry)) {
  await writeFile(path.join(folder, name), text);
  console.log(`Written: docs/diagrams/${name}`);
}
