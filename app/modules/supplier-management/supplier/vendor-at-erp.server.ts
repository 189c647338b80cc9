import type { Context } from "~/engine/context.server";
import type { AnyLine } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { codesOf } from "~/engine/integrations/codes.server";
import { callIntegration, isConnected } from "~/engine/integrations/outbox.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { supplier } from "./supplier.entity";

type SupplierRecord = RecordFor<"supplier-management/supplier">;

const CODE = "vendor_changed";
const ACCOUNT = "supplier-management/supplier-bank-account";
/** Stages in which goods are bought: before them the ERP has no vendor, after them it must not buy. */
const BOUGHT_FROM: readonly unknown[] = ["trial", "qualified", "preferred"];
/** What the ERP keeps of a vendor. Its own number for him comes from there and is no news to it. */
const KEPT = [
  "code",
  "name",
  "short_name",
  "uscc",
  "supplier_type",
  "supplier_class_id",
  "stage",
  "freeze_status",
  "region",
  "registered_address",
  "taxpayer_type",
  "currency",
  "payment_term",
  "default_tax_rate",
  "is_temporary",
  "temp_valid_to",
  "merged_into_id",
] as const satisfies readonly (keyof SupplierRecord)[];

const isBoughtFrom = (record: SupplierRecord) => record.state === "active" && BOUGHT_FROM.includes(record.stage);

/**
 * The ERP hears of a supplier when goods may be bought from it for the first time, when anything changes that stands there too, and when it must
 * not buy any more.
 * @param before as it was, or null for a new one
 */
export async function notifyErp(
  context: Context,
  record: SupplierRecord,
  before: SupplierRecord | null,
): Promise<void> {
  const wasBoughtFrom = before !== null && isBoughtFrom(before);
  if (!isBoughtFrom(record) && !wasBoughtFrom) return;
  if (wasBoughtFrom && keptOf(before) === keptOf(record)) return;
  await tellErp(context, record);
}

/** The same where something beside its record has changed: an account it is paid to. */
export async function notifyErpOf(context: Context, supplierId: string): Promise<void> {
  if (!isConnected(context, CODE)) return;
  const { record } = await openRecord(context, { entity: supplier, id: supplierId, wanted: { labels: false } });
  if (isBoughtFrom(record)) await tellErp(context, record);
}

function keptOf(record: SupplierRecord): string {
  const orgs = linesOf(record, "orgs").map((line) => [line.purchase_org_id, line.factory_id, line.enabled]);
  return JSON.stringify([record.state, KEPT.map((name) => record[name]), orgs]);
}

async function tellErp(context: Context, record: SupplierRecord): Promise<void> {
  if (!isConnected(context, CODE)) return;
  await callIntegration(context, {
    code: CODE,
    entity: supplier,
    record,
    data: { supplier: await vendorOf(context, record) },
  });
}

async function vendorOf(context: Context, record: SupplierRecord) {
  const classes = await codesOf(context, "master-data/supplier-class", [record.supplier_class_id]);
  const merged = await codesOf(context, "supplier-management/supplier", [record.merged_into_id]);
  return {
    code: record.code,
    sapCode: record.sap_code,
    name: record.name,
    shortName: record.short_name,
    creditCode: record.uscc,
    type: record.supplier_type,
    class: classes.get(String(record.supplier_class_id)) ?? null,
    stage: record.stage,
    // Nothing may be bought: it left, is frozen whole, or has become another one.
    blocked: !isBoughtFrom(record) || record.freeze_status === "full",
    mergedInto: merged.get(String(record.merged_into_id)) ?? null,
    region: record.region,
    address: record.registered_address,
    taxpayerType: record.taxpayer_type,
    currency: record.currency,
    paymentTerm: record.payment_term,
    taxRate: record.default_tax_rate,
    temporaryUntil: record.is_temporary ? record.temp_valid_to : null,
    purchaseOrgs: await orgsOf(context, linesOf(record, "orgs")),
    bankAccounts: await accountsOf(context, record.id),
  };
}

async function orgsOf(context: Context, rows: readonly AnyLine[]) {
  const orgs = await codesOf(
    context,
    "master-data/purchase-org",
    rows.map((line) => line.purchase_org_id),
  );
  const factories = await codesOf(
    context,
    "master-data/factory",
    rows.map((line) => line.factory_id),
  );
  return rows.map((line) => ({
    purchaseOrg: orgs.get(String(line.purchase_org_id)) ?? null,
    factory: factories.get(String(line.factory_id)) ?? null,
    enabled: line.enabled,
  }));
}

/** Accounts in force; the journal keeps the end of each number alone. */
async function accountsOf(context: Context, supplierId: string) {
  const own = [where.eq("supplier_id", supplierId), where.eq("state", "valid")];
  const rows = await unscopedRows(
    context,
    ACCOUNT,
    ["id", "bank_name", "cnaps", "account_name", "account_no", "is_default"],
    own,
  );
  return rows
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ bank_name, cnaps, account_name, account_no, is_default }) => ({
      bankName: bank_name,
      cnaps,
      accountName: account_name,
      accountNo: account_no,
      isDefault: is_default,
    }));
}
