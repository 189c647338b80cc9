import { rmSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { Rest } from "./rest";
import { startServer } from "./server";

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

/** Loads the demo once per run; answers how to remove it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "supplier-portal-e2e-")));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const demoBase = path.join(folder, "data");
  try {
    const server = await startServer(demoBase);
    await allowManySignIns(server.url);
    await server.stop();
  } catch (error) {
    remove();
    throw error;
  }
  project.provide("demoBase", demoBase);
  return remove;
}
