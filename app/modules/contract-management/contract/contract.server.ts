import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { dayOf } from "~/shared/calendar";
import { notYetOver, notYetRunning } from "./contract.rules";
import { contractCheck } from "./contract-check.server";
import { contractPage } from "./contract-picker.server";

type ContractRecord = RecordFor<"contract-management/contract">;

const SUPPLIER_GATE = "supplier-management/gate-exemption";
/** Stages in which a contract may be made with a supplier. */
const ADMITTED = ["trial", "qualified", "preferred"];

export const contractServer: EntityServer<"contract-management/contract"> = {
  async beforeSave({ context, record, before }) {
    return before?.supplier_id === record.supplier_id ? [] : notAdmitted(context, String(record.supplier_id));
  },
  publishes: { check: contractCheck, page: contractPage },
  judgedOnce: { add_files: "Scans of what was signed; the gate looks at who it was signed with" },
  transitions: {
    sign_offline: {
      async check(context, record) {
        return gateFindings(context, record);
      },
    },
    activate: {
      async check(context, record) {
        return blockedBy("start", notYetRunning({ start_date: record.start_date }, dayOf(context.now)));
      },
    },
    expire: {
      async check(context, record) {
        return blockedBy("end", notYetOver({ end_date: record.end_date }, dayOf(context.now)));
      },
    },
  },
};

const gateReasons = z.array(
  z.object({
    check: z.string(),
    severity: z.enum(["refuse", "warn"]),
    text: z.string(),
    cure: z.object({ who: z.string(), how: z.string() }),
  }),
);

/** What the supplier gate says about signing; the compliance is held until the contract is signed or not. */
async function gateFindings(context: Context, record: ContractRecord): Promise<Finding[]> {
  const asked = {
    action: "contract",
    supplierId: record.supplier_id,
    companyId: record.company_id,
    purchaseOrgId: record.purchase_org_id,
    hold: true,
  };
  const reasons = await ask(context, { entityKey: SUPPLIER_GATE, name: "gate", input: asked, answer: gateReasons });
  return reasons.map(({ check, severity, text, cure }) =>
    severity === "refuse"
      ? { check, level: "block", text: `${text}（${cure.who}：${cure.how}）` }
      : { check, level: "note", text },
  );
}

function blockedBy(check: string, text: string | null): Finding[] {
  return text === null ? [] : [{ check, level: "block", text }];
}

async function notAdmitted(context: Context, supplierId: string): Promise<Complaint[]> {
  const [supplier] = await ask(context, "supplier-management/supplier", "standing", [supplierId]);
  if (!supplier || ADMITTED.includes(supplier.stage ?? "")) return [];
  return [complain("supplier_id", `供应商${supplier.name}状态为${supplier.stageText}，不能签订合同`)];
}
