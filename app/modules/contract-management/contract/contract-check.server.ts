import { z } from "zod";
import type { Published } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { COUNTING_STATES, checkContracts } from "./contract-check.rules";

const question = z.object({
  supplierId: z.string(),
  companyId: z.string(),
  orderDate: z.string(),
  contractId: z.string().nullable(),
});
const contract = z.object({
  id: z.string(),
  number: z.string(),
  state: z.string(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
});

/**
 * The contract check of the specification (section 5), published as `contract-management/contract.check`: is there a
 * contract of this supplier with this company that covers the order day? It looks at all contracts, whatever the
 * asking person may see, and answers only the one that decides.
 */
export const contractCheck: Published = async (context, input) => {
  const asked = question.parse(input);
  const rows = await unscopedRows(
    context,
    "contract-management/contract",
    ["id", "number", "state", "start_date", "end_date"],
    [
      { op: "eq", column: "supplier_id", value: asked.supplierId },
      { op: "eq", column: "company_id", value: asked.companyId },
      { op: "in", column: "state", values: COUNTING_STATES },
      ...(asked.contractId ? [{ op: "eq", column: "id", value: asked.contractId } as const] : []),
    ],
  );
  return checkContracts(
    rows.map((row) => contract.parse(row)),
    asked.orderDate,
  );
};
