import type { Registration } from "~/engine/entity/registry";
import { accountPrice } from "./price-approval/account-price/account-price.entity";
import { accountPriceScenarios } from "./price-approval/account-price/account-price.scenarios";
import { accountPriceServer } from "./price-approval/account-price/account-price.server";
import { allocationDetail } from "./purchase-management/allocation-detail/allocation-detail.entity";
import { allocationDetailScenarios } from "./purchase-management/allocation-detail/allocation-detail.scenarios";
import { allocationDetailServer } from "./purchase-management/allocation-detail/allocation-detail.server";
import { awardProposal } from "./purchase-management/award-proposal/award-proposal.entity";
import { awardProposalJobs } from "./purchase-management/award-proposal/award-proposal.jobs.server";
import { awardProposalScenarios } from "./purchase-management/award-proposal/award-proposal.scenarios";
import { awardProposalServer } from "./purchase-management/award-proposal/award-proposal.server";
import { collective } from "./purchase-management/collective/collective.entity";
import { collectiveScenarios } from "./purchase-management/collective/collective.scenarios";
import { collectiveServer } from "./purchase-management/collective/collective.server";
import { collectiveFactory } from "./purchase-management/collective-factory/collective-factory.entity";
import { collectiveFactoryScenarios } from "./purchase-management/collective-factory/collective-factory.scenarios";
import { collectiveFactoryServer } from "./purchase-management/collective-factory/collective-factory.server";
import { costModel } from "./purchase-management/cost-model/cost-model.entity";
import { costModelJobs } from "./purchase-management/cost-model/cost-model.jobs.server";
import { costModelScenarios } from "./purchase-management/cost-model/cost-model.scenarios";
import { costModelServer } from "./purchase-management/cost-model/cost-model.server";
import { fiscalSupply } from "./purchase-management/fiscal-supply/fiscal-supply.entity";
import { fiscalSupplyScenarios } from "./purchase-management/fiscal-supply/fiscal-supply.scenarios";
import { fiscalSupplyServer } from "./purchase-management/fiscal-supply/fiscal-supply.server";
import { keyIndicator } from "./purchase-management/key-indicator/key-indicator.entity";
import { keyIndicatorJobs } from "./purchase-management/key-indicator/key-indicator.jobs.server";
import { keyIndicatorScenarios } from "./purchase-management/key-indicator/key-indicator.scenarios";
import { keyIndicatorServer } from "./purchase-management/key-indicator/key-indicator.server";
import { marketIndex } from "./purchase-management/market-index/market-index.entity";
import { marketIndexServer } from "./purchase-management/market-index/market-index.server";
import { marketPrice } from "./purchase-management/market-price/market-price.entity";
import { marketPriceScenarios } from "./purchase-management/market-price/market-price.scenarios";
import { marketPriceServer } from "./purchase-management/market-price/market-price.server";
import { purchaseNews } from "./purchase-management/purchase-news/purchase-news.entity";
import { purchaseNewsScenarios } from "./purchase-management/purchase-news/purchase-news.scenarios";
import { purchaseNewsServer } from "./purchase-management/purchase-news/purchase-news.server";
import { purchasePlanApply } from "./purchase-management/purchase-plan-apply/purchase-plan-apply.entity";
import { purchasePlanScenarios } from "./purchase-management/purchase-plan-apply/purchase-plan-apply.scenarios";
import { purchasePlanApplyServer } from "./purchase-management/purchase-plan-apply/purchase-plan-apply.server";
import { purchaseRecord } from "./purchase-management/purchase-record/purchase-record.entity";
import { purchaseRecordServer } from "./purchase-management/purchase-record/purchase-record.server";
import { purchaseReport } from "./purchase-management/purchase-report/purchase-report.entity";
import { purchaseReportServer } from "./purchase-management/purchase-report/purchase-report.server";
import { quoteTemplate } from "./purchase-management/quote-template/quote-template.entity";
import { quoteTemplateServer } from "./purchase-management/quote-template/quote-template.server";
import { rfq } from "./purchase-management/rfq/rfq.entity";
import { rfqJobs } from "./purchase-management/rfq/rfq.jobs.server";
import { rfqScenarios } from "./purchase-management/rfq/rfq.scenarios";
import { rfqServer } from "./purchase-management/rfq/rfq.server";
import { sourcingCycle } from "./purchase-management/sourcing-cycle/sourcing-cycle.entity";
import { demandCommit } from "./purchase-orders/demand-commit/demand-commit.entity";
import { demandCommitScenarios } from "./purchase-orders/demand-commit/demand-commit.scenarios";
import { demandCommitServer } from "./purchase-orders/demand-commit/demand-commit.server";
import { demandPlan } from "./purchase-orders/demand-plan/demand-plan.entity";
import { demandPlanScenarios } from "./purchase-orders/demand-plan/demand-plan.scenarios";
import { demandPlanServer } from "./purchase-orders/demand-plan/demand-plan.server";
import { factoryStock } from "./purchase-orders/factory-stock/factory-stock.entity";
import { factoryStockServer } from "./purchase-orders/factory-stock/factory-stock.server";
import { purchaseOrder } from "./purchase-orders/purchase-order/purchase-order.entity";
import { purchaseOrderScenarios } from "./purchase-orders/purchase-order/purchase-order.scenarios";
import { purchaseOrderServer } from "./purchase-orders/purchase-order/purchase-order.server";
import { rushOrder } from "./purchase-orders/rush-order/rush-order.entity";
import { rushOrderScenarios } from "./purchase-orders/rush-order/rush-order.scenarios";
import { rushOrderServer } from "./purchase-orders/rush-order/rush-order.server";
import { supplierInventory } from "./purchase-orders/supplier-inventory/supplier-inventory.entity";
import { supplierInventoryScenarios } from "./purchase-orders/supplier-inventory/supplier-inventory.scenarios";
import { supplierInventoryServer } from "./purchase-orders/supplier-inventory/supplier-inventory.server";
import { supplierStock } from "./purchase-orders/supplier-stock/supplier-stock.entity";
import { supplierStockScenarios } from "./purchase-orders/supplier-stock/supplier-stock.scenarios";
import { supplierStockServer } from "./purchase-orders/supplier-stock/supplier-stock.server";
import { deliveryNote } from "./receiving/delivery-note/delivery-note.entity";
import { deliveryNoteJobs } from "./receiving/delivery-note/delivery-note.jobs.server";
import { deliveryNoteScenarios } from "./receiving/delivery-note/delivery-note.scenarios";
import { deliveryNoteServer } from "./receiving/delivery-note/delivery-note.server";
import { deliverySlot } from "./receiving/delivery-slot/delivery-slot.entity";
import { deliverySlotServer } from "./receiving/delivery-slot/delivery-slot.server";
import { externalQuoteView } from "./receiving/external-quote-view/external-quote-view.entity";
import { externalQuoteViewServer } from "./receiving/external-quote-view/external-quote-view.server";
import { goodsReceipt } from "./receiving/goods-receipt/goods-receipt.entity";
import { goodsReceiptScenarios } from "./receiving/goods-receipt/goods-receipt.scenarios";
import { goodsReceiptServer } from "./receiving/goods-receipt/goods-receipt.server";
import { inboundCoa } from "./receiving/inbound-coa/inbound-coa.entity";
import { inboundCoaScenarios } from "./receiving/inbound-coa/inbound-coa.scenarios";
import { inboundCoaServer } from "./receiving/inbound-coa/inbound-coa.server";
import { ioData } from "./receiving/io-data/io-data.entity";
import { ioDataServer } from "./receiving/io-data/io-data.server";
import { ioMark } from "./receiving/io-mark/io-mark.entity";
import { ioMarkJobs } from "./receiving/io-mark/io-mark.jobs.server";
import { ioMarkScenarios } from "./receiving/io-mark/io-mark.scenarios";
import { ioMarkServer } from "./receiving/io-mark/io-mark.server";
import { monthConfirmation } from "./receiving/month-confirmation/month-confirmation.entity";
import { monthConfirmationJobs } from "./receiving/month-confirmation/month-confirmation.jobs.server";
import { monthConfirmationScenarios } from "./receiving/month-confirmation/month-confirmation.scenarios";
import { monthConfirmationServer } from "./receiving/month-confirmation/month-confirmation.server";
import { postingPeriod } from "./receiving/posting-period/posting-period.entity";
import { postingPeriodServer } from "./receiving/posting-period/posting-period.server";
import { purchaseReturn } from "./receiving/purchase-return/purchase-return.entity";
import { purchaseReturnScenarios } from "./receiving/purchase-return/purchase-return.scenarios";
import { purchaseReturnServer } from "./receiving/purchase-return/purchase-return.server";
import { recallDrill } from "./receiving/recall-drill/recall-drill.entity";
import { recallDrillScenarios } from "./receiving/recall-drill/recall-drill.scenarios";
import { recallDrillServer } from "./receiving/recall-drill/recall-drill.server";
import { recallDrillWarnings } from "./receiving/recall-drill/recall-drill-warnings.server";
import { sapMovement } from "./receiving/sap-movement/sap-movement.entity";
import { sapMovementServer } from "./receiving/sap-movement/sap-movement.server";
import { supplierQuote } from "./receiving/supplier-quote/supplier-quote.entity";
import { supplierQuoteScenarios } from "./receiving/supplier-quote/supplier-quote.scenarios";
import { supplierQuoteServer } from "./receiving/supplier-quote/supplier-quote.server";

