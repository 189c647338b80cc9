import type { EventsOf } from "~/shared/scenarios";
import type { coaStandardScenarios } from "./base-data/coa-standard/coa-standard.scenarios";
import type { coaTrustScenarios } from "./base-data/coa-trust/coa-trust.scenarios";
import type { logisticsVolumeScenarios } from "./base-data/logistics-volume/logistics-volume.scenarios";
import type { priceDataScenarios } from "./base-data/price-data/price-data.scenarios";
import type { provisionScenarios } from "./base-data/provision/provision.scenarios";
import type { provisionReceiptScenarios } from "./base-data/provision-receipt/provision-receipt.scenarios";
import type { sourceDataScenarios } from "./base-data/source-data/source-data.scenarios";
import type { sourcePercentageScenarios } from "./base-data/source-percentage/source-percentage.scenarios";
import type { deliverCycleScenarios } from "./master-data/deliver-cycle/deliver-cycle.scenarios";
import type { deliveryResultScenarios } from "./master-data/delivery-result/delivery-result.scenarios";
import type { materialScenarios } from "./master-data/material/material.scenarios";
import type { typeInspectionDueScenarios } from "./master-data/type-inspection-due/type-inspection-due.scenarios";
import type { typeInspectionReportScenarios } from "./master-data/type-inspection-report/type-inspection-report.scenarios";
import type { undeliveredMailScenarios } from "./master-data/undelivered-mail/undelivered-mail.scenarios";
import type { undeliveredMailLogScenarios } from "./master-data/undelivered-mail-log/undelivered-mail-log.scenarios";
import type { accountPriceScenarios } from "./price-approval/account-price/account-price.scenarios";
import type { allocationDetailScenarios } from "./purchase-management/allocation-detail/allocation-detail.scenarios";
import type { awardProposalScenarios } from "./purchase-management/award-proposal/award-proposal.scenarios";
import type { collectiveFactoryScenarios } from "./purchase-management/collective-factory/collective-factory.scenarios";
import type { costModelScenarios } from "./purchase-management/cost-model/cost-model.scenarios";
import type { fiscalSupplyScenarios } from "./purchase-management/fiscal-supply/fiscal-supply.scenarios";
import type { keyIndicatorScenarios } from "./purchase-management/key-indicator/key-indicator.scenarios";
import type { marketPriceScenarios } from "./purchase-management/market-price/market-price.scenarios";
import type { purchaseNewsScenarios } from "./purchase-management/purchase-news/purchase-news.scenarios";
import type { purchasePlanScenarios } from "./purchase-management/purchase-plan-apply/purchase-plan-apply.scenarios";
import type { rfqScenarios } from "./purchase-management/rfq/rfq.scenarios";
import type { demandCommitScenarios } from "./purchase-orders/demand-commit/demand-commit.scenarios";
import type { demandPlanScenarios } from "./purchase-orders/demand-plan/demand-plan.scenarios";
import type { purchaseOrderScenarios } from "./purchase-orders/purchase-order/purchase-order.scenarios";
import type { rushOrderScenarios } from "./purchase-orders/rush-order/rush-order.scenarios";
import type { supplierInventoryScenarios } from "./purchase-orders/supplier-inventory/supplier-inventory.scenarios";
import type { supplierStockScenarios } from "./purchase-orders/supplier-stock/supplier-stock.scenarios";
import type { deliveryNoteScenarios } from "./receiving/delivery-note/delivery-note.scenarios";
import type { goodsReceiptScenarios } from "./receiving/goods-receipt/goods-receipt.scenarios";
import type { inboundCoaScenarios } from "./receiving/inbound-coa/inbound-coa.scenarios";
import type { ioMarkScenarios } from "./receiving/io-mark/io-mark.scenarios";
import type { monthConfirmationScenarios } from "./receiving/month-confirmation/month-confirmation.scenarios";
import type { purchaseReturnScenarios } from "./receiving/purchase-return/purchase-return.scenarios";
import type { recallDrillScenarios } from "./receiving/recall-drill/recall-drill.scenarios";
import type { supplierQuoteScenarios } from "./receiving/supplier-quote/supplier-quote.scenarios";
import type { correctiveActionScenarios } from "./supplier-audit/corrective-action/corrective-action.scenarios";
import type { admissionScenarios } from "./supplier-management/admission/admission.scenarios";
import type { brandAuthorizationScenarios } from "./supplier-management/brand-authorization/brand-authorization.scenarios";
import type { gateExemptionScenarios } from "./supplier-management/gate-exemption/gate-exemption.scenarios";
import type { riskEventScenarios } from "./supplier-management/risk-event/risk-event.scenarios";
import type { sampleVerificationScenarios } from "./supplier-management/sample-verification/sample-verification.scenarios";
import type { supplierScenarios } from "./supplier-management/supplier/supplier.scenarios";
import type { supplierAuditScenarios } from "./supplier-management/supplier-audit/supplier-audit.scenarios";
import type { supplierCertificateScenarios } from "./supplier-management/supplier-certificate/supplier-certificate.scenarios";
import type { supplierChangeScenarios } from "./supplier-management/supplier-change/supplier-change.scenarios";
import type { supplierWarningScenarios } from "./supplier-management/supplier-warning/supplier-warning.scenarios";
import type { memberRequestScenarios } from "./supplier-onboarding/member-request/member-request.scenarios";
import type { preqApplicationScenarios } from "./supplier-onboarding/preq-application/preq-application.scenarios";
import type { preqQuestionScenarios } from "./supplier-onboarding/preq-question/preq-question.scenarios";
import type { prequalificationScenarios } from "./supplier-onboarding/prequalification/prequalification.scenarios";
import type { supplierRegistrationScenarios } from "./supplier-onboarding/supplier-registration/supplier-registration.scenarios";
import type { supplierFreezeScenarios } from "./supplier-performance/supplier-freeze/supplier-freeze.scenarios";
import type { composedMessageScenarios } from "./system-management/composed-message/composed-message.scenarios";
import type { formRequestScenarios } from "./system-management/form-request/form-request.scenarios";
import type { homepageSuggestionScenarios } from "./system-management/homepage-suggestion/homepage-suggestion.scenarios";
import type { newsScenarios } from "./system-management/news/news.scenarios";
import type { parameterScenarios } from "./system-management/parameter/parameter.scenarios";

