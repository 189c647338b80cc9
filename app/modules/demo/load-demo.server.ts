import { hasAccount } from "~/data/accounts.server";
import { markOldInboxRead } from "~/data/inbox.server";
import { setParameter } from "~/data/parameters.server";
import { StorageError } from "~/data/storage-error.server";
import type { EngineServices } from "~/engine/context.server";
import { PARAMETERS } from "~/shared/parameters";
import { coaStandardSeed } from "../base-data/coa-standard/coa-standard.seed";
import { logisticsVolumeSeed } from "../base-data/logistics-volume/logistics-volume.seed";
import { provisionSeed } from "../base-data/provision/provision.seed";
import { receiveControlSeed } from "../base-data/receive-control/receive-control.seed";
import { standardClauseSeed } from "../base-data/standard-clause/standard-clause.seed";
import { vehicleTypeSeed } from "../base-data/vehicle-type/vehicle-type.seed";
import { inboundCoaSeed } from "../receiving/inbound-coa/inbound-coa.seed";
import { postingPeriodSeed } from "../receiving/posting-period/posting-period.seed";
import { recallDrillSeed } from "../receiving/recall-drill/recall-drill.seed";
import { composedMessageSeed } from "../system-management/composed-message/composed-message.seed";
import { homepageSuggestionSeed } from "../system-management/homepage-suggestion/homepage-suggestion.seed";
import { msgScenarioSeed } from "../system-management/msg-scenario/msg-scenario.seed";
import { newsSeed } from "../system-management/news/news.seed";
import { loadAdmissions } from "./admissions.server";
import { loadAgreedStock } from "./agreed-stock.server";
import { loadAllocations } from "./allocations.server";
import { loadAwardProposals } from "./award-proposals.server";
import { loadContracts } from "./contracts.server";
import { loadCostModels } from "./cost-models.server";
import { loadDeliveryResults } from "./delivery-results.server";
import { DemoWriter } from "./demo-writer.server";
import { loadExtensionFields } from "./extension-fields.server";
import { loadFiscalSupply } from "./fiscal-supply.server";
import { loadQuestionnaires } from "./forms.server";
import { loadInquiries } from "./inquiries.server";
import { loadJournals, loadUndelivered } from "./journals.server";
import { loadLeadTimes } from "./lead-times.server";
import { loadMarket } from "./market.server";
import { loadMaterials } from "./materials.server";
import { loadNewcomers } from "./newcomers.server";
import { loadOfficeApproval } from "./office-approval.server";
import { loadOrderPrices } from "./order-prices.server";
import { loadOrders } from "./orders.server";
import { loadOrganisation } from "./organisation.server";
import { loadPeopleSync } from "./people-sync.server";
import { loadPlans } from "./plans.server";
import { loadPrequalifications } from "./prequalifications.server";
import { loadPrices } from "./prices.server";
import { loadProducts } from "./products.server";
import { loadPurchaseFigures } from "./purchase-figures.server";
import { loadPurchasePlans } from "./purchase-plans.server";
import { loadQuality } from "./quality.server";
import { loadQuoteTemplates } from "./quote-templates.server";
import { loadReceipts } from "./receipts.server";
import { loadReports } from "./reports.server";
import { loadReturns } from "./returns.server";
import { loadRushes } from "./rushes.server";
import { loadOwnJobs, loadSettings } from "./settings.server";
import { loadShares } from "./shares.server";
import { ADMINISTRATOR, addPerson, loadStaff } from "./staff.server";
import { loadSupplierFile } from "./supplier-file.server";
import { loadSupplierLife } from "./supplier-life.server";
import { loadSuppliers } from "./suppliers.server";
import { loadWork } from "./work.server";

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
  const materials = await loadMaterials(writer, organisation);
  await standardClauseSeed.demo?.(writer);
  await loadContracts(writer, organisation, staff, suppliers);
  await loadOrders(writer, organisation, suppliers, materials);
  // After the orders, which came before the rules.
  await loadSettings(writer, organisation);
  await loadOwnJobs(writer, staff);
  await loadExtensionFields(writer, organisation);
  await loadQuestionnaires(writer);
  await loadReports(writer, staff);
  await newsSeed.demo?.(writer);
  await composedMessageSeed.demo?.(writer);
  await msgScenarioSeed.demo?.(writer);
  await loadQuality(writer, staff, suppliers);
  await loadSupplierFile(writer, organisation, suppliers);
  await loadSupplierLife(writer, organisation, suppliers, materials);
  await loadAdmissions(writer, organisation, staff, suppliers);
  for (const seed of [receiveControlSeed, coaStandardSeed, vehicleTypeSeed, logisticsVolumeSeed, inboundCoaSeed])
    await seed.demo?.(writer);
  await loadLeadTimes(writer, organisation, suppliers, materials);
  await loadRushes(writer, suppliers);
  // Warehouses come with the file of suppliers, months are closed after what was posted in them.
  await loadReceipts(writer, suppliers);
  await loadReturns(writer, suppliers);
  await loadAgreedStock(writer, suppliers);
  await loadProducts(writer, suppliers);
  await loadShares(writer, suppliers);
  await recallDrillSeed.demo?.(writer);
  await loadDeliveryResults(writer, suppliers);
  await postingPeriodSeed.demo?.(writer);
  // Last of what suppliers do: whoever has not accepted by the deadline sends no more goods.
  await provisionSeed.demo?.(writer);
  await loadPeopleSync(writer);
  await loadPrequalifications(writer, organisation, staff, suppliers);
  await loadNewcomers(writer, organisation, suppliers);
  await loadWork(writer, { organisation, staff, suppliers, materials });
  // Behind everything that orders, since the prices are those of the newest orders, and behind the market, of which they speak.
  await loadMarket(writer, organisation);
  await loadPrices(writer, organisation, suppliers);
  // Behind the market and the prices of which they speak, before the inquiries that are compared with them.
  await loadCostModels(writer, organisation);
  await loadQuoteTemplates(writer, organisation);
  await loadPlans(writer);
  await loadOrderPrices(writer, suppliers);
  await loadAllocations(writer);
  await loadInquiries(writer, suppliers);
  await loadAwardProposals(writer);
  await loadPurchasePlans(writer);
  await loadFiscalSupply(writer, suppliers);
  await loadPurchaseFigures(writer);
  await setParameter(connection, "order.priceRequired", PARAMETERS["order.priceRequired"].initial);
  await homepageSuggestionSeed.demo?.(writer);
  await loadJournals(writer);
  // Behind the journals, which take what is due one by one.
  await loadOfficeApproval(writer);
  await loadUndelivered(writer);
  // People have read what is older than yesterday.
  const since = writer.moment(writer.daysAgo(1), 0).toISOString();
  await services.database.transaction({ role: "owner" }, () => markOldInboxRead(services.database.connection(), since));
  await addPerson(writer, organisation, ADMINISTRATOR);
  services.log.info({ seconds: (Date.now() - started) / 1000 }, "demo company loaded");
}
