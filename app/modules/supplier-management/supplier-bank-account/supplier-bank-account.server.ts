import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, Published } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { where } from "~/shared/condition";
import { refreshCompleteness } from "../supplier/refresh-completeness.server";
import { notifyErpOf } from "../supplier/vendor-at-erp.server";
import { supplierBankAccount } from "./supplier-bank-account.entity";
import { coolingUntil } from "./supplier-bank-account.rules";

type SupplierBankAccountRecord = RecordFor<"supplier-management/supplier-bank-account">;

const { key } = supplierBankAccount;
const SUPPLIER = "supplier-management/supplier";

/** The holder of the account is the supplier; whoever else it is has to be explained and proven. */
async function holderFits(context: Context, record: SupplierBankAccountRecord): Promise<Complaint[]> {
  const [supplier] = await ask(context, SUPPLIER, "names", [String(record.supplier_id)]);
  if (!supplier || supplier.name === record.account_name || record.name_reason) return [];
  return [complain("name_reason", "银行户名与供应商名称不一致，请填写说明并上传证明")];
}

/** Whose account it is already: two suppliers paid to one account are related, or one of them is not who it says. */
async function sharedWith(context: Context, record: SupplierBankAccountRecord): Promise<Finding[]> {
  const others = await unscopedRows(
    context,
    key,
    ["supplier_id"],
    [
      where.eq("account_no", String(record.account_no)),
      where.not(where.eq("supplier_id", String(record.supplier_id))),
      where.not(where.eq("state", "disabled")),
    ],
  );
  if (others.length === 0) return [];
  const ids = [...new Set(others.map(({ supplier_id }) => supplier_id))];
  const names = await ask(context, SUPPLIER, "names", ids);
  const text = `该银行账号也登记在供应商${names.map(({ name }) => name).join("、")}名下，请核实是否关联方`;
  return [{ check: "shared_account", level: "warn", text }];
}

/** One default per supplier: the others give way. */
async function releaseDefault(context: Context, work: Work<SupplierBankAccountRecord>): Promise<void> {
  const rows = await unscopedRows(
    context,
    key,
    ["id"],
    [
      where.eq("supplier_id", String(work.record.supplier_id)),
      where.eq("is_default", true),
      where.not(where.eq("id", work.record.id)),
    ],
  );
  for (const { id } of rows)
    await applyTransition(consequenceOf(context), {
      entity: supplierBankAccount,
      id,
      name: "drop_default",
    });
}

/** In force from now on; the first account of a supplier is where it is paid to. */
async function takeEffect(context: Context, work: Work<SupplierBankAccountRecord>): Promise<void> {
  const hours = await intParameter(context.services, "supplier.bank.coolingHours");
  const own = [where.eq("supplier_id", String(work.record.supplier_id)), where.eq("is_default", true)];
  const defaults = await unscopedRows(context, key, ["id"], own);
  work.set({
    effective_at: work.now,
    cooling_until: coolingUntil(work.now, hours),
    is_default: defaults.length === 0,
  });
}

/**
 * Whether an account may be paid to without a second look, published as `supplier-management/supplier-bank-account.payable`.
 * @returns `refusal` when it may not be paid to at all, `warning` when finance has to confirm once more; both in Chinese or null
 */
const payable: Published = async (context, input) => {
  const { accountId } = z.object({ accountId: z.string() }).parse(input);
  const [row] = await unscopedRows(context, key, ["state", "cooling_until"], [where.eq("id", accountId)]);
  if (row?.state !== "valid") return { refusal: "该银行账户未生效或已停用，不能付款", warning: null };
  const until = row.cooling_until === null ? 0 : new Date(row.cooling_until).getTime();
  if (context.now.getTime() >= until) return { refusal: null, warning: null };
  const hours = await intParameter(context.services, "supplier.bank.coolingHours");
  return { refusal: null, warning: `该银行账户变更不足${hours}小时，请财务复核后付款` };
};

export const supplierBankAccountServer: EntityServer<"supplier-management/supplier-bank-account"> = {
  /** Numbers are pasted in groups of four. */
  async prepare({ record, set }) {
    if (typeof record.account_no === "string") set({ account_no: record.account_no.replaceAll(" ", "") });
  },
  async beforeSave({ context, record }) {
    return holderFits(context, record);
  },
  async afterTransition({ context, before, record }) {
    if (before.state !== record.state) await refreshCompleteness(context, String(record.supplier_id));
    // Payments go to what is in force, and first to the default.
    if (before.state !== record.state || before.is_default !== record.is_default)
      await notifyErpOf(context, String(record.supplier_id));
  },
  publishes: { payable },
  judgedOnce: {
    take_effect: "The change of the supplier's file that brings it has been judged with the account in it",
  },
  transitions: {
    confirm: { check: sharedWith, effect: takeEffect },
    take_effect: { effect: takeEffect },
    make_default: { effect: releaseDefault },
  },
};