/** The lines of the registry under the tab 采购执行, in menu order. Orders, inquiries, prices and receipts: one line for each entity. */
const lines = [
  {
    entity: purchaseOrder,
    server: purchaseOrderServer,
    scenarios: purchaseOrderScenarios,
    seed: () => import("./purchase-orders/purchase-order/purchase-order.seed"),
  },
  {
    entity: demandPlan,
    server: demandPlanServer,
    scenarios: demandPlanScenarios,
    seed: () => import("./purchase-orders/demand-plan/demand-plan.seed"),
  },
  {
    entity: demandCommit,
    server: demandCommitServer,
    scenarios: demandCommitScenarios,
    seed: () => import("./purchase-orders/demand-commit/demand-commit.seed"),
  },
  {
    entity: rushOrder,
    server: rushOrderServer,
    scenarios: rushOrderScenarios,
    seed: () => import("./purchase-orders/rush-order/rush-order.seed"),
  },
  {
    entity: supplierInventory,
    server: supplierInventoryServer,
    scenarios: supplierInventoryScenarios,
    seed: () => import("./purchase-orders/supplier-inventory/supplier-inventory.seed"),
  },
  {
    entity: factoryStock,
    server: factoryStockServer,
    seed: () => import("./purchase-orders/factory-stock/factory-stock.seed"),
  },
  {
    entity: supplierStock,
    server: supplierStockServer,
    scenarios: supplierStockScenarios,
    seed: () => import("./purchase-orders/supplier-stock/supplier-stock.seed"),
  },
  {
    entity: purchasePlanApply,
    server: purchasePlanApplyServer,
    scenarios: purchasePlanScenarios,
    seed: () => import("./purchase-management/purchase-plan-apply/purchase-plan-apply.seed"),
  },
  {
    entity: rfq,
    server: rfqServer,
    jobs: rfqJobs,
    scenarios: rfqScenarios,
    seed: () => import("./purchase-management/rfq/rfq.seed"),
  },
  {
    entity: collective,
    server: collectiveServer,
    scenarios: collectiveScenarios,
    seed: () => import("./purchase-management/collective/collective.seed"),
  },
  {
    entity: collectiveFactory,
    server: collectiveFactoryServer,
    scenarios: collectiveFactoryScenarios,
    seed: () => import("./purchase-management/collective-factory/collective-factory.seed"),
  },
  {
    entity: awardProposal,
    server: awardProposalServer,
    jobs: awardProposalJobs,
    scenarios: awardProposalScenarios,
    seed: () => import("./purchase-management/award-proposal/award-proposal.seed"),
  },
  {
    entity: allocationDetail,
    server: allocationDetailServer,
    scenarios: allocationDetailScenarios,
    seed: () => import("./purchase-management/allocation-detail/allocation-detail.seed"),
  },
  {
    entity: fiscalSupply,
    server: fiscalSupplyServer,
    scenarios: fiscalSupplyScenarios,
    seed: () => import("./purchase-management/fiscal-supply/fiscal-supply.seed"),
  },
  {
    entity: accountPrice,
    server: accountPriceServer,
    scenarios: accountPriceScenarios,
    seed: () => import("./price-approval/account-price/account-price.seed"),
  },
  {
    entity: quoteTemplate,
    server: quoteTemplateServer,
    seed: () => import("./purchase-management/quote-template/quote-template.seed"),
  },
  { entity: purchaseRecord, server: purchaseRecordServer },
  { entity: sourcingCycle },
  {
    entity: purchaseReport,
    server: purchaseReportServer,
    seed: () => import("./purchase-management/purchase-report/purchase-report.seed"),
  },
  {
    entity: keyIndicator,
    server: keyIndicatorServer,
    jobs: keyIndicatorJobs,
    scenarios: keyIndicatorScenarios,
    seed: () => import("./purchase-management/key-indicator/key-indicator.seed"),
  },
  {
    entity: costModel,
    server: costModelServer,
    jobs: costModelJobs,
    scenarios: costModelScenarios,
    seed: () => import("./purchase-management/cost-model/cost-model.seed"),
  },
  {
    entity: purchaseNews,
    server: purchaseNewsServer,
    scenarios: purchaseNewsScenarios,
    seed: () => import("./purchase-management/purchase-news/purchase-news.seed"),
  },
  {
    entity: marketPrice,
    server: marketPriceServer,
    scenarios: marketPriceScenarios,
    seed: () => import("./purchase-management/market-price/market-price.seed"),
  },
  {
    entity: marketIndex,
    server: marketIndexServer,
    seed: () => import("./purchase-management/market-index/market-index.seed"),
  },
  {
    entity: deliveryNote,
    server: deliveryNoteServer,
    jobs: deliveryNoteJobs,
    scenarios: deliveryNoteScenarios,
    seed: () => import("./receiving/delivery-note/delivery-note.seed"),
  },
  {
    entity: deliverySlot,
    server: deliverySlotServer,
    seed: () => import("./receiving/delivery-slot/delivery-slot.seed"),
  },
  {
    entity: inboundCoa,
    server: inboundCoaServer,
    scenarios: inboundCoaScenarios,
    seed: () => import("./receiving/inbound-coa/inbound-coa.seed"),
  },
  {
    entity: goodsReceipt,
    server: goodsReceiptServer,
    scenarios: goodsReceiptScenarios,
    seed: () => import("./receiving/goods-receipt/goods-receipt.seed"),
  },
  {
    entity: purchaseReturn,
    server: purchaseReturnServer,
    scenarios: purchaseReturnScenarios,
    seed: () => import("./receiving/purchase-return/purchase-return.seed"),
  },
  { entity: ioData, server: ioDataServer },
  {
    entity: ioMark,
    server: ioMarkServer,
    jobs: ioMarkJobs,
    scenarios: ioMarkScenarios,
    seed: () => import("./receiving/io-mark/io-mark.seed"),
  },
  {
    entity: monthConfirmation,
    server: monthConfirmationServer,
    jobs: monthConfirmationJobs,
    scenarios: monthConfirmationScenarios,
    seed: () => import("./receiving/month-confirmation/month-confirmation.seed"),
  },
  { entity: sapMovement, server: sapMovementServer, seed: () => import("./receiving/sap-movement/sap-movement.seed") },
  {
    entity: supplierQuote,
    server: supplierQuoteServer,
    scenarios: supplierQuoteScenarios,
    seed: () => import("./receiving/supplier-quote/supplier-quote.seed"),
  },
  {
    entity: externalQuoteView,
    server: externalQuoteViewServer,
    seed: () => import("./receiving/external-quote-view/external-quote-view.seed"),
  },
  {
    entity: recallDrill,
    server: recallDrillServer,
    scenarios: recallDrillScenarios,
    warnings: [recallDrillWarnings],
    seed: () => import("./receiving/recall-drill/recall-drill.seed"),
  },
  {
    entity: postingPeriod,
    server: postingPeriodServer,
    seed: () => import("./receiving/posting-period/posting-period.seed"),
  },
] as const;

/** What the compiler knows of them: `entity-map.ts` reads it. */
export type PurchaseLines = typeof lines;

// Held against the type here and not at the array: hooks are typed by the map that is read off it.
export const purchaseLines: readonly Registration[] = lines;
