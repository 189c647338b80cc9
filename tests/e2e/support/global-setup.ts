import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { Rest } from "./rest";
import { startServer } from "./server";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PASSWORD = "Demo@2026";

declare module "vitest" {
  export interface ProvidedContext {
    /** Closed data folder with the demo's data; spec files copy it. */
    demoBase: string;
  }
}

/** All people of the tests sit behind one address, sign in within the same minute and mistype a lot. */
async function allowManySignIns(url: string): Promise<void> {
  const admin = await Rest.signIn(url, "admin", PASSWORD);
  for (const [key, value] of [
    ["security.login.perMinute", "10000"],
    ["security.login.addressFail", "1000"],
  ]) {
    const [row] = await admin.list("sys/parameter", { key: key ?? "" });
    if (!row) throw new Error(`no parameter ${key}`);
    await admin.change("sys/parameter", row.id, { version: row.version, value });
  }
}

/**
 * Loads the demo once per run; answers how to remove it. Whoever runs single files by hand gets the one of before as long as the
 * program and the day are the same: loading takes longer than most files.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const isByHand = process.env.TEST_DEMO === "kept";
  const folder = isByHand ? keptFolder() : await realpath(await mkdtemp(path.join(tmpdir(), "supplier-portal-e2e-")));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const demoBase = path.join(folder, "data");
  const isWhole = path.join(folder, "whole");
  if (!existsSync(isWhole)) {
    try {
      const server = await startServer(demoBase);
      await allowManySignIns(server.url);
      await server.stop();
      if (isByHand) writeFileSync(isWhole, "");
    } catch (error) {
      remove();
      throw error;
    }
  }
  project.provide("demoBase", demoBase);
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
  if (!existsSync(path.join(folder, "whole"))) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
