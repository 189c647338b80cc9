// Compares the definitions with the committed snapshot of the schema and writes the migration between them:
//   npm run db:generate -- <name>
// It only adds (ruling 26). What it cannot decide it says, and then it writes nothing.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TableShape } from "~/data/schema/shape";
import { handWork, migrationSql } from "~/data/schema/sql.server";
import { registry } from "~/modules/registry.server";

const folder = fileURLToPath(new URL("../app/data/migrations", import.meta.url));
const snapshotFile = path.join(folder, "schema.json");
const listFile = path.join(folder, "index.server.ts");
/** The formatter puts lists that fit into one line. */
const LINE_WIDTH = 120;

process.exitCode = await generate(process.argv[2]);

/** @returns exit code of the command */
async function generate(name: string | undefined): Promise<number> {
  if (!name || !/^[a-z][a-z0-9-]*$/.test(name)) {
    console.error("Usage: npm run db:generate -- <name>, lower case words joined by hyphens");
    return 1;
  }
  const before = await readSnapshot();
  // By name, so that a new order of the menu changes nothing here.
  const after = [...registry.shapes].sort((a, b) => (a.name < b.name ? -1 : 1));
  const open = handWork(before, after);
  if (open.length > 0) {
    console.error(`Write these by hand, as a migration and in ${path.basename(snapshotFile)}, then run again:`);
    for (const sentence of open) console.error(`- ${sentence}`);
    return 1;
  }
  const sql = migrationSql(before, after);
  if (sql !== "") {
    const file = `${await nextNumber()}-${name}`;
    await writeFile(path.join(folder, `${file}.server.ts`), migrationText(file, sql));
    console.log(`Written: ${file}`);
  } else {
    console.log("The definitions ask for no change of the schema.");
  }
  await writeFile(snapshotFile, `${JSON.stringify(after, null, 2)}\n`);
  await writeFile(listFile, listText(await migrationFiles()));
  return 0;
}

async function readSnapshot(): Promise<TableShape[]> {
  const text = await readFile(snapshotFile, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  return JSON.parse(text);
}

/** Names of the migrations in the folder, in the order in which they run. */
async function migrationFiles(): Promise<string[]> {
  const names = await readdir(folder);
  return names.flatMap((file) => /^(\d{4}-[a-z0-9-]+)\.server\.ts$/.exec(file)?.[1] ?? []).sort();
}

async function nextNumber(): Promise<string> {
  const last = (await migrationFiles()).at(-1) ?? "0000";
  return String(Number(last.slice(0, 4)) + 1).padStart(4, "0");
}

function migrationText(name: string, sql: string): string {
  const text = sql.replace(/\\/g, "\\\\").replace(/`/g, "\\`").replace(/\$\{/g, "\\${");
  return `/** Written by \`npm run db:generate\`. It stays as it is once it has run anywhere. */
export const name = "${name}";

export const up = \`
${text}
\`;
`;
}

function listText(names: readonly string[]): string {
  const variable = (name: string) => `migration${name.slice(0, 4)}`;
  const list = names.map(variable);
  const inLine = `export const migrations: Migration[] = [${list.join(", ")}];`;
  return `import type { Migration } from "../migrate.server";
${names.map((name) => `import * as ${variable(name)} from "./${name}.server";`).join("\n")}

/** All migrations in the order in which they run. Written by \`npm run db:generate\`. */
${inLine.length <= LINE_WIDTH ? inLine : `export const migrations: Migration[] = [\n${list.map((one) => `  ${one},`).join("\n")}\n];`}
`;
}
