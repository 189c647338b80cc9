import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** `20261123-201500-name`: the second in which it was written, in UTC, and what it is about. */
const NAME = /^\d{8}-\d{6}-[a-z0-9-]+$/;
const ENDING = ".server.ts";

/** @param now the moment that orders it among the others */
export function migrationName(title: string, now: Date): string {
  const [day = "", time = ""] = now.toISOString().slice(0, 19).split("T");
  return `${day.replaceAll("-", "")}-${time.replaceAll(":", "")}-${title}`;
}

/** Names of the migrations in a folder, in the order in which they run. */
export function migrationNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .filter((name) => NAME.test(name))
    .sort();
}

/** Writes a migration and its line in the list. */
export function addMigration(folder: string, name: string, sql: string): void {
  writeFileSync(path.join(folder, `${name}${ENDING}`), migrationText(name, sql));
  writeList(folder);
}

/** Brings the list up to the files of the folder: a line for each of them, none for one that was taken away. */
export function writeList(folder: string): void {
  writeFileSync(path.join(folder, `list${ENDING}`), listText(migrationNames(folder)));
}

/** A line for each migration that says all there is to say, so that a merge may put the lines of both sides together. */
export function listText(names: readonly string[]): string {
  return names.map((name) => `export * as m${name.replaceAll("-", "_")} from "./${name}.server";\n`).join("");
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
