import type { TestProject } from "vitest/node";
import { type Bases, makeBases } from "./database";

declare module "vitest" {
  export interface ProvidedContext {
    bases: Bases;
  }
}

/** Makes the databases that test files copy, once per run; answers how to remove them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { bases, remove } = await makeBases();
  project.provide("bases", bases);
  return remove;
}
