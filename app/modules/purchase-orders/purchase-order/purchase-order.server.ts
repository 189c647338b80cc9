import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyLine, AnyRecord, Work } from "~/engine/entity";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, Finding, SaveWork } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { fill } from "~/shared/text";
import { bindContract } from "./bind-contract.server";
import { outOfWindow } from "./purchase-order.rules";

const contract = z.object({
  id: z.string(),
  number: z.string(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
});
const verdict = z.discriminatedUnion("verdict", [
  z.object({ verdict: z.literal("in_range"), contract }),
  z.object({ verdict: z.literal("out_of_range"), contract }),
  z.object({ verdict: z.literal("none") }),
]);
const head = z.object({
  supplier_id: z.string(),
  company_id: z.string(),
  order_date: z.string(),
  contract_id: z.string().nullable(),
});

async function nameOf(context: Context, entityKey: string, id: string): Promise<string> {
  const rows = await unscopedRows(context, entityKey, ["name"], [{ op: "eq", column: "id", value: id }]);
  return String(rows[0]?.name ?? "");
}

/** The verdict on the order's own contract, or on all of its supplier and company while it names none. */
async function checkContract(context: Context, record: AnyRecord): Promise<z.infer<typeof verdict>> {
  const order = head.parse(record);
  return ask(
    context,
    "contract-management/contract",
    "check",
    {
      supplierId: order.supplier_id,
      companyId: order.company_id,
      orderDate: order.order_date,
      contractId: order.contract_id,
    },
    verdict,
  );
}

/** Findings of the contract check, in the words of the specification; warnings, never a block (ruling 11). */
async function contractFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  const order = head.parse(record);
  const found = await checkContract(context, record);
  if (found.verdict === "in_range") return [];
  if (found.verdict === "out_of_range") {
    return [
      {
        check: "contract",
        level: "warn",
        text: outOfWindow(order.order_date, found.contract),
      },
    ];
  }
  return [
    {
      check: "contract",
      level: "warn",
      text: fill("未找到供应商【{supplierName}】与【{companyName}】的有效合同", {
        supplierName: await nameOf(context, "supplier-management/supplier", order.supplier_id),
        companyName: await nameOf(context, "master-data/company", order.company_id),
      }),
    },
  ];
}

const storedLines = z.array(
  z.object({
    id: z.string(),
    qty: z.string(),
    required_date: z.string(),
    schedules: z.array(z.object({ id: z.string(), plan_date: z.string(), plan_qty: z.string() })),
  }),
);

/** Each line has its deliveries: one of the whole quantity unless they were typed; a single one follows its line. */
function planDeliveries({ context, record, before }: SaveWork): void {
  const stored = before ? storedLines.parse(linesOf(before, "items")) : [];
  for (const line of linesOf(record, "items")) {
    const { qty, required_date } = line;
    if (typeof qty !== "string" || typeof required_date !== "string") continue;
    const [only, ...more] = linesOf(line, "schedules");
    if (!only) {
      line.schedules = [newDelivery(context.services.newId(), required_date, qty)];
      continue;
    }
    const old = stored.find(({ id }) => id === line.id);
    const [known] = old?.schedules ?? [];
    if (more.length > 0 || !old || !known || known.id !== only.id) continue;
    if (only.plan_qty === known.plan_qty && known.plan_qty === old.qty) only.plan_qty = qty;
    if (only.plan_date === known.plan_date && known.plan_date === old.required_date) only.plan_date = required_date;
  }
}

function newDelivery(id: string, day: string, qty: string): AnyLine {
  return { id, line_no: LINE_STEP, plan_date: day, plan_qty: qty, confirm_date: null, confirm_qty: null };
}

function lightOf(findings: readonly Finding[]): string {
  if (findings.some(({ level }) => level === "block")) return "block";
  return findings.length > 0 ? "warn" : "pass";
}

/** The gate is run again when it counts, and what it found stays with the order. */
async function keepGate(context: Context, work: Work): Promise<void> {
  const findings = await contractFindings(context, work.record);
  work.set({ gate_result: findings, gate_light: lightOf(findings) });
}

export const purchaseOrderServer: EntityServer = {
  async prepare(work) {
    planDeliveries(work);
  },
  async beforeSave({ context, record, set }) {
    if (head.parse(record).contract_id) return [];
    const proposed = await checkContract(context, record);
    if (proposed.verdict === "in_range") set({ contract_id: proposed.contract.id });
    return [];
  },
  afterSave: contractFindings,
  publishes: { bind_contract: bindContract },
  transitions: {
    submit: { check: contractFindings, effect: keepGate },
    release: { check: contractFindings, effect: keepGate },
    resume: { check: contractFindings },
  },
};
