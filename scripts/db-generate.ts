// Compares the definitions with the committed snapshot of the schema and writes the migration between them:
//   npm run db:generate -- <name>
// It only adds (ruling 26). What it cannot decide it says, and then it writes nothing. Without a name it brings only the list of
// migrations up to the files, for one that was written by hand or taken away.
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TableShape } from "~/data/schema/shape";
import { handWork, migrationSql } from "~/data/schema/sql.server";
import { shapesOf } from "~/engine/entity/tables";
import { registry } from "~/modules/registry.server";
import { addMigration, migrationName, writeList } from "./migration-files";
import { readSnapshot, writeSnapshot } from "./schema-snapshot";

const folder = fileURLToPath(new URL("../app/data/migrations", import.meta.url));
const snapshotFolder = path.join(folder, "schema");

process.exitCode = generate(process.argv[2]);

/** @returns exit code of the command */
function generate(title: string | undefined): number {
  if (title === undefined) {
    writeList(folder);
    return 0;
  }
  if (!/^[a-z][a-z0-9-]*$/.test(title)) {
    console.error("Usage: npm run db:generate -- <name>, lower case words joined by hyphens");
    return 1;
  }
  const before = readSnapshot(snapshotFolder);
  // By name, so that a new order of the menu changes nothing here.
  const after = [...registry.shapes].sort((a, b) => (a.name < b.name ? -1 : 1));
  const open = handWork(before, after);
  if (open.length > 0) {
    console.error("Write these by hand, as a migration and in the snapshot, then run again:");
    for (const sentence of open) console.error(`- ${sentence}`);
    return 1;
  }
  const sql = migrationSql(before, after);
  if (sql === "") console.log("The definitions ask for no change of the schema.");
  else {
    const name = migrationName(title, new Date());
    addMigration(folder, name, sql);
    console.log(`Written: ${name}`);
  }
  writeSnapshot(snapshotFolder, shapesByModule());
  return 0;
}

/** The module is the first part of an entity's key; lines go with their document. */
function shapesByModule(): Map<string, TableShape[]> {
  const modules = new Map<string, TableShape[]>();
  for (const { entity } of registry.written) {
    const module = entity.key.split("/")[0] ?? "";
    const shapes = shapesOf(entity, (key) => registry.entity(key));
    modules.set(module, [...(modules.get(module) ?? []), ...shapes]);
  }
  return modules;
}
