// Started by scripts/bench.mjs. Makes the data, measures engine by engine and prints markdown.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { addOrders, fillMenu } from "./data";
import { type Installation, measure } from "./measure";
import { settled, startServer, stopAll } from "./processes";
import { report } from "./report";
import { rightsFigure } from "./rights";

const began = Number(process.env.BENCH_BEGAN ?? Date.now());
/** Three minutes in all, with something kept back for the last visits. */
const SECONDS = 170;
const folder = mkdtempSync(path.join(tmpdir(), "portal-bench-"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void end().finally(() => process.exit(130)));
}

try {
  const url = process.env.BENCH_DATABASE_URL;
  // Side by side: making data waits for the disk more than for the processor.
  const installations = await Promise.all([embedded(), ...(url ? [onServer(url)] : [])]);
  const results = [];
  for (const [position, installation] of installations.entries()) {
    const left = SECONDS - (Date.now() - began) / 1000;
    results.push(await measure(installation, folder, left / (installations.length - position)));
  }
  console.log(`${await rightsFigure({ DATA_DIR: path.join(folder, "demo") })}\n`);
  console.log(report(results, (Date.now() - began) / 1000));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await end();
}

async function end(): Promise<void> {
  await stopAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Two data folders: the demo's company, and the same with 100,000 orders more. */
async function embedded(): Promise<Installation> {
  const demo = path.join(folder, "demo");
  const scaled = path.join(folder, "scaled");
  await loadDemo({ DATA_DIR: demo });
  await fillMenu({ dataDir: demo });
  cpSync(demo, scaled, { recursive: true });
  await addOrders({ dataDir: scaled });
  return { name: "embedded", demo: { DATA_DIR: demo }, scaled: { DATA_DIR: scaled } };
}

/** The same as two databases on a server; they stay when the server is somebody's own and are named after this run. */
async function onServer(url: string): Promise<Installation> {
  const name = `bench_${process.pid}_${Date.now()}`;
  const urlOf = (database: string) => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    return address.href;
  };
  const place = (database: string) => ({ DATA_DIR: path.join(folder, database), DATABASE_URL: urlOf(database) });
  const demo = place(name);
  const scaled = place(`${name}_scaled`);
  await run(url, `create database ${name}`);
  await loadDemo(demo);
  await fillMenu({ dataDir: demo.DATA_DIR, databaseUrl: demo.DATABASE_URL });
  await run(url, `create database ${name}_scaled template ${name}`);
  await addOrders({ dataDir: scaled.DATA_DIR, databaseUrl: scaled.DATABASE_URL });
  return {
    name: "server",
    demo,
    scaled,
    remove: async () => {
      for (const one of [name, `${name}_scaled`]) await run(url, `drop database if exists ${one} with (force)`);
    },
  };
}

/** The first start of an installation writes the demo's data, and their search columns after it. */
async function loadDemo(place: Readonly<Record<string, string>>): Promise<void> {
  const server = await startServer(place);
  await settled(server);
  await server.stop();
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