declare module "~/shared/scenarios" {
  interface ScenarioMap
    extends EventsOf<typeof coaStandardScenarios>,
      EventsOf<typeof coaTrustScenarios>,
      EventsOf<typeof priceDataScenarios>,
      EventsOf<typeof provisionScenarios>,
      EventsOf<typeof provisionReceiptScenarios>,
      EventsOf<typeof logisticsVolumeScenarios>,
      EventsOf<typeof sourceDataScenarios>,
      EventsOf<typeof sourcePercentageScenarios>,
      EventsOf<typeof deliverCycleScenarios>,
      EventsOf<typeof deliveryResultScenarios>,
      EventsOf<typeof materialScenarios>,
      EventsOf<typeof typeInspectionDueScenarios>,
      EventsOf<typeof typeInspectionReportScenarios>,
      EventsOf<typeof undeliveredMailScenarios>,
      EventsOf<typeof undeliveredMailLogScenarios>,
      EventsOf<typeof accountPriceScenarios>,
      EventsOf<typeof purchasePlanScenarios>,
      EventsOf<typeof collectiveFactoryScenarios>,
      EventsOf<typeof rfqScenarios>,
      EventsOf<typeof awardProposalScenarios>,
      EventsOf<typeof supplierQuoteScenarios>,
      EventsOf<typeof demandCommitScenarios>,
      EventsOf<typeof demandPlanScenarios>,
      EventsOf<typeof costModelScenarios>,
      EventsOf<typeof allocationDetailScenarios>,
      EventsOf<typeof fiscalSupplyScenarios>,
      EventsOf<typeof keyIndicatorScenarios>,
      EventsOf<typeof marketPriceScenarios>,
      EventsOf<typeof purchaseNewsScenarios>,
      EventsOf<typeof purchaseOrderScenarios>,
      EventsOf<typeof rushOrderScenarios>,
      EventsOf<typeof supplierInventoryScenarios>,
      EventsOf<typeof supplierStockScenarios>,
      EventsOf<typeof deliveryNoteScenarios>,
      EventsOf<typeof inboundCoaScenarios>,
      EventsOf<typeof goodsReceiptScenarios>,
      EventsOf<typeof ioMarkScenarios>,
      EventsOf<typeof monthConfirmationScenarios>,
      EventsOf<typeof purchaseReturnScenarios>,
      EventsOf<typeof recallDrillScenarios>,
      EventsOf<typeof correctiveActionScenarios>,
      EventsOf<typeof admissionScenarios>,
      EventsOf<typeof brandAuthorizationScenarios>,
      EventsOf<typeof gateExemptionScenarios>,
      EventsOf<typeof riskEventScenarios>,
      EventsOf<typeof sampleVerificationScenarios>,
      EventsOf<typeof supplierScenarios>,
      EventsOf<typeof supplierAuditScenarios>,
      EventsOf<typeof supplierCertificateScenarios>,
      EventsOf<typeof supplierChangeScenarios>,
      EventsOf<typeof supplierWarningScenarios>,
      EventsOf<typeof memberRequestScenarios>,
      EventsOf<typeof preqApplicationScenarios>,
      EventsOf<typeof preqQuestionScenarios>,
      EventsOf<typeof prequalificationScenarios>,
      EventsOf<typeof supplierRegistrationScenarios>,
      EventsOf<typeof supplierFreezeScenarios>,
      EventsOf<typeof composedMessageScenarios>,
      EventsOf<typeof formRequestScenarios>,
      EventsOf<typeof homepageSuggestionScenarios>,
      EventsOf<typeof newsScenarios>,
      EventsOf<typeof parameterScenarios> {}
}
