import type { Registration } from "~/engine/entity/registry";
import { contract } from "./contract-management/contract/contract.entity";
import { contractServer } from "./contract-management/contract/contract.server";
import { contractWarnings } from "./contract-management/contract/contract-warnings.server";

/** The lines of the registry under the tab 合同, in menu order. Contracts: one line for each entity. */
export const contractLines: readonly Registration[] = [
  { entity: contract, server: contractServer, warnings: [contractWarnings] },
];
