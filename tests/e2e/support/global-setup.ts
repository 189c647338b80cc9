import { rmSync } from "node:fs";
import { mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startServer } from "./server";

declare module "vitest" {
  export interface ProvidedContext {
    /** Closed data folder with the demo's data; spec files copy it. */
    demoBase: string;
  }
}

/** Loads the demo once per run; answers how to remove it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "supplier-portal-e2e-")));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const demoBase = path.join(folder, "data");
  try {
    await (await startServer(demoBase)).stop();
  } catch (error) {
    remove();
    throw error;
  }
  project.provide("demoBase", demoBase);
  return remove;
}
