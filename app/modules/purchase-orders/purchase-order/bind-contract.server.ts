import { z } from "zod";
import { may } from "~/engine/access/permissions";
import { type Context, withRight } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { outOfWindow } from "./purchase-order.rules";

const CONTRACT = "contract-management/contract";
const ORDER = "purchase-orders/purchase-order";

const question = z.object({
  contractId: z.string(),
  orderIds: z.array(z.string()),
  /** Asked before an order is saved: would the contract fit it? */
  before: z.object({ orderDate: z.string(), supplierName: z.string(), companyName: z.string() }).nullable(),
  requestId: z.string().nullable(),
});
const contract = z.object({
  id: z.string(),
  number: z.string(),
  state: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  supplier_id: z.string(),
  company_id: z.string(),
});
interface Chosen extends Omit<z.infer<typeof contract>, "supplier_id" | "company_id"> {
  supplierName: string;
  companyName: string;
}
const order = z.object({ id: z.string(), order_date: z.string(), version: z.number() });

/**
 * Puts orders on a contract, published as `purchase-orders/purchase-order.bind_contract`. Each order is saved for itself, by the rules
 * of its form: the contract is one the person may choose, of the order's supplier and company. Outside its days is a warning.
 * @throws AppError("forbidden" | "not_found" | "wrong_state")
 */
export const bindContract: Published = async (context, input) => {
  const asked = question.parse(input);
  if (context.actor.supplierId || !may(context.actor.permissions, "purchase-order.edit"))
    throw new AppError("forbidden", { values: { permission: "purchase-order.edit" } });
  const chosen = await openContract(context, asked.contractId);
  if (chosen.state !== "signed" && chosen.state !== "effective")
    throw new AppError("wrong_state", { message: `合同【${chosen.number}】不在有效状态，不能绑定` });
  if (asked.before) return { bound: 0, warnings: fits(chosen, asked.before), failed: [] };
  const warnings: object[] = [];
  const failed: { orderId: string; message: string }[] = [];
  let bound = 0;
  for (const orderId of new Set(asked.orderIds)) {
    try {
      const day = await bindOne(context, chosen, orderId, asked.requestId);
      bound += 1;
      warnings.push(...windowWarning(chosen, day, orderId));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ orderId, message: error.complaints[0]?.message ?? error.message });
    }
  }
  return { bound, warnings, failed };
};

async function openContract(context: Context, id: string): Promise<Chosen> {
  const entity = context.services.registry.entity(CONTRACT);
  const asking = withRight(context, "contract.get", "Whoever writes orders reads the contract it puts them under");
  const { record } = await reading(asking, () => openRecord(asking, { entity, id, wanted: { labels: false } }));
  const { supplier_id, company_id, ...facts } = contract.parse(record);
  const [supplier] = await ask(asking, "supplier-management/supplier", "names", [supplier_id]);
  const [company] = await unscopedRows(asking, "master-data/company", ["name"], [where.eq("id", company_id)]);
  return { ...facts, supplierName: supplier?.name ?? "", companyName: company?.name ?? "" };
}

/** @returns the day of the order */
async function bindOne(context: Context, chosen: Chosen, id: string, requestId: string | null): Promise<string> {
  const screen = context.services.registry.mainScreen(ORDER);
  const { record } = await reading(context, () =>
    openRecord(context, { entity: screen.entity, id, screen, wanted: { labels: false } }),
  );
  const { version, order_date: day } = order.parse(record);
  await updateRecordBy(context, {
    screen,
    id,
    version,
    values: { contract_id: chosen.id },
    ...(requestId === null ? {} : { requestId: `${requestId}:${id}` }),
  });
  return day;
}

function fits(chosen: Chosen, before: { orderDate: string; supplierName: string; companyName: string }): object[] {
  const differs = (label: string, name: string, wanted: string) => {
    // Programs that wrote the code before the name, as answers once had it, are understood.
    if (wanted === "" || name === wanted || wanted.endsWith(` ${name}`)) return;
    throw new AppError("wrong_state", { message: `合同【${chosen.number}】的${label}与订单不同，不能绑定` });
  };
  differs("供应商", chosen.supplierName, before.supplierName);
  differs("公司", chosen.companyName, before.companyName);
  return windowWarning(chosen, before.orderDate, null);
}

function windowWarning(chosen: Chosen, day: string, orderId: string | null): object[] {
  if (chosen.start_date <= day && day <= chosen.end_date) return [];
  return [
    {
      orderId,
      contractNumber: chosen.number,
      supplierName: chosen.supplierName,
      companyName: chosen.companyName,
      contractStartTime: chosen.start_date,
      contractEndTime: chosen.end_date,
      message: outOfWindow(day, chosen),
    },
  ];
}
