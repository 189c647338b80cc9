import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { demoOnServer, prepareDemo, WHOLE } from "./demo-base";

const ROOT = path.resolve(import.meta.dirname, "../../..");

declare module "vitest" {
  export interface ProvidedContext {
    /** Closed data folder with the demo's data; spec files copy it. */
    demoBase: string;
    /** The PostgreSQL server of this run, and the database there with the same demo; spec files copy it. */
    demoServer: { url: string; name: string };
    /** What the installation in it signs with; all copies have the same. */
    signInSecret: string;
  }
}

/**
 * The demo is loaded once per run; answers how to remove it. Whoever runs single files by hand gets the one of before as long as the
 * program and the day are the same: loading takes longer than most files.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const isByHand = process.env.TEST_DEMO === "kept";
  // Whoever has prepared it takes it away.
  const prepared = process.env.TEST_DEMO_FOLDER;
  const own = async () => realpath(await mkdtemp(path.join(tmpdir(), "supplier-portal-e2e-")));
  const folder = prepared ?? (isByHand ? keptFolder() : await own());
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("no PostgreSQL server is named: npm test starts one");
  try {
    await prepareDemo(folder, url);
  } catch (error) {
    remove();
    throw error;
  }
  project.provide("demoServer", { url, name: await demoOnServer(folder, url) });
  project.provide("demoBase", path.join(folder, "data"));
  project.provide("signInSecret", readFileSync(path.join(folder, WHOLE), "utf8"));
  return isByHand || prepared !== undefined ? () => undefined : remove;
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
