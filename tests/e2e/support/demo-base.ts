import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { makeBackup } from "~/data/backup/backup.server";
import { restoreBackup } from "~/data/backup/restore.server";
import { openDatabase } from "~/data/database.server";
import { migrations } from "~/data/migrations/index.server";
import { installationSecret } from "~/data/sign-in.server";
import { silentLog } from "../../support/database";
import { databaseAddress, newDatabase } from "../../support/server-databases";
import { BACKUP, type Place } from "./demo-copy";
import { atRest } from "./jobs";
import { Rest } from "./rest";
import { startServer } from "./server";

const PASSWORD = "Demo@2026";
/** Lies in the folder of a demo that is loaded and silent, and holds its secret. */
export const WHOLE = "whole-and-silent";
/** In the same folder: the address of the database it was loaded into, on the server of that run. */
const LOADED = "loaded-into";

/**
 * All people of the tests sit behind one address, sign in within the same minute and mistype a lot. What they order is of any material:
 * that a price is wanted has a journey of its own.
 */
async function setForTests(url: string): Promise<void> {
  const admin = await Rest.signIn(url, "admin", PASSWORD);
  for (const [key, value] of [
    ["security.login.perMinute", "10000"],
    ["security.login.addressFail", "1000"],
    // A wait that no slow machine sits out between two steps.
    ["security.login.waitSec", "300"],
    ["security.login.waitMaxSec", "300"],
    ["order.priceRequired", "0"],
    // The same hour twice: no mail waits for the morning, whenever the tests run.
    ["notify.quietFrom", "22"],
    ["notify.quietTo", "22"],
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
async function silenceJobs(place: Place): Promise<string> {
  const database = await openDatabase({ ...place, log: silentLog });
  try {
    await sql`update job set next_run_at = null`.execute(database.connection());
    await sql`update job_run set state = 'stopped', previous_state = state, ended_at = planned_at where state = 'queued'`.execute(
      database.connection(),
    );
    // What was written while the demo was loaded in the evening waits for no morning either.
    await sql`update mail_outbox set next_at = created_at where state = 'queued' and next_at > created_at`.execute(
      database.connection(),
    );
    return await installationSecret(database.connection(), "sign-in");
  } finally {
    await database.close();
  }
}

/**
 * Loads the demo, unless it is there, and lets it keep house once: on the server, which takes half of the work, and from its backup into the
 * folder for those who ask the embedded engine. `npm test` has it done by a process of its own
 * (`demo-process.ts`) while other tests run: loading keeps one core busy for longer than most files do.
 * @param folder gets the data in `data`, and the secret of the installation in {@link WHOLE}
 * @param server the address of the PostgreSQL server of this run
 */
export async function prepareDemo(folder: string, server: string): Promise<void> {
  const whole = path.join(folder, WHOLE);
  if (existsSync(whole)) return;
  const dataDir = path.join(folder, "data");
  const databaseUrl = databaseAddress(server, await newDatabase(server, "demo"));
  const place = { dataDir, databaseUrl };
  const portal = await startServer(dataDir, { DATABASE_URL: databaseUrl });
  await setForTests(portal.url);
  await atRest(await Rest.signIn(portal.url, "admin", PASSWORD));
  await portal.stop();
  const secret = await silenceJobs(place);
  const made = await makeBackup({ ...place, program: "tests", log: silentLog, to: folder });
  const file = path.join(folder, BACKUP);
  renameSync(made.file, file);
  await restoreBackup({ dataDir, file, replace: false, migrations, log: silentLog });
  writeFileSync(path.join(folder, LOADED), databaseUrl);
  writeFileSync(whole, secret);
}

/**
 * The demo on the server of this run, for files of tests to copy: the name of a database nobody is connected to. One that was loaded for a
 * run before is brought there.
 */
export async function demoOnServer(folder: string, server: string): Promise<string> {
  const loaded = new URL(readFileSync(path.join(folder, LOADED), "utf8"));
  const before = loaded.pathname.slice(1);
  if (databaseAddress(server, before) === loaded.href) return before;
  const name = await newDatabase(server, "demo");
  const place = { dataDir: path.join(folder, "data"), databaseUrl: databaseAddress(server, name) };
  await restoreBackup({ ...place, file: path.join(folder, BACKUP), replace: false, migrations, log: silentLog });
  return name;
}
