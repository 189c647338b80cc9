import { type EngineServices, systemContext } from "~/engine/context.server";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { where } from "~/shared/condition";
import { askSuppliers } from "./asked-suppliers.server";

const KEY = "base-data/provision";

/** Asks suppliers that a published provision is for since it was published: admitted later, or put into another class. @returns how many */
export async function askNewSuppliers(services: EngineServices): Promise<number> {
  const context = systemContext(services, "规定通知");
  const lateDays = await intParameter(services, "provision.lateDays");
  const published = await unscopedRows(context, KEY, ["id"], [where.eq("state", "published")]);
  let asked = 0;
  for (const { id } of published) asked += await inTransaction(context, () => askSuppliers(context, id, lateDays));
  return asked;
}

/** What is done for it now and then. */
export const provisionJobs: readonly JobHandler[] = [
  {
    key: "provision-suppliers",
    label: "新供应商规定通知",
    purpose: "把已发布的规定发给后来准入或改了分类的供应商确认，不再适用的不再要求；不运行时新供应商收不到已有的规定。",
    schedule: "20 * * * *",
    async run({ services }) {
      const asked = await askNewSuppliers(services);
      return asked > 0 ? `通知${asked}家次供应商` : undefined;
    },
  },
];
