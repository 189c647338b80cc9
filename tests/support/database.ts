import "./engine-code";
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import { type Database, openDatabase } from "~/data/database.server";
import { diskStore } from "~/data/file-store/disk-store.server";
import { migrate } from "~/data/migrate.server";
import { migrations } from "~/data/migrations/index.server";
import type { EngineServices } from "~/engine/context.server";
import { seedDictionaries } from "~/engine/dictionaries.server";
import { seedExtensions } from "~/engine/extensions.server";
import { seedJobs } from "~/engine/jobs/runs.server";
import { seedScenarios } from "~/engine/notify/notification-rules.server";
import { seedNumberRules } from "~/engine/numbering/numbers.server";
import { seedParameters } from "~/engine/parameters.server";
import { sealingOf } from "~/engine/sealing-fields/own-key.server";
import { fillSearchColumns } from "~/engine/search/upkeep.server";
import { seedAccess } from "~/engine/session/bootstrap.server";
import { createLog } from "~/host/log.server";
import { registry } from "~/modules/registry.server";
import { START } from "./clock";
import { type Company, makeCompany } from "./company";
import { copyDatabase, databaseAddress, dropDatabase, newDatabase } from "./server-databases";

/** Databases that are made once per run and copied for each test file; never opened again in between. */
export interface Bases {
  /** A data folder with an empty embedded database; not made for a run on the server. */
  blank: string | null;
  /** Data folders, or names of databases on the server. */
  empty: string;
  company: string;
  facts: Company;
}

/** Where a copy lies, in the words of the settings. */
export type Place = { DATA_DIR: string } | { DATA_DIR: string; DATABASE_URL: string };

/** The PostgreSQL server of this run; undefined for a run on the embedded engine. */
const server = process.env.TEST_ENGINE === "embedded" ? undefined : process.env.TEST_DATABASE_URL;

export const silentLog = createLog({ logLevel: "silent" });

/** The bases: one with roles and menus only, one with the fixed small company as well. */
export async function makeBases(): Promise<{ bases: Bases; remove(): Promise<void> }> {
  const folder = newFolder("base");
  const blank = server ? null : path.join(folder, "blank");
  const empty = server ? await newDatabase(server, "base_empty") : path.join(folder, "empty");
  const company = server ? await newDatabase(server, "base_company") : path.join(folder, "company");
  if (blank) {
    await inDatabase(blank, async () => undefined);
    await copy(blank, empty);
  }
  await inDatabase(empty, async (engine) => {
    await migrate(engine.database, migrations);
    await seedAccess(engine);
    // Everything a start writes, so that it finds it there and each copy opens quickly.
    await seedParameters(engine);
    await seedDictionaries(engine);
    await seedExtensions(engine);
    await seedScenarios(engine);
    await seedNumberRules(engine);
    await seedJobs({ ...engine, jobs: engine.registry.jobs });
    await fillSearchColumns(engine);
    // The small company has no price book: what orders are told without prices has tests of its own.
    await sql`update parameter set value = '0' where key = 'order.priceRequired'`.execute(engine.database.connection());
    // All tests of a file sign in within the same moment and from one address; what is about that limit sets it back.
    await sql`update parameter set value = '10000' where key = 'security.login.perMinute'`.execute(
      engine.database.connection(),
    );
  });
  await copy(empty, company);
  const facts = await inDatabase(company, async (engine) => {
    const made = await makeCompany(engine);
    await fillSearchColumns(engine);
    // What people were told while it was made is no news to the tests.
    for (const table of ["msg_send_record", "inbox", "mail_outbox"]) {
      await sql`delete from ${sql.table(table)}`.execute(engine.database.connection());
    }
    return made;
  });
  return {
    bases: { blank, empty, company, facts },
    async remove() {
      if (server) for (const name of [empty, company]) await dropDatabase(server, name);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where a copy of a base lies, and the way to remove it once the database is closed. */
export interface Copy {
  place: Place;
  remove(): Promise<void>;
}

/** A copy of a base for one test file. */
export async function copyBase(base: string): Promise<Copy> {
  const folder = newFolder("copy");
  const copied = server ? `copy_${randomUUID().replaceAll("-", "")}` : path.join(folder, "data");
  await copy(base, copied);
  return {
    place: { DATA_DIR: server ? folder : copied, ...(server ? { DATABASE_URL: urlOf(copied) } : {}) },
    async remove() {
      if (server) await dropDatabase(server, copied);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The key of every installation of the tests, which are copies of one. */
export const SEALING_KEY = Buffer.alloc(32, 7).toString("base64");

async function inDatabase<T>(base: string, work: (engine: EngineServices) => Promise<T>): Promise<T> {
  const database: Database = await openDatabase({
    dataDir: base,
    ...(server ? { databaseUrl: urlOf(base) } : {}),
    log: silentLog,
  });
  try {
    return await work({
      database,
      registry,
      log: silentLog,
      clock: () => START,
      newId: () => uuid(),
      files: { store: diskStore(path.join(base, "files")), scanner: null },
      sealing: sealingOf(SEALING_KEY, "tests"),
    });
  } finally {
    await database.close();
  }
}

/** Copies a closed data folder, or a database nobody is connected to. */
async function copy(from: string, to: string): Promise<void> {
  if (server) await copyDatabase(server, from, to);
  else cpSync(from, to, { recursive: true });
}

function newFolder(label: string): string {
  return realpathSync(mkdtempSync(path.join(tmpdir(), `supplier-portal-${label}-`)));
}

function urlOf(name: string): string {
  return databaseAddress(server ?? "", name);
}
