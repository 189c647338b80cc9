import type { Registration } from "~/engine/entity/registry";
import { contract } from "./contract-management/contract/contract.entity";
import { contractServer } from "./contract-management/contract/contract.server";
import { contractWarnings } from "./contract-management/contract/contract-warnings.server";

/** The lines of the registry under the tab 合同, in menu order. Contracts: one line for each entity. */
const lines = [
  {
    entity: contract,
    server: contractServer,
    warnings: [contractWarnings],
    seed: () => import("./contract-management/contract/contract.seed"),
  },
] as const;

/** What the compiler knows of them: `entity-map.ts` reads it. */
export type ContractLines = typeof lines;

// Held against the type here and not at the array: hooks are typed by the map that is read off it.
export const contractLines: readonly Registration[] = lines;
