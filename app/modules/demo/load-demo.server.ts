import { hasAccount } from "~/data/accounts.server";
import { markOldInboxRead } from "~/data/inbox.server";
import { setParameter } from "~/data/parameters.server";
import { StorageError } from "~/data/storage-error.server";
import type { EngineServices } from "~/engine/context.server";
import type { DemoSupplier, Seed } from "~/engine/entity/seed";
import { PARAMETERS } from "~/shared/parameters";
import { seedsOf } from "../seeds";
import { loadAdmissions } from "./admissions.server";
import { loadConversionTasks } from "./conversion-tasks.server";
import { DemoWriter } from "./demo-writer.server";
import { loadDepartures } from "./departures.server";
import { loadFurtherStates } from "./further-states.server";
import { loadInquiries } from "./inquiries.server";
import { loadJournals, loadUndelivered } from "./journals.server";
import { loadLargeOrders } from "./large-orders.server";
import { loadLastStates } from "./last-states.server";
import { loadOfficeApproval } from "./office-approval.server";
import { loadOpenAdmissions } from "./open-admissions.server";
import { loadOrderPrices } from "./order-prices.server";
import { loadOrders } from "./orders.server";
import { loadOrganisation, type Organisation } from "./organisation.server";
import { loadPeopleSync } from "./people-sync.server";
import { loadProducts } from "./products.server";
import { loadReceipts } from "./receipts.server";
import { loadSecondAdministrator } from "./second-administrator.server";
import { loadSources } from "./sources.server";
import { ADMINISTRATOR, addPerson, loadStaff, type Staff } from "./staff.server";
import { loadSupplierLife } from "./supplier-life.server";
import { loadSupplierPapers } from "./supplier-papers.server";
import { askToComplete, loadSuppliers } from "./suppliers.server";

/** What was told of the company before its rows follow. */
interface Told {
  writer: DemoWriter;
  organisation: Organisation;
  staff: Staff;
  suppliers: readonly DemoSupplier[];
}

/**
 * The demo from its beginning to its end: the key of an entity stands for the rows its seed tells, a function for what ties several entities
 * together. Each finds what it speaks of above it. An entity that is not named here has its turn at the end.
 */
export const DEMO_ORDER: readonly (string | ((told: Told) => Promise<void>))[] = [
  "master-data/material",
  "base-data/standard-clause",
  "contract-management/contract",
  ({ writer, organisation, suppliers }) => loadOrders(writer, organisation, suppliers),
  // After the orders, which came before the rules.
  "system-management/order-rule",
  "system-management/approval-flow",
  "system-management/job-group",
  "system-management/job",
  "master-data/field",
  "system-management/form",
  "system-management/form-request",
  "system-management/report-definition",
  "system-management/news",
  "system-management/composed-message",
  "system-management/msg-scenario",
  "supplier-management/scoring-template",
  "supplier-management/supplier-audit",
  "supplier-audit/corrective-action",
  "supplier-management/risk-event",
  "supplier-management/supplier-bank-account",
  "supplier-management/supplier-change",
  "master-data/warehouse",
  ({ writer, organisation, suppliers }) => loadSupplierLife(writer, organisation, suppliers),
  ({ writer, organisation, staff, suppliers }) => loadAdmissions(writer, organisation, staff, suppliers),
  // Beside the few that the stories above have told.
  ({ writer, suppliers }) => loadSupplierPapers(writer, suppliers),
  // Behind the certificates, which the desk check asks for.
  ({ writer, ...told }) => loadOpenAdmissions(writer, told),
  ({ writer, organisation, suppliers }) => loadFurtherStates(writer, organisation, suppliers),
  "base-data/receive-control",
  "base-data/coa-standard",
  "base-data/duty-rate",
  "base-data/vehicle-type",
  "base-data/logistics-volume",
  "receiving/inbound-coa",
  "base-data/coa-trust",
  "master-data/deliver-cycle",
  "master-data/delivery-assessment",
  "master-data/undelivered-mail",
  ({ writer, suppliers }) => askToComplete(writer, suppliers),
  "purchase-orders/rush-order",
  // Months are closed after what was posted in them.
  ({ writer, suppliers }) => loadReceipts(writer, suppliers),
  // Of what is left of the confirmed orders.
  "receiving/delivery-note",
  "receiving/purchase-return",
  "purchase-orders/supplier-stock",
  "purchase-orders/factory-stock",
  ({ writer, suppliers }) => loadProducts(writer, suppliers),
  "base-data/source-percentage",
  "receiving/recall-drill",
  "master-data/delivery-result",
  "receiving/io-mark",
  "receiving/posting-period",
  // Last of what suppliers do: whoever has not accepted by the deadline sends no more goods.
  "base-data/provision",
  ({ writer }) => loadPeopleSync(writer),
  "supplier-onboarding/prequalification",
  "supplier-onboarding/registration-invite",
  "supplier-onboarding/member-request",
  "supplier-onboarding/supplier-registration",
  ({ writer, organisation, suppliers }) => loadDepartures(writer, organisation, suppliers),
  ({ writer, organisation, staff, suppliers }) => loadLargeOrders(writer, organisation, staff, suppliers),
  "system-management/task",
  "user-administration/access-request",
  // Behind the requests that one administrator granted alone.
  ({ writer, organisation }) => loadSecondAdministrator(writer, organisation),
  // Behind everything that orders, since the prices are those of the newest orders, and behind the market, of which they speak.
  "purchase-management/market-index",
  "purchase-management/purchase-news",
  "price-approval/account-price",
  // Behind the market and the prices of which they speak, before the inquiries that are compared with them.
  "purchase-management/cost-model",
  "purchase-management/quote-template",
  "purchase-orders/demand-plan",
  ({ writer, suppliers }) => loadOrderPrices(writer, suppliers),
  "purchase-management/allocation-detail",
  ({ writer, suppliers }) => loadInquiries(writer, suppliers),
  "purchase-management/award-proposal",
  "purchase-management/purchase-plan-apply",
  // Of approved plans; those that were asked for are told with the inquiries.
  "purchase-management/collective",
  "purchase-management/fiscal-supply",
  "purchase-management/purchase-report",
  "purchase-management/key-indicator",
  // From here on an order needs a price, as it does outside of the demo.
  ({ writer }) =>
    setParameter(
      writer.services.database.connection(),
      "order.priceRequired",
      PARAMETERS["order.priceRequired"].initial,
    ),
  "system-management/homepage-suggestion",
  ({ writer }) => loadJournals(writer),
  // Behind the journals, which take what is due one by one.
  ({ writer }) => loadOfficeApproval(writer),
  ({ writer }) => loadUndelivered(writer),
  // Last of what is ordered: numbers of orders and what is open of the demand stay as they are told above.
  ({ writer, organisation }) => loadConversionTasks(writer, organisation),
  // Behind every story about documents, whose states are looked at there.
  ({ writer }) => loadLastStates(writer),
  // Behind everything that is ordered and every story about who may deliver.
  ({ writer }) => loadSources(writer),
];

