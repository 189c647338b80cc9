import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { fill } from "~/shared/text";

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
        text: fill(
          "订单日期{orderDate}不在合同【{contractNumber}】有效期（{contractStartTime}至{contractEndTime}）内",
          {
            orderDate: order.order_date,
            contractNumber: found.contract.number,
            contractStartTime: found.contract.start_date ?? "不限",
            contractEndTime: found.contract.end_date ?? "不限",
          },
        ),
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

export const purchaseOrderServer: EntityServer = {
  async beforeSave({ context, record, set }) {
    if (head.parse(record).contract_id) return [];
    const proposed = await checkContract(context, record);
    if (proposed.verdict === "in_range") set({ contract_id: proposed.contract.id });
    return [];
  },
  afterSave: contractFindings,
  transitions: {
    submit: { check: contractFindings },
    release: {
      check: contractFindings,
      async effect(context, work) {
        const findings = await contractFindings(context, work.record);
        work.set({ gate_result: findings.map((finding) => finding.text) });
      },
    },
  },
};
