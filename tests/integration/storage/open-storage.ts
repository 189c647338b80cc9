import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { type Database, type OpenOptions, openDatabase, type StorageLog } from "~/data/database.server";
import { whenFileEnds } from "../../support/file-end";
import { tempDir } from "../../support/temp-dir";

/** Takes every line of the log; the tests look into it. */
export function recordedLog(): StorageLog & { lines: string[] } {
  const lines: string[] = [];
  const write = (details: object, message: string) => void lines.push(`${message} ${JSON.stringify(details)}`);
  return { lines, info: write, warn: write, error: write };
}

let base: Promise<string> | undefined;

/** A data folder with an empty, closed database: a copy of the one this run made, or of one made for this file. */
export async function emptyDataDir(): Promise<string> {
  base ??= (async () => {
    const { blank } = inject("bases");
    if (blank) return blank;
    const dataDir = tempDir("storage-base");
    whenFileEnds(() => {
      base = undefined;
    });
    await (await openDatabase({ dataDir, log: recordedLog() })).close();
    return dataDir;
  })();
  const dataDir = tempDir("storage");
  cpSync(path.join(await base, "database"), path.join(dataDir, "database"), { recursive: true });
  return dataDir;
}

/** Opens an embedded database, in a new folder unless one is given; closed when the test ends. */
export async function openEmbeddedStorage(options: Partial<OpenOptions> = {}): Promise<Database> {
  const dataDir = options.dataDir ?? (await emptyDataDir());
  const database = await openDatabase({ log: recordedLog(), ...options, dataDir });
  onTestFinished(() => database.close());
  return database;
}

/** As openEmbeddedStorage, or, where TEST_DATABASE_URL names a PostgreSQL server, a new database there. */
export async function openStorage(options: Partial<OpenOptions> = {}): Promise<Database> {
  const server = await serverDatabase(onTestFinished);
  if (server.databaseUrl) return openEmbeddedStorage({ ...options, ...server, dataDir: tempDir("unused") });
  return openEmbeddedStorage(options);
}

let shared: Promise<Database> | undefined;

/** One database for all tests of a file, for those that make their own tables anew; closed when the file ends. */
export function sharedStorage(): Promise<Database> {
  shared ??= (async () => {
    whenFileEnds(() => {
      shared = undefined;
    });
    const server = await serverDatabase(whenFileEnds);
    const dataDir = server.databaseUrl ? tempDir("unused") : await emptyDataDir();
    const database = await openDatabase({ log: recordedLog(), dataDir, ...server });
    whenFileEnds(() => database.close());
    return database;
  })();
  return shared;
}

async function serverDatabase(later: (cleanUp: () => Promise<void>) => void): Promise<{ databaseUrl?: string }> {
  const databaseUrl = await newServerUrl(later);
  return databaseUrl === undefined ? {} : { databaseUrl };
}

/**
 * The address of a new, empty database on the PostgreSQL server of this run; undefined for a run on the embedded one.
 * @param form of the database, e.g. `encoding 'SQL_ASCII'`
 */
export async function newServerUrl(
  later: (cleanUp: () => Promise<void>) => void,
  form = "",
): Promise<string | undefined> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return undefined;
  const name = `storage_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, `create database ${name} ${form}`);
  later(() => onServer(server, `drop database if exists ${name} with (force)`));
  const databaseUrl = new URL(server);
  databaseUrl.pathname = `/${name}`;
  return databaseUrl.href;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
