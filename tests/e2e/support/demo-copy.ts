import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import path from "node:path";
import { inject } from "vitest";
import { copyDatabase, databaseAddress, dropDatabase } from "../../support/server-databases";
import { tempDir } from "../../support/temp-dir";

/** Where data lie, as the storage opens them. */
export interface Place {
  dataDir: string;
  /** On the server; else they lie in the folder. */
  databaseUrl?: string;
}

/** The demo's data for one file of tests. */
export interface DemoCopy {
  place: Place;
  /** Once nobody uses it any more. */
  remove(): Promise<void>;
}

/** Beside the demo's data folder: the backup from which it is brought elsewhere. */
export const BACKUP = "backup";

export type EngineName = "embedded" | "server";

/** The engine of what says nothing of it: the server, which answers quicker, unless a person asks for the other. */
const USUAL: EngineName = process.env.TEST_ENGINE === "embedded" ? "embedded" : "server";

/** A copy of the demo on the server of this run, or embedded, as `npm run demo` has it. */
export async function copyDemo(engine = USUAL): Promise<DemoCopy> {
  const dataDir = path.join(tempDir("e2e"), "data");
  const base = inject("demoBase");
  if (engine === "embedded") {
    cpSync(base, dataDir, { recursive: true });
    return { place: { dataDir }, remove: async () => undefined };
  }
  // Files and keys lie beside the database, wherever that is.
  const database = path.join(base, "database");
  cpSync(base, dataDir, { recursive: true, filter: (from) => from !== database });
  const { url, name } = inject("demoServer");
  const copy = `demo_${randomUUID().replaceAll("-", "")}`;
  await copyDatabase(url, name, copy);
  return { place: { dataDir, databaseUrl: databaseAddress(url, copy) }, remove: () => dropDatabase(url, copy) };
}
