import { z } from "zod";
import { may } from "~/engine/access/permissions";
import { type Context, withRight } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { type ListResult, listRecords, requireKnown } from "~/engine/operations/list.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { type Condition, where } from "~/shared/condition";
import { isInRange } from "./contract-check.rules";

const CONTRACT = "contract-management/contract";
const ORDER = "purchase-orders/purchase-order";

const question = z.object({
  contractNumber: z.string(),
  supplierName: z.string(),
  companyName: z.string(),
  orderDate: z.string().nullable(),
  status: z.string(),
  sort: z.array(z.string()),
  page: z.number(),
  size: z.number(),
});
/** Names of the older call and the columns they mean. */
const COLUMNS: Readonly<Record<string, string>> = {
  contract_number: "number",
  contract_name: "title",
  supplier_name: "supplier_id",
  company_name: "company_id",
  contract_start_time: "start_date",
  contract_end_time: "end_date",
  status: "state",
};

/**
 * Contracts to choose from, published as `contract-management/contract.page`: for whoever may see the list, and for whoever writes
 * orders and needs one for them. Rows are those of the person either way.
 */
export const contractPage: Published = async (context, input) => {
  const asked = question.parse(input);
  const asking = asPicker(context);
  const screen = context.services.registry.mainScreen(CONTRACT);
  const named = (table: string, column: string, text: string): Condition[] =>
    text === ""
      ? []
      : [{ op: "exists", table, column: "id", equals: column, where: { op: "contains", columns: ["name"], text } }];
  const conditions = [
    ...(screen.where ? [screen.where] : []),
    ...named("supplier", "supplier_id", asked.supplierName),
    ...named("company", "company_id", asked.companyName),
  ];
  const request = {
    filters: {
      ...(asked.contractNumber === "" ? {} : { number: [asked.contractNumber] }),
      ...(asked.status === "" ? {} : { state: [asked.status] }),
    },
    toggles: [],
    sort: asked.sort.map((name) => {
      const column = COLUMNS[name.replace(/^-/, "")];
      if (!column) throw new AppError("malformed", { message: `参数格式不正确：不能按「${name.slice(0, 40)}」排序` });
      return name.startsWith("-") ? `-${column}` : column;
    }),
    page: asked.page,
    size: asked.size,
  };
  requireKnown(asking, screen, request);
  const found = await listRecords(
    asking,
    { ...screen, where: conditions.length > 0 ? where.all(...conditions) : null },
    request,
  );
  if (found.complaints.length > 0) throw new AppError("invalid", { complaints: found.complaints });
  const names = await namesOf(context, found.rows);
  const records = [];
  for (const row of found.rows) records.push(await pickerRow(context, row, { orderDate: asked.orderDate, names }));
  return { records, current: found.page, size: found.size, total: found.count, pages: found.pages };
};

/** Names of the suppliers and companies of contracts: labels begin with the code. */
async function namesOf(context: Context, rows: ListResult["rows"]): Promise<ReadonlyMap<unknown, string>> {
  const ids = (column: string) => [...new Set(rows.flatMap(({ values }) => values[column] ?? []))].map(String);
  const [suppliers, companies] = [ids("supplier_id"), ids("company_id")];
  const found = [
    ...(await ask(context, "supplier-management/supplier", "names", suppliers)),
    ...(await unscopedRows(context, "master-data/company", ["id", "name"], [where.oneOf("id", companies)])),
  ];
  return new Map(found.map(({ id, name }) => [id, name]));
}

async function pickerRow(
  context: Context,
  { id, values }: ListResult["rows"][number],
  { orderDate, names }: { orderDate: string | null; names: ReadonlyMap<unknown, string> },
) {
  const text = (name: string) => (typeof values[name] === "string" ? values[name] : null);
  const dates = { start_date: text("start_date"), end_date: text("end_date") };
  const contract = { id, number: text("number") ?? "", state: text("state") ?? "", ...dates };
  return {
    id,
    contractNumber: contract.number,
    contractName: text("title"),
    supplierId: text("supplier_id"),
    supplierName: names.get(values.supplier_id) ?? null,
    companyId: text("company_id"),
    companyName: names.get(values.company_id) ?? null,
    contractStartTime: dates.start_date,
    contractEndTime: dates.end_date,
    status: contract.state,
    inWindow: orderDate === null ? null : isInRange(contract, orderDate),
    boundCount: await ordersOn(context, id),
  };
}

/** Orders on the contract, as far as the person sees them; null for whoever sees no orders. */
async function ordersOn(context: Context, id: string): Promise<number | null> {
  const screen = context.services.registry.screensOf(ORDER)[0];
  if (!screen || !may(context.actor.permissions, `${screen.key}.query`)) return null;
  const request = { filters: { contract_id: [id] }, toggles: [], sort: [], page: 1, size: 1 };
  return (await listRecords(context, screen, request)).count;
}

/** Whoever writes orders may look for a contract, without the list of contracts. */
function asPicker(context: Context): Context {
  if (!may(context.actor.permissions, "purchase-order.edit")) return context;
  return withRight(context, "contract.query", "Whoever writes orders finds the contract an order is under");
}