/**
 * The whole way: what is named, then the rows of seeds that nobody named.
 * @throws Error for a name whose seed has no rows for the demo
 */
function stepsOf(seeds: readonly Seed[]) {
  const rows = new Map(seeds.flatMap(({ entity, demo }) => (demo ? [[entity, demo] as const] : [])));
  const others = [...rows.keys()].filter((key) => !DEMO_ORDER.includes(key));
  return [...DEMO_ORDER, ...others].map((step): ((told: Told) => Promise<void>) => {
    if (typeof step !== "string") return step;
    const demo = rows.get(step);
    if (!demo) throw new Error(`${step} has no rows for the demo`);
    return ({ writer }) => demo(writer);
  });
}

/**
 * Fills an empty database with the demo company 「香满园食品」. It and everything in it is invented: companies, people,
 * cities, codes, numbers (ruling 15). Roles and menus must be there already. Does nothing when an administrator exists,
 * which is the case after a complete load and in every real installation.
 * @throws StorageError("engine") when an earlier load broke off half-way
 */
export async function loadDemo(services: EngineServices): Promise<void> {
  const connection = services.database.connection();
  if (await hasAccount(connection, ADMINISTRATOR.account)) return;
  if (await hasAccount(connection, "buyer1")) {
    throw new StorageError("engine", "演示数据上次没有装载完整，请清空数据目录（DATA_DIR）或数据库后重新启动");
  }
  const started = Date.now();
  // Its passwords are the same everywhere and for good.
  await setParameter(connection, "security.password.maxAgeDays", "0");
  // Its orders are older than its price book, which is made of them below.
  await setParameter(connection, "order.priceRequired", "0");
  // Other systems do not hear of an invented past: what the journals tell of it is written below.
  const { integration: _connected, ...apart } = services;
  const writer = new DemoWriter(apart);
  const organisation = await loadOrganisation(writer);
  const staff = await loadStaff(writer, organisation);
  const suppliers = await loadSuppliers(writer, organisation, staff);
  writer.suppliers = suppliers;
  const steps = stepsOf(await seedsOf(services.registry.written));
  for (const step of steps) await step({ writer, organisation, staff, suppliers });
  // People have read what is older than yesterday.
  const since = writer.moment(writer.daysAgo(1), 0).toISOString();
  await services.database.transaction({ role: "owner" }, () => markOldInboxRead(services.database.connection(), since));
  await addPerson(writer, organisation, ADMINISTRATOR);
  services.log.info({ seconds: (Date.now() - started) / 1000 }, "demo company loaded");
}
