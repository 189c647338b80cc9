import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { openDatabase } from "~/data/database.server";
import { installationSecret } from "~/data/sign-in.server";
import { silentLog } from "../../support/database";
import { atRest } from "./jobs";
import { Rest } from "./rest";
import { startServer } from "./server";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PASSWORD = "Demo@2026";
/** Lies in the folder of a demo that is loaded and silent, and holds its secret. */
const WHOLE = "whole-and-silent";

declare module "vitest" {
  export interface ProvidedContext {
    /** Closed data folder with the demo's data; spec files copy it. */
    demoBase: string;
    /** What the installation in it signs with; all copies have the same. */
    signInSecret: string;
  }
}

/** All people of the tests sit behind one address, sign in within the same minute and mistype a lot. */
async function allowManySignIns(url: string): Promise<void> {
  const admin = await Rest.signIn(url, "admin", PASSWORD);
  for (const [key, value] of [
    ["security.login.perMinute", "10000"],
    ["security.login.addressFail", "1000"],
    // A wait that no slow machine sits out between two steps.
    ["security.login.waitSec", "300"],
    ["security.login.waitMaxSec", "300"],
  ]) {
    const [row] = await admin.list("sys/parameter", { key: key ?? "" });
    if (!row) throw new Error(`no parameter ${key}`);
    await admin.change("sys/parameter", row.id, { version: row.version, value });
  }
}

/**
 * From here on no job has a next time, and none waits: the portal under test keeps house when a test says so (`doJobs`), whatever the
 * clock of the machine shows. It is a matter of its rows; the product has no switch for it. What somebody asks for runs as ever.
 * @returns the secret of the installation, by which tests know the answers of picture sums
 */
async function silenceJobs(dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir, log: silentLog });
  try {
    await sql`update job set next_run_at = null`.execute(database.connection());
    await sql`update job_run set state = 'stopped', previous_state = state, ended_at = planned_at where state = 'queued'`.execute(
      database.connection(),
    );
    return await installationSecret(database.connection(), "sign-in");
  } finally {
    await database.close();
  }
}

/**
 * Loads the demo once per run and lets it keep house once; answers how to remove it. Whoever runs single files by hand gets the one of before as long as the
 * program and the day are the same: loading takes longer than most files.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const isByHand = process.env.TEST_DEMO === "kept";
  const folder = isByHand ? keptFolder() : await realpath(await mkdtemp(path.join(tmpdir(), "supplier-portal-e2e-")));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const demoBase = path.join(folder, "data");
  const isWhole = path.join(folder, WHOLE);
  if (!existsSync(isWhole)) {
    try {
      const server = await startServer(demoBase);
      await allowManySignIns(server.url);
      await atRest(await Rest.signIn(server.url, "admin", PASSWORD));
      await server.stop();
      writeFileSync(isWhole, await silenceJobs(demoBase));
    } catch (error) {
      remove();
      throw error;
    }
  }
  project.provide("demoBase", demoBase);
  project.provide("signInSecret", readFileSync(isWhole, "utf8"));
  return isByHand ? () => undefined : remove;
}

/** One folder beside the results of tests, of this program and this day; others of before go. */
function keptFolder(): string {
  const all = path.join(ROOT, "node_modules/.test/demo");
  const program = createHash("sha256")
    .update(readFileSync(path.join(ROOT, "build/server.js")))
    .digest("hex");
  const name = `${new Date().toISOString().slice(0, 10)}-${program.slice(0, 16)}`;
  mkdirSync(all, { recursive: true });
  for (const old of readdirSync(all).filter((one) => one !== name))
    rmSync(path.join(all, old), { recursive: true, force: true });
  const folder = path.join(all, name);
  // Half a demo, left by a run that was ended.
  if (!existsSync(path.join(folder, WHOLE))) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
